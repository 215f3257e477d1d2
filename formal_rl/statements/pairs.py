"""Which fast form is which definition: listed once, here; the listing makes the comparison."""

from __future__ import annotations

from formal_rl.checking.equality import AgentTransformPair, EnvironmentPair, LearnerTransformPair, Pair
from formal_rl.environments import (
    FalseMemoriesIncremental,
    false_memories,
    ignore_rewards,
    ignore_rewards_incremental,
)
from formal_rl.statements.library import MEMORIES
from formal_rl.transforms import reality_check, reality_check_fold, reality_check_memoised

IGNORE_REWARDS = EnvironmentPair("ignore_rewards_incremental", ignore_rewards, ignore_rewards_incremental)
FALSE_MEMORIES = EnvironmentPair(
    "FalseMemoriesIncremental", false_memories(MEMORIES), FalseMemoriesIncremental(MEMORIES)
)
REALITY_CHECK_MEMOISED = AgentTransformPair("reality_check_memoised", reality_check, reality_check_memoised)
REALITY_CHECK_FOLD = LearnerTransformPair("reality_check_fold", reality_check, reality_check_fold)

PAIRS: tuple[Pair, ...] = (IGNORE_REWARDS, FALSE_MEMORIES, REALITY_CHECK_MEMOISED, REALITY_CHECK_FOLD)
"""Every pair of a definition and a fast form."""
