"""The stepping and the merging engine: the cases of the fork engine, and sound where states are merged."""

from collections import Counter
from typing import Any, NamedTuple

import pytest
from attrs import frozen

from formal_rl.agents import Transition, as_agent
from formal_rl.checking import Exploration, fork_steps, merge_steps
from formal_rl.checking import _state_merging as merging
from formal_rl.environments import ignore_rewards, ignore_rewards_incremental
from formal_rl.environments.examples.false_memories import FalseMemoriesIncremental, false_memories
from formal_rl.histories import history
from formal_rl.transforms import reality_check, reality_check_fold

MEMORIES = history((0, 0), 0, (0, 0), 0)
BOTH = {"actions": (0, 1), "domain": ""}


class Walked(NamedTuple):
    """The states of environment and learner, the observation, and the rewards so far."""

    environment: Any
    learner: Any
    observation: Any
    total: int


@frozen
class Totals:
    """A transformed learner in an environment, its cases counted by their total reward."""

    environment: Any
    transform: Any = reality_check_fold

    def start(self, learner):
        checked = self.transform(learner)
        percept, state = self.environment.start(checked)
        return Walked(state, checked.initial, percept.observation, 0)

    def step(self, learner, state, cover):
        checked = self.transform(learner)
        action = checked.act(state.learner, state.observation)
        percept, after = self.environment.advance(checked, state.environment, action)
        cover("paid" if percept.reward > 0 else "punished")
        transition = Transition(state.observation, action, percept.reward, percept.observation)
        trained = checked.learn(state.learner, transition)
        return Walked(after, trained, percept.observation, state.total + int(percept.reward))

    def summary(self, state):
        return state.total


def rerun_totals(environment, horizon, transform=reality_check):
    """Return the totals of every learner by running each case from its beginning."""
    exploration = Exploration((0, 1))
    totals = Counter()

    def program():
        checked = transform(as_agent(exploration.learner))
        play = ()
        for _ in range(horizon):
            play = (*play, environment(checked, play))
            play = (*play, checked(play))
        return sum(percept.reward for percept in (*play[0::2], environment(checked, play)))

    for total in exploration.runs(program):
        totals[total] += 1
    return dict(totals)


@pytest.mark.parametrize("horizon", [1, 2, 4, 6, pytest.param(8, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("definition", "incremental"),
    [
        (ignore_rewards, ignore_rewards_incremental),
        (false_memories(MEMORIES), FalseMemoriesIncremental(MEMORIES)),
    ],
)
def test_three_engines_count_the_same_histogram(definition, incremental, horizon):
    """Re-running the definition, forking steps and merging states give the same number of cases for each total."""
    forked = fork_steps("totals", Totals(incremental), horizon, **BOTH)
    merged = merge_steps("totals", Totals(incremental), horizon, **BOTH)

    assert rerun_totals(definition, horizon) == forked.summaries
    assert forked.summaries == merged.summaries
    assert forked.part.branches == merged.part.branches
    assert forked.part.cases == merged.part.cases


def test_forgetting_every_answer_is_unsound_and_seen(monkeypatch):
    """Merging that keeps no answers counts cases that no learner can produce: 112 instead of 56 at horizon 4."""
    claim = Totals(FalseMemoriesIncremental(MEMORIES))
    right = merge_steps("totals", claim, 4, **BOTH)
    monkeypatch.setattr(merging, "_kept", lambda answers, segments, lists: {})
    wrong = merge_steps("totals", claim, 4, **BOTH)

    assert (right.part.cases, wrong.part.cases) == (56, 112)
