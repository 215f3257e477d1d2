"""Which optimised form is which definition: all pairs, listed once, here.

A check imports its pairs from where they are defined, so that it does not wait for all the others.
"""

from formal_rl.checking import EnvironmentPair, Pair
from formal_rl.environments import CATALOGUE, CorridorIncremental, corridor, embed
from formal_rl.statements.alexander_2021.picture_pairs import PICTURE_PAIRS
from formal_rl.statements.alexander_2021.society_pairs import SOCIETY_PAIRS
from formal_rl.statements.alexander_2022.library_pairs import MIMICRY_PAIRS
from formal_rl.statements.alexander_2022.practice import ENVIRONMENT_PAIRS
from formal_rl.statements.alexander_2022.reality_check import REALITY_CHECK_FOLD, REALITY_CHECK_MEMOISED
from formal_rl.statements.alexander_2022.role_pairs import ROLE_PAIRS
from formal_rl.statements.alexander_2022.run_pairs import FOLDED_PAIRS, RUN_PAIRS
from formal_rl.statements.thornley_2024.pairs import DREST_PAIRS
from formal_rl.statements.thornley_2024.training_pairs import TRAINING_PAIRS
from formal_rl.statements.wainwright_2019.batch_pairs import SAFELIFE_BATCH_PAIRS
from formal_rl.statements.wainwright_2019.cell_count_pairs import SAFELIFE_CELL_COUNT_PAIRS
from formal_rl.statements.wainwright_2019.generation import GENERATION_PAIRS
from formal_rl.statements.wainwright_2019.packed_game_pairs import SAFELIFE_PACKED_GAME_PAIRS
from formal_rl.statements.wainwright_2019.pairs import SAFELIFE_GAME_PAIRS, SAFELIFE_PAIRS
from formal_rl.statements.wainwright_2019.side_effects import EARTH_MOVER_PAIRS, SIDE_EFFECT_PAIRS
from formal_rl.transforms import SelfInsertIncremental, self_insert

SELF_PAIRS = (
    EnvironmentPair(
        "SelfInsertIncremental", self_insert(embed(corridor(2))), SelfInsertIncremental(CorridorIncremental(2))
    ),
    *(
        EnvironmentPair.of(CATALOGUE[name])
        for name in (
            "incentivize_self_recognition",
            "newcombs_problem",
            "oracular_obstacle_course",
            "treasures_for_the_worthy",
            "clever_employer",
            "recognising_conversations",
            "recognising_predictions",
            "knowing",
        )
    ),
)
"""Those of the abstract examples and of Newcomb's problem."""

PAIRS: tuple[Pair, ...] = (
    *ENVIRONMENT_PAIRS,
    REALITY_CHECK_MEMOISED,
    REALITY_CHECK_FOLD,
    *MIMICRY_PAIRS,
    *ROLE_PAIRS,
    *FOLDED_PAIRS,
    *RUN_PAIRS,
    *PICTURE_PAIRS,
    *SOCIETY_PAIRS,
    *SELF_PAIRS,
    *DREST_PAIRS,
    *TRAINING_PAIRS,
    *SAFELIFE_PAIRS,
    *SAFELIFE_GAME_PAIRS,
    *SAFELIFE_CELL_COUNT_PAIRS,
    *SAFELIFE_BATCH_PAIRS,
    *SAFELIFE_PACKED_GAME_PAIRS,
    *EARTH_MOVER_PAIRS,
    *SIDE_EFFECT_PAIRS,
    *GENERATION_PAIRS,
)
"""Every pair of a definition and an optimised form."""
