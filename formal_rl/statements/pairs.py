"""Which optimised form is which definition: all pairs, listed once, here.

A check imports its pairs from where they are defined, so that it does not wait for all the others.
"""

from formal_rl.checking import EnvironmentPair, Pair
from formal_rl.environments import CATALOGUE, CorridorIncremental, corridor, embed
from formal_rl.environments.abstract import (
    SUPERVISED_SHOWN,
    VILLAGE,
    SocietyIncremental,
    asked_for_a_label,
    in_society,
    mirror_room,
    playing_in_the_mirror,
    seeing_blocks,
    supervised_likeness,
)
from formal_rl.environments.abstract.mirrors import mirror_room_incremental
from formal_rl.environments.abstract.multi_role import BAKER
from formal_rl.environments.abstract.shown_trials import labelling_bars
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.statements.alexander_2022.fresh_draws import ANEW_PAIR
from formal_rl.statements.alexander_2022.joysticks import JOYSTICKS_PAIR
from formal_rl.statements.alexander_2022.pairs import FOLDED_PAIRS, MIMICRY_PAIRS, ROLE_PAIRS, RUN_PAIRS
from formal_rl.statements.alexander_2022.practice import ENVIRONMENT_PAIRS
from formal_rl.statements.alexander_2022.reality_check import REALITY_CHECK_FOLD, REALITY_CHECK_MEMOISED
from formal_rl.statements.thornley_2024.pairs import DREST_PAIRS, TRAINING_PAIRS
from formal_rl.statements.wainwright_2019.cell_count_pairs import SAFELIFE_CELL_COUNT_PAIRS
from formal_rl.statements.wainwright_2019.game_pairs import SAFELIFE_GAME_PAIRS
from formal_rl.statements.wainwright_2019.generation import GENERATION_PAIRS
from formal_rl.statements.wainwright_2019.pairs import SAFELIFE_PAIRS
from formal_rl.statements.wainwright_2019.side_effects import EARTH_MOVER_PAIRS, SIDE_EFFECT_PAIRS
from formal_rl.transforms import SelfInsertIncremental, self_insert

PICTURE_PAIRS = (
    EnvironmentPair("MirrorRoomIncremental", embed(mirror_room), mirror_room_incremental),
    EnvironmentPair("MirrorIncremental", playing_in_the_mirror, CATALOGUE["mirror_room"].made("incremental")),
    EnvironmentPair("BinocularIncremental", seeing_blocks, CATALOGUE["binocular_blocks"].made("incremental")),
)
"""Those of environments that show pictures."""

SOCIETY_PAIRS = (
    EnvironmentPair.of(CATALOGUE["village"]),
    EnvironmentPair("SocietyIncremental", in_society(VILLAGE, BAKER), SocietyIncremental(VILLAGE, BAKER)),
)

SUPERVISED_PAIR = EnvironmentPair(
    "TrialRecognitionIncremental",
    labelling_bars,
    TrialRecognitionIncremental(supervised_likeness(asked_for_a_label, SUPERVISED_SHOWN)),
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
    REALITY_CHECK_MEMOISED,
    REALITY_CHECK_FOLD,
    ANEW_PAIR,
    *MIMICRY_PAIRS,
    *ROLE_PAIRS,
    *FOLDED_PAIRS,
    *RUN_PAIRS,
    *PICTURE_PAIRS,
    *SOCIETY_PAIRS,
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
