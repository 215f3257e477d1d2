"""Paid for acting as if every observation so far had been 0."""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import AgentClass, Draws, Learner, Transition, drawn_observation
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.mimic import mimic_showing
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, map_observations, prompt_of

LEDGER = ("A22-lib",)


def without_observations(play: Play) -> Prompt:
    """Return the prompt of a nonempty play, every observation set to 0.

    Source: documented intention of the published library.
    """
    return map_observations(lambda observation: 0, prompt_of(play))


def ignore_observations(draws: Draws, number_of_observations: int = 5) -> ExtendedEnvironment:
    """Return the environment that shows drawn observations and pays for acting as if all had been 0: o_n from u_n.

    Source: documented intention of the published library.
    Ledger: A22-lib*
    """
    return mimic_showing(
        without_observations, lambda play: drawn_observation(draws, len(play) // 2, number_of_observations)
    )


def ignore_observations_functional(draws: Draws) -> ExtendedEnvironment:
    """Functional form. Differs: two observations, and the first is always 0."""
    definition = ignore_observations(draws, 2)
    return lambda agent, play: Percept(0, 0) if play == () else definition(agent, play)


class IgnoreObservationsState(NamedTuple):
    """Turns so far, and the copy."""

    turns: int
    copy: Any


@frozen
class IgnoreObservationsIncremental:
    """Ignore observations with one simulated copy, which always sees 0.

    Ledger: A22-lib, A22-S4
    """

    draws: Draws
    number_of_observations: int = 5

    def start(self, learner: Learner[Any]) -> tuple[Percept, IgnoreObservationsState]:
        """Return (0, o_0), and an untrained copy."""
        first = drawn_observation(self.draws, 0, self.number_of_observations)
        return Percept(0, first), IgnoreObservationsState(0, learner.initial)

    def advance(
        self, learner: Learner[Any], state: IgnoreObservationsState, action: Action
    ) -> tuple[Percept, IgnoreObservationsState]:
        """Return the next percept, and the copy trained on observations 0."""
        turns = state.turns + 1
        reward = 1 if action == learner.act(state.copy, 0) else -1
        copy = learner.learn(state.copy, Transition(0, action, reward, 0))
        shown = drawn_observation(self.draws, turns, self.number_of_observations)
        return Percept(reward, shown), IgnoreObservationsState(turns, copy)


class PublishedIgnoreObservationsState(NamedTuple):
    """Turns so far, the copy, and the first observation."""

    turns: int
    copy: Any
    first: Observation


@frozen
class PublishedIgnoreObservations:
    """Published form. Differs: no initial percept; the copy, trained on observations 0, is asked on every turn about
    the first observation that was shown, where it should be asked about 0.
    """

    draws: Draws

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, PublishedIgnoreObservationsState]:
        """Return o_0, one of five, and a new copy."""
        first = drawn_observation(self.draws, 0, 5)
        return first, PublishedIgnoreObservationsState(0, agent_class.initial, first)

    def step(
        self, agent_class: AgentClass[Any], state: PublishedIgnoreObservationsState, action: Action
    ) -> tuple[Percept, PublishedIgnoreObservationsState]:
        """Return reward and observation, and the copy asked and trained."""
        turns = state.turns + 1
        simulated, copy = agent_class.ask(state.copy, state.first)
        reward = 1 if action == simulated else -1
        copy = agent_class.train(copy, Transition(0, action, reward, 0))
        return Percept(reward, drawn_observation(self.draws, turns, 5)), state._replace(turns=turns, copy=copy)
