"""Which optimised form is which definition: all pairs, listed once, here.

A check imports its pairs from where they are defined, so that it does not wait for all the others.
"""

from formal_rl.checking import AgentTransformPair, EnvironmentPair, LearnerTransformPair, Pair
from formal_rl.environments import CATALOGUE, CorridorIncremental, corridor, embed
from formal_rl.statements.alexander_2021.learning_trials import SUPERVISED_PAIR
from formal_rl.statements.alexander_2021.mirrors import PICTURE_PAIRS
from formal_rl.statements.alexander_2021.society import SEAT_PAIR, VILLAGE_PAIR
from formal_rl.statements.alexander_2022.fresh_draws import ANEW_PAIR
from formal_rl.statements.alexander_2022.joysticks import JOYSTICKS_PAIR
from formal_rl.statements.alexander_2022.pairs import FOLDED_PAIRS, MIMICRY_PAIRS, ROLE_PAIRS, RUN_PAIRS
from formal_rl.statements.alexander_2022.practice import ENVIRONMENT_PAIRS
from formal_rl.statements.thornley_2024.pairs import DREST_PAIRS, TRAINING_PAIRS
from formal_rl.statements.wainwright_2019.cell_count_pairs import SAFELIFE_CELL_COUNT_PAIRS
from formal_rl.statements.wainwright_2019.game_pairs import SAFELIFE_GAME_PAIRS
from formal_rl.statements.wainwright_2019.generation import GENERATION_PAIRS
from formal_rl.statements.wainwright_2019.pairs import SAFELIFE_PAIRS
from formal_rl.statements.wainwright_2019.side_effects import EARTH_MOVER_PAIRS, SIDE_EFFECT_PAIRS
from formal_rl.transforms import (
    SelfInsertIncremental,
    reality_check,
    reality_check_fold,
    reality_check_memoised,
    self_insert,
)

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
    AgentTransformPair("reality_check_memoised", reality_check, reality_check_memoised),
    LearnerTransformPair("reality_check_fold", reality_check, reality_check_fold),
    ANEW_PAIR,
    *MIMICRY_PAIRS,
    *ROLE_PAIRS,
    *FOLDED_PAIRS,
    *RUN_PAIRS,
    *PICTURE_PAIRS,
    VILLAGE_PAIR,
    SEAT_PAIR,
    SUPERVISED_PAIR,
    *SELF_PAIRS,
    JOYSTICKS_PAIR,
    *DREST_PAIRS,
    *TRAINING_PAIRS,
    *SAFELIFE_PAIRS,
    *SAFELIFE_GAME_PAIRS,
    *SAFELIFE_CELL_COUNT_PAIRS,
    *EARTH_MOVER_PAIRS,
    *SIDE_EFFECT_PAIRS,
    *GENERATION_PAIRS,
)
"""Every pair of a definition and an optimised form."""
