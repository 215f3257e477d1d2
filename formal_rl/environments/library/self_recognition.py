"""Paid for knowing which of four sentences about oneself are true."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from formal_rl.agents import Draws, RepeatedDraws
from formal_rl.agents.draws import drawn_observation
from formal_rl.environments.otherwise_seen import OtherwiseSeen, OtherwiseSeenPublished, Would
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import Action, Observation

LEDGER = ("A22-S34-recognition*",)

TRUE, FALSE = 1, 0
"""The two answers, as actions."""

SENTENCES: Mapping[Observation, tuple[Observation, Action]] = MappingProxyType(
    {2: (0, 0), 3: (0, 1), 4: (1, 0), 5: (1, 1)}
)
"""The observations that are sentences: (o, y) stands for *if this observation were o, you would take action y*.

Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
"""


def drawn_sentence(draws: Draws, turn: int) -> Observation:
    """Return o_turn, one of 0, ..., 5: the whole part of 6 u_turn. 0 and 1 are not sentences."""
    return drawn_observation(draws, turn, 6)


def _reward(seen: Observation, action: Action, would: Would) -> int:
    if seen not in SENTENCES:
        return 0
    observation, supposed = SENTENCES[seen]
    right = TRUE if would(observation) == supposed else FALSE
    return 1 if action == right else -1


self_recognition = OtherwiseSeen(drawn_sentence, _reward)
"""Self-recognition, o_0, o_1, ... made from the draws u_0, u_1, ...

Where the last percept shows a sentence, the last action pays 1 if it is the right answer, TRUE or FALSE, else -1. A
sentence is true if it is so of the agent on that same history, its last observation replaced. Where the last percept
shows no sentence, the action pays 0. The first percept is (0, o_0). The functional form is the same.

Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
"""
self_recognition_incremental = self_recognition.incremental
"""Incremental form."""


def self_recognition_published(draws: Draws) -> OtherwiseSeenPublished:
    """Return the published form. Differs: no initial percept; o_k is made from u_{k+1}; the copy has been trained on
    the true last observation before it answers another, and it answers 0 if there is no sentence.
    """
    return OtherwiseSeenPublished(
        draws,
        lambda draws, turn: drawn_sentence(draws, turn + 1),
        _reward,
        lambda seen: SENTENCES[seen][0] if seen in SENTENCES else 0,
    )


RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "self_recognition",
        meaning=(
            "o_n is the whole part of 6 times draw n; 2, 3, 4 and 5 say 'shown 0 here, you would do 0', 'shown 0, 1', "
            "'shown 1, 0' and 'shown 1, 1'; where one was shown, pays 1 for action 1 if it is so, or for 0 if it is "
            "not, else -1; pays 0 where none was, and at first"
        ),
        draws=True,
        listed=(RepeatedDraws((Fraction(1, 2), Fraction(3, 4), Fraction(0), Fraction(1, 4))),),
        published_differs=(
            "o_k is made from the draw u_{k+1}",
            "the copy has been trained on the true last observation, where another should be in its place",
            "four sentences are asked about, not all histories as in A21 Example 18",
        ),
        observations=6,
    ),
)
