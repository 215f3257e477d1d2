"""Paid for acting as if every other reward had come a turn later, together with the next."""

from __future__ import annotations

from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.environments.turns import telling, with_earned_rewards
from formal_rl.histories import Play, Prompt, Reward, prompt_of

LEDGER = ("A22-lib",)


def _even_ones_delayed(turn: int, before: Reward, reward: Reward) -> Reward:
    return reward + before if turn % 2 else 0


def with_delayed_rewards(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with R_1, 0, R_2 + R_3, 0, R_4 + R_5, ... in place of R_1, R_2, R_3, ...

    R_1 is the reward that the first action earned. The example of five rewards 1 settles this: the reward of x_1 is 0,
    so it is not the first of them.

    Source: documented intention of the published library (DelayedRewards): 1, 3, 7 become 1, 0, 10.
    """
    return with_earned_rewards(_even_ones_delayed, prompt_of(play))


delayed_rewards = mimic(with_delayed_rewards)
"""Definition: the documented intention of the published library (DelayedRewards).

Ledger: A22-lib*
"""

delayed_rewards_incremental = RewrittenIncremental(telling(_even_ones_delayed), period=2)
"""Incremental form."""

delayed_rewards_published = RunningSimulation(telling(_even_ones_delayed))
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""


def _odd_ones_delayed(turn: int, before: Reward, reward: Reward) -> Reward:
    return 0 if turn % 2 else reward + before


def with_odd_rewards_delayed(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with 0, R_1 + R_2, 0, R_3 + R_4, ... in place of R_1, R_2, R_3, ...

    Source: the published library in its functional form of 2021 (DelayedRewards).
    """
    return with_earned_rewards(_odd_ones_delayed, prompt_of(play))


delayed_rewards_functional = mimic(with_odd_rewards_delayed)
"""Functional form of 2021. Differs: counts the reward of x_1 as the first, so that R_1, R_3, ... are delayed."""
