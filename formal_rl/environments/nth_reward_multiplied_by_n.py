"""Paid for acting as if the nth reward had been n times what it was."""

from __future__ import annotations

from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.environments.turns import telling, with_earned_rewards
from formal_rl.histories import Play, Prompt, Reward, prompt_of

LEDGER = ("A22-lib",)


def _times_the_turn(turn: int, before: Reward, reward: Reward) -> Reward:
    return turn * reward


def with_multiplied_rewards(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with R_1, 2 R_2, 3 R_3, ... in place of the rewards R_1, R_2, R_3, ...

    R_1 is the reward that the first action earned. The documentation has no example; that is how first and second
    reward are counted in the other environments of the library.

    Source: documented intention of the published library (NthRewardMultipliedByN).
    """
    return with_earned_rewards(_times_the_turn, prompt_of(play))


nth_reward_multiplied_by_n = mimic(with_multiplied_rewards)
"""Definition: the documented intention of the published library (NthRewardMultipliedByN).

Ledger: A22-lib*
"""

nth_reward_multiplied_by_n_incremental = RewrittenIncremental(telling(_times_the_turn))
"""Incremental form."""


def _times_the_turns_before(turn: int, before: Reward, reward: Reward) -> Reward:
    return (turn - 1) * reward


nth_reward_multiplied_by_n_published = RunningSimulation(telling(_times_the_turns_before))
"""Published form. Differs: there is no initial percept; R_1, R_2, R_3, ... are multiplied by 0, 1, 2, ..."""
