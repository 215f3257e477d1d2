"""Paid for acting as if the turns with a positive reward had not been."""

from __future__ import annotations

from itertools import chain

from formal_rl.environments.learners import Transition
from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.environments.turns import turns
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Play, Prompt, prompt_of

LEDGER = ("A22-lib",)


def without_paid_turns(play: Play) -> Prompt:
    """Return x_1 y_i x_{i+1} y_j x_{j+1} ...: the prompt of a nonempty play without the turns whose reward is positive.

    A turn is an action with the percept that followed it. So x_1 is always kept, and where the last action was paid
    for, the prompt ends before it.

    Source: documented intention of the published library (IgnoreRewards2).
    """
    prompt = prompt_of(play)
    return (*prompt[:1], *chain.from_iterable(turn for turn in turns(prompt) if turn[1].reward <= 0))


ignore_rewards_2 = mimic(without_paid_turns)
"""Definition: the documented intention of the published library (IgnoreRewards2).

Ledger: A22-lib*
"""


def _unless_paid(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
    return () if true.reward > 0 else (true,)


ignore_rewards_2_incremental = RewrittenIncremental(_unless_paid, period=1)
"""Incremental form."""

ignore_rewards_2_published = RunningSimulation(_unless_paid)
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""


def without_paid_percepts(play: Play) -> Prompt:
    """Return x_i y_i x_j y_j ... x_k: the percepts without a positive reward, each with the action that answered it.

    The last of them stands without its action. Raises `MalformedHistory` where every reward is positive.

    Source: the published library in its functional form of 2021 (IgnoreRewards2).
    """
    prompt_of(play)
    answered = zip(play[0::2], play[1::2], strict=True)
    kept = tuple(chain.from_iterable(pair for pair in answered if pair[0].reward <= 0))
    if kept == ():
        raise MalformedHistory(0, play[0], "at least one percept whose reward is not positive")
    return kept[:-1]


ignore_rewards_2_functional = mimic(without_paid_percepts)
"""Functional form of 2021. Differs: deletes the action that answered a positive reward, not the one that earned it."""
