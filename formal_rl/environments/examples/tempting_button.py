"""A button that is free to push, among rooms that pay for what one would do if there were a button."""

from formal_rl.agents import Agent, Draws, draw
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.listed import DRAWS
from formal_rl.environments.otherwise_seen import OtherwiseSeen, OtherwiseSeenPublished, Would
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.environments.simulated_copy import with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, require_play

LEDGER = ("A22-E4*",)

BUTTON, NO_BUTTON = 0, 1
"""B, and the one observation here that is not B."""

PUSH = 0
"""A."""

SKIP = 1
"""The other action of the published environment, which has two."""


def seeing_a_button(play: Play) -> Prompt:
    """Return h' for a nonempty play h⌢y: h with the observation of its last percept replaced by B.

    Source: Alexander et al. 2022, Example 4 (h').
    """
    return with_last_observation(play, BUTTON)


def shown_observation(draws: Draws, turn: int) -> Observation:
    """Return o_turn: B with probability 1/4, where u_turn < 1/4.

    Source: Alexander et al. 2022, Example 4.
    """
    return BUTTON if 4 * draw(draws, turn) < 1 else NO_BUTTON


def tempting_button(draws: Draws) -> ExtendedEnvironment:
    """Return the tempting button, o_0, o_1, ... made from the draws u_0, u_1, ...

    With B in the last percept: 1 for pushing, -1 for not pushing. With anything else there: -1 if the agent would
    push on h', and 1 if it would not, whatever it did. Raises `DrawsExhausted` where the draws end.

    Source: Alexander et al. 2022, Example 4, with B = 0, A = 0 and 1 for any other than B.
    Ledger: A22-E4*, A22-E4-value*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        n = len(play) // 2
        o_n = shown_observation(draws, n)
        if play == ():
            return Percept(0, o_n)
        h, y_n = play[:-1], play[-1]
        if h[-1].observation == BUTTON:
            return Percept(1, o_n) if y_n == PUSH else Percept(-1, o_n)
        return Percept(-1, o_n) if agent(seeing_a_button(play)) == PUSH else Percept(1, o_n)

    return environment


def tempting_button_functional(draws: Draws) -> ExtendedEnvironment:
    """Return the functional form. Differs: 0 and 1 are exchanged: 1 is the button, and to push; 0 is neither.

    So for two observations and two actions it is the definition under other names. Raises as that does.
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        n = len(play) // 2
        o_n = 1 if shown_observation(draws, n) == BUTTON else 0
        if play == ():
            return Percept(0, o_n)
        if play[-2].observation != 0:
            return Percept(1, o_n) if play[-1] == 1 else Percept(-1, o_n)
        return Percept(1, o_n) if agent(with_last_observation(play, 1)) == 0 else Percept(-1, o_n)

    return environment


def _reward(seen: Observation, action: Action, would: Would) -> int:
    if seen == BUTTON:
        return 1 if action == PUSH else -1
    return -1 if would(BUTTON) == PUSH else 1


tempting_button_incremental = OtherwiseSeen(shown_observation, _reward).incremental
"""Incremental form.

Ledger: A22-E4*, A22-S4*
"""


def shown_in_2022(draws: Draws, turn: int) -> Observation:
    """Return B at first, and after k actions B where u_{k+1} >= 3/4."""
    return BUTTON if turn == 0 or 4 * draw(draws, turn + 1) >= 3 else NO_BUTTON


def _reward_in_2022(seen: Observation, action: Action, would: Would) -> int:
    wins = action == PUSH if seen == BUTTON else would(BUTTON) == SKIP
    return 1 if wins else -1


def tempting_button_published(draws: Draws) -> OtherwiseSeenPublished:
    """Return the published form. Differs: no initial percept; o_0 is always B; o_k is B where u_{k+1} >= 3/4; the copy
    has been trained on the true last observation before it answers B, and it answers on every turn.
    """
    return OtherwiseSeenPublished(draws, shown_in_2022, _reward_in_2022, lambda seen: BUTTON)


BUTTON_IN_2022 = (
    "the first room always has the button, and o_k is made from u_{k+1} the other way round",
    "the copy has been trained on the true last observation instead of the button",
)
BUTTON_IN_2021 = "0 and 1 are exchanged: 1 is the button, and to push"

RECORDS = (
    EnvironmentRecord(
        "tempting_button",
        source="A22 Example 4",
        meaning=(
            "with a button seen (0), pays 1 for action 0, to push, else -1; without (1), pays 1 if the agent would "
            "not push had it seen a button, else -1, whatever it does; o_n is a button where draw n is less than 1/4, "
            "else 1; the first reward is 0"
        ),
        draws=True,
        listed=(DRAWS,),
        published_differs=BUTTON_IN_2022,
        published_meaning=(
            "starts with a button, and shows one after n actions where draw n + 1 is 3/4 or more; with a button, pays "
            "1 for pushing it, else -1; without, pays 1 if a copy, trained on all so far, would not push one, else -1"
        ),
        functional_differs=BUTTON_IN_2021,
        observations=2,
    ),
)
