"""Counterexamples that were kept are looked at again, and divergences that are expected."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from formal_rl.conformance import Divergence, Witness, read_expected, read_witness, replay_witness
from formal_rl.conformance.engine.search import NoWitness, UnusableWitness, to_json_checked
from formal_rl.conformance.engine.settings import UnusableToml
from formal_rl.conformance.reports.expected_divergences import expected_entries
from proofs_as_tests.conformance.here import check_here

ZOO = Path(__file__).with_name("zoo") / "users.py"
METRICS = '''"""Entropies, right and wrong."""

from math import log, log2

ASKED = []


def bits(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)


def nats(probabilities):
    return -sum(float(p) * log(p) for p in probabilities if p)


def halves(probabilities):
    return 0.5 * bits(probabilities)


def raises(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities)


def certain(probabilities):
    raise ZeroDivisionError


def counts(probabilities):
    ASKED.append(probabilities)
    return float(len(ASKED))


def spoilt(probabilities):
    ASKED.append(len(probabilities))
    return bits(probabilities) + (len(probabilities) == 1 and 2 in ASKED)


def prints(probabilities):
    print("here")
    return bits(probabilities)


def not_of_four(probabilities):
    return bits(probabilities) if len(probabilities) < 4 else 0.0
'''


def unbroken(report):
    """Return a report as text in one line, wherever its lines are broken."""
    return " ".join(str(report).split())


@pytest.fixture(scope="module")
def metrics(tmp_path_factory):
    """How the metrics of a file are named."""
    file = tmp_path_factory.mktemp("metrics") / "metrics.py"
    file.write_text(METRICS, "utf-8")
    return lambda name: f"{file}:{name}"


@pytest.fixture
def kept(tmp_path):
    """Check, write the counterexamples, and return the first as it is read back."""

    def kept(spec, suite="neutrality", **settings):
        report = check_here(spec, suite, **settings)
        files = report.write_counterexamples(tmp_path / "repro")
        return read_witness(next(file for file in files if file.suffix == ".json"))

    return kept


def seen(report, claim):
    """What became of a claim."""
    return next(((row.verdict, row.outcome) for row in report.rows if row.claim == claim), None)


# --- Replay ---

OF_EACH_EXPERIMENT = (
    (f"{ZOO}:TrainsOnTheTrueReward", "ignore_rewards", f"{ZOO}:RightIgnoreRewards"),
    (f"{ZOO}:SharesACopy", "ignore_rewards", f"{ZOO}:RightIgnoreRewards"),
    (f"{ZOO}:RaisesAtTheThirdStep", "ignore_rewards", f"{ZOO}:RightIgnoreRewards"),
    (f"{ZOO}:ChangesTheAgentClass", "ignore_rewards", f"{ZOO}:RightIgnoreRewards"),
    (f"{ZOO}:remembers_without_the_agent", "ignore_rewards", f"{ZOO}:right_ignore_rewards"),
    (f"{ZOO}:asks_without_end", "ignore_rewards", f"{ZOO}:right_ignore_rewards"),
    (f"{ZOO}:reverses_the_flat_tuple", "reverse_history", f"{ZOO}:right_flat_reverse_history"),
    (f"{ZOO}:buttons_everywhere", "tempting_button", f"{ZOO}:right_tempting_button"),
    (f"{ZOO}:handicap_adds_up", "handicap", f"{ZOO}:right_handicap"),
    (f"{ZOO}:opposite_of_everything", "opposite", f"{ZOO}:right_opposite"),
    *((wrong, "neutrality", "bits") for wrong in ("nats", "raises", "counts", "not_of_four")),
)


@pytest.mark.parametrize(("wrong", "suite", "right"), OF_EACH_EXPERIMENT)
def test_a_counterexample_is_seen_again(kept, metrics, wrong, suite, right):
    """Read back it is seen again, with the same outcome, and in a right implementation it is not."""
    wrong, right = (each if ":" in each else metrics(each) for each in (wrong, right))
    witness = kept(wrong, suite)

    assert (witness.suite, witness.kind) == (suite, "case" if suite == "neutrality" else "history")
    assert seen(replay_witness(witness, in_process=True), witness.claim) == ("diverges", witness.outcome)
    again = replay_witness(witness, right, in_process=True)
    assert seen(again, witness.claim) == ("conforms", None)
    assert len(again.rows) == 1


def test_a_spoilt_case_runs_before_the_one_that_spoils_it(kept, metrics):
    """A new process gets the case alone, then the other, and then the case again."""
    witness = kept(metrics("spoilt"))

    assert (witness.claim, witness.experiment) == ("after", "after")
    assert seen(replay_witness(witness, timeout=5), "after") == ("diverges", witness.outcome)
    assert seen(replay_witness(witness, metrics("bits")), "after") == ("conforms", None)


def changed(witness, **values):
    """The same counterexample, but for what was asked."""
    return evolve(witness, asked={**witness.asked, **values})


def test_counterexamples_that_cannot_be_replayed(kept, metrics):
    """Another shape, no such claim, a case of other parameters: nothing is compared, and the row says why."""
    of_a_play = kept(f"{ZOO}:handicap_adds_up", "handicap")
    of_actions = kept(f"{ZOO}:TrainsOnTheTrueReward", "ignore_rewards")
    case = kept(metrics("nats"))
    has = "it has smoke, again, after, mutates, keeps, values, "
    for witness, spec, why in (
        (evolve(of_a_play, claim="values"), None, "the suite has no claim 'values', read as a function of"),
        (of_actions, f"{ZOO}:right_ignore_rewards", "it holds 'actions', and the implementation takes 'play'"),
        (evolve(case, claim="other"), None, f"the suite has no claim 'other'; {has}"),
        (changed(case, case={"p": 1}), None, "its case has p: expected probabilities"),
        *((changed(case, case={"probabilities": wrong}), None, "") for wrong in (["x"], None, 5, [{"a": 1}])),
        (evolve(case, kind="history"), None, "it holds no case"),
        (evolve(of_a_play, kind="case"), None, "it holds no history"),
        (changed(of_a_play, question={"put": 3, "draws": None}), None, "its history cannot be read"),
        *(
            (changed(of_actions, question={"put": put, "draws": None}), None, "its history cannot be read")
            for put in (["neutrality"], [-1], [True], [0, None])
        ),
    ):
        report = replay_witness(witness, spec, in_process=True)
        (row,) = report.rows
        assert report.exit_code == (5 if why and "has no claim" not in why else 4)
        assert why in row.sentence
        assert row.verdict == "not reached" or not why


def test_a_claim_that_there_is_not(kept, metrics):
    """The error names it, how the implementation is read, and every claim that there is, once."""
    error = kept(metrics("nats")).of_no_claim(("smoke", "values", "smoke"), "a function")

    assert str(error) == (
        "the counterexample to neutrality values: the suite has no claim 'values', read as a function; "
        "it has smoke, values"
    )


def test_values_without_json_are_not_written():
    """A value that JSON would give back as another is refused."""
    assert to_json_checked((1, (None, "a"), {"b": 0.5})) == [1, [None, "a"], {"b": 0.5}]
    for value in (float("nan"), {1: 2}, object(), [1, 2], (1, {2})):
        with pytest.raises(NoWitness, match="cannot be written as JSON"):
            to_json_checked(value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"{", "no JSON"),
        (b'{"schema": "conformance-report/1"}', "expected an object with schema 'conformance-counterexample/1'"),
        (b"[]", "expected an object"),
        (b'{"schema": NaN}', "NaN is not a JSON number"),
        (b"\xff", "no JSON"),
    ],
)
def test_files_that_are_no_counterexample(tmp_path, text, reason):
    """Each is refused by name and reason."""
    file = tmp_path / "kept.json"
    file.write_bytes(text)
    with pytest.raises(UnusableWitness, match=reason) as refused:
        read_witness(file)
    assert str(file) in str(refused.value)


def test_counterexamples_with_something_missing_or_wrong(kept, metrics, tmp_path):
    """Each member has to be there and of its kind."""
    values = kept(metrics("nats")).to_json()
    file = tmp_path / "changed.json"
    for change, reason in (
        ({"claim": None}, "claim is None: expected a string"),
        ({"asked": []}, r"asked is \[\]: expected an object"),
        ({"semantics": "2021"}, "semantics is '2021': expected one of paper, published"),
        ({"kind": "board"}, "kind is 'board': expected one of case, history"),
    ):
        file.write_text(json.dumps({**values, **change}), "utf-8")
        with pytest.raises(UnusableWitness, match=reason):
            read_witness(file)
    file.write_text(json.dumps({name: each for name, each in values.items() if name != "suite"}), "utf-8")
    with pytest.raises(UnusableWitness, match="suite is missing"):
        read_witness(file)
    with pytest.raises(UnusableWitness, match="cannot be read"):
        read_witness(tmp_path / "nowhere.json")


# --- Expected divergences ---


@pytest.fixture
def expect(tmp_path):
    """Keep every counterexample of a check and write a file that expects them; return its path."""

    def expect(spec, suite="neutrality", claims=None, reason="known: in nats"):
        report = check_here(spec, suite)
        report.write_counterexamples(tmp_path)
        entries = expected_entries(report).replace("to be said", reason).split("\n\n")
        chosen = [each for each in entries if claims is None or any(f'"{claim}"' in each for claim in claims)]
        (tmp_path / "known.toml").write_text("".join(f"{each}\n" for each in chosen), "utf-8")
        return tmp_path / "known.toml"

    return expect


EXPECTED, UNEXPECTED = "expected divergence", "unexpected conformance"
VALUES, BOTH, SAVED = "nats: values", "nats: values more_lengths", "repro_neutrality_values.json"


@pytest.mark.parametrize(
    ("known", "checked", "verdicts", "words"),
    [
        (BOTH, "nats", {"values": EXPECTED, "smoke": "conforms"}, "fails as expected wrong value; found at case"),
        (BOTH, "nats", {"more_lengths": EXPECTED}, "conforms (2 divergences expected)"),
        (BOTH, "nats", {"values": EXPECTED}, "values is compared with its counterexample only"),  # no reading agrees
        ("counts: again", "counts", {"again": EXPECTED, "after": "diverges"}, "fails as expected"),
        ("nats: more_lengths", "nats", {"values": "diverges", "more_lengths": EXPECTED}, "counterexample, to: its val"),
        (BOTH, "bits", {"values": UNEXPECTED}, "UNEXPECTEDLY CONFORMS (2 where a divergence was expected)"),
        (VALUES, "certain", {"smoke": "diverges", "values": "diverges"}, f"{SAVED} is not as it was saved: raises an"),
        (VALUES, "not_of_four", {"values": "diverges"}, f"{SAVED} does not diverge any more: remove its entry"),
        (VALUES, "halves", {"values": "diverges"}, "not as it was saved: expected 1.0, got 0.5, and the saved one got"),
    ],
)
def test_expected_divergences(expect, metrics, *, known, checked, verdicts, words):
    """It is no fault, with its reason, and holds up nothing; all else is one, and shown first.

    So are conforming where a divergence is expected, and diverging otherwise or elsewhere.
    """
    name, *claims = known.replace(":", "").split()
    file = expect(metrics(name), claims=claims)
    report = check_here(metrics(checked), "neutrality", expected=file)

    assert len(read_expected(file)) == len(claims)
    assert {claim: seen(report, claim)[0] for claim in verdicts} == verdicts
    assert report.conforms == (report.exit_code == 0) == ({*verdicts.values()} <= {EXPECTED, "conforms"})
    assert (report.counterexample is None) == ("diverges" not in verdicts.values())
    further = [each.claim for each in report.further if seen(report, each.claim)[0] == EXPECTED]
    assert further == [claim for claim in claims if seen(report, claim)[0] == EXPECTED]
    assert words in unbroken(report)
    assert not further or "known: in nats" in str(report)


def test_an_expectation_that_cannot_be_looked_at_fails(expect, metrics):
    """A counterexample of other parameters shows nothing."""
    (known,) = read_expected(expect(metrics("nats"), claims={"values"}))
    odd = evolve(known, witness=evolve(known.witness, asked={"case": {"p": 1}, "before": None}))
    report = check_here(metrics("bits"), "neutrality", expected=[odd])

    assert seen(report, "values")[0] == "unexpected conformance"
    assert "cannot be run again: the counterexample to neutrality values: its case has p" in unbroken(report)


def test_one_divergence_that_is_expected_hides_no_other(expect):
    """With the published order of rewards expected, the rest of the claim is held to the published reading."""
    published = f"{ZOO}:PublishedReverseHistory"
    known = expect(published, "reverse_history")
    first = check_here(published, "reverse_history", expected=known)

    assert seen(first, "later_percepts")[0] == "expected divergence"
    assert first.warnings == ()
    forgets = check_here(f"{ZOO}:PublishedReverseHistoryForgets", "reverse_history", expected=known)
    pays = check_here(f"{ZOO}:PublishedReverseHistoryPaysAnything", "reverse_history", expected=known)
    for report in (forgets, pays):
        (row,) = [row for row in report.rows if row.claim == "later_percepts"]
        assert (row.verdict, row.reason) == ("diverges", "this is neither what is expected nor what published answers")
        assert (report.exit_code, report.counterexample.witness["semantics"]) == (1, "published")


def test_all_that_diverges_in_one_run(expect):
    """Claims that would wait for others are looked at, and a file that expects all of it is at hand."""
    spec = f"{ZOO}:TrainsOnTheTrueReward"
    report = check_here(spec, "ignore_rewards", keep_going=True)

    assert [seen(report, claim)[0] for claim in ("later_percepts", "longer_histories")] == ["diverges", "diverges"]
    assert expected_entries(report).count("[[divergence]]") == 4


def test_expectations_are_of_a_suite_and_semantics(expect, metrics):
    """Those of another suite or of other semantics are left alone."""
    known = read_expected(expect(metrics("nats")))
    other = [evolve(each, witness=evolve(each.witness, semantics="published")) for each in known]

    assert check_here(metrics("bits"), "neutrality", expected=other).exit_code == 0
    assert check_here(f"{ZOO}:right_opposite", "opposite", expected=known).exit_code == 0


def test_a_claim_that_there_is_no_longer(expect, metrics):
    """What is expected of a claim that the suite has not is never met: it fails, and says so."""
    (known, *_) = read_expected(expect(metrics("nats")))
    gone = Divergence("neutrality", "old", "why", evolve(known.witness, claim="old"), "old.json")
    report = check_here(metrics("bits"), "neutrality", expected=[gone])

    assert seen(report, "old") == ("unexpected conformance", None)
    assert report.exit_code == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("reason", "why"), "it has suite, claim, why, witness: expected suite, claim, reason, witness"),
        (('reason = "known: in nats"', 'reason = " "'), "reason is ' ': expected some words"),
        (('reason = "known: in nats"', "reason = 3"), "reason is 3: expected some words"),
        (("claim =", "# claim ="), "it has suite, reason, witness: expected suite, claim"),
        (("[[divergence]]", "[[divergences]]"), r"expected entries \[\[divergence\]\], and nothing else"),
        (("[[divergence]]", "more = 1\n[[divergence]]"), "and nothing else"),
        (("[[divergence]]", "[[divergence"), "is not TOML"),
        (
            ('suite = "neutrality"', 'suite = "neutralty"'),
            "divergence 1: suite is 'neutralty', and .* is of 'neutrality'",
        ),
        (('claim = "values"', 'claim = "order"'), "claim is 'order', and repro_.* is of 'values'"),
        (("repro_", "elsewhere/repro_"), "cannot be read"),
    ],
)
def test_files_of_expectations_that_are_not_as_they_should_be(expect, metrics, change, reason):
    """Each is refused with file, entry and reason."""
    known = expect(metrics("nats"), claims={"values"})
    known.write_text(known.read_text("utf-8").replace(*change), "utf-8")
    with pytest.raises((UnusableToml, UnusableWitness), match=reason):
        read_expected(known)


def test_an_expectation_twice(expect, metrics):
    """The same claim cannot be expected twice."""
    known = expect(metrics("nats"), claims={"values"})
    known.write_text(known.read_text("utf-8") * 2, "utf-8")
    with pytest.raises(UnusableToml, match="divergence 2: neutrality values occurs twice"):
        read_expected(known)
    with pytest.raises(UnusableToml, match="cannot be read"):
        read_expected(known.with_name("nowhere.toml"))


def test_cases_that_the_definition_refuses(tmp_path):
    """Who refuses them too has mended nothing."""
    text = "def trajectory(picture, actions): raise ValueError\n"
    (tmp_path / "one.py").write_text(text, "utf-8")
    report = check_here(f"{tmp_path / 'one.py'}:trajectory", "gridworld_step")
    kept = json.loads(json.dumps({**report.counterexample.witness, "claim": "moves"}))
    kept["asked"]["case"]["actions"] = [10**30]
    (row,) = replay_witness(Witness.from_json(kept)).rows

    assert row.verdict == "not reached"
    assert "the definition refuses its case" in row.sentence
