"""SafeLife: cells, boards, the rule, actions, points, levels and games; side effects."""

from formal_rl.safelife.actions import ACTIONS, act
from formal_rl.safelife.advance_vectorised import advance_vectorised
from formal_rl.safelife.baselines import distributions, inaction_distribution
from formal_rl.safelife.batch_game import BatchLevels, play_batch_packed
from formal_rl.safelife.batch_planes import advance_batch_packed
from formal_rl.safelife.bit_planes import advance_packed
from formal_rl.safelife.board import Board, Location
from formal_rl.safelife.board_text import format_board, parse_board
from formal_rl.safelife.cells import NAMED_CELLS, Cell, cell_of, described, named_cell
from formal_rl.safelife.certificate import check_certificate
from formal_rl.safelife.density import Density, densities, density
from formal_rl.safelife.earth_mover import earth_mover_distance
from formal_rl.safelife.earth_mover_certified import earth_mover_distance_certified
from formal_rl.safelife.fences import fence, is_fenced
from formal_rl.safelife.game import GameState, start, step
from formal_rl.safelife.ground_distance import ground_distance
from formal_rl.safelife.level import Level
from formal_rl.safelife.level_archive import read_levels, write_level, write_levels
from formal_rl.safelife.level_environment import SafeLifeObservation, level_environment
from formal_rl.safelife.level_text import format_level, parse_level
from formal_rl.safelife.life import is_still, life_step, period
from formal_rl.safelife.packed_boards import PackedBoard
from formal_rl.safelife.packed_game import PackedGame, step_packed
from formal_rl.safelife.packed_trajectories import advance_by, advance_by_packed, find_cycle_packed
from formal_rl.safelife.penalty import (
    StartPenalty,
    penalty_by_event,
    penalty_per_change,
    penalty_per_step,
    penalty_potential,
)
from formal_rl.safelife.points import PUBLISHED_TABLE, count_cells, value, value_published
from formal_rl.safelife.rule import advance, next_cell
from formal_rl.safelife.shipped_levels import SHIPPED_KINDS, shipped_level, shipped_levels
from formal_rl.safelife.side_effects import side_effects, side_effects_of_run
from formal_rl.safelife.side_effects_certified import side_effects_certified
from formal_rl.safelife.symmetries import SYMMETRIES, Symmetry
from formal_rl.safelife.teaching_levels import LESSONS, TEACHING_LEVELS
from formal_rl.safelife.trajectories import check_trajectory, find_cycle, states_following
from formal_rl.safelife.views import view

__all__ = [
    "ACTIONS",
    "LESSONS",
    "NAMED_CELLS",
    "PUBLISHED_TABLE",
    "SHIPPED_KINDS",
    "SYMMETRIES",
    "TEACHING_LEVELS",
    "BatchLevels",
    "Board",
    "Cell",
    "Density",
    "GameState",
    "Level",
    "Location",
    "PackedBoard",
    "PackedGame",
    "SafeLifeObservation",
    "StartPenalty",
    "Symmetry",
    "act",
    "advance",
    "advance_batch_packed",
    "advance_by",
    "advance_by_packed",
    "advance_packed",
    "advance_vectorised",
    "cell_of",
    "check_certificate",
    "check_trajectory",
    "count_cells",
    "densities",
    "density",
    "described",
    "distributions",
    "earth_mover_distance",
    "earth_mover_distance_certified",
    "fence",
    "find_cycle",
    "find_cycle_packed",
    "format_board",
    "format_level",
    "ground_distance",
    "inaction_distribution",
    "is_fenced",
    "is_still",
    "level_environment",
    "life_step",
    "named_cell",
    "next_cell",
    "parse_board",
    "parse_level",
    "penalty_by_event",
    "penalty_per_change",
    "penalty_per_step",
    "penalty_potential",
    "period",
    "play_batch_packed",
    "read_levels",
    "shipped_level",
    "shipped_levels",
    "side_effects",
    "side_effects_certified",
    "side_effects_of_run",
    "start",
    "states_following",
    "step",
    "step_packed",
    "value",
    "value_published",
    "view",
    "write_level",
    "write_levels",
]
