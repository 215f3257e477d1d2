"""Symmetries of the torus: reflections, quarter turns and translations, of locations, boards and actions."""

from collections.abc import Iterator
from itertools import product

from attrs import field, frozen

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, ORIENTATIONS, Cell, orientation_of, turned
from formal_rl.safelife.game.actions import ACTIONS

LEDGER = ("W19-equivariance*",)


@frozen
class Symmetry:
    """First left and right swapped or not, then quarter turns clockwise, then a translation.

    An odd number of quarter turns swaps height and width. Agents are turned along, and so are actions; other cells
    keep the orientation they have, which no rule reads. ``translation`` is added to row and column.

    Raises `InvalidParameter` for a number of quarter turns that is not 0, 1, 2 or 3.
    """

    quarter_turns: int = field(default=0)
    mirrored: bool = False
    translation: Location = (0, 0)

    @quarter_turns.validator
    def _one_turn_at_most(self, _: object, value: object) -> None:
        if type(value) is not int or not 0 <= value < len(ORIENTATIONS):
            raise InvalidParameter("quarter_turns", value, "0, 1, 2 or 3")

    def location(self, location: Location, height: int, width: int) -> Location:
        """Return where a location of a board of this height and width goes, round the torus."""
        row, column = location
        if self.mirrored:
            column = width - 1 - column
        for _ in range(self.quarter_turns):
            row, column = column, height - 1 - row
            height, width = width, height
        down, right = self.translation
        return (row + down) % height, (column + right) % width

    def orientation(self, orientation: int) -> int:
        """Return the orientation that one becomes: mirrored, right is left; turned, up is right."""
        return (self.quarter_turns + (-orientation if self.mirrored else orientation)) % len(ORIENTATIONS)

    def cell(self, cell: Cell) -> Cell:
        """Return the cell that one becomes: an agent is turned, anything else is as it was."""
        return turned(cell, self.orientation(orientation_of(cell))) if cell & AGENT else cell

    def action(self, action: Action) -> Action:
        """Return the action on the board of this symmetry that corresponds to this one on the board.

        Raises `ActionOutOfRange` for an action that is not one of the nine.
        """
        if type(action) is not int or not 0 <= action < len(ACTIONS):
            raise ActionOutOfRange(1, action, len(ACTIONS))
        if action == 0:
            return 0
        first = 1 if action <= len(ORIENTATIONS) else 1 + len(ORIENTATIONS)
        return first + self.orientation(action - first)

    def board(self, board: Board) -> Board:
        """Return the board that one becomes."""
        height, width = (board.width, board.height) if self.quarter_turns % 2 else (board.height, board.width)
        rows = [[0] * width for _ in range(height)]
        for location in board.locations():
            row, column = self.location(location, board.height, board.width)
            rows[row][column] = self.cell(board[location])
        return Board(rows)


SYMMETRIES = tuple(Symmetry(turns, mirrored) for mirrored, turns in product((False, True), range(4)))
"""The eight without translation, the first of which changes nothing."""


def translations(height: int, width: int) -> Iterator[Symmetry]:
    """Yield every translation of a torus of this size, the first of which changes nothing."""
    return (Symmetry(translation=shift) for shift in product(range(height), range(width)))
