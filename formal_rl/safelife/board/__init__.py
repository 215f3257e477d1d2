"""Boards of SafeLife: cells, the rule that advances them, and boards as text and pictures."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .board import Board as Board, Location as Location
    from .cells import AGENT as AGENT, ALIVE as ALIVE, COLOURS as COLOURS, CRATE as CRATE, Cell as Cell
    from .cells import DESTRUCTIBLE as DESTRUCTIBLE, EMPTY as EMPTY, EXIT as EXIT, FROZEN as FROZEN, GREEN as GREEN
    from .cells import LIFE as LIFE, SPAWNING as SPAWNING, WALL as WALL, colour_of as colour_of, turned as turned
    from .conway import is_still as is_still, life_step as life_step, period as period
    from .rule import advance as advance, next_cell as next_cell
    from ._svg import board_svg as board_svg

on_demand(__name__)
