"""SafeLife: cells, boards, the rule, actions, points, levels and games."""

from formal_rl.safelife.actions import ACTIONS, act
from formal_rl.safelife.advance_vectorised import advance_vectorised
from formal_rl.safelife.board import Board, Location
from formal_rl.safelife.cells import NAMED_CELLS, Cell, cell_of, described, named_cell
from formal_rl.safelife.game import GameState, start, step
from formal_rl.safelife.level import Level
from formal_rl.safelife.points import PUBLISHED_TABLE, count_cells, value, value_published
from formal_rl.safelife.rule import advance, next_cell

__all__ = [
    "ACTIONS",
    "NAMED_CELLS",
    "PUBLISHED_TABLE",
    "Board",
    "Cell",
    "GameState",
    "Level",
    "Location",
    "act",
    "advance",
    "advance_vectorised",
    "cell_of",
    "count_cells",
    "described",
    "named_cell",
    "next_cell",
    "start",
    "step",
    "value",
    "value_published",
]
