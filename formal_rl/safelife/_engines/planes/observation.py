"""An agent's view of a game on bit planes: the bits of all cells as a matrix that follows the game, and windows of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy
from numpy.typing import NDArray

from formal_rl.safelife._engines.planes.boards import BITS, OTHERS, TRAITS, Frame, PackedBoard, unstacked
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife._engines.planes.points import PackedGoals
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import ALIVE, COLOURS
from formal_rl.safelife.game.observation import VIEW_SIDE, require_view

CELL_BITS = len(BITS)
WHITE = len(COLOURS) - 1
"""The number of the colour that has all three bits."""

_COLUMNS = tuple(BITS.index(bit) for bit in (ALIVE, *TRAITS, *OTHERS))
_GOALS_COLUMNS = tuple(column + CELL_BITS for column in _COLUMNS)
_COLOUR_COLUMNS = tuple(range(CELL_BITS, CELL_BITS + 3))
_FEW = 6
"""So many bits of a plane are written one after the other, more of them with the whole column."""


class CellBits:
    """The bits of a game's cells, as a matrix that follows the game: what has not changed is not written again.

    It has a row for each place of a plane and a column for each bit, lowest first: the sixteen of the board, then the
    sixteen of the goals, or, with ``goal_colours``, only the three of the goals' colours, of which white goals have
    none, as in the published observation. It changes and is for one computation only, not a value.
    """

    def __init__(self, frame: Frame, goal_colours: bool = False) -> None:
        """Begin with nothing on boards of this size."""
        self._made_with = frame, goal_colours
        self._goals_columns = _COLOUR_COLUMNS if goal_colours else _GOALS_COLUMNS
        places = -(-frame.turn // 8) * 8
        self._matrix = numpy.zeros((places, CELL_BITS + len(self._goals_columns)), dtype=numpy.uint8)
        self._flat = memoryview(self._matrix.reshape(-1))
        self._board: PackedBoard | None = None
        self._goals: PackedGoals | None = None
        self._planes: Sequence[int] = (0,) * CELL_BITS
        self._goals_planes: Sequence[int] = (0,) * len(self._goals_columns)

    def __reduce__(self) -> tuple[type[CellBits], tuple[Frame, bool]]:
        """Let a copy begin with nothing, too: what it writes to is its own."""
        return CellBits, self._made_with

    def of(self, state: PackedGameState) -> NDArray[numpy.uint8]:
        """Return the matrix of a state of a game on boards of this size; the next call writes to it."""
        if state.board is not self._board:
            self._board, before = state.board, self._planes
            self._planes = _planes(state.board)
            self._write(_COLUMNS, before, self._planes)
        if state.goals is not self._goals:
            self._goals, before = state.goals, self._goals_planes
            of_colours = self._goals_columns is _COLOUR_COLUMNS
            self._goals_planes = _colours(state.goals) if of_colours else _planes(state.goals.board)
            self._write(self._goals_columns, before, self._goals_planes)
        return self._matrix

    def _write(self, columns: Sequence[int], before: Sequence[int], after: Sequence[int]) -> None:
        """Write the planes of some columns where they are not what they were before."""
        flat, width = self._flat, self._matrix.shape[1]
        whole, known, starts = [], 0, []
        for column, plane, old in zip(columns, after, before, strict=True):
            changed = plane ^ old
            if not changed:
                continue
            if changed != known:  # what moves changes the same places of several planes
                if changed.bit_count() > _FEW:
                    whole.append((column, plane))
                    continue
                known, starts = changed, []
                while changed:
                    last = changed.bit_length() - 1
                    starts.append(last * width)
                    changed ^= 1 << last
            for start in starts:
                flat[start + column] ^= 1
        if whole:
            length = len(self._matrix) >> 3
            data = b"".join([plane.to_bytes(length, "little") for _, plane in whole])
            bits = numpy.unpackbits(numpy.frombuffer(data, dtype=numpy.uint8), bitorder="little")
            for (column, _), written in zip(whole, bits.reshape(len(whole), -1), strict=True):
                self._matrix[:, column] = written


def _planes(board: PackedBoard) -> tuple[int, ...]:
    """Return the planes of a board, in the order of `_COLUMNS`."""
    alive, traits, scenery = board
    return (alive, *unstacked(traits | scenery.dead_traits, scenery.frame), *scenery.planes)


def _colours(goals: PackedGoals) -> tuple[int, ...]:
    """Return where the goals have each bit of a colour, but for white ones."""
    return tuple(
        sum(where for colour, where in goals.colours if colour >> bit & 1 and colour != WHITE) for bit in range(3)
    )


def view_packed(
    state: PackedGameState,
    agent: int,
    height: int = VIEW_SIDE,
    width: int = VIEW_SIDE,
    bits: CellBits | None = None,
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
