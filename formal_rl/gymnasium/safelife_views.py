"""What an agent sees of a game: cells, their bits, or the observation of the published environment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy
from attrs import Attribute, field, frozen
from gymnasium.spaces import Box
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import Location
from formal_rl.safelife.cells import AGENT, COLOUR_MASK, EXIT, GREATEST_CELL
from formal_rl.safelife.level import Level

Form: TypeAlias = Literal["cells", "bits", "published"]
"""The forms of an observation: see `SafeLifeView`.

Ledger: infrastructure
"""

FORMS: tuple[Form, ...] = ("cells", "bits", "published")
CELL_BITS = 16
PUBLISHED_CHANNELS = 19

_COLOUR_BITS = slice(9, 12)

Cells: TypeAlias = NDArray[numpy.uint16]
Numbers: TypeAlias = NDArray[numpy.int64]


def _view(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    expected = "None for the whole board, or two ints >= 1: rows and columns"
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InvalidParameter("view", value, expected)
    if any(type(side) is not int or side < 1 for side in value):
        raise InvalidParameter("view", value, expected)
    return value[0], value[1]


class Exits(NamedTuple):
    """Where the exits of a level are, as arrays of rows and of columns.

    Ledger: infrastructure
    """

    rows: Numbers
    columns: Numbers


def exits_of(level: Level) -> Exits:
    """Return where the exits of a level are, as they were at first.

    Ledger: infrastructure
    """
    places = [location for location in level.board.find(EXIT) if not level.board[location] & AGENT]
    rows, columns = numpy.array(places, dtype=numpy.int64).reshape(-1, 2).T
    return Exits(rows, columns)


@frozen
class SafeLifeView:
    """What is shown of a game to an agent, and in which form.

    ``view`` is the size of the window, whose middle, or what is below and right of it, is the agent; the board is a
    torus, so a window may show a place twice. None shows the whole board as it lies. The forms, for a window of
    (rows, columns):

    * ``cells``: the cells of the board and of the goals, uint16 of shape (2, rows, columns);
    * ``bits``: each bit of these, those of the board first, lowest first, uint8 of shape (32, rows, columns);
    * ``published``: what the published environment shows by default, uint8 of shape (rows, columns, 19): the bits of
      the board and the three of the goals' colours, but white goals as none, and exits that are out of sight at the
      edge, where they cover what is there.

    Raises `InvalidParameter`.

    Ledger: infrastructure
    """

    view: tuple[int, int] | None = field(converter=_view, default=(15, 15))
    form: Form = field(default="cells")

    @form.validator
    def _known(self, _: Attribute[Any], value: object) -> None:
        if value not in FORMS:
            raise InvalidParameter("form", value, f"one of {', '.join(FORMS)}")

    def space(self, height: int, width: int) -> Box:
        """Return the space of what is seen of boards of this size."""
        window = (height, width) if self.view is None else self.view
        if self.form == "cells":
            return Box(0, GREATEST_CELL, (2, *window), numpy.uint16)
        if self.form == "bits":
            return Box(0, 1, (2 * CELL_BITS, *window), numpy.uint8)
        return Box(0, 1, (*window, PUBLISHED_CHANNELS), numpy.uint8)

    def seen(self, board: Cells, goals: Cells, location: Location, exits: Exits) -> NDArray[Any]:
        """Return what an agent at a location sees of the cells of a board and its goals, of shape (height, width)."""
        if self.view is None:
            return self._formed(numpy.stack([board, goals]))
        height, width = board.shape
        places = _places(height, width, location, self.view)
        window = numpy.empty((2, *self.view), dtype=numpy.uint16)
        board.take(places, out=window[0], mode="clip")
        goals.take(places, out=window[1], mode="clip")
        if self.form == "published":
            rows = _edged(exits.rows, location[0], height, self.view[0])
            columns = _edged(exits.columns, location[1], width, self.view[1])
            window[0, rows, columns] = board[exits.rows, exits.columns]
            window[1, rows, columns] = goals[exits.rows, exits.columns]
        return self._formed(window)

    def seen_by_all(
        self, boards: Cells, goals: Cells, rows: Numbers, columns: Numbers, exits: Sequence[Exits]
    ) -> NDArray[Any]:
        """Return what the agents of many games see, each at its row and column, of boards of one size."""
        if self.view is None:
            return self._formed(numpy.stack([boards, goals], axis=1))
        number, height, width = boards.shape
        down = (rows[:, None] - self.view[0] // 2 + numpy.arange(self.view[0])) % height
        right = (columns[:, None] - self.view[1] // 2 + numpy.arange(self.view[1])) % width
        down += numpy.arange(number)[:, None] * height
        places = down[:, :, None] * width + right[:, None, :]
        window = numpy.stack([boards.take(places), goals.take(places)], axis=1)
        if self.form == "published":
            games = numpy.repeat(numpy.arange(number), [len(each.rows) for each in exits])
            exit_rows, exit_columns = (numpy.concatenate(each) for each in zip(*exits, strict=True))
            edged_rows = _edged(exit_rows, rows[games], height, self.view[0])
            edged_columns = _edged(exit_columns, columns[games], width, self.view[1])
            window[games, 0, edged_rows, edged_columns] = boards[games, exit_rows, exit_columns]
            window[games, 1, edged_rows, edged_columns] = goals[games, exit_rows, exit_columns]
        return self._formed(window)

    def _formed(self, window: Cells) -> NDArray[Any]:
        """Return windows of shape (..., 2, rows, columns), which are the caller's own, in the form that is shown."""
        if self.form == "cells":
            return window
        *games, _, rows, columns = window.shape
        if self.form == "bits":
            return numpy.moveaxis(_bits(window), -1, -3).reshape(*games, 2 * CELL_BITS, rows, columns)
        goals = window[..., 1, :, :]
        goals[goals & COLOUR_MASK == COLOUR_MASK] = 0
        bits = _bits(window)
        return numpy.concatenate([bits[..., 0, :, :, :], bits[..., 1, :, :, _COLOUR_BITS]], axis=-1)


def _bits(window: Cells) -> NDArray[numpy.uint8]:
    """Return the sixteen bits of each cell, lowest first, on a new last axis."""
    octets = numpy.ascontiguousarray(window, dtype="<u2").view(numpy.uint8)
    return numpy.unpackbits(octets, axis=-1, bitorder="little").reshape(*window.shape, CELL_BITS)


@lru_cache(maxsize=4096)
def _places(height: int, width: int, location: Location, view: tuple[int, int]) -> Numbers:
    """Return, for each place of a window, which of the locations of the board, row by row, is shown there."""
    rows = (location[0] - view[0] // 2 + numpy.arange(view[0])) % height
    columns = (location[1] - view[1] // 2 + numpy.arange(view[1])) % width
    return rows[:, numpy.newaxis] * width + columns


def _edged(places: Numbers, middle: int | Numbers, side: int, window: int) -> Numbers:
    """Return where in a window places of the board are shown, those out of sight at the edge in their direction."""
    ahead = (places - middle + side // 2) % side - side // 2
    edged: Numbers = numpy.clip(ahead + window // 2, 0, window - 1)
    return edged
