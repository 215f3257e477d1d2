"""The suites of extended environments: a definition conforms, and what is wrong is caught by its claim."""

from functools import partial

import pytest

from formal_rl.agents import ConstantLearner
from formal_rl.battery import ENVIRONMENTS
from formal_rl.conformance import SUITES, check
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.search import search
from formal_rl.conformance.engine.suite import Subject
from formal_rl.conformance.suites.environment_suites import ENVIRONMENT_SUITES
from formal_rl.conformance.zoo import environments
from formal_rl.conformance.zoo.environments import flat_form, reacting_form, stepping_form
from formal_rl.environments import CryingBabyIncremental, Nutrition, crying_baby_with, embed
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.environments.library.crying_baby import CryingBaby2Incremental, crying_baby_2_with
from formal_rl.statements import LIBRARY

check_here = partial(check, in_process=True)
"""Nothing here ends its process or hangs."""


def test_the_suites_are_those_of_the_library():
    """Every environment of the benchmark, and every one of the library beyond it, has a suite by its name."""
    names = {each.published_name: each.name for each in LIBRARY}

    assert len(ENVIRONMENTS) == 25
    assert {names[published] for published in ENVIRONMENTS} <= set(ENVIRONMENT_SUITES)
    assert {each.name for each in LIBRARY} - {"opposite"} <= set(ENVIRONMENT_SUITES)
    assert set(MEANINGS) == set(ENVIRONMENT_SUITES) <= set(SUITES)
    assert [*ENVIRONMENT_SUITES] == sorted(ENVIRONMENT_SUITES)


def test_a_published_form_is_no_definition_where_it_departs():
    """What the library departs in is caught by the paper, and conforms as published."""
    (departure,) = (each for each in environments.WRONG if each.name == "NthRewardAsPublished")

    assert not check_here(departure.implementation, departure.suite).conforms
    assert check_here(departure.implementation, departure.suite, semantics="published").conforms


def test_what_is_told_is_shown_beside_what_is_seen():
    """The counterexample of an environment whose copies are told something says how to read it."""
    report = check_here(environments.wants_a_rate_of_one, "incentivize_learning_rate")

    assert "((0, (0, 1/8)),)" in report.counterexample.text
    assert "with learning rate 1/8" in report.counterexample.text


def test_a_told_environment_takes_no_learner():
    """There is no way to tell a learner that is a value of plain Python, and the report says what is taken."""
    report = check_here(AsIfIncremental(lambda learner: ConstantLearner(0)), "third_action_forbidden")

    assert report.exit_code == 4
    assert "agent(prompt, n) is told of n actions" in str(report)


def test_nothing_is_published_of_the_examples_of_the_papers():
    """Where the library has nothing of the kind there is nothing to compare with."""
    for name in ("backward_consciousness", "newcombs_problem"):
        report = check_here(embed(lambda play: (0, 0)), name, semantics="published")

        assert report.exit_code == 5


def test_starving_takes_many_turns():
    """That a baby starves shows after 17 turns, and the claims of many turns are there for it."""
    (wrong,) = (each for each in environments.WRONG if each.name == "cries_above_200_only")
    report = check_here(wrong.implementation, wrong.suite)
    conforming = [row.claim for row in report.rows if row.verdict == "conforms"]

    assert report.counterexample.claim == "many_turns_of_1"
    assert {"first_percept", "later_percepts", "longer_histories", "many_turns_of_0"} <= set(conforming)


BABIES = {
    "crying_baby": (crying_baby_with, CryingBabyIncremental),
    "crying_baby_2": (crying_baby_2_with, CryingBaby2Incremental),
}
FORMS = {
    "function": lambda function, incremental: function,
    "flat": lambda function, incremental: flat_form(function),
    "reacting": lambda function, incremental: reacting_form(function),
    "incremental": lambda function, incremental: incremental,
    "stepping": lambda function, incremental: stepping_form(incremental),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("suite", BABIES)
def test_the_bounds_of_being_content_are_asked_about(suite, form):
    """A baby that is content one too long, or one too short, at either end is caught in every form, and no other is."""
    off_by_one = (Nutrition(least=49), Nutrition(least=51), Nutrition(most=199), Nutrition(most=201))
    found = {}
    for nutrition in (Nutrition(), *off_by_one):
        baby = FORMS[form](*(make(nutrition) for make in BABIES[suite]))
        shape = SUITES[suite].detect(baby, Watch())
        (bounds,) = (each for each in SUITES[suite].claims(shape, "paper", "quick") if each.id == "bounds")
        _, found[nutrition] = search(bounds, Subject(baby, shape), profile="quick", seed=0)

    assert {nutrition for nutrition, each in found.items() if each is not None} == {*off_by_one}


def test_what_tells_is_among_the_rows_that_are_shown():
    """Of a long table those rows are shown that only one side asked; how many are not is said."""
    suite = "crying_baby"
    baby = FORMS["stepping"](*(make(Nutrition(least=51)) for make in BABIES[suite]))
    text = check_here(baby, suite).counterexample.text

    assert "more\n" in f"{text}\n"
    assert "asked by the definition only" in text
    assert "asked by yours only" in text
