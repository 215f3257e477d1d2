"""The suites of extended environments: a definition conforms, and what is wrong is caught by its claim."""

import pytest

from formal_rl.agents import ConstantLearner
from formal_rl.battery import ENVIRONMENTS
from formal_rl.conformance import SUITES
from formal_rl.conformance.adapters.histories import flat_environment
from formal_rl.conformance.engine.search import search
from formal_rl.conformance.engine.settings import Watch
from formal_rl.conformance.engine.suite import Subject
from formal_rl.conformance.suites.environment_suites import ENVIRONMENT_SUITES
from formal_rl.conformance.zoo.environments import reacting_form, stepping_form
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.environments.library.crying_baby import (
    CryingBaby2Incremental,
    CryingBabyIncremental,
    Nutrition,
    crying_baby_2_with,
    crying_baby_with,
)
from formal_rl.statements.alexander_2022.published_library import LIBRARY
from proofs_as_tests.conformance.here import check_here


def test_the_suites_are_those_of_the_library():
    """Every environment of the benchmark, and every one of the library beyond it, has a suite by its name."""
    names = {each.published_name: each.name for each in LIBRARY}

    assert len(ENVIRONMENTS) == 25
    assert {names[published] for published in ENVIRONMENTS} <= set(ENVIRONMENT_SUITES)
    assert {each.name for each in LIBRARY} - {"opposite"} <= set(ENVIRONMENT_SUITES)
    assert set(MEANINGS) == set(ENVIRONMENT_SUITES) <= set(SUITES)
    assert [*ENVIRONMENT_SUITES] == sorted(ENVIRONMENT_SUITES)


def test_an_environment_of_altered_agents_takes_no_learner():
    """There is no way to tell a learner that is a value of plain Python, and the report says what is taken."""
    report = check_here(AsIfIncremental(lambda learner: ConstantLearner(0)), "third_action_forbidden")

    assert report.exit_code == 4
    assert "agent(prompt, n) has n actions" in str(report)


BABIES = {
    "crying_baby": (crying_baby_with, CryingBabyIncremental),
    "crying_baby_2": (crying_baby_2_with, CryingBaby2Incremental),
}
FORMS = {
    "function": lambda function, incremental: function,
    "flat": lambda function, incremental: flat_environment(function),
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
