"""An agent's view of a game: cells, their bits, or the observation of the published environment."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy
from attrs import field, frozen
from gymnasium.spaces import Box
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife._engines.planes.observation import CellsInPlaces, views_packed
from formal_rl.safelife.board import AGENT, EXIT, Location
from formal_rl.safelife.board.cells import COLOUR_MASK, GREATEST_CELL
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

    ``view`` is the size of the window, with the agent in its middle, or below and right of it; the board is a
    torus, so a window may show a place twice. None shows the whole board. The forms, for a window of
    (rows, columns):

    * ``cells``: the cells of the board and of the goals, uint16 of shape (2, rows, columns);
    * ``bits``: each bit of these, those of the board first, lowest first, uint8 of shape (32, rows, columns);
    * ``published``: the default of the published environment, uint8 of shape (rows, columns, 19): the bits of
      the board and the three of the goals' colours, but white goals as none, and exits that are out of sight at the
      edge, where they cover other cells.

    Raises `InvalidParameter`.
    """

    view: tuple[int, int] | None = field(converter=_view, default=(15, 15))
    form: Form = field(default="cells")

    @form.validator
    def _known(self, _: object, value: object) -> None:
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

    def seen(self, games: Sequence[tuple[CellsInPlaces, PackedGameState, Exits]], agent: int) -> NDArray[Any]:
        """Return an agent's observations of some games, as a new array.

        Of each game there are the cells that follow it, by `follower`, its state, and the result of `exits_of`.
        """
        if self.form != "published":
            games = [(cells, state, ()) for cells, state, _ in games]
        cells = views_packed(games, agent, self.view)
        if self.form == "cells":
            return cells.transpose(0, 3, 1, 2).astype(numpy.uint16, order="C")
        bits = numpy.unpackbits(cells.view(numpy.uint8), bitorder="little").reshape(*cells.shape[:3], -1)
        return (bits[..., :PUBLISHED_CHANNELS] if self.form == "published" else bits.transpose(0, 3, 1, 2)).copy()

    def follower(self, state: PackedGameState) -> CellsInPlaces:
        """Return cells that follow a game from this state on, for `seen`."""
        return CellsInPlaces(state.board.frame, self.form == "published")
