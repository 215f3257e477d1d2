"""Pictures of a game in pixels: a mark for each cell, in its colours, on the colour of its goal."""

from functools import lru_cache

import numpy
from numpy.typing import NDArray

from formal_rl.safelife import board as b
from formal_rl.safelife.board import Board, Cell
from formal_rl.safelife.board._svg import INKS, TINTS
from formal_rl.safelife.board.cells import COLOUR_MASK, described, orientation_of

_MAY_LEAVE = "#ffe88a"

_MARKS = {
    "empty": 0,
    "life": 0x3C7E7E7E7E3C00,
    "hard life": 0x3C7E7E66667E7E3C,
    "wall": 0xEFEFEF00FEFEFE00,
    "crate": 0x7E665A5A667E00,
    "tree": 0x183C3C7E7EFF1818,
    "plant": 0x66FF7E18183C3C18,
    "ice cube": 0xFF8199A5A59981FF,
    "spawner": 0x18DB7EE7E77EDB18,
    "hard spawner": 0xFF99BDE7E7BD99FF,
    "exit": 0x3C7EE7C3C3C3C3C3,
    "fountain": 0x18183C3C00FF7E3C,
    "parasite": 0x995A3CFFFF3C5A99,
    "weed": 0x99DB7E3C18181818,
    "player": 0x183C7EFF18181800,
}
"""By name, eight rows of eight bits, the first row first; any other cell has a frame."""

_FRAME = 0xFF818181818181FF


def board_pixels(board: Board, goals: Board) -> NDArray[numpy.uint8]:
    """Return the picture of a board on its goals, an array of shape (16 height, 16 width, 3)."""
    rows = zip(board.rows, goals.rows, strict=True)
    return numpy.concatenate([numpy.concatenate([*map(_tile, *row)], axis=1) for row in rows])


@lru_cache(maxsize=4096)
def _tile(cell: Cell, goal: Cell) -> NDArray[numpy.uint8]:
    """Return the picture of a cell: the mark shows an edge to the ground as a line."""
    is_agent = bool(cell & b.AGENT)
    name = described(b.turned(cell & ~COLOUR_MASK & ~(b.EXIT * is_agent), 0))
    rows = numpy.array([_MARKS.get(name, _FRAME)], dtype=">u8").view(numpy.uint8)
    mark = numpy.kron(numpy.unpackbits(rows).reshape(8, 8), numpy.ones((2, 2), dtype=numpy.uint8))
    mark = numpy.rot90(mark, -orientation_of(cell) if is_agent else 0)
    inside = mark & numpy.prod([numpy.roll(mark, by, axis) for by in (1, -1) for axis in (0, 1)], axis=0)
    ground = _MAY_LEAVE if is_agent and cell & b.EXIT else TINTS[b.colour_of(goal)]
    fill, line = INKS[b.colour_of(cell)]
    colours = numpy.array([[*bytes.fromhex(colour[1:])] for colour in (ground, line, fill)], dtype=numpy.uint8)
    picture: NDArray[numpy.uint8] = colours[mark + inside]
    return picture
