"""An agent's view of a game on bit planes: windows of a matrix of the bits of all cells, which follows the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy
from numpy.typing import NDArray

from formal_rl.safelife._engines.planes.boards import BITS, OTHERS, TRAITS, Frame, PackedBoard, scenery_of
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife._engines.planes.points import PackedGoals
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import ALIVE
from formal_rl.safelife.game.observation import VIEW_SIDE, require_view

CELL_BITS = len(BITS)

_LIVING, _SCENERY = (tuple(map(BITS.index, bits)) for bits in ((ALIVE, *TRAITS), OTHERS))
_COLOURS = range(3)
_FEW = 8
"""Write up to this many bits one after the other, more of them with the whole column."""


class CellBits:
    """The bits of a game's cells, as a matrix that follows the game: what has not changed is not written again.

    It has a row for each place of a plane and a column for each bit, lowest first: the sixteen of the board, then the
    sixteen of the goals, or, with ``goal_colours``, only the three of the goals' colours, of which white goals have
    none, as in the published observation. It changes and is for one computation only, not a value.
    """

    def __init__(self, frame: Frame, goal_colours: bool = False) -> None:
        """Begin with nothing on boards of this size."""
        self._made_with = frame, goal_colours
        columns = CELL_BITS + (len(_COLOURS) if goal_colours else CELL_BITS)
        self._matrix = numpy.zeros((frame.plane, columns), dtype=numpy.uint8)
        self._bits = self._matrix.data
        self._columns = tuple(self._matrix.T)
        nothing = PackedBoard(0, 0, scenery_of(frame, (0,) * len(OTHERS), 0, 0, 0))
        self._board, self._goals = nothing, PackedGoals(nothing)

    def __reduce__(self) -> tuple[type[CellBits], tuple[Frame, bool]]:
        """Let a copy begin with nothing, too: what it writes to is its own."""
        return CellBits, self._made_with

    def of(self, state: PackedGameState) -> NDArray[numpy.uint8]:
        """Return the matrix of a state of a game on boards of this size; the next call writes to it."""
        board, goals = state.board, state.goals
        if board is not self._board:
            self._write_board(0, self._board, board)
            self._board = board
        if goals is not self._goals:
            if self._made_with[1]:
                self._write(CELL_BITS, _COLOURS, self._goals.colours_seen, goals.colours_seen)
            else:
                self._write_board(CELL_BITS, self._goals.board, goals.board)
            self._goals = goals
        return self._matrix

    def _write_board(self, first: int, *boards: PackedBoard) -> None:
        """Write a board to the columns from ``first`` on, where it is not what the one before was."""
        before, after = (
            alive | (traits | scenery.dead_traits) << len(self._matrix) for alive, traits, scenery in boards
        )
        self._write(first, _LIVING, before, after)
        for column, old, new in zip(_SCENERY, *(board.scenery.planes for board in boards), strict=True):
            if old != new:
                self._write(first, (column,), old, new)

    def _write(self, first: int, columns: Sequence[int], before: int, after: int) -> None:
        """Write stacked planes, each to its column counted from ``first`` on, where they are not what they were."""
        changed = before ^ after
        plane = len(self._matrix)
        if changed.bit_count() > _FEW:
            places = len(columns) * plane
            data = numpy.frombuffer(after.to_bytes(places >> 3, "little"), dtype=numpy.uint8)
            bits = numpy.unpackbits(data, count=places, bitorder="little").reshape(-1, plane)
            for number, column in enumerate(columns):
                self._columns[first + column][...] = bits[number]
            return
        while changed:
            last = changed.bit_length() - 1
            number, place = divmod(last, plane)
            self._bits[place, first + columns[number]] ^= 1
            changed ^= 1 << last


def view_packed(
    state: PackedGameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE, bits: CellBits | None = None
) -> NDArray[numpy.uint16]:
    """Return what `view` returns, of a game on bit planes, by ``bits`` that have followed it; raise as that does.

    Ledger: W19-agent*
    """
    require_view(len(state.locations), agent, height, width)
    frame = state.board.scenery.frame
    places = places_in_view((frame.height, frame.width, frame.stride), (height, width), state.locations[agent])
    return cells_of((bits or CellBits(frame)).of(state).take(places, axis=0))


def cells_of(bits: NDArray[numpy.uint8]) -> NDArray[numpy.uint16]:
    """Return the cells of the board and of the goals in a window of a `CellBits`, a new array (2, rows, columns)."""
    rows, columns, _ = bits.shape
    cells = numpy.packbits(bits.reshape(-1), bitorder="little").view("<u2")
    return cells.reshape(rows, columns, 2).transpose(2, 0, 1).astype(numpy.uint16, order="C")


@lru_cache(maxsize=8192)
def places_in_view(
    sizes: tuple[int, int, int], view: tuple[int, int] | None, location: Location, exits: tuple[Location, ...] = ()
) -> NDArray[numpy.intp]:
    """Return, for each place of a window, which place of a board in a row is shown there.

    ``sizes`` are the height and the width of the board, and how many places a row has. The window has its middle, or
    what is below and right of it, at the location; None shows the board as it lies. At the edge of the window, in their
    direction, are these exits where they are out of sight.
    """
    height, width, stride = sizes
    if view is None:
        rows, columns = numpy.arange(height), numpy.arange(width)
    else:
        rows = (location[0] - view[0] // 2 + numpy.arange(view[0])) % height
        columns = (location[1] - view[1] // 2 + numpy.arange(view[1])) % width
    places: NDArray[numpy.intp] = rows[:, numpy.newaxis] * stride + columns
    if view is not None:
        for row, column in exits:
            down = _ahead(row - location[0], height) + view[0] // 2
            right = _ahead(column - location[1], width) + view[1] // 2
            places[max(0, min(down, view[0] - 1)), max(0, min(right, view[1] - 1))] = row * stride + column
    places.flags.writeable = False
    return places


def _ahead(distance: int, side: int) -> int:
    """Return how far ahead something is the shorter way round, less than nothing if it is behind."""
    return (distance + side // 2) % side - side // 2
