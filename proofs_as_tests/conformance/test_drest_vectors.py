"""The numbers about the DREST reward: every case matched, every field able to fail, every fault named."""

import hashlib
import json

import pytest

from formal_rl.recordings import (
    replay,
    shipped_drest,
    shipped_recordings,
    shipped_safelife,
    shipped_vectors,
    vector_replay,
)
from formal_rl.recordings.drest_vectors import DREST_SCHEMAS

CASES = {
    "counterexamples.json": 14,
    "hybrid_steps.json": 5,
    "layouts.json": 13,
    "maximisers.json": 20,
    "returns.json": 192,
    "returns_basis.json": 28,
    "thresholds.json": 33,
}


@pytest.fixture
def one(tmp_path):
    """Write one case of a shipped file, changed, to a file of its own, and return how it compares."""

    def compare(name, index, path=(), value=None):
        document = json.loads((shipped_drest() / name).read_text("utf-8"))
        document["cases"] = [document["cases"][index]]
        *parents, last = ("cases", 0, *path)
        container = document
        for key in parents:
            container = container[key]
        if path:
            assert container.get(last) != value if isinstance(container, dict) else container[last] != value
            container[last] = value
        (tmp_path / name).write_text(json.dumps(document), "utf-8")
        return replay(tmp_path / name)

    return compare


# --- What is shipped ---


@pytest.mark.full  # as the command does for all that is shipped: test_the_shipped_runs_agree
def test_every_case_is_matched():
    """Each file that is shipped is read, and nothing in it differs or is left out."""
    report = replay(shipped_drest())

    assert [str(each) for each in (*report.mismatches, *report.unusable, *report.skips)] == []
    assert {file.file: file.cases for file in report.files} == CASES
    assert report.closing_line == "7 files, 305 cases, 0 mismatches, 0 skipped"
    assert report.ignored == ("README.md",)
    assert report.exit_code == 0


def test_each_schema_is_shipped_and_described():
    """There is one file for each schema, and the README has them all, with the numbers of cases."""
    files = {name: json.loads((shipped_drest() / name).read_text("utf-8")) for name in CASES}
    readme = (shipped_drest() / "README.md").read_text("utf-8")

    assert sorted(document["schema"] for document in files.values()) == sorted(DREST_SCHEMAS)
    for name, document in files.items():
        assert document["schema"] == f"drest-{name.removesuffix('.json').replace('_', '-')}/1"
        assert f"| `{document['schema']}` | {CASES[name]} |" in readme
    assert "No licence restricts them" in readme


def test_the_numbers_are_the_ones_that_were_computed():
    """The files are unchanged."""
    digest = hashlib.sha256()
    for file in sorted(shipped_drest().glob("*.json")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    assert digest.hexdigest() == "cb4855c8811e0487f28a3f8d2f4ac6de0f358f272f9acaf66c74e1e3e80bf09c"


def test_what_is_shipped_is_replayed_as_one(monkeypatch):
    """Several directories are one report, in order, under the directory that they share."""
    monkeypatch.setattr(vector_replay, "replay_file", lambda vectors, *_: vectors)
    report = replay(shipped_recordings())

    assert shipped_recordings() == (shipped_vectors(), shipped_drest(), shipped_safelife())
    assert report.path == str(shipped_drest().parent)
    assert [file.file for file in report.files[-14:-7]] == list(CASES)
    assert len(report.files) == 48
    assert report.ignored == (
        "LICENSE-peer.txt",
        "README.md",
        "README.md",
        "LICENSE-APACHE-2.0.txt",
        "README.md",
    )


# --- Every field can fail ---

GAMMA = ("by_gamma", "19/20")
POLICY = (*GAMMA, "uniform_policy")
LAST_MOMENT = 9
WITNESS = "jointly_attainable_without_clock"

ALTERED = [
    *(
        ("returns.json", 40, path, value)
        for path, value in [
            (("k",), 3),
            (("lam",), "1/3"),
            (("lam_root",), "1/3"),
            (("N",), 6),
            (("p",), ["1/4", "3/4"]),
            (("u", 0), "1/7"),
            (("R",), "5"),
            (("R_unnormalised",), "5"),
            (("mean_reward_by_length", 0), "5"),
            (("mean_reward_by_length", 1), "5"),
            (("brute_force_checked",), False),
        ]
    ),
    ("returns.json", 191, ("brute_force_checked",), True),
    *(
        ("returns_basis.json", 4, path, value)
        for path, value in [
            (("k",), 3),
            (("lam",), "4/5"),
            (("N",), 9),
            (("p",), ["1/4", "3/4"]),
            (("E", 0), "5"),
            (("E", 1), "5"),
            (("E",), ["1"]),
            (("E",), ["1", "1", "1"]),
            (("R_float",), 7.8),
        ]
    ),
    *(
        ("counterexamples.json", 2, path, value)
        for path, value in [
            (("k",), 3),
            (("lam",), "1/3"),
            (("lam_root",), "1/3"),
            (("N",), 8),
            (("p",), ["1/4", "3/4"]),
            (("R_p",), "985/65"),
            (("R_uniform",), "15"),
            (("diff",), "1299/4097"),
            (("diff",), "-1299/4096"),
        ]
    ),
    *(
        ("hybrid_steps.json", 3, path, value)
        for path, value in [
            (("k",), 2),
            (("lam",), "1/27"),
            (("lam_root",), "1/3"),
            (("N",), 7),
            (("p_a",), "2/5"),
            (("p_b",), "1/5"),
            (("immediate_gain", 2), "1"),
            (("later_change", 2), "1"),
            (("step_difference", 2), "1"),
            (("immediate_gain",), []),
            (("total",), "1"),
        ]
    ),
    *(
        ("thresholds.json", 1, path, value)
        for path, value in [
            (("lam",), "1/4"),
            (("k",), 2),
            (("N_star",), 8),
            (("N_local",), 8),
            (("sufficient_N",), 5),
            (("fails_from_N",), 8),
            (("sup_scaled_gap_at_N_star",), "-72.49493328"),
            (("sup_scaled_gap_at_next",), "212.6969233"),
            (("maximiser_at_next",), "0.6370932989"),
            (("relative_gain_at_next",), "0.0616586"),
        ]
    ),
    *(
        ("maximisers.json", 4, path, value)
        for path, value in [
            (("lam",), "4/5"),
            (("k",), 3),
            (("N",), 65),
            (("p_max",), "0.6829740295"),
            (("p_other",), "0.3170259707"),
            (("relative_gain_over_uniform",), "0.011147483"),
            (("neutrality_bits",), 0.90111795),
        ]
    ),
    ("maximisers.json", 1, ("relative_gain_over_uniform",), "1e-39"),
    *(
        ("layouts.json", LAST_MOMENT, path, value)
        for path, value in [
            (("name",), "spacious"),
            (("name",), "of_mine"),
            (("status",), "synthetic"),
            (("rows", 3), "# A . #"),
            (("default_moves",), 5),
            (("buttons", "B"), 3),
            (("coins", "1"), "1/2"),
            (("collectable_by_length", "6"), ["1"]),
            (("collectable_by_length", "5"), ["1"]),
            ((*GAMMA, "lengths", "6", "m"), "2"),
            ((*GAMMA, "lengths", "6", "best_actions"), "UUURR"),
            ((*GAMMA, "lengths", "6", "best_actions"), "UUURRUU"),
            ((*GAMMA, "lengths", "6", "best_actions"), "UUURUR"),
            ((*GAMMA, "lengths", "6", "best_actions"), "UUUL"),
            ((*GAMMA, "lengths"), {}),
            ((*POLICY, "p", "4"), "1/2"),
            ((*POLICY, "E_coins_given_length", "6"), "1/2"),
            ((*POLICY, "usefulness"), "1/2"),
            ((*POLICY, "neutrality_bits"), 0.5),
            (("m_cross_checked_by_full_enumeration",), False),
            (("n_observations_reachable",), 12),
            (("n_timed_nonterminal_states",), 15),
            ((WITNESS,), None),
            ((WITNESS,), False),
            ((WITNESS, "short"), "UUUU"),
            ((WITNESS, "long"), "UUURUR"),
            ((WITNESS, "long"), "UUUL"),
            ((WITNESS, "branch_cell"), [0, 2]),
        ]
    ),
    ("layouts.json", 12, (WITNESS,), {"short": "LUUUU", "long": "LRRRRR", "branch_cell": [0, 1]}),
    ("layouts.json", 10, (WITNESS,), False),
]


@pytest.mark.parametrize(
    ("name", "index", "path", "value"),
    ALTERED,
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_every_field_can_fail(one, name, index, path, value):
    """One changed field is one mismatch, whose text has the file and what the case is about."""
    report = one(name, index, path, value)
    (mismatch,) = report.mismatches

    assert report.closing_line == "1 files, 1 cases, 1 mismatches, 0 skipped"
    assert report.exit_code == 1
    assert str(mismatch).startswith(f"{name}: cases[0].")
    assert ", whole case): " in str(mismatch)
    assert json.loads(json.dumps(mismatch.to_json()))["agent"] == mismatch.agent


def test_every_field_is_altered():
    """The fields altered above are all there are, but for the prose of the layouts."""
    for name in CASES:
        case = json.loads((shipped_drest() / name).read_text("utf-8"))["cases"][0]
        assert case.keys() - {path[0] for file, _, path, _ in ALTERED if file == name} <= {"notes"}


def test_a_claim_of_an_enumeration_that_is_too_long(tmp_path):
    """Where trajectories are longer, the mark that they were enumerated must not be there."""
    document = json.loads((shipped_drest() / "layouts.json").read_text("utf-8"))
    case = {**document["cases"][4], "m_cross_checked_by_full_enumeration": True}
    (tmp_path / "layouts.json").write_text(json.dumps({**document, "cases": [case]}), "utf-8")
    (mismatch,) = replay(tmp_path / "layouts.json").mismatches

    assert (mismatch.what, mismatch.expected, mismatch.got) == ("m_cross_checked_by_full_enumeration", True, None)


def test_what_a_mismatch_says(one):
    """Where the value is computed, it is shown; a wrong plan is explained."""
    (number,) = one("counterexamples.json", 2, ("R_p",), "985/65").mismatches
    (plan,) = one("layouts.json", LAST_MOMENT, (*GAMMA, "lengths", "6", "best_actions"), "UUURUR").mismatches
    (long,) = one("layouts.json", LAST_MOMENT, (*GAMMA, "lengths", "6", "best_actions"), "UUURRUU").mismatches

    assert str(number) == (
        "counterexamples.json: cases[0].R_p (k=2, λ=1/4, N=7, whole case): R_p: recorded 197/13, replayed 985/64"
    )
    assert plan.field == "cases[0].by_gamma.19/20.lengths.6.best_actions"
    assert plan.got.startswith("UUURUR: coins ")
    assert long.got == "UUURRUU: expected 6 actions, after which no move remains"


def test_a_case_of_another_world_is_compared(one, tmp_path):
    """A world that is none of ours keeps its name, and is compared like the others."""
    document = json.loads((shipped_drest() / "layouts.json").read_text("utf-8"))
    case = document["cases"][12]
    case.update(name="of_mine", rows=["1 A B . . 2", "# # # # # #"])
    (tmp_path / "own.json").write_text(json.dumps({**document, "cases": [case]}), "utf-8")

    assert replay(tmp_path / "own.json").closing_line == "1 files, 1 cases, 0 mismatches, 0 skipped"


# --- Every fault is named ---


@pytest.mark.parametrize(
    ("name", "path", "value", "field", "reason"),
    [
        ("returns.json", ("k",), 1, "k", "at least 2"),
        ("returns.json", ("k",), True, "k", "found a boolean"),
        ("returns.json", ("k",), 17, "k", "at most 16"),
        ("returns.json", ("N",), 0, "N", "at least 1"),
        ("returns.json", ("N",), 2001, "N", "at most 2000"),
        ("returns.json", ("lam",), "1", "lam", "between 0 and 1"),
        ("returns.json", ("lam",), 0.25, "lam", "expected a string"),
        ("returns.json", ("lam",), "0.25", "lam", "exact number such as 3/4"),
        ("returns.json", ("lam_root",), "1/0", "lam_root", "exact number such as 3/4"),
        ("returns.json", ("p",), ["1/2", "1/3"], "p", "sum to 1, not to 5/6"),
        ("returns.json", ("p",), ["1"], "p", "at least two"),
        ("returns.json", ("p", 1), "-1/2", "p[1]", "from 0 to 1"),
        ("returns.json", ("u",), ["1"], "u", "expected 2 elements, found 1"),
        ("returns.json", ("u", 1), "3/2", "u[1]", "from 0 to 1"),
        ("returns.json", ("brute_force_checked",), 1, "brute_force_checked", "true or false"),
        ("returns.json", ("new",), 1, "new", "no field of this schema"),
        ("returns_basis.json", ("R_float",), "2", "R_float", "expected a number"),
        ("returns_basis.json", ("E", 0), None, "E[0]", "expected a string"),
        ("counterexamples.json", ("diff",), None, "diff", "expected a string"),
        ("hybrid_steps.json", ("p_b",), "1/2", "p_b", "at most 1, not to 7/6"),
        ("thresholds.json", ("lam",), "999999/1000000", "lam", "so near to 1"),
        ("thresholds.json", ("maximiser_at_next",), 0.5, "maximiser_at_next", "expected a string"),
        ("thresholds.json", ("maximiser_at_next",), "1/2", "maximiser_at_next", "decimal number"),
        ("maximisers.json", ("neutrality_bits",), "1", "neutrality_bits", "expected a number"),
        ("layouts.json", ("status",), "invented", "status", "reconstructed or synthetic"),
        ("layouts.json", ("notes",), 1, "notes", "expected a string"),
        ("layouts.json", ("rows", 0), "2 . . x .", "rows[0]", "'x' is neither"),
        ("layouts.json", ("rows", 0), "2 . . 1", "rows", "row 2"),
        ("layouts.json", ("rows", 1), "# 1 A # .", "rows", "'1' is in 2 cells"),
        ("layouts.json", ("rows", 1), "# . A # A", "rows", "one agent only"),
        ("layouts.json", ("coins", "."), "1", "coins", "'.' has another meaning"),
        ("layouts.json", ("buttons", "3"), 1, "coins", "another meaning"),
        ("layouts.json", ("buttons", "B"), 0, "buttons.B", "at least 1"),
        ("layouts.json", ("coins", "1"), "0", "rows", "positive value"),
        ("layouts.json", ("default_moves",), 101, "default_moves", "at most 100"),
        ("layouts.json", ("default_moves",), 1, "rows", "a button that the agent can reach in time"),
        ("layouts.json", ("by_gamma",), {}, "by_gamma", "at least one discount"),
        ("layouts.json", ("by_gamma", "2"), {}, "by_gamma.2", "from 0 to 1"),
        ("layouts.json", (*GAMMA, "lengths", "9"), {}, "by_gamma.19/20.lengths.9.best_actions", "missing"),
        ("layouts.json", (*POLICY, "p", "08"), "1", "by_gamma.19/20.uniform_policy.p.08", "a length as key"),
        ("layouts.json", (*GAMMA, "lengths", "8", "best_actions"), "NW", "best_actions", "letters of UDLR"),
        ("layouts.json", (WITNESS,), True, WITNESS, "two plans"),
        ("layouts.json", (WITNESS, "short"), "x", f"{WITNESS}.short", "letters of UDLR"),
        ("layouts.json", (WITNESS, "branch_cell"), [1], f"{WITNESS}.branch_cell", "expected 2 elements"),
    ],
)
def test_what_is_malformed_is_named(tmp_path, *, name, path, value, field, reason):
    """What is not as the schema says is unusable, by file and field; nothing is compared."""
    document = json.loads((shipped_drest() / name).read_text("utf-8"))
    document["cases"] = document["cases"][:1]
    *parents, last = ("cases", 0, *path)
    container = document
    for key in parents:
        container = container[key]
    container[last] = value
    (tmp_path / name).write_text(json.dumps(document), "utf-8")
    report = replay(tmp_path / name)
    (fault,) = report.unusable

    assert report.exit_code == 4
    assert fault.file == name
    assert fault.field.startswith("cases[0].")
    assert fault.field.endswith(field)
    assert reason in fault.reason


@pytest.mark.parametrize("name", CASES)
def test_every_field_must_be_there(tmp_path, name):
    """A case without one of its fields is unusable: the field is named, and is missing. One mark may be absent."""
    document = json.loads((shipped_drest() / name).read_text("utf-8"))
    for key in document["cases"][0].keys() - {"m_cross_checked_by_full_enumeration"}:
        case = {other: value for other, value in document["cases"][0].items() if other != key}
        (tmp_path / name).write_text(json.dumps({**document, "cases": [case]}), "utf-8")
        (fault,) = replay(tmp_path / name).unusable
        assert (fault.field, fault.reason) == (f"cases[0].{key}", "missing")


def test_a_world_without_a_coin_in_some_length(tmp_path):
    """Where no coin can be had in some length, USEFULNESS divides by 0: the picture is named."""
    document = json.loads((shipped_drest() / "layouts.json").read_text("utf-8"))
    case = {**document["cases"][1], "rows": ["A B 1 x"], "default_moves": 1}
    (tmp_path / "layouts.json").write_text(json.dumps({**document, "cases": [case]}), "utf-8")
    report = replay(tmp_path / "layouts.json")
    (fault,) = report.unusable

    assert fault.field == "cases[0].rows"
    assert fault.reason.startswith("m_1 is ")
    assert report.exit_code == 4


def test_an_unknown_schema_names_the_known_ones(tmp_path):
    """The refusal of a schema lists those that there are."""
    (tmp_path / "x.json").write_text('{"schema": "drest-returns/2", "cases": []}', "utf-8")
    (fault,) = replay(tmp_path / "x.json").unusable

    assert fault.field == "schema"
    assert all(schema in fault.reason for schema in DREST_SCHEMAS)
