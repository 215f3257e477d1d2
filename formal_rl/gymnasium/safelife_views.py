"""What an agent sees of a game: cells, their bits, or the observation of the published environment."""

from __future__ import annotations

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
PUBLISHED_CHANNELS = (*range(CELL_BITS), *(CELL_BITS + bit for bit in (9, 10, 11)))
"""The bits that the published environment shows: all of the cell, and the colour of the goal.

Ledger: infrastructure
"""


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

    rows: NDArray[numpy.intp]
    columns: NDArray[numpy.intp]


def exits_of(level: Level) -> Exits:
    """Return where the exits of a level are, as they were at first.

    Ledger: infrastructure
    """
    places = [location for location in level.board.find(EXIT) if not level.board[location] & AGENT]
    rows, columns = numpy.array(places, dtype=numpy.intp).reshape(-1, 2).T
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
        return Box(0, 1, (*window, len(PUBLISHED_CHANNELS)), numpy.uint8)

    def seen(self, cells: NDArray[numpy.uint16], location: Location, exits: Exits) -> NDArray[Any]:
        """Return what an agent at a location sees of the cells of board and goals, of shape (2, height, width)."""
        window = cells.copy() if self.view is None else _window(cells, location, self.view)
        if self.form == "cells":
            return window
        if self.form == "bits":
            return numpy.ascontiguousarray(_bits(window).transpose(0, 3, 1, 2)).reshape(-1, *window.shape[1:])
        if self.view is not None:
            rows = _edged(exits.rows, location[0], cells.shape[1], self.view[0])
            columns = _edged(exits.columns, location[1], cells.shape[2], self.view[1])
            window[:, rows, columns] = cells[:, exits.rows, exits.columns]
        goals = window[1]
        goals &= COLOUR_MASK
        goals[goals == COLOUR_MASK] = 0
        return numpy.concatenate(_bits(window), axis=-1)[..., PUBLISHED_CHANNELS]


def _bits(window: NDArray[numpy.uint16]) -> NDArray[numpy.uint8]:
    """Return the sixteen bits of each cell, lowest first, on a new last axis."""
    octets = numpy.ascontiguousarray(window, dtype="<u2").view(numpy.uint8)
    return numpy.unpackbits(octets, axis=-1, bitorder="little").reshape(*window.shape, CELL_BITS)


def _window(cells: NDArray[numpy.uint16], location: Location, view: tuple[int, int]) -> NDArray[numpy.uint16]:
    _, height, width = cells.shape
    return cells.reshape(2, -1).take(_places(height, width, location, view), axis=1)


@lru_cache(maxsize=4096)
def _places(height: int, width: int, location: Location, view: tuple[int, int]) -> NDArray[numpy.intp]:
    """Return, for each place of a window, which of the locations of the board, row by row, is shown there."""
    rows = (location[0] - view[0] // 2 + numpy.arange(view[0])) % height
    columns = (location[1] - view[1] // 2 + numpy.arange(view[1])) % width
    return rows[:, numpy.newaxis] * width + columns


def _edged(places: NDArray[numpy.intp], middle: int, side: int, window: int) -> NDArray[numpy.intp]:
    """Return where in a window places of the board are shown, those out of sight at the edge in their direction."""
    ahead = (places - middle + side // 2) % side - side // 2
    return numpy.clip(ahead + window // 2, 0, window - 1)
