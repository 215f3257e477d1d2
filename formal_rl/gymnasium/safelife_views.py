"""An agent's view of a game: cells, their bits, or the observation of the published environment."""

from __future__ import annotations

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
CELL_BITS = GREATEST_CELL.bit_length()
PUBLISHED_CHANNELS = CELL_BITS + COLOUR_MASK.bit_count()

Exits: TypeAlias = tuple[Location, ...]


def _view(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    if not (
        isinstance(value, tuple | list) and len(value) == 2 and all(type(side) is int and side > 0 for side in value)
    ):
        raise InvalidParameter("view", value, "None for the whole board, or two ints >= 1: rows and columns")
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

    def bits(self, state: PackedGameState) -> CellBits:
        """Return what `seen` reads a game from: it follows the game from this state on."""
        return CellBits(state.board.frame, self.form == "published")

    def seen(self, bits: CellBits, state: PackedGameState, agent: int, exits: Exits) -> NDArray[Any]:
        """Return what an agent sees of a game, as a new array; ``bits`` is what `bits` returned for the game."""
        frame = state.board.scenery.frame
        sizes = frame.height, frame.width, frame.stride
        places = places_in_view(sizes, self.view, state.locations[agent], exits if self.form == "published" else ())
        # All places are on the board; `clip` only spares the question whether they are.
        window = bits.of(state).take(places, axis=0, mode="clip")
        if self.form == "published":
            return window
        return cells_of(window) if self.form == "cells" else numpy.ascontiguousarray(window.transpose(2, 0, 1))
