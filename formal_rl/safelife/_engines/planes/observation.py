"""Agents' views of games on bit planes: windows of the cells of a game, which are followed, not unpacked each time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy
from numpy.typing import NDArray

from formal_rl.safelife._engines.planes.boards import OTHERS, TRAITS, Frame, PackedBoard, scenery_of
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import ALIVE, COLOUR_MASK, COLOUR_SHIFT, COLOURS, Cell
from formal_rl.safelife.game.observation import VIEW_SIDE, require_view

_STACKED = (ALIVE, *TRAITS)
_FEW = 16
"""Write up to this many bits one after the other, more of them at once."""


class CellsInPlaces:
    """The cells of a game's board and goals, place by place: they follow the game, and only changes are written.

    With ``goal_colours`` goals are only the numbers of their colours, white ones as none, as the published observation
    shows them. It changes and is for one computation only, not a value; a copy begins with nothing.
    """

    def __init__(self, frame: Frame, goal_colours: bool = False) -> None:
        """Begin with nothing on boards of this size."""
        self._made_with = frame, goal_colours
        self._cells = numpy.zeros((frame.plane, 2), dtype="<u2")
        self._columns = self._cells[:, 0], numpy.zeros(frame.plane, "<u2") if goal_colours else self._cells[:, 1]
        self._one_by_one = [column.data for column in self._columns]
        self._boards = [PackedBoard(0, 0, scenery_of(frame, (0,) * len(OTHERS), 0, 0, 0))] * 2

    def __reduce__(self) -> tuple[type[CellsInPlaces], tuple[Frame, bool]]:
        """Start each copy empty, because the buffer is not shared."""
        return CellsInPlaces, self._made_with

    def of(self, state: PackedGameState) -> NDArray[numpy.uint16]:
        """Return the cells of a state of a game on boards of this size, (places, 2); the next call changes them."""
        for number, board in enumerate((state.board, state.goals.board)):
            before = self._boards[number]
            if board is not before:
                self._boards[number] = board
                stacks = [
                    alive | (traits | scenery.dead_traits) << len(self._cells)
                    for alive, traits, scenery in (before, board)
                ]
                self._flip(number, _STACKED, stacks[0] ^ stacks[1])
                if board.scenery is not before.scenery:
                    for bit, old, new in zip(OTHERS, before.scenery.planes, board.scenery.planes, strict=True):
                        if old != new:
                            self._flip(number, (bit,), old ^ new)
                if number and self._made_with[1]:
                    colours = (self._columns[1] & COLOUR_MASK) >> COLOUR_SHIFT
                    self._cells[:, 1] = numpy.where(colours == len(COLOURS) - 1, 0, colours)
        return self._cells

    def _flip(self, number: int, bits: Sequence[Cell], changed: int) -> None:
        """Flip the bits of cells that a stack of planes has, a plane for each of ``bits``."""
        plane = len(self._cells)
        if changed.bit_count() > _FEW:
            data = numpy.frombuffer(changed.to_bytes(len(bits) * plane >> 3, "little"), dtype=numpy.uint8)
            planes = numpy.unpackbits(data, bitorder="little").reshape(-1, plane)
            # Sums of sixteen different bits are exact in the 24 bits of a float, and floats are summed most quickly.
            column = self._columns[number]
            column ^= numpy.array(bits, numpy.float32).dot(planes).astype(numpy.uint16)
            return
        cells = self._one_by_one[number]
        while changed:
            last = changed.bit_length() - 1
            layer, place = divmod(last, plane)
            cells[place] ^= bits[layer]
            changed ^= 1 << last


def view_packed(
    state: PackedGameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE
) -> NDArray[numpy.uint16]:
    """Return the result of `view`, of a game on bit planes; raise as that does.

    Ledger: W19-agent*
    """
    require_view(len(state.locations), agent, height, width)
    seen = views_packed([(CellsInPlaces(state.board.frame), state, ())], agent, (height, width))
    return numpy.array(seen[0].transpose(2, 0, 1), dtype=numpy.uint16)


def views_packed(
    games: Sequence[tuple[CellsInPlaces, PackedGameState, tuple[Location, ...]]],
    agent: int,
    view: tuple[int, int] | None,
) -> NDArray[numpy.uint16]:
    """Return an agent's observations of each of some games, a new array of shape (games, rows, columns, 2).

    Of each game there are the cells that have followed it, its state, and the exits to show at the edge of the
    window, in their direction, where they are out of sight. The agent sees a window of the size of ``view``, whose
    middle, or the place below and right of it, is the agent; or the whole board.
    """
    shown = []
    for cells, state, exits in games:
        frame = state.board.scenery.frame
        sizes = frame.height, frame.width, frame.stride
        # All places are on the board; `clip` only spares the question whether they are.
        places = _places_in_view(sizes, view, state.locations[agent], exits)
        shown.append(cells.of(state).take(places, axis=0, mode="clip"))
    return numpy.array(shown)


@lru_cache(maxsize=8192)
def _places_in_view(
    sizes: tuple[int, int, int], view: tuple[int, int] | None, location: Location, exits: tuple[Location, ...] = ()
) -> NDArray[numpy.intp]:
    """Return, for each place of a window, the place of the flat board that it shows.

    ``sizes`` are the height and the width of the board, and the number of places in a row. The window has its
    middle, or the place below and right of it, at the location; None shows the whole board. At the edge of the
    window, in their direction, are these exits where they are out of sight.
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
