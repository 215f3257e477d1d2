"""Boards: rows of cells on a torus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import product
from typing import Any, TypeAlias

import numpy
from attrs import field, frozen
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, MalformedBoard
from formal_rl.safelife.board._svg import board_svg
from formal_rl.safelife.board.cells import GREATEST_CELL, Cell

Location: TypeAlias = tuple[int, int]
"""Row and column, counted from 0 at the top left."""

Rows: TypeAlias = tuple[tuple[Cell, ...], ...]

Cells: TypeAlias = NDArray[numpy.uint16]
"""Cells as an array, of one board or of many."""

_A_CELL = f"a cell, an int from 0 to {GREATEST_CELL}: there are no flags beyond sixteen bits"
_DIMENSIONS = {2: "two dimensions", 3: "three dimensions, boards, rows and columns,"}
_TYPE = numpy.dtype(numpy.uint16)


def _rows(values: Any) -> Rows:
    try:
        rows = tuple(tuple(row) for row in values)
    except TypeError:
        raise MalformedBoard(None, None, values, "rows of cells") from None
    if not rows or not rows[0]:
        raise MalformedBoard(None, None, rows, "at least one row of at least one cell")
    for row, cells in enumerate(rows):
        if len(cells) != len(rows[0]):
            raise MalformedBoard(row, None, cells, f"{len(rows[0])} cells, as in row 0: a board is rectangular")
        if set(map(type, cells)) == {int} and min(cells) >= 0 and max(cells) <= GREATEST_CELL:
            continue
        for column, cell in enumerate(cells):
            if type(cell) is not int or not 0 <= cell <= GREATEST_CELL:
                raise MalformedBoard(row, column, cell, _A_CELL)
    return rows


@frozen(repr=False)
class Board:
    """Rows of cells on a torus: each side continues on the opposite one.

    ``rows`` may be any rows of ints. Raises `MalformedBoard` where they are not a rectangle of cells.

    Source: Wainwright and Eckersley 2019, Section 2 and Figure 1.
    Ledger: W19-cells*
    """

    rows: Rows = field(converter=_rows)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def __getitem__(self, location: Location) -> Cell:
        """Return the cell at a row and a column, each taken modulo the size."""
        (row, column), rows = location, self.rows
        return rows[row % len(rows)][column % len(rows[0])]

    def locations(self) -> Iterator[Location]:
        """Yield every location, row by row."""
        return product(range(self.height), range(self.width))

    def wrapped(self, location: Location) -> Location:
        """Return the location on the board that this one is, round the torus."""
        return location[0] % len(self.rows), location[1] % len(self.rows[0])

    def with_cells(self, changes: Mapping[Location, Cell]) -> Board:
        """Return the board with other cells at some locations, each taken modulo the size."""
        rows = [list(row) for row in self.rows]
        height, width = self.height, self.width
        for (row, column), cell in changes.items():
            rows[row % height][column % width] = cell
        return Board(rows)

    def find(self, flag: Cell) -> tuple[Location, ...]:
        """Return where the cells are that have any bit of ``flag``, row by row."""
        return tuple(
            (row, column) for row, cells in enumerate(self.rows) for column, cell in enumerate(cells) if cell & flag
        )

    def array(self) -> Cells:
        """Return the cells as a new array of shape (height, width)."""
        return numpy.array(self.rows, dtype=numpy.uint16)

    def _repr_svg_(self) -> str:
        return board_svg(self.rows)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"image/svg+xml": self._repr_svg_(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        """Return the board as `format_board` writes it, in a module that is made of this one."""
        return str(import_module("formal_rl.safelife").format_board(self))

    @classmethod
    def from_array(cls, array: NDArray[Any]) -> Board:
        """Return the board of a two-dimensional array of whole numbers.

        Raises `MalformedBoard` for arrays of another shape or type, and as the board itself does.
        """
        return cls(require_cells(array, 2).tolist())

    @classmethod
    def empty(cls, height: int, width: int) -> Board:
        """Return the board of this size that holds nothing."""
        return cls([[0] * width] * height)


def require_cells(array: Any, dimensions: int) -> Cells:
    """Return an array of whole numbers as cells, if they are; of one board it has two dimensions, of many three.

    Raises `MalformedBoard` for arrays of another shape or type, and with the first number that is not a cell.
    """
    if not isinstance(array, numpy.ndarray):
        raise MalformedBoard(None, None, array, "a numpy array; Board(rows) takes rows")
    if array.ndim != dimensions or array.dtype.kind not in "ui" or 0 in array.shape:
        found = f"an array of shape {array.shape} and type {array.dtype}"
        raise MalformedBoard(None, None, found, f"{_DIMENSIONS[dimensions]} of whole numbers, and at least one cell")
    if array.dtype != _TYPE:
        wrong = (array < 0) | (array > GREATEST_CELL)
        if wrong.any():
            *board, row, column = numpy.argwhere(wrong)[0].tolist()
            whose = f"; it is of board {board[0]}" if board else ""
            raise MalformedBoard(row, column, int(array[(*board, row, column)]), _A_CELL + whose)
        return array.astype(_TYPE)
    return array


def require_location(name: str, value: Any) -> Location:
    """Return the value as a location if it is two ints, else raise `InvalidParameter` with the name."""
    if not isinstance(value, tuple | list) or len(value) != 2 or any(type(number) is not int for number in value):
        raise InvalidParameter(name, value, "a location, a row and a column")
    return value[0], value[1]


def board_of(height: int, width: int, cells: Iterable[tuple[Location, Cell]]) -> Board:
    """Return the board of this size that holds nothing but these cells."""
    return Board.empty(height, width).with_cells(dict(cells))
