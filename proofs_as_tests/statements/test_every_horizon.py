"""The named environments at every horizon: which close, and that what stands for all values covers the true ones."""

from typing import Any, NamedTuple

import pytest

from formal_rl.agents import HashedDraws, Transition
from formal_rl.checking import close_steps, decide, merge_steps, unless
from formal_rl.environments import CATALOGUE, interaction
from formal_rl.errors import NotClosed, NotMergeable
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.alexander_2022.every_horizon import CLOSING, FROM_NOTHING, ONLY_IN_FULL, PAYING, closing
from formal_rl.transforms import reality_check, reality_check_fold

pytestmark = pytest.mark.statement("A22-T10-all-horizons")

BOTH = {"actions": (0, 1), "domain": ""}
REPLACED = [name for name in CLOSING if CATALOGUE[name].draws or "crying" in name]


def test_each_named_environment_is_decided():
    """Each closes by states of its own, or is among those that pay 1 or -1."""
    assert {*CLOSING, *FROM_NOTHING} == set(EXTENDED_ENVIRONMENTS)
    assert (len(CLOSING), len(FROM_NOTHING)) == (24, 3)
    assert set(ONLY_IN_FULL) < set(CLOSING)


@pytest.mark.parametrize("name", FROM_NOTHING)
def test_those_from_nothing_pay_one_or_minus_one(name):
    """After (0, 0) every percept in π_RC's interaction is one of the two, for every agent to horizon 4."""

    def claim_at(steps):
        def claim(unknown, cover):
            run = interaction(reality_check(unknown.agent), EXTENDED_ENVIRONMENTS[name], steps)
            met = run[::2]
            return unless(met[0] == (0, 0) and set(met[1:]) <= set(PAYING), "percepts", PAYING, met)

        return claim

    assert decide(name, claim_at, 4, **BOTH).as_expected


@pytest.mark.parametrize("name", ["ignore_rewards_2", "repeater", "censored_observation"])
def test_what_closes_by_forgetting_alone_does_not_close_without(name):
    """With nothing forgotten there is no end of states."""
    with pytest.raises(NotClosed):
        close_steps(name, closing(name), **BOTH, most=100)


@pytest.mark.parametrize("name", ["nth_reward_multiplied_by_n", "limited_memory"])
def test_what_needs_forgetting_is_refused_without(name):
    """Unknown rewards in transitions, and new copies, are not merged as if they were known."""
    with pytest.raises(NotMergeable):
        close_steps(name, closing(name), **BOTH, most=100)


class Recorded(NamedTuple):
    """The states along a run, what is shown now, and the percepts and actions so far."""

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
def test_what_stands_for_all_values_covers_the_true_ones(name, seed):
    """Every run in the environment, with drawn draws or true counts, is one where they are unknown; not conversely."""
    record = CATALOGUE[name]
    true = record.made("incremental", *(HashedDraws(seed),) * record.draws)
    runs = set(merge_steps("true", Runs(true), 2, **BOTH).summaries)
    covering = set(merge_steps("any", lambda choose: Runs(CLOSING[name][0](choose)), 2, **BOTH).summaries)

    assert runs < covering
