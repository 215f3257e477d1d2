"""Boards of SafeLife: cells, the rule that advances them, and boards as text and pictures."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .board import Board as Board, Location as Location
    from .cells import AGENT as AGENT, ALIVE as ALIVE, COLOURS as COLOURS, COLOUR_MASK as COLOUR_MASK, CRATE as CRATE
    from .cells import Cell as Cell, DESTRUCTIBLE as DESTRUCTIBLE, EMPTY as EMPTY, EXIT as EXIT, FROZEN as FROZEN
    from .cells import GREATEST_CELL as GREATEST_CELL, GREEN as GREEN, LIFE as LIFE, ORIENTATIONS as ORIENTATIONS
    from .cells import ORIENTATION_MASK as ORIENTATION_MASK, SPAWNING as SPAWNING, WALL as WALL, colour_of as colour_of
    from .cells import described as described, orientation_of as orientation_of, turned as turned
    from .conway import is_still as is_still, life_step as life_step, living_neighbours as living_neighbours
    from .conway import period as period
    from .rule import advance as advance, block_around as block_around, may_spawn as may_spawn, next_cell as next_cell
    from .svg import INKS as INKS, MARGIN as MARGIN, SIDE as SIDE, TINTS as TINTS, board_svg as board_svg
    from .svg import drawn as drawn, in_words as in_words, picture_parts as picture_parts
    from .text import COLOUR_LETTERS as COLOUR_LETTERS, MAY_LEAVE as MAY_LEAVE, PLAYER_SYMBOLS as PLAYER_SYMBOLS
    from .text import SYMBOLS as SYMBOLS, format_cell as format_cell

on_demand(__name__)
