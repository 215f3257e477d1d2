"""Paid for acting as if every other reward had had the other sign."""

from __future__ import annotations

from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.environments.turns import telling, with_earned_rewards
from formal_rl.histories import Play, Prompt, Reward, prompt_of

LEDGER = ("A22-lib",)


def _odd_ones_flipped(turn: int, before: Reward, reward: Reward) -> Reward:
    return -reward if turn % 2 else reward


def with_flipped_rewards(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with -R_1, R_2, -R_3, R_4, ... in place of the rewards R_1, R_2, R_3, ...

    R_1 is the reward that the first action earned. The documentation says that the first, the third and so on are
    flipped, without an example; that is how the first reward is counted in the other environments of the library.

    Source: documented intention of the published library (FlipEveryOther).
    """
    return with_earned_rewards(_odd_ones_flipped, prompt_of(play))


flip_every_other = mimic(with_flipped_rewards)
"""Definition: the documented intention of the published library (FlipEveryOther).

Ledger: A22-lib*
"""

flip_every_other_incremental = RewrittenIncremental(telling(_odd_ones_flipped), period=2)
"""Incremental form."""


def _even_ones_flipped(turn: int, before: Reward, reward: Reward) -> Reward:
    return reward if turn % 2 else -reward


flip_every_other_published = RunningSimulation(telling(_even_ones_flipped))
"""Published form. Differs: there is no initial percept; R_2, R_4, ... are flipped, and not R_1, R_3, ..."""
