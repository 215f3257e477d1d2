"""Which fast form is which definition: listed once, here; the listing makes the comparison."""

from __future__ import annotations

from formal_rl.checking.equality import AgentTransformPair, EnvironmentPair, LearnerTransformPair, Pair
from formal_rl.environments import (
    BanditIncremental,
    CorridorIncremental,
    FalseMemoriesIncremental,
    GuessTheNumberIncremental,
    ReplayedIncremental,
    TemptingButtonIncremental,
    bandit,
    corridor,
    deja_vu,
    embed,
    false_memories,
    guess_the_number,
    ignore_rewards,
    ignore_rewards_incremental,
    tempting_button,
)
from formal_rl.statements.drest_pairs import DREST_PAIRS
from formal_rl.statements.fold_pairs import FOLDED_PAIRS
from formal_rl.statements.library import DRAWS, MEMORIES
from formal_rl.statements.library_pairs import MIMICRY_PAIRS
from formal_rl.statements.role_pairs import ROLE_ENVIRONMENT_PAIRS, ROLE_PAIRS
from formal_rl.statements.run_pairs import RUN_PAIRS
from formal_rl.statements.safelife_game_pairs import SAFELIFE_GAME_PAIRS
from formal_rl.statements.safelife_pairs import SAFELIFE_PAIRS
from formal_rl.transforms import reality_check, reality_check_fold, reality_check_memoised

IGNORE_REWARDS = EnvironmentPair("ignore_rewards_incremental", ignore_rewards, ignore_rewards_incremental)
FALSE_MEMORIES = EnvironmentPair(
    "FalseMemoriesIncremental", false_memories(MEMORIES), FalseMemoriesIncremental(MEMORIES)
)
TEMPTING_BUTTON = EnvironmentPair("TemptingButtonIncremental", tempting_button(DRAWS), TemptingButtonIncremental(DRAWS))
REPLAYED = EnvironmentPair("ReplayedIncremental", deja_vu, ReplayedIncremental(deja_vu))
BANDIT = EnvironmentPair("BanditIncremental", embed(bandit((1, -1))), BanditIncremental((1, -1)))
CORRIDOR = EnvironmentPair("CorridorIncremental", embed(corridor(2)), CorridorIncremental(2))
GUESS = EnvironmentPair("GuessTheNumberIncremental", embed(guess_the_number(1, 2)), GuessTheNumberIncremental(1, 2))
REALITY_CHECK_MEMOISED = AgentTransformPair("reality_check_memoised", reality_check, reality_check_memoised)
REALITY_CHECK_FOLD = LearnerTransformPair("reality_check_fold", reality_check, reality_check_fold)

ORDINARY_PAIRS = (BANDIT, CORRIDOR, GUESS)
"""Those of ordinary environments, each with two actions."""

ENVIRONMENT_PAIRS = (IGNORE_REWARDS, FALSE_MEMORIES, TEMPTING_BUTTON, REPLAYED, *ORDINARY_PAIRS)
"""Those of environments."""

LIBRARY_PAIRS = (*MIMICRY_PAIRS, *ROLE_ENVIRONMENT_PAIRS)
"""Those of the environments that only the published library has."""

PAIRS: tuple[Pair, ...] = (
    *ENVIRONMENT_PAIRS,
    REALITY_CHECK_MEMOISED,
    REALITY_CHECK_FOLD,
    *MIMICRY_PAIRS,
    *ROLE_PAIRS,
    *FOLDED_PAIRS,
    *RUN_PAIRS,
    *DREST_PAIRS,
    *SAFELIFE_PAIRS,
    *SAFELIFE_GAME_PAIRS,
)
"""Every pair of a definition and a fast form."""
