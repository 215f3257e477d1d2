"""The environments that ask about own pasts: what stands for all their draws and counts covers the true ones."""

from typing import Any, NamedTuple

import pytest

from formal_rl.agents import HashedDraws, Transition
from formal_rl.checking import merge_steps
from formal_rl.environments import CATALOGUE
from formal_rl.statements.alexander_2022.own_pasts import FORMS
from formal_rl.transforms import reality_check_fold

pytestmark = pytest.mark.statement("A22-gain-zero")

BOTH = {"actions": (0, 1), "domain": ""}
REPLACED = [name for name in FORMS if CATALOGUE[name].draws or "crying" in name]


class Recorded(NamedTuple):
    """The states along a run, the observation, and the percepts and actions so far."""

    environment: Any
    learner: Any
    observation: Any
    run: tuple


class Runs:
    """The interactions of every learner's reality check in an environment, as summaries."""

    def __init__(self, environment):
        self.environment = environment

    def start(self, learner):
        checked = reality_check_fold(learner)
        percept, state = self.environment.start(checked)
        return Recorded(state, checked.initial, percept.observation, (percept,))

    def step(self, learner, state, cover):
        checked = reality_check_fold(learner)
        action = checked.act(state.learner, state.observation)
        percept, after = self.environment.advance(checked, state.environment, action)
        transition = Transition(state.observation, action, *percept)
        return Recorded(
            after, checked.learn(state.learner, transition), percept.observation, (*state.run, action, percept)
        )

    def summary(self, state):
        return state.run


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", REPLACED)
def test_a_symbol_for_all_values_covers_the_true_ones(name, seed):
    """Every run in the environment, with drawn draws or true counts, is one where they are unknown; not conversely."""
    record = CATALOGUE[name]
    true = record.made("incremental", *(HashedDraws(seed),) * record.draws)
    runs = set(merge_steps("true", Runs(true), 2, **BOTH).summaries)
    covering = set(merge_steps("any", lambda choose: Runs(FORMS[name](choose)), 2, **BOTH).summaries)

    assert runs < covering
