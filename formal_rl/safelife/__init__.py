"""SafeLife: boards, games, side effects, generated levels and the benchmark; each is a room of its own."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from ._engines.arrays import AdvancedArray as AdvancedArray, AdvancedArrays as AdvancedArrays
    from ._engines.arrays import advance_array as advance_array, advance_arrays as advance_arrays
    from .board.board import Board as Board
    from .board.rule import advance as advance
    from .board.text import format_board as format_board, parse_board as parse_board
    from .game.game import GameState as GameState, start as start, step as step
    from .game.level import Level as Level
    from .levels.shipped_levels import shipped_levels as shipped_levels
    from .levels.text import format_level as format_level, parse_level as parse_level
    from .side_effects.density import Density as Density, density as density
    from .side_effects.earth_mover import earth_mover_distance as earth_mover_distance

on_demand(__name__)
