"""Environments that pay by what one would do had one last seen something else: a record of each, and its forms."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen

from formal_rl.agents import Agent, AgentClass, Draws, Learner, Transition
from formal_rl.environments._incremental import IncrementalEnvironment
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import NamedByRecord
from formal_rl.environments.simulated_copy import CopyBehind, with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, require_play

LEDGER = ("A22-E4", "A22-S34-recognition", "A21-intro-treasures")

Would: TypeAlias = Callable[[Observation], Action]
"""The action that the agent would take, had it last seen this observation."""

Shows: TypeAlias = Callable[[Any, int], Observation]
"""o_n, made from draws or what else the environment is made of, and n."""

Pays: TypeAlias = Callable[[Observation, Action, Would], int]
"""The reward for an action, given the observation before it and the agent's hypothetical action."""


@frozen(eq=False, repr=False, slots=False)
class OtherwiseSeen(NamedByRecord):
    """The environment that shows o_0, o_1, ... and pays as ``pays`` says; at first (0, o_0).

    Ledger: A22-E4, A22-S34-recognition, A22-lib
    """

    shows: Shows
    pays: Pays

    def __call__(self, draws: Any) -> ExtendedEnvironment:
        """Return the definition; it raises `DrawsExhausted` where the draws end."""

        def environment(agent: Agent, play: Play) -> Percept:
            require_play(play)
            after = self.shows(draws, len(play) // 2)
            if play == ():
                return Percept(0, after)
            return Percept(self.pays(play[-2].observation, play[-1], lambda o: _would(agent, play, o)), after)

        return environment

    def incremental(self, draws: Any) -> IncrementalEnvironment:
        """Return the incremental form."""
        return _OtherwiseSeenIncremental(draws, self.shows, self.pays)


def _would(agent: Agent, play: Play, observation: Observation) -> Action:
    return agent(with_last_observation(play, observation))


class _OtherwiseSeenState(NamedTuple):
    """Turns so far, the copy (in the incremental form one transition behind), and the current observation."""

    turns: int
    copy: Any
    seen: Observation


@frozen
class _OtherwiseSeenIncremental:
    """The incremental form: one simulated copy, a transition behind so that its end can be replaced."""

    draws: Any
    shows: Shows
    pays: Pays

    def start(self, learner: Learner[Any]) -> tuple[Percept, _OtherwiseSeenState]:
        first = self.shows(self.draws, 0)
        return Percept(0, first), _OtherwiseSeenState(0, CopyBehind(learner.initial), first)

    def advance(
        self, learner: Learner[Any], state: _OtherwiseSeenState, action: Action
    ) -> tuple[Percept, _OtherwiseSeenState]:
        turns, copy, seen = state
        reward = self.pays(seen, action, lambda o: copy.act_with_last_observation(learner, o))
        after = self.shows(self.draws, turns + 1)
        copy = copy.followed_by(learner, Transition(seen, action, reward, after))
        return Percept(reward, after), _OtherwiseSeenState(turns + 1, copy, after)


@frozen
class OtherwiseSeenPublished:
    """The form in which the published library runs it. Differs: no initial percept; the copy has been trained on the
    true last observation before it answers another, and it answers ``asks(seen)`` on every turn.

    Ledger: A22-E4*, A22-S34-recognition, A22-lib
    """

    draws: Draws
    shows: Shows
    pays: Pays
    asks: Callable[[Observation], Observation]

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, _OtherwiseSeenState]:
        """Return the first observation, and a new copy."""
        first = self.shows(self.draws, 0)
        return first, _OtherwiseSeenState(0, agent_class.initial, first)

    def step(
        self, agent_class: AgentClass[Any], state: _OtherwiseSeenState, action: Action
    ) -> tuple[Percept, _OtherwiseSeenState]:
        """Return reward and observation, and the copy asked and trained."""
        turns, copy, seen = state
        would, copy = agent_class.ask(copy, self.asks(seen))
        reward = self.pays(seen, action, lambda o: would)
        after = self.shows(self.draws, turns + 1)
        copy = agent_class.train(copy, Transition(seen, action, reward, after))
        return Percept(reward, after), _OtherwiseSeenState(turns + 1, copy, after)
