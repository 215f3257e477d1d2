"""Paid for acting as if every reward had come a turn later."""

from __future__ import annotations

from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.environments.turns import telling, with_earned_rewards
from formal_rl.histories import Play, Prompt, Reward, prompt_of

LEDGER = ("A22-lib",)


def _the_one_before(turn: int, before: Reward, reward: Reward) -> Reward:
    return before


def with_shifted_rewards(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with 0, R_1, R_2, ... in place of the rewards R_1, R_2, R_3, ...

    R_1 is the reward that the first action earned. If the reward of x_1 is counted as the first instead, nothing
    changes where x_1 has reward 0.

    Source: documented intention of the published library (ShiftedRewards): 1, 5, 6, 2, 8 become 0, 1, 5, 6, 2.
    """
    return with_earned_rewards(_the_one_before, prompt_of(play))


shifted_rewards = mimic(with_shifted_rewards)
"""Definition: the documented intention of the published library (ShiftedRewards).

Ledger: A22-lib*
"""

shifted_rewards_incremental = RewrittenIncremental(telling(_the_one_before), period=1)
"""Incremental form."""

shifted_rewards_published = RunningSimulation(telling(_the_one_before))
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""
