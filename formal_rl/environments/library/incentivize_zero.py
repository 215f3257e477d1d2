"""Paid for rewarding a copy of oneself so that it takes action 0."""

from typing import Any

from formal_rl.agents import Agent, AgentClass, Learner, Transition
from formal_rl.environments.mimic import PAID, PUNISHED
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.environments.simulated_copy import SimulatedCopy, simulated_play
from formal_rl.histories import Action, Observation, Percept, Play, actions, require_play

LEDGER = ("A21-E11*",)


def incentivize_zero(agent: Agent, play: Play) -> Percept:
    """Return 1 if a copy, given the agent's actions as rewards, now does 0, and -1 if not; (0, 0) at first.

    The copy first meets (0, 0), then (a_0, 0), (a_1, 0), ..., for the actions a_0, a_1, ... of the play, and its
    actions between are its own.

    Source: Alexander et al. 2021, Example 11.
    """
    require_play(play)
    if play == ():
        return Percept(0, 0)
    return _paid_for_zero(agent, (0, *actions(play)))


def incentivize_zero_functional(agent: Agent, play: Play) -> Percept:
    """Functional form. Differs: the copy's first percept is (a_0, 0), so it is rewarded before it is first asked."""
    require_play(play)
    if play == ():
        return Percept(0, 0)
    return _paid_for_zero(agent, actions(play))


def _paid_for_zero(agent: Agent, rewards: tuple[Action, ...]) -> Percept:
    copy = simulated_play(agent, lambda copy: Percept(rewards[len(copy) // 2], 0), len(rewards))
    return Percept(1 if copy[-1] == 0 else -1, 0)


class _IncentivizeZeroIncremental:
    """Incentivize zero with one simulated copy, which is the state."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, SimulatedCopy]:
        return Percept(0, 0), SimulatedCopy(learner.initial)

    def advance(self, learner: Learner[Any], state: SimulatedCopy, action: Action) -> tuple[Percept, SimulatedCopy]:
        if state.last is None:
            _, state = state.act_on(learner, Percept(0, 0))
        answer, state = state.act_on(learner, Percept(action, 0))
        return PAID if answer == 0 else PUNISHED, state


incentivize_zero_incremental = _IncentivizeZeroIncremental()
"""Incremental form."""


class _PublishedIncentivizeZero:
    """Published form. Differs: no initial percept; the agent sees the copy's action, where Example 11 shows 0.

    The state is the copy, and what it did last.
    """

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, tuple[Any, Action]]:
        did, copy = agent_class.ask(agent_class.initial, 0)
        return did, (copy, did)

    def step(
        self, agent_class: AgentClass[Any], state: tuple[Any, Action], action: Action
    ) -> tuple[Percept, tuple[Any, Action]]:
        copy, before = state
        did, copy = agent_class.ask(agent_class.train(copy, Transition(0, before, action, 0)), 0)
        return Percept(1 if did == 0 else -1, did), (copy, did)


incentivize_zero_published = _PublishedIncentivizeZero()
"""Published form."""

RECORDS = (
    EnvironmentRecord(
        "incentivize_zero",
        source="A21 Example 11",
        meaning=(
            "a copy meets (0, 0), then (a, 0) for each action a of the agent so far, its actions being its own; pays "
            "1 if it does 0 on the last of these, else -1; (0, 0) at first, and shows 0"
        ),
        published_differs=("the agent sees the copy's action, not 0",),
        functional_differs="rewards the copy before the first question",
        actions=10,
        observations=10,
        own_game=True,
    ),
)
