"""The tempting button, but not pushing pays nothing, and only pushing nothing is judged by what one would do."""

from __future__ import annotations

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.environments.counterfactual import CopyBehind, had_it_shown
from formal_rl.environments.draws import Draws, draw
from formal_rl.environments.learners import AgentClass, Learner, Transition
from formal_rl.environments.tempting_button import (
    BUTTON,
    NO_BUTTON,
    PUSH,
    PublishedTemptingButtonState,
    shown_observation,
)
from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Action, Observation, Percept, Play, check_play

SKIP = 1
"""The action that is not to push; any other action is taken like it.

Ledger: A22-lib
"""


def tempting_button_variation(draws: Draws) -> ExtendedEnvironment:
    """Return the variation of the tempting button, o_0, o_1, ... made from the draws u_0, u_1, ... as there.

    Not pushing pays 0. With B in the last percept, pushing pays 1. With anything else there, pushing pays -1 if the
    agent would push were B there, and 1 if it would not. The environment raises `DrawsExhausted` where the draws end,
    and `MalformedHistory` on what is no play.

    Source: documented intention of the published library.
    Ledger: A22-lib
    """

    def environment(agent: Agent, play: Play) -> Percept:
        check_play(play)
        after = shown_observation(draws, len(play) // 2)
        if play == () or play[-1] != PUSH:
            return Percept(0, after)
        if play[-2].observation == BUTTON:
            return Percept(1, after)
        return Percept(-1 if agent(had_it_shown(play, BUTTON)) == PUSH else 1, after)

    return environment


def tempting_button_variation_functional(draws: Draws) -> ExtendedEnvironment:
    """Return the functional form. Differs: 0 and 1 are exchanged: 1 is the button, and to push; 0 is neither.

    So for two observations and two actions it is the definition under other names. The environment raises as that does.

    Ledger: A22-lib
    """

    def environment(agent: Agent, play: Play) -> Percept:
        check_play(play)
        after = 1 if shown_observation(draws, len(play) // 2) == BUTTON else 0
        if play == () or play[-1] != 1:
            return Percept(0, after)
        if play[-2].observation != 0:
            return Percept(1, after)
        return Percept(1 if agent(had_it_shown(play, 1)) == 0 else -1, after)

    return environment


class TemptingButtonVariationState(NamedTuple):
    """Turns so far, the copy, and what is seen.

    Ledger: A22-lib
    """

    turn: int
    copy: CopyBehind
    observation: Observation


@frozen
class TemptingButtonVariationIncremental:
    """The variation with one simulated copy, a transition behind so that its end can be replaced.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-lib
    """

    draws: Draws

    def start(self, learner: Learner[Any]) -> tuple[Percept, TemptingButtonVariationState]:
        """Return (0, o_0), and an untrained copy."""
        first = shown_observation(self.draws, 0)
        return Percept(0, first), TemptingButtonVariationState(0, CopyBehind(learner.initial), first)

    def advance(
        self, learner: Learner[Any], state: TemptingButtonVariationState, action: Action
    ) -> tuple[Percept, TemptingButtonVariationState]:
        """Return the next percept; the copy is asked only after a push where there is no button."""
        turn, copy, seen = state.turn + 1, state.copy, state.observation
        if action != PUSH:
            reward = 0
        elif seen == BUTTON:
            reward = 1
        else:
            reward = -1 if copy.had_it_shown(learner, BUTTON) == PUSH else 1
        after = shown_observation(self.draws, turn)
        copy = copy.followed_by(learner, Transition(seen, action, reward, after))
        return Percept(reward, after), TemptingButtonVariationState(turn, copy, after)


@frozen
class PublishedTemptingButtonVariation:
    """Published form. Differs: no initial percept; o_0 is always B; o_k is B where u_{k+1} >= 3/4; the copy has
    been trained on the true last observation when it is asked about B, and is asked on every turn.

    Ledger: A22-lib
    """

    draws: Draws

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, PublishedTemptingButtonState]:
        """Return B, and a new copy."""
        return BUTTON, PublishedTemptingButtonState(0, agent_class.initial, BUTTON)

    def step(
        self, agent_class: AgentClass[Any], state: PublishedTemptingButtonState, action: Action
    ) -> tuple[Percept, PublishedTemptingButtonState]:
        """Return reward and observation, and the copy asked and trained."""
        turn, seen = state.turn + 1, state.observation
        would, copy = agent_class.ask(state.copy, BUTTON)
        if seen == BUTTON:
            reward = 1 if action == PUSH else 0
        elif action == SKIP:
            reward = 0
        else:
            reward = 1 if would == SKIP else -1
        after = NO_BUTTON if 4 * draw(self.draws, turn + 1) < 3 else BUTTON
        copy = agent_class.train(copy, Transition(seen, action, reward, after))
        return Percept(reward, after), PublishedTemptingButtonState(turn, copy, after)
