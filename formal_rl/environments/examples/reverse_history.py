"""Paid for acting as if everything had happened in reverse, by percepts or in the flat form of the 2021 paper."""

from collections.abc import Iterator
from typing import Any

from formal_rl.agents import Transition
from formal_rl.environments.library_protocol import FreshSimulation
from formal_rl.environments.mimic import mimic
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import Action, Play, Prompt, flatten, prompt_of, reverse, unflatten

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


def backwards(play: Play) -> Prompt:
    """Return (r_n, o_n, a_{n-1}, ..., r_1, o_1, a_0, r_0, o_0) for (r_0, o_0, a_0, ..., r_n, o_n, a_n).

    Written on the flat form as the paper has it; raises `MalformedHistory` where an observation is not a natural
    number.

    Source: Alexander et al. 2021, Example 9.
    Ledger: A21-E9*
    """
    flat = flatten(prompt_of(play))
    r, o, a = flat[0::3], flat[1::3], flat[2::3]
    n = len(r) - 1
    turned: list[Any] = [r[n], o[n]]
    for i in range(n - 1, -1, -1):
        turned += [a[i], r[i], o[i]]
    return unflatten(turned)


backward_consciousness = mimic(backwards)
"""Definition: Alexander et al. 2021, Example 9.

Ledger: A21-E9*
"""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "backward_consciousness",
        source="A21 Example 9",
        asked="had all happened in reverse, the last percept first",
        shown_as="the history backwards",
        hypothetical="backwards",
    ),
    EnvironmentRecord(
        "reverse_history",
        source="A22 Example 5",
        meaning="pays 1 if the agent would have done the same had all happened in reverse, else -1; shows 0",
        shown_as="the history reversed",
        hypothetical="reversed_prompt",
        published_differs=(
            "the first reward is 0",
            "a reversed transition has the reward that followed its action, not the one before it",
        ),
        published_meaning=(
            "pays 0 at first, then 1 if a new copy, trained on the transitions so far from the last to the first, "
            "does the same, else -1; shows 0"
        ),
    ),
)
