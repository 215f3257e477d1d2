"""The numbers about the DREST reward: every case matched, every field able to fail, every fault named."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest

from formal_rl.recordings import shipped_vectors
from formal_rl.recordings.drest_cases import DREST_SCHEMAS
from proofs_as_tests.recordings.conftest import ABSENT, place

CASES = {
    "counterexamples.json": 14,
    "hybrid_steps.json": 5,
    "layouts.json": 13,
    "maximisers.json": 20,
    "returns.json": 192,
    "returns_basis.json": 28,
    "thresholds.json": 33,
}


def test_each_schema_is_shipped_and_described(shipped):
    """There is one file for each schema, and the README has them all, with the numbers of cases."""
    readme = (shipped_vectors("drest") / "README.md").read_text("utf-8")
    schemas = {name: shipped(name)["schema"] for name in CASES}
    assert {name: len(shipped(name)["cases"]) for name in CASES} == CASES

    assert sorted(schemas.values()) == sorted(DREST_SCHEMAS)
    for name, schema in schemas.items():
        assert schema == f"drest-{name.removesuffix('.json').replace('_', '-')}/1"
        assert f"| `{schema}` | {CASES[name]} |" in readme
    assert "No licence restricts them" in readme


# --- Every field can fail ---

GAMMA = ("by_gamma", "19/20")
POLICY = (*GAMMA, "uniform_policy")
LAST_MOMENT = 9
WITNESS = "jointly_attainable_without_clock"

LAYOUTS = [
    (LAST_MOMENT, ("name",), "spacious"),
    (LAST_MOMENT, ("name",), "of_mine"),
    (LAST_MOMENT, ("status",), "synthetic"),
    (LAST_MOMENT, ("rows", 3), "# A . #"),
    (LAST_MOMENT, ("default_moves",), 5),
    (LAST_MOMENT, ("buttons", "B"), 3),
    (LAST_MOMENT, ("coins", "1"), "1/2"),
    (LAST_MOMENT, ("collectable_by_length", "6"), ["1"]),
    (LAST_MOMENT, ("collectable_by_length", "5"), ["1"]),
    (LAST_MOMENT, (*GAMMA, "lengths", "6", "m"), "2"),
    (LAST_MOMENT, (*GAMMA, "lengths", "6", "best_actions"), "UUURR"),
    (LAST_MOMENT, (*GAMMA, "lengths", "6", "best_actions"), "UUURRUU"),
    (LAST_MOMENT, (*GAMMA, "lengths", "6", "best_actions"), "UUURUR"),
    (LAST_MOMENT, (*GAMMA, "lengths", "6", "best_actions"), "UUUL"),
    (LAST_MOMENT, (*GAMMA, "lengths"), {}),
    (LAST_MOMENT, (*POLICY, "p", "4"), "1/2"),
    (LAST_MOMENT, (*POLICY, "E_coins_given_length", "6"), "1/2"),
    (LAST_MOMENT, (*POLICY, "usefulness"), "1/2"),
    (LAST_MOMENT, (*POLICY, "neutrality_bits"), 0.5),
    (LAST_MOMENT, ("n_observations_reachable",), 12),
    (LAST_MOMENT, ("n_timed_nonterminal_states",), 15),
    (LAST_MOMENT, (WITNESS,), None),
    (LAST_MOMENT, (WITNESS,), False),
    (LAST_MOMENT, (WITNESS, "short"), "UUUU"),
    (LAST_MOMENT, (WITNESS, "long"), "UUURUR"),
    (LAST_MOMENT, (WITNESS, "long"), "UUUL"),
    (LAST_MOMENT, (WITNESS, "branch_cell"), [0, 2]),
    (12, (WITNESS,), {"short": "LUUUU", "long": "LRRRRR", "branch_cell": [0, 1]}),
    (10, (WITNESS,), False),
]


def leaves(value, path=()):
    """Every number and mark in a case, by its path."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    elif path[-1] != "brute_force_checked":  # that a sum was checked is not checked
        yield path


def another(value):
    """Another value of the same kind."""
    if isinstance(value, str):
        decimal = "." in value or "e" in value
        return str(Decimal(value) + Decimal("0.001") if decimal else Fraction(value) + Fraction(1, 1000))
    return not value if isinstance(value, bool) else value + (1 if isinstance(value, int) else 0.001)


@pytest.mark.parametrize("name", sorted(CASES.keys() - {"layouts.json"}))
def test_every_field_can_fail(changed, shipped, name):
    """One other number or mark is one mismatch, or unusable: each that is recorded and each from which it follows."""
    for path in leaves(shipped(name)["cases"][4]):
        report = changed(name, ("cases", 0, *path), another, case=4)
        assert report.exit_code in {1, 4}, path
        assert [str(each).startswith(f"{name}: cases[0]") for each in (*report.mismatches, *report.unusable)] == [True]


@pytest.mark.parametrize(
    ("name", "case", "path", "value"),
    [
        ("returns_basis.json", 4, ("E",), ["1"]),
        ("returns_basis.json", 4, ("E",), ["1", "1", "1"]),
        ("hybrid_steps.json", 3, ("immediate_gain",), []),
        ("counterexamples.json", 2, ("diff",), "-1299/4096"),
        ("maximisers.json", 1, ("relative_gain_over_uniform",), "1e-39"),
        *(("layouts.json", *each) for each in LAYOUTS),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_one_changed_field_is_one_mismatch(changed, name, case, path, value):
    """The text has the file and what the case is about."""
    report = changed(name, ("cases", 0, *path), value, case=case)
    (mismatch,) = report.mismatches

    assert (report.exit_code, report.closing_line) == (1, "1 files, 1 cases, 1 mismatches, 0 skipped")
    assert str(mismatch).startswith(f"{name}: cases[0].")
    assert ", whole case): " in str(mismatch)
    assert json.loads(json.dumps(mismatch.to_json()))["agent"] == mismatch.agent


def test_text_of_a_mismatch(changed):
    """The report shows a computed value, and explains a wrong plan."""
    plan_of_6 = ("cases", 0, *GAMMA, "lengths", "6", "best_actions")
    (number,) = changed("counterexamples.json", ("cases", 0, "R_p"), "985/65", case=2).mismatches
    (plan,), (long,) = (
        changed("layouts.json", plan_of_6, wrong, case=LAST_MOMENT).mismatches for wrong in ("UUURUR", "UUURRUU")
    )
    said = "cases[0].R_p (k=2, λ=1/4, N=7, whole case): R_p: recorded 197/13, replayed 985/64"

    assert str(number) == f"counterexamples.json: {said}"
    assert plan.field == place(plan_of_6)
    assert plan.got.startswith("UUURUR: coins ")
    assert long.got == "UUURRUU: expected 6 actions, after which no move remains"


@pytest.mark.parametrize(
    ("case", "members", "line"),
    [
        (12, {"name": "mine", "rows": ["1 A B . . 2", "# # # # # #"]}, "1 files, 1 cases, 0 mismatches, 0 skipped"),
        (1, {"rows": ["A B 1 x"], "default_moves": 1}, "1 files, 0 cases, 0 mismatches, 0 skipped"),
    ],
)
def test_other_worlds(changed, case, members, line):
    """A world of nobody agrees, one without coins is unusable."""
    report = changed("layouts.json", ("cases", 0), lambda recorded: recorded | members, case=case)

    assert report.closing_line == line
    assert len(report.unusable) == (case == 1)
    assert all(fault.field == "cases[0]" and "m_1 is " in fault.reason for fault in report.unusable)


# --- Every fault is named ---


@pytest.mark.parametrize(
    ("name", "path", "value", "field", "reason"),
    [
        ("returns.json", ("k",), 1, "k", "at least 2"),
        ("returns.json", ("k",), 17, "k", "at most 16"),
        ("returns.json", ("N",), 2001, "N", "at most 2000"),
        ("thresholds.json", ("lam",), "999999/1000000", "lam", "so near to 1"),
        ("layouts.json", ("default_moves",), 101, "default_moves", "at most 100"),
        ("layouts.json", ("buttons", "B"), 101, "buttons.B", "at most 100"),
        ("returns.json", ("lam",), "1", "lam", "between 0 and 1"),
        ("returns.json", ("lam",), "0.25", "lam", "exact number such as 3/4"),
        ("returns.json", ("lam_root",), "1/0", "lam_root", "exact number such as 3/4"),
        ("returns.json", ("u",), ["1"], "u", "expected 2 elements, found 1"),
        ("returns.json", ("new",), 1, "new", "no field of this schema"),
        ("thresholds.json", ("maximiser_at_next",), "1/2", "maximiser_at_next", "decimal number"),
        ("layouts.json", ("status",), "invented", "status", "expected one of reconstructed, synthetic"),
    ],
)
def test_an_error_names_the_malformed_field(faulted, *, name, path, value, field, reason):
    """What is not as the schema says is unusable, by file and field; nothing is compared."""
    fault = faulted(name, ("cases", 0, *path), value)

    assert (fault.file, fault.field[:9]) == (name, "cases[0].")
    assert fault.field.endswith(field)
    assert reason in fault.reason


@pytest.mark.parametrize("name", CASES)
def test_every_field_must_be_there(faulted, shipped, name):
    """A case without one of its fields is unusable: the field is named, and is missing. Three are not compared."""
    notes = {"m_cross_checked_by_full_enumeration", "brute_force_checked", "notes"}
    for key in shipped(name)["cases"][0].keys() - notes:
        fault = faulted(name, ("cases", 0, key), ABSENT)
        assert (fault.field, fault.reason) == (f"cases[0].{key}", "missing")
