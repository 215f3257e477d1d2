"""The tempting button, but not pushing pays nothing, and only pushing nothing is judged by what one would do."""

from collections.abc import Callable

from attrs import frozen

from formal_rl.agents import Agent, Draws
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.examples.tempting_button import (
    BUTTON,
    PUSH,
    PublishedTemptingButton,
    TemptingButtonIncremental,
    shown_observation,
)
from formal_rl.environments.simulated_copy import with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, require_play

LEDGER = ("A22-lib",)

SKIP = 1
"""The action that is not to push; any other action is taken like it."""


def tempting_button_variation(draws: Draws) -> ExtendedEnvironment:
    """Return the variation of the tempting button, o_0, o_1, ... made from the draws u_0, u_1, ... as there.

    Not pushing pays 0. With B in the last percept, pushing pays 1. With anything else there, pushing pays -1 if the
    agent would push were B there, and 1 if it would not. The environment raises `DrawsExhausted` where the draws end.

    Source: documented intention of the published library.
    Ledger: A22-lib*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        after = shown_observation(draws, len(play) // 2)
        if play == () or play[-1] != PUSH:
            return Percept(0, after)
        if play[-2].observation == BUTTON:
            return Percept(1, after)
        return Percept(-1 if agent(with_last_observation(play, BUTTON)) == PUSH else 1, after)

    return environment


def tempting_button_variation_functional(draws: Draws) -> ExtendedEnvironment:
    """Return the functional form. Differs: 0 and 1 are exchanged: 1 is the button, and to push; 0 is neither.

    So for two observations and two actions it is the definition under other names. The environment raises as that does.
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        after = 1 if shown_observation(draws, len(play) // 2) == BUTTON else 0
        if play == () or play[-1] != 1:
            return Percept(0, after)
        if play[-2].observation != 0:
            return Percept(1, after)
        return Percept(1 if agent(with_last_observation(play, 1)) == 0 else -1, after)

    return environment


@frozen
class TemptingButtonVariationIncremental(TemptingButtonIncremental):
    """The variation with one simulated copy, which is asked only after a push where there is no button.

    Source: Alexander et al. 2022, Section 4.
    """

    def reward(self, seen: Observation, action: Action, would: Callable[[], Action]) -> int:
        """Return what is paid, given what is seen and done; ``would`` asks what would be done on seeing B."""
        return super().reward(seen, action, would) if action == PUSH else 0


@frozen
class PublishedTemptingButtonVariation(PublishedTemptingButton):
    """Published form. Differs: no initial percept; o_0 is always B; o_k is B where u_{k+1} >= 3/4; the copy has
    been trained on the true last observation when it is asked about B, and is asked on every turn.
    """

    def reward(self, seen: Observation, action: Action, would: Action) -> int:
        """Return what is paid, given what is seen, what is done, and what would be done on seeing B."""
        if seen == BUTTON:
            return 1 if action == PUSH else 0
        if action == SKIP:
            return 0
        return 1 if would == SKIP else -1
