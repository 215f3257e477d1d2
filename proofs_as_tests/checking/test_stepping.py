"""The stepping and the merging engine: the cases of the fork engine, and sound where states are merged."""

from collections import Counter
from typing import Any, NamedTuple

import pytest
from attrs import frozen

from formal_rl.agents import Transition, as_agent
from formal_rl.checking import Disagreement, Exploration, fork_steps, merge_steps
from formal_rl.checking import state_merging as merging
from formal_rl.environments import FalseMemoriesIncremental, false_memories, ignore_rewards, ignore_rewards_incremental
from formal_rl.errors import NotMergeable
from formal_rl.histories import history
from formal_rl.statements.alexander_2022 import GenuineSteps
from formal_rl.transforms import reality_check, reality_check_fold

MEMORIES = history((0, 0), 0, (0, 0), 0)
BOTH = {"actions": (0, 1), "domain": ""}


class Walked(NamedTuple):
    """The states of environment and learner, what is shown, and the rewards so far."""

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


@pytest.mark.parametrize("horizon", [8, 11, *(pytest.param(each, marks=pytest.mark.full) for each in (9, 10, 12))])
def test_two_engines_count_the_same_histogram_further(horizon):
    """Forking and merging agree where re-running is slow."""
    claim = Totals(ignore_rewards_incremental)

    assert (
        fork_steps("totals", claim, horizon, **BOTH).summaries
        == merge_steps("totals", claim, horizon, **BOTH).summaries
    )


def test_three_actions():
    """With three actions forking and merging count the same."""
    forked = fork_steps("totals", Totals(FalseMemoriesIncremental(MEMORIES)), 5, actions=(0, 1, 2), domain="")
    merged = merge_steps("totals", Totals(FalseMemoriesIncremental(MEMORIES)), 5, actions=(0, 1, 2), domain="")

    assert forked.summaries == merged.summaries


def test_without_a_transformation():
    """The bare learner, which never freezes, is merged as soundly."""
    claim = Totals(FalseMemoriesIncremental(MEMORIES), lambda learner: learner)

    assert fork_steps("totals", claim, 6, **BOTH).summaries == merge_steps("totals", claim, 6, **BOTH).summaries


def test_horizon_one_hundred():
    """Merging reaches horizon 100 with a handful of states: n 2^n cases at horizon n."""
    walk = merge_steps("genuine", GenuineSteps(ignore_rewards_incremental), 100, **BOTH)

    assert walk.part.cases == 100 * 2**100
    assert walk.states <= 4


def test_forgetting_every_answer_is_unsound_and_seen(monkeypatch):
    """Merging that keeps no answers counts cases that no learner can produce: 112 instead of 56 at horizon 4."""
    claim = Totals(FalseMemoriesIncremental(MEMORIES))
    right = merge_steps("totals", claim, 4, **BOTH)
    monkeypatch.setattr(merging, "_kept", lambda answers, segments, lists: {})
    wrong = merge_steps("totals", claim, 4, **BOTH)

    assert (right.part.cases, wrong.part.cases) == (56, 112)


@frozen
class Rebuilding(Totals):
    """Makes an untrained copy at every step, so that the first questions are asked again and again."""

    def step(self, learner, state, cover):
        learner.act(learner.initial, 0)
        return super().step(learner, state, cover)


def test_untrained_copies_are_refused():
    """A claim that makes an untrained copy after the start cannot be merged, and says so."""
    claim = Rebuilding(ignore_rewards_incremental)

    assert fork_steps("totals", claim, 3, **BOTH).part.cases == 16 + 8
    with pytest.raises(NotMergeable, match="untrained copy"):
        merge_steps("totals", claim, 3, **BOTH)


@frozen
class Hiding(Totals):
    """Keeps its states in a list, where the engine would not see them."""

    def start(self, learner):
        return [super().start(learner)]


def test_states_in_which_a_list_could_hide_are_refused():
    """A state that is no tuple of numbers is not merged in silence."""
    with pytest.raises(NotMergeable, match="holds a list"):
        merge_steps("totals", Hiding(ignore_rewards_incremental), 2, **BOTH)


@frozen
class NeverThreeBehind(Totals):
    """Claims, falsely, that no learner falls to a total of -3."""

    def step(self, learner, state, cover):
        after = super().step(learner, state, cover)
        return Disagreement("a total of -3", False, True) if after.total == -3 else after


@pytest.mark.parametrize("engine", [fork_steps, merge_steps])
def test_a_refutation_is_of_least_horizon_and_replays(engine):
    """Paid 1 at first, then -1 four times: a total of -3 is reached at step 5, on lists of up to 4 transitions."""
    found = engine("three", NeverThreeBehind(ignore_rewards_incremental), 7, **BOTH).part.refutation

    assert found.replay() == found.disagreement
    assert found.disagreement.about == "a total of -3"
    assert max(len(transitions) for (transitions, _), _ in found.learner.entries) == 4
