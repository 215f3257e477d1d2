"""Checking implementations: right ones conform in every shape. Wrong ones are caught in test_repro_scripts.py."""

from pathlib import Path

import pytest

from formal_rl.conformance import check_named
from formal_rl.environments import embed
from formal_rl.errors import InvalidParameter
from formal_rl.loading import load_object
from proofs_as_tests.conformance.here import check_here

ZOO = Path(__file__).with_name("zoo") / "users.py"


def zoo(name):
    """An object of the zoo."""
    return load_object(f"{ZOO}:{name}")


@pytest.mark.parametrize(("name", "suite", "semantics", "shape"), zoo("RIGHT"))
def test_a_right_implementation_conforms(name, suite, semantics, shape):
    """Every shape in every suite is read as what it is, and a right implementation conforms at every required claim."""
    report = check_here(zoo(name), suite, semantics=semantics)

    assert report.shape == shape
    assert [row for row in report.rows if row.required and row.verdict != "conforms"] == []
    assert (report.conforms, report.exit_code, report.counterexample, report.script) == (True, 0, None, None)


def test_beyond_the_letter_of_a_handicap_nothing_is_required():
    """An implementation of the letter conforms, and the report says that it is not our repair."""
    report = check_here(zoo("handicap_by_the_letter"), "handicap")
    (beyond,) = [row for row in report.rows if row.claim == "beyond_the_letter"]

    assert report.conforms
    assert (beyond.verdict, beyond.required) == ("diverges", False)
    assert "(not required)" in str(report)
    (repaired,) = [
        row for row in check_here(zoo("right_handicap"), "handicap").rows if row.claim == "beyond_the_letter"
    ]
    assert repaired.verdict == "conforms"


def test_where_the_library_has_no_such_form_nothing_is_compared():
    """A function of the history has no published form: neither conforming nor diverging, but exit code 5."""
    for name, suite in (("right_ignore_rewards", "ignore_rewards"), ("right_handicap", "handicap")):
        report = check_here(zoo(name), suite, semantics="published")

        assert (report.conforms, report.exit_code) == (False, 5)
        assert "nothing was compared" in str(report)


def test_an_ordinary_environment_is_not_ignore_rewards():
    """An environment that asks the agent nothing is read as a function, and caught."""
    report = check_here(embed(lambda play: (0, 0)), "ignore_rewards")

    assert report.shape == "a function of (agent, play)"
    assert report.counterexample.claim == "later_percepts"


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"suite": "ignore_reward"}, "did you mean ignore_rewards"),
        ({"semantics": "2021"}, "semantics is '2021': expected one of paper, published"),
        ({"profile": "slow"}, "profile is 'slow': expected one of quick, ci, exhaustive, full"),
        ({"seed": -1}, "seed is -1: expected an int >= 0"),
        ({"timeout": 0}, "timeout is 0: expected a number of seconds greater than 0"),
    ],
)
def test_settings_that_there_are_not(settings, complaint):
    """A wrong setting is refused with what there is."""
    with pytest.raises(InvalidParameter, match="expected") as refused:
        check_named("formal_rl.transforms:reality_check", **{"suite": "reality_check", **settings})

    assert complaint in str(refused.value)


def test_the_counterexample_has_the_fewest_questions():
    """The first agent found answers four questions; the one shown two. A guard of the user's makes no other."""
    right = zoo("right_ignore_rewards")

    def environment(agent, play):
        if not play:
            return right(agent, play)
        try:
            if agent(((0, 5),)) == 0:
                agent(((0, 6),))
                agent(((0, 7),))
            return (5, 0)
        except BaseException:
            return (17, 0)

    text = check_here(environment, "ignore_rewards").counterexample.text

    assert "got       (5, 0)" in text
    assert "((0, 5),)   does 1   asked by yours only" in text
    assert "(0, 6)" not in text
