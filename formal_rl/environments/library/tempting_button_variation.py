"""The tempting button, but not pushing pays nothing, and only pushing nothing is judged by what one would do."""

from formal_rl.agents import Agent, Draws
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.examples.tempting_button import (
    BUTTON,
    BUTTON_IN_2021,
    BUTTON_IN_2022,
    PUSH,
    SKIP,
    shown_in_2022,
    shown_observation,
)
from formal_rl.environments.listed import DRAWS
from formal_rl.environments.otherwise_seen import OtherwiseSeen, OtherwiseSeenPublished, Would
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.environments.simulated_copy import with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, require_play

LEDGER = ("A22-lib",)


def _reward(seen: Observation, action: Action, would: Would) -> int:
    if action != PUSH:
        return 0
    return 1 if seen == BUTTON or would(BUTTON) != PUSH else -1


tempting_button_variation = OtherwiseSeen(shown_observation, _reward)
"""The variation of the tempting button, o_0, o_1, ... made from the draws u_0, u_1, ... as there.

Not pushing pays 0. With B in the last percept, pushing pays 1. With anything else there, pushing pays -1 if the agent
would push were B there, and 1 if it would not.

Source: documented intention of the published library.
Ledger: A22-lib*
"""
tempting_button_variation_incremental = tempting_button_variation.incremental


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


def _reward_in_2022(seen: Observation, action: Action, would: Would) -> int:
    if seen == BUTTON:
        return 1 if action == PUSH else 0
    if action == SKIP:
        return 0
    return 1 if would(BUTTON) == SKIP else -1


def tempting_button_variation_published(draws: Draws) -> OtherwiseSeenPublished:
    """Return the published form. Differs: no initial percept; o_0 is always B; o_k is B where u_{k+1} >= 3/4; the copy
    has been trained on the true last observation before it answers B, and it answers on every turn.
    """
    return OtherwiseSeenPublished(draws, shown_in_2022, _reward_in_2022, lambda seen: BUTTON)


RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "tempting_button_variation",
        meaning=(
            "pays 0 for anything but action 0, to push; with a button seen (0), pushing pays 1; without, it pays 1 if "
            "the agent would not push had it seen a button, else -1; o_n is a button where draw n is less than 1/4, "
            "else 1; the first reward is 0"
        ),
        draws=True,
        listed=(DRAWS,),
        published_differs=BUTTON_IN_2022,
        functional_differs=BUTTON_IN_2021,
        observations=2,
    ),
)
