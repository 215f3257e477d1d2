"""Paid for doing what one would do again if everything so far, this action included, had happened twice."""

from formal_rl.agents import Transition
from formal_rl.environments.library_protocol import FreshSimulation
from formal_rl.environments.mimic import mimic
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import Action, Play, Prompt, concatenate, prompt_of

LEDGER = ("A21-E10*",)


def repeated(play: Play) -> Prompt:
    """Return s⌢a⌢s for the nonempty play s⌢a.

    Source: Alexander et al. 2021, Example 10.
    """
    return concatenate(play, prompt_of(play))


deja_vu = mimic(repeated)
"""Definition: Alexander et al. 2021, Example 10."""


def _rehearse(past: tuple[Transition, ...], action: Action) -> tuple[Transition, ...]:
    return (*past, Transition(0, action, 0, 0), *past)


deja_vu_published = FreshSimulation(_rehearse)
"""Published form. Differs: no initial percept; the first reward is 0, not 1 or -1."""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "deja_vu",
        source="A21 Example 10",
        asked="had everything so far happened twice: on s a s, for the play s a",
        shown_as="the history, the last action and the history again",
        hypothetical="repeated",
        published_differs=("the first reward is 0",),
    ),
)
