"""The self-test of the suites: wrong implementations are caught by the claims named for them, right ones conform."""

import json

import pytest

from formal_rl.cli import main
from formal_rl.conformance import self_test
from formal_rl.conformance.self_test import ZOO, SelfTest, entries, run_trial, trials
from formal_rl.conformance.zoo.edits import Implementation
from formal_rl.conformance.zoo.environments import DEPARTURES

COMMAND = ("conform", "self-test")
RIGHT, WRONG = (
    next(each for each in ZOO if each.suite == "neutrality" and (each.caught_by is None) == right)
    for right in (True, False)
)


@pytest.fixture
def changed_zoo(monkeypatch):
    """Put implementations in the place of those of the zoo."""
    return lambda *zoo: monkeypatch.setattr(self_test, "ZOO", zoo)


def test_the_published_departures_are_among_them():
    """What was published otherwise than the papers say is tried, as wrong by the paper."""
    assert len(DEPARTURES) == 20
    assert set(DEPARTURES) <= {each for each in ZOO if each.caught_by}


def test_an_uncaught_implementation_fails(changed_zoo, run):
    """A right implementation said to be wrong is not caught; a wrong one said to be right is found out."""
    said_wrong = Implementation("fine", "neutrality", RIGHT.make, "values", "nothing is wrong with it")
    changed_zoo(Implementation("odd", "neutrality", WRONG.make), said_wrong)
    code, out, _ = run("--suite", "neutrality")

    assert code == 1
    assert out.splitlines() == [
        "neutrality",
        "  right  odd: DOES NOT CONFORM, by values",
        "  wrong  fine: NOT CAUGHT, expected values (nothing is wrong with it)",
        "",
        "0 of 1 wrong implementations caught by the claim named for them, 0 of 1 right ones conform; 1 suite",
    ]


def test_an_implementation_caught_by_another_claim_fails(changed_zoo):
    """To be caught is not enough: it must be by the claim named."""
    changed_zoo(Implementation("early", "neutrality", WRONG.make, "smoke", "says values"))
    early = run_trial(0, profile="quick", seed=0)

    assert (early.passed, early.claim, str(early)) == (False, "values", "CAUGHT BY values, expected smoke")


def test_an_empty_self_test_fails(changed_zoo, run):
    """A suite that has nothing to be tried on fails the self-test, and is named."""
    changed_zoo()
    code, out, _ = run("--suite", "usefulness")

    assert (code, SelfTest(()).passed) == (1, False)
    assert "suites without a right or a wrong implementation to try: usefulness" in out


def test_the_command_lists_the_tried_ones(run, capsys):
    """Each implementation has a line, and there is a summary; as JSON the same, by the option, too, twice alike."""
    code, text, _ = run("--suite", "neutrality")
    first = run("--suite", "neutrality", "--json")
    values = json.loads(first[1])

    assert code == 0
    assert main(["conform", "--self-test", "--suite", "neutrality", "--json"]) == 0
    assert capsys.readouterr().out == first[1]
    assert (values["schema"], values["passed"]) == ("conformance-self-test/1", True)
    assert len(values["trials"]) == len(entries(["neutrality"])) == len(text.splitlines()) - 3
    for trial in values["trials"]:
        assert f"  {trial['worth']}  {trial['name']}: " in text
        assert trial["passed"]
        assert trial["claim"] == trial["named"]


@pytest.mark.full
def test_trials_are_the_same_in_processes_of_their_own():
    """Spread over processes, the trials come in the same order and out the same."""
    chosen = entries(["usefulness"])

    alone, spread = (list(trials(chosen, jobs=jobs)) for jobs in (1, 2))

    assert alone == spread


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(("--suite", "neutral"), "did you mean neutrality"), (("m:o",), "m:o"), (("--junit", "r.xml"), "--junit")],
)
def test_an_unusable_self_test_raises(run, arguments, complaint):
    """A suite that there is not is named, and the self-test takes no implementation and writes no report."""
    code, _, err = run(*arguments)

    assert code == 2
    assert complaint in err
