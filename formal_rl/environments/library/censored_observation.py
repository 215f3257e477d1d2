"""Paid for acting as if the turns that showed one censored observation had never been."""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import AgentClass, Draws, Learner, Transition, drawn_observation
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.mimic import mimic_showing
from formal_rl.histories import Action, Observation, Percept, Play, Prompt

LEDGER = ("A22-lib",)

CENSORED, OBSERVATIONS = 2, 3
"""The observation that is censored, and how many there are."""


def censored(play: Play) -> Prompt:
    """Return the turns of a nonempty play that do not show the censored observation, without their last action.

    A turn is a percept and the action that answers it. Where every turn is censored, what is left is (0, 0), the
    percept that is shown first in any case.

    Source: documented intention of the published library.
    """
    turns = zip(play[::2], play[1::2], strict=True)
    kept = [element for turn in turns if turn[0].observation != CENSORED for element in turn]
    return tuple(kept[:-1]) or (Percept(0, 0),)


def _shown(draws: Draws, turns: int) -> Observation:
    return drawn_observation(draws, turns, OBSERVATIONS) if turns else 0


def censored_observation(draws: Draws) -> ExtendedEnvironment:
    """Return the environment that pays for acting as if the censored turns had never been: o_0 = 0, then o_n from u_n.

    Source: documented intention of the published library.
    Ledger: A22-lib*
    """
    return mimic_showing(censored, lambda play: _shown(draws, len(play) // 2))


class CensoredState(NamedTuple):
    """Turns so far; the copy, trained as far as the last percept that was kept; what that showed and how it was
    answered; and what is shown now.
    """

    turns: int
    copy: Any
    kept: Observation
    answer: Action
    shown: Observation


@frozen
class CensoredObservationIncremental:
    """The censored observation with one simulated copy, which is trained on the turns that are kept.

    Ledger: A22-lib, A22-S4
    """

    draws: Draws

    def start(self, learner: Learner[Any]) -> tuple[Percept, CensoredState]:
        """Return (0, 0), and an untrained copy."""
        return Percept(0, 0), CensoredState(0, learner.initial, 0, 0, 0)

    def advance(self, learner: Learner[Any], state: CensoredState, action: Action) -> tuple[Percept, CensoredState]:
        """Return the next percept; the copy is trained if that is not censored, on the last answer that was kept."""
        turns, copy, kept, answer, _ = state
        reward = 1 if action == learner.act(copy, kept) else -1
        if state.shown != CENSORED:
            answer = action
        shown = _shown(self.draws, turns + 1)
        if shown != CENSORED:
            copy, kept = learner.learn(copy, Transition(kept, answer, reward, shown)), shown
        return Percept(reward, shown), CensoredState(turns + 1, copy, kept, answer, shown)


class PublishedCensoredState(NamedTuple):
    """Turns so far, the copy, and the last observation that was not censored."""

    turns: int
    copy: Any
    kept: Observation


@frozen
class PublishedCensoredObservation:
    """Published form. Differs: no initial percept; a turn is taken to be an action and the percept that follows it, so
    the action that led to the censored observation is dropped, and the one that answers it is kept.
    """

    draws: Draws

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, PublishedCensoredState]:
        """Return 0, and a new copy."""
        return 0, PublishedCensoredState(0, agent_class.initial, 0)

    def step(
        self, agent_class: AgentClass[Any], state: PublishedCensoredState, action: Action
    ) -> tuple[Percept, PublishedCensoredState]:
        """Return reward and observation, and the copy asked, and trained unless the observation is censored."""
        turns, kept = state.turns + 1, state.kept
        simulated, copy = agent_class.ask(state.copy, kept)
        reward = 1 if action == simulated else -1
        shown = _shown(self.draws, turns)
        if shown != CENSORED:
            copy, kept = agent_class.train(copy, Transition(kept, action, reward, shown)), shown
        return Percept(reward, shown), PublishedCensoredState(turns, copy, kept)
