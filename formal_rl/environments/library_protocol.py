"""Environments as the published library runs them: start and step over agent-classes.

The library has no initial reward: ``start`` gives an observation only. Its environments keep agent copies
and train them on transitions, so what they ask is a list of transitions and an observation.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Protocol

from attrs import frozen

from formal_rl.agents import AgentClass, Transition
from formal_rl.environments.simulated_copy import Rewrite, RewrittenState
from formal_rl.histories import Action, Observation, Percept


class PublishedEnvironment(Protocol):
    """An environment in the form of the published library, its memory made explicit as a state."""

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        """Return the first observation and the state."""

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return reward and observation after ``action``, and the next state."""


@frozen
class RunningSimulation:
    """A form with one copy: asked, compared, then trained on a report of the turn; it may start with memories.

    Ledger: A22-lib*
    """

    rewrite: Rewrite
    memories: tuple[Transition, ...] = ()

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, RewrittenState]:
        """Return observation 0 and the copy, which answers once, unused, before any memories."""
        copy = agent_class.initial
        if self.memories:
            _, copy = agent_class.ask(copy, 0)
        return 0, RewrittenState(0, None, reduce(agent_class.train, self.memories, copy))

    def step(
        self, agent_class: AgentClass[Any], state: RewrittenState, action: Action
    ) -> tuple[Percept, RewrittenState]:
        """Return 1 or -1 for doing as the copy does, and the copy trained on."""
        turn, before = state.turns + 1, state.last
        simulated, copy = agent_class.ask(state.copy, 0)
        reward = 1 if action == simulated else -1
        true = Transition(0, action, reward, 0)
        copy = reduce(agent_class.train, self.rewrite(turn, before, true), copy)
        return Percept(reward, 0), RewrittenState(turn, true, copy)


@frozen
class FreshSimulation:
    """A new copy is trained from nothing at every step but the first, whose reward is 0.

    The state is the list of true transitions so far.
    """

    rehearse: Callable[[tuple[Transition, ...], Action], Iterable[Transition]]

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        """Return observation 0 and no transitions."""
        return 0, ()

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return 0 at first, then 1 or -1 for doing as the rehearsed copy does; and the longer list."""
        reward = 0
        if state:
            copy = reduce(agent_class.train, self.rehearse(state, action), agent_class.initial)
            simulated, _ = agent_class.ask(copy, 0)
            reward = 1 if action == simulated else -1
        return Percept(reward, 0), (*state, Transition(0, action, reward, 0))
