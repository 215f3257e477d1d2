"""Paid for acting as if every turn had happened twice."""

from __future__ import annotations

from itertools import chain

from formal_rl.environments.learners import Transition
from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.environments.turns import turns
from formal_rl.histories import Play, Prompt, prompt_of

LEDGER = ("A22-lib",)


def with_turns_doubled(play: Play) -> Prompt:
    """Return x_1 y_1 x_2 y_1 x_2 y_2 x_3 y_2 x_3 ... for the nonempty play x_1 y_1 x_2 y_2 x_3 ...

    A turn is an action with the percept that followed it.

    Source: documented intention of the published library (Repeater).
    """
    prompt = prompt_of(play)
    return (*prompt[:1], *chain.from_iterable(turn + turn for turn in turns(prompt)))


repeater = mimic(with_turns_doubled)
"""Definition: the documented intention of the published library (Repeater).

Ledger: A22-lib*
"""


def _twice(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
    return true, true


repeater_incremental = RewrittenIncremental(_twice, period=1)
"""Incremental form."""

repeater_published = RunningSimulation(_twice)
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""


def with_percepts_doubled(play: Play) -> Prompt:
    """Return x_1 y_1 x_1 y_1 x_2 y_2 x_2 y_2 ... x_n for the nonempty play x_1 y_1 x_2 y_2 ... x_n y_n.

    Source: the published library in its functional form of 2021 (Repeater).
    """
    prompt = prompt_of(play)
    answered = zip(prompt[0:-1:2], prompt[1::2], strict=True)
    return (*chain.from_iterable(pair + pair for pair in answered), prompt[-1])


repeater_functional = mimic(with_percepts_doubled)
"""Functional form of 2021. Differs: doubles a percept with the action that answered it, not one with the action before.
"""
