"""Paid for acting as if everything had happened in reverse."""

from collections.abc import Iterator

from formal_rl.environments.learners import Transition
from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import FreshSimulation
from formal_rl.histories import Action, Play, Prompt, prompt_of, reverse

LEDGER = ("A22-E5*",)


def reversed_prompt(play: Play) -> Prompt:
    """Return x_n y_{n-1} ... y_1 x_1 for the nonempty play x_1 y_1 ... x_n y_n.

    Source: Alexander et al. 2022, Example 5 (h').
    """
    return reverse(prompt_of(play))


reverse_history = mimic(reversed_prompt)
"""Definition: Alexander et al. 2022, Example 5 with O = 0."""


def _rehearse(past: tuple[Transition, ...], action: Action) -> Iterator[Transition]:
    for before in reversed(past):
        yield Transition(before.next_observation, before.action, before.reward, before.observation)


reverse_history_published = FreshSimulation(_rehearse)
"""Published form. Differs: no initial percept; the first reward is 0, not 1 or -1; a reversed transition carries
the reward that truly followed its action, where the reversed history has the one that preceded it.
"""
