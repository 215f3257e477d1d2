"""An agent's view of a game: cells, their bits, or the observation of the published environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy
from attrs import Attribute, field, frozen
from gymnasium.spaces import Box
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter
from formal_rl.safelife import CellBits, PackedGameState, cells_of, places_in_view
from formal_rl.safelife.board import AGENT, COLOUR_MASK, EXIT, GREATEST_CELL, Location
from formal_rl.safelife.game import Level

Form: TypeAlias = Literal["cells", "bits", "published"]
"""The forms of an observation: see `SafeLifeView`."""

FORMS: tuple[Form, ...] = ("cells", "bits", "published")
CELL_BITS = 16
PUBLISHED_CHANNELS = 19

_COLOUR_BITS = slice(9, 12)

Cells: TypeAlias = NDArray[numpy.uint16]
Exits: TypeAlias = tuple[Location, ...]


def _view(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    expected = "None for the whole board, or two ints >= 1: rows and columns"
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InvalidParameter("view", value, expected)
    if any(type(side) is not int or side < 1 for side in value):
        raise InvalidParameter("view", value, expected)
    return value[0], value[1]


def exits_of(level: Level) -> Exits:
    """Return where the exits of a level are, as they were at first."""
    return tuple(location for location in level.board.find(EXIT) if not level.board[location] & AGENT)


@frozen
class SafeLifeView:
    """The part of a game that an agent sees, and its form.

    ``view`` is the size of the window, whose middle, or what is below and right of it, is the agent; the board is a
    torus, so a window may show a place twice. None shows the whole board as it lies. The forms, for a window of
    (rows, columns):

    * ``cells``: the cells of the board and of the goals, uint16 of shape (2, rows, columns);
    * ``bits``: each bit of these, those of the board first, lowest first, uint8 of shape (32, rows, columns);
    * ``published``: what the published environment shows by default, uint8 of shape (rows, columns, 19): the bits of
      the board and the three of the goals' colours, but white goals as none, and exits that are out of sight at the
      edge, where they cover what is there.

    Raises `InvalidParameter`.
    """

    view: tuple[int, int] | None = field(converter=_view, default=(15, 15))
    form: Form = field(default="cells")

    @form.validator
    def _known(self, _: Attribute[Any], value: object) -> None:
        if value not in FORMS:
            raise InvalidParameter("form", value, f"one of {', '.join(FORMS)}")

    def space(self, height: int, width: int) -> Box:
        """Return the space of observations of boards of this size."""
        window = (height, width) if self.view is None else self.view
        if self.form == "cells":
            return Box(0, GREATEST_CELL, (2, *window), numpy.uint16)
        if self.form == "bits":
            return Box(0, 1, (2 * CELL_BITS, *window), numpy.uint8)
        return Box(0, 1, (*window, PUBLISHED_CHANNELS), numpy.uint8)

    def goals(self, goals: Cells) -> NDArray[Any]:
        """Return what `seen_by_all` needs of the cells of goals, of any shape; it can be kept while they are the same.

        For the form ``published`` these are the three bits of the colours, on a new last axis.
        """
        if self.form != "published":
            return goals.reshape(-1)
        colours = goals.reshape(-1) & numpy.uint16(COLOUR_MASK)
        colours[colours == COLOUR_MASK] = 0
        return _bits(colours)[:, _COLOUR_BITS].copy()

    def bits(self, state: PackedGameState) -> CellBits:
        """Return what `seen` reads a game from: it follows the game from this state on."""
        return CellBits(state.board.frame, self.form == "published")

    def seen(self, bits: CellBits, state: PackedGameState, agent: int, exits: Exits) -> NDArray[Any]:
        """Return what an agent sees of a game, as a new array; ``bits`` is what `bits` returned for the game."""
        frame = state.board.scenery.frame
        sizes = frame.height, frame.width, frame.stride
        places = places_in_view(sizes, self.view, state.locations[agent], self._edged(exits))
        # All places are on the board; `clip` only spares the question whether they are.
        window = bits.of(state).take(places, axis=0, mode="clip")
        if self.form == "published":
            return window
        return cells_of(window) if self.form == "cells" else numpy.ascontiguousarray(window.transpose(2, 0, 1))

    def seen_by_all(
        self, boards: Cells, goals: NDArray[Any], locations: Sequence[Location], exits: Sequence[Exits]
    ) -> NDArray[Any]:
        """Return what the agent of each of many games sees, of boards of shape (number, height, width)."""
        number, height, width = boards.shape
        sizes = height, width, width
        tables = [
            places_in_view(sizes, self.view, location, self._edged(each))
            for location, each in zip(locations, exits, strict=True)
        ]
        places = numpy.stack(tables) + numpy.arange(number)[:, None, None] * (height * width)
        return self._shown(boards.reshape(-1), goals, places)

    def _edged(self, exits: Exits) -> Exits:
        return exits if self.form == "published" else ()

    def _shown(self, board: Cells, goals: NDArray[Any], places: NDArray[numpy.intp]) -> NDArray[Any]:
        """Return what is shown of windows with these places, of shape (..., rows, columns).

        All places are on the board; ``clip`` only spares the question whether they are.
        """
        *games, rows, columns = places.shape
        if self.form == "published":
            shown = numpy.empty((*places.shape, PUBLISHED_CHANNELS), dtype=numpy.uint8)
            shown[..., :CELL_BITS] = _bits(board.take(places, mode="clip"))
            shown[..., CELL_BITS:] = goals.take(places, axis=0, mode="clip")
            return shown
        window = numpy.empty((*games, 2, rows, columns), dtype=numpy.uint16)
        window[..., 0, :, :] = board.take(places, mode="clip")
        window[..., 1, :, :] = goals.take(places, mode="clip")
        if self.form == "cells":
            return window
        return numpy.moveaxis(_bits(window), -1, -3).reshape(*games, 2 * CELL_BITS, rows, columns)


def _bits(cells: Cells) -> NDArray[numpy.uint8]:
    """Return the sixteen bits of each cell, lowest first, on a new last axis."""
    octets = numpy.ascontiguousarray(cells, dtype="<u2").view(numpy.uint8)
    return numpy.unpackbits(octets.reshape(-1), bitorder="little").reshape(*cells.shape, CELL_BITS)
