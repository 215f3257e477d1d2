"""SafeLife: cells, boards, the rule, actions, points, levels and games."""

from formal_rl.safelife.actions import ACTIONS, act
from formal_rl.safelife.advance_vectorised import advance_vectorised
from formal_rl.safelife.board import Board, Location
from formal_rl.safelife.board_text import format_board, parse_board
from formal_rl.safelife.cells import NAMED_CELLS, Cell, cell_of, described, named_cell
from formal_rl.safelife.fences import fence, is_fenced
from formal_rl.safelife.game import GameState, start, step
from formal_rl.safelife.level import Level
from formal_rl.safelife.level_archive import read_levels, write_level, write_levels
from formal_rl.safelife.level_environment import SafeLifeObservation, level_environment
from formal_rl.safelife.level_text import format_level, parse_level
from formal_rl.safelife.life import is_still, life_step, period
from formal_rl.safelife.penalty import StartPenalty, penalty_per_change, penalty_per_step, penalty_potential
from formal_rl.safelife.points import PUBLISHED_TABLE, count_cells, value, value_published
from formal_rl.safelife.rule import advance, next_cell
from formal_rl.safelife.shipped_levels import SHIPPED_KINDS, shipped_level, shipped_levels
from formal_rl.safelife.symmetries import SYMMETRIES, Symmetry
from formal_rl.safelife.teaching_levels import LESSONS, TEACHING_LEVELS

__all__ = [
    "ACTIONS",
    "LESSONS",
    "NAMED_CELLS",
    "PUBLISHED_TABLE",
    "SHIPPED_KINDS",
    "SYMMETRIES",
    "TEACHING_LEVELS",
    "Board",
    "Cell",
    "GameState",
    "Level",
    "Location",
    "SafeLifeObservation",
    "StartPenalty",
    "Symmetry",
    "act",
    "advance",
    "advance_vectorised",
    "cell_of",
    "count_cells",
    "described",
    "fence",
    "format_board",
    "format_level",
    "is_fenced",
    "is_still",
    "level_environment",
    "life_step",
    "named_cell",
    "next_cell",
    "parse_board",
    "parse_level",
    "penalty_per_change",
    "penalty_per_step",
    "penalty_potential",
    "period",
    "read_levels",
    "shipped_level",
    "shipped_levels",
    "start",
    "step",
    "value",
    "value_published",
    "write_level",
    "write_levels",
]
