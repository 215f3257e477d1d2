"""The self-test of the suites: wrong implementations are caught by the claims named for them, right ones conform."""

import json

import pytest
from hypothesis import settings

from formal_rl.cli import main
from formal_rl.conformance import SUITES, SelfTest, bare_suites, entries, trials
from formal_rl.conformance.self_test import Entry, Trial, run_trial
from formal_rl.conformance.zoo import whole
from formal_rl.conformance.zoo.environments import DEPARTURES
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation
from formal_rl.errors import InvalidParameter

FEW = ("ignore_rewards", "neutrality")
"""One of histories and one of cases; the tests of the suites check all that the zoo has for each."""

FULL = settings.get_current_profile_name() == "full"
CHOSEN = entries() if FULL else entries(FEW)


def entry_id(entry):
    """What the test of an implementation is called."""
    return f"{entry.kept.suite}-{entry.worth}-{entry.kept.name}"


@pytest.mark.parametrize("entry", CHOSEN, ids=entry_id)
def test_it_comes_out_as_it_must(entry):
    """A wrong implementation is caught by the claim named for it, and a right one conforms."""
    trial = run_trial(entry, profile="quick", seed=0)

    assert trial.passed, str(trial)
    assert (trial.named is None) == (entry.worth == "right")


def test_every_suite_has_right_and_wrong_ones():
    """Each suite is tried with both, on at least 40 wrong implementations altogether, each with a name of its own."""
    assert bare_suites() == ()
    assert {each.suite for each in whole.WRONG} == {each.suite for each in whole.RIGHT} == set(SUITES)
    assert len(whole.WRONG) >= 40
    names = [(each.suite, each.name) for each in whole.WRONG]
    assert len(set(names)) == len(names)
    assert all(each.sentence for each in whole.WRONG)


def test_the_published_departures_are_among_them():
    """What was published otherwise than the papers say is tried, as wrong by the paper."""
    assert len(DEPARTURES) == 20
    assert set(DEPARTURES) <= set(whole.WRONG)


@pytest.fixture
def changed_zoo(monkeypatch):
    """Put implementations in the place of those of the zoo."""

    def change(right, wrong):
        monkeypatch.setattr("formal_rl.conformance.self_test.RIGHT", tuple(right))
        monkeypatch.setattr("formal_rl.conformance.self_test.WRONG", tuple(wrong))

    return change


def neutrality():
    """The right neutrality of the zoo, and a wrong one."""
    right = next(each for each in whole.RIGHT if each.suite == "neutrality")
    wrong = next(each for each in whole.WRONG if each.suite == "neutrality")
    return right, wrong


def test_what_is_not_caught_fails(changed_zoo, capsys):
    """A right implementation said to be wrong is not caught; a wrong one said to be right is found out."""
    right, wrong = neutrality()
    said_wrong = WrongImplementation("fine", right.implementation, "neutrality", "values", "nothing is wrong with it")
    changed_zoo([RightImplementation("odd", wrong.implementation, "neutrality")], [said_wrong])

    assert main(["conform", "--self-test", "--suite", "neutrality"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "neutrality",
        "  right  odd: DOES NOT CONFORM, by values",
        "  wrong  fine: NOT CAUGHT, expected values (nothing is wrong with it)",
        "",
        "0 of 1 wrong implementations caught by the claim named for them, 0 of 1 right ones conform; 1 suite",
    ]


def test_what_is_caught_by_another_claim_fails(changed_zoo):
    """To be caught is not enough: it must be by the claim named."""
    right, wrong = neutrality()
    changed_zoo([right], [WrongImplementation("early", wrong.implementation, "neutrality", "smoke", "says values")])

    early, fine = (
        run_trial(Entry("wrong", 0), profile="quick", seed=0),
        run_trial(Entry("right", 0), profile="quick", seed=0),
    )

    assert (early.passed, early.claim, str(early)) == (False, "values", "CAUGHT BY values, expected smoke")
    assert (fine.passed, str(fine)) == (True, "conforms")


def test_nothing_tried_is_no_success(changed_zoo, capsys):
    """A suite that has nothing to be tried on fails the self-test, and is named."""
    changed_zoo([], [])

    assert not SelfTest(()).passed
    assert main(["conform", "--self-test", "--suite", "usefulness"]) == 1
    assert "suites without a right or a wrong implementation to try: usefulness" in capsys.readouterr().out


def test_the_command_says_what_was_tried(capsys):
    """Each implementation has a line, and there is a summary; as JSON the same, twice alike."""
    command = ["conform", "--self-test", "--suite", "neutrality"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    first = capsys.readouterr().out
    assert main([*command, "--json"]) == 0

    assert capsys.readouterr().out == first
    values = json.loads(first)
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

    def without_time(trial: Trial):
        return (trial.name, trial.claim, trial.outcome, trial.conforms)

    assert [*map(without_time, alone)] == [*map(without_time, spread)]


def test_what_cannot_be_tried_is_refused(capsys):
    """A suite that there is not is named, and the self-test takes no implementation and writes no report."""
    with pytest.raises(InvalidParameter, match="suite is 'neutral'"):
        entries(["neutral"])
    assert main(["conform", "--self-test", "--suite", "neutral"]) == 2
    assert "did you mean neutrality" in capsys.readouterr().err
    assert main(["conform", "module:object", "--self-test"]) == 2
    assert "MODULE:OBJECT" in capsys.readouterr().err
    assert main(["conform", "--self-test", "--junit", "report.xml"]) == 2
    assert "--junit" in capsys.readouterr().err
