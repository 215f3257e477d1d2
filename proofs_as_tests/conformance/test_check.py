"""Checking implementations: right ones conform in every shape. Wrong ones are caught in test_repro_scripts.py."""

import ast
from functools import partial
from pathlib import Path

import pytest

from formal_rl.conformance import SUITES, Report, check, check_named
from formal_rl.conformance.zoo import whole
from formal_rl.environments import embed, mimic, reverse_history
from formal_rl.errors import InvalidParameter
from formal_rl.histories import prompt_of
from formal_rl.loading import load_object
from formal_rl.transforms import (
    OppositePublished,
    opposite,
    opposite_outside,
    reality_check,
    reality_check_alternate,
    reality_check_fold,
    reality_check_memoised,
    with_handicap,
    with_handicap_repaired,
)

check_here = partial(check, in_process=True)
"""Nothing here ends its process or hangs."""

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
    report.raise_if_diverged()


def test_the_zoo_has_every_suite_and_at_least_twelve_that_are_wrong():
    """No suite goes untried, neither by right implementations nor by wrong ones, of this zoo or of the self-test."""
    assert len(zoo("WRONG")) >= 12
    assert {animal.suite for animal in (*zoo("WRONG"), *whole.WRONG)} == set(SUITES)
    assert {suite for _, suite, _, _ in zoo("RIGHT")} | {right.suite for right in whole.RIGHT} == set(SUITES)


@pytest.mark.parametrize(
    ("implementation", "suite"),
    [
        (reality_check, "reality_check"),
        (reality_check_alternate, "reality_check"),
        (reality_check_memoised, "reality_check"),
        (reality_check_fold, "reality_check"),
        (with_handicap, "handicap"),
        (with_handicap_repaired, "handicap"),
        (opposite, "opposite"),
        (reverse_history, "reverse_history"),
        (mimic(lambda play: prompt_of(play)[::-1]), "reverse_history"),
    ],
)
def test_our_own_forms_conform(implementation, suite):
    """The reference passes its own suites, in each of its forms."""
    assert check_here(implementation, suite).conforms


def test_published_readings():
    """Our form of the published opposite conforms to that and not to the paper."""
    assert check_here(opposite_outside, "opposite", semantics="published").conforms
    assert not check_here(opposite_outside, "opposite").conforms
    assert OppositePublished is not opposite


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


def test_the_smallest_counterexample():
    """Two steps and one question of the agent show that a copy was trained on the true reward."""
    text = str(check_here(zoo("TrainsOnTheTrueReward"), "ignore_rewards"))

    assert "step 2   0        (1, 0)     (-1, 0)   <-- differs" in text
    assert "trained on (0, 0, 0, 0), sees 0   does 0   asked by the definition only" in text
    assert "trained on (0, 0, 1, 0), sees 0   does 1   asked by yours only" in text
    assert "Alexander et al. 2022, Example 3" in text
    assert len(text.splitlines()) <= 30


def test_a_reality_check_that_freezes_to_the_last_action():
    """A prompt of two percepts is enough."""
    text = str(check_here(zoo("freezes_to_the_foreign_action"), "reality_check"))

    assert "on the prompt ((0, 0), 0, (0, 0))\n    expected  1\n    got       0" in text
    assert "((0, 0),)   does 1" in text


def test_the_published_reality_check_freezes_to_the_first_action_that_is_not_0():
    """Where the paper's freezes to 0, since that was the first action, the published one freezes to 1."""
    report = check_here(zoo("published_reality_check"), "reality_check")

    assert "step 3   (0, 0), having done 0   0          1     <-- differs" in report.counterexample.text
    assert check_here(zoo("published_reality_check"), "reality_check", semantics="published").conforms


def test_flat_histories_are_shown_flat():
    """Who writes histories flat is shown flat ones."""
    text = str(check_here(zoo("reverses_the_flat_tuple"), "reverse_history"))

    assert "on the play (1, 0, 0)\n" in text
    assert "((" not in text


def test_a_report_is_the_same_again_and_goes_through_json():
    """Nothing in a report depends on when or how often it was made."""
    first, second = (check_here(zoo("buttons_everywhere"), "tempting_button") for _ in range(2))

    assert first == second
    assert Report.from_json(first.to_json()) == first
    assert first.to_json()["schema"] == "conformance-report/1"


def test_profiles_and_seeds_change_what_is_looked_at():
    """The full profile looks at more cases; a seed changes the drawn ones."""
    quick, full = (
        check_here(reality_check_alternate, "reality_check", profile=profile) for profile in ("quick", "full")
    )

    assert "492 cases" in str(quick)
    assert "200 drawn agents" in str(full)
    assert full.conforms
    assert "from seed 7" in str(check_here(reality_check_alternate, "reality_check", seed=7))


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
    """The first agent found is asked four questions; the one shown two. A guard of the user's makes no other."""
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


def test_claims_of_one_stage_are_independent():
    """A wrong first observation does not hide that everything after it is right."""

    class ShowsSomethingElse(zoo("RightIgnoreRewards")):
        def start(self):
            return 3

    verdicts = {row.claim: row.verdict for row in check_here(ShowsSomethingElse, "ignore_rewards").rows}

    assert verdicts["first_observation"] == "diverges"
    assert verdicts["later_percepts"] == "conforms"
    assert verdicts["longer_histories"] == "not reached"


def test_what_is_wrong_only_later_is_found_by_drawing_and_cut_short():
    """Beyond what is exhausted, a drawn counterexample is cut to the first turn at which it shows."""
    right = zoo("right_ignore_rewards")
    report = check_here(lambda agent, play: right(agent, play) if len(play) < 10 else (0, 0), "ignore_rewards")
    (line,) = [line for line in report.counterexample.text.splitlines() if line.startswith("  on the play ")]

    assert report.counterexample.claim == "longer_histories"
    assert len(ast.literal_eval(line.removeprefix("  on the play ").replace("1/3", "0.3"))) == 10
