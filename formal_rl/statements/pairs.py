"""All pairs of an optimised form and its definition, listed once, here.

A check imports its pairs from where they are defined, so that it does not wait for all the others.
"""

from formal_rl.checking.equality import AgentTransformPair, EnvironmentPair, LearnerTransformPair, Pair
from formal_rl.environments import CATALOGUE, embed
from formal_rl.environments.abstract import asked_for_a_label, learning_likeness, playing_in_the_mirror, seeing_blocks
from formal_rl.environments.abstract.learning_trials import SUPERVISED_SHOWN, labelling_bars
from formal_rl.environments.abstract.mirrors import mirror_room, mirror_room_incremental
from formal_rl.environments.abstract.multi_role import BAKER, VILLAGE, SocietyIncremental, in_society
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.ordinary import CorridorIncremental, corridor
from formal_rl.safelife import advance_array, advance_arrays
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed, find_cycle_packed
from formal_rl.safelife.board import advance
from formal_rl.safelife.game import find_cycle, step, view
from formal_rl.safelife.generation import generate_still_life, generate_still_life_incremental
from formal_rl.safelife.side_effects import _cell_counts as counts
from formal_rl.safelife.side_effects import (
    earth_mover_distance,
    earth_mover_distance_certified,
    side_effects,
    side_effects_certified,
)
from formal_rl.safelife.side_effects._earth_mover_certified import earth_mover_by_rounds_certified
from formal_rl.statements.alexander_2022.fresh_draws import ANEW_PAIR
from formal_rl.statements.alexander_2022.joysticks import JOYSTICKS_PAIR
from formal_rl.statements.alexander_2022.pairs import FOLDED_PAIRS, MIMICRY_PAIRS, ROLE_PAIRS
from formal_rl.statements.alexander_2022.practice import ENVIRONMENT_PAIRS
from formal_rl.statements.thornley_2024.pairs import DREST_PAIRS, TRAINING_PAIRS
from formal_rl.statements.wainwright_2019.trajectories import by_boards, one_by_one, same_arrays
from formal_rl.transforms import reality_check, reality_check_fold, reality_check_memoised, self_insert
from formal_rl.transforms.self_insert import SelfInsertIncremental

PICTURE_PAIRS = (
    EnvironmentPair("MirrorRoomIncremental", embed(mirror_room), mirror_room_incremental),
    EnvironmentPair("MirrorIncremental", playing_in_the_mirror, CATALOGUE["mirror_room"].made("incremental")),
    EnvironmentPair("BinocularIncremental", seeing_blocks, CATALOGUE["binocular_blocks"].made("incremental")),
)
"""Those of environments that show pictures."""

OF_ONESELF = (
    *("incentivize_self_recognition", "newcombs_problem", "oracular_obstacle_course", "treasures_for_the_worthy"),
    *("clever_employer", "recognising_conversations", "recognising_predictions", "knowing"),
)
"""Some abstract examples and Newcomb's problem."""

PAIRS: tuple[Pair, ...] = (
    *ENVIRONMENT_PAIRS,
    AgentTransformPair("reality_check_memoised", reality_check, reality_check_memoised),
    LearnerTransformPair("reality_check_fold", reality_check, reality_check_fold),
    ANEW_PAIR,
    *MIMICRY_PAIRS,
    *ROLE_PAIRS,
    *FOLDED_PAIRS,
    *PICTURE_PAIRS,
    EnvironmentPair.of(CATALOGUE["village"]),
    EnvironmentPair("SocietyIncremental", in_society(VILLAGE, BAKER), SocietyIncremental(VILLAGE, BAKER)),
    EnvironmentPair(
        "TrialRecognitionIncremental",
        labelling_bars,
        TrialRecognitionIncremental(learning_likeness(asked_for_a_label, SUPERVISED_SHOWN)),
    ),
    EnvironmentPair(
        "SelfInsertIncremental", self_insert(embed(corridor(2))), SelfInsertIncremental(CorridorIncremental(2))
    ),
    *map(EnvironmentPair.of, map(CATALOGUE.__getitem__, OF_ONESELF)),
    JOYSTICKS_PAIR,
    *DREST_PAIRS,
    *TRAINING_PAIRS,
    Pair("advance_packed", advance, advance_packed),
    Pair("step_packed", step, step_packed),
    Pair("view_packed", view, view_packed),
    Pair("advance_by_packed", advance_by, advance_by_packed),
    Pair("advance_by_compiled", advance_by, advance_by_compiled),
    Pair("life_counts_packed", counts.life_counts, counts.life_counts_packed),
    Pair("life_counts_compiled", counts.life_counts, counts.life_counts_compiled),
    Pair("cell_counts_packed", counts.cell_counts, counts.cell_counts_packed),
    Pair("find_cycle_packed", find_cycle, find_cycle_packed),
    Pair("advance_array", by_boards, advance_array, same_arrays),
    Pair("advance_arrays", one_by_one, advance_arrays, same_arrays),
    Pair("generate_still_life_incremental", generate_still_life, generate_still_life_incremental),
    Pair("earth_mover_distance_certified", earth_mover_distance, earth_mover_distance_certified),
    Pair("earth_mover_by_rounds_certified", earth_mover_distance, earth_mover_by_rounds_certified),
    Pair("side_effects_certified", side_effects, side_effects_certified),
)
"""Every pair of a definition and an optimised form."""
