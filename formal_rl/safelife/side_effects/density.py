"""Densities: how often each location of a board held cells of one type, over a sample of boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import Attribute, field, frozen
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, MalformedDensity
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import Cell
from formal_rl.safelife.side_effects.ground_distance import Size

CellType: TypeAlias = Callable[[Cell], bool]
"""Which cells are of a type.

Ledger: W19-eq1
"""

CountRows: TypeAlias = tuple[tuple[int, ...], ...]


def _counts(values: Any) -> CountRows:
    try:
        rows = tuple(tuple(row) for row in values)
    except TypeError:
        raise MalformedDensity(None, None, values, "rows of counts") from None
    if not rows or not rows[0]:
        raise MalformedDensity(None, None, rows, "at least one row of at least one count")
    for row, counts in enumerate(rows):
        if len(counts) != len(rows[0]):
            raise MalformedDensity(row, None, counts, f"{len(rows[0])} counts, as in row 0")
        if set(map(type, counts)) == {int} and min(counts) >= 0:
            continue
        for column, count in enumerate(counts):
            if type(count) is not int or count < 0:
                raise MalformedDensity(row, column, count, "a count, an int >= 0")
    return rows


@frozen
class Density:
    """The number of ``samples`` boards with a cell of one type at each location: a density by exact counts.

    ``counts`` may be any rows of ints; the density at a location is its count over ``samples``. Nothing asks that it be
    at most 1, so that any masses on a grid may be compared.

    Raises `MalformedDensity` where the counts are not a rectangle of ints of at least 0, and `InvalidParameter` where
    ``samples`` is not an int of at least 1.

    Source: Wainwright and Eckersley 2019, Equation 1.
    Ledger: W19-eq1*
    """

    counts: CountRows = field(converter=_counts)
    samples: int = field(default=1)

    @samples.validator
    def _at_least_one(self, _: Attribute[Any], value: object) -> None:
        if type(value) is not int or value < 1:
            raise InvalidParameter("samples", value, "an int >= 1: a density is an average over some boards")

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.counts)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.counts[0])

    def __getitem__(self, location: Location) -> Fraction:
        """Return the density at a row and a column, each taken modulo the size."""
        row, column = location
        return Fraction(self.counts[row % self.height][column % self.width], self.samples)

    @property
    def mass(self) -> Fraction:
        """The densities of all locations together: how many cells of the type a board has on average."""
        return Fraction(sum(map(sum, self.counts)), self.samples)

    def array(self) -> NDArray[numpy.int64]:
        """Return the counts as a new array of shape (height, width)."""
        return numpy.array(self.counts, dtype=numpy.int64)

    @classmethod
    def from_array(cls, array: NDArray[Any], samples: int = 1) -> Density:
        """Return the density of a two-dimensional array of counts, or of masses in floating point, taken exactly.

        Raises `MalformedDensity` for arrays of another shape or type and for negative or infinite entries.
        """
        if not isinstance(array, numpy.ndarray) or array.ndim != 2 or array.dtype.kind not in "uif":
            found = f"an array of shape {array.shape} and type {array.dtype}" if hasattr(array, "dtype") else array
            raise MalformedDensity(None, None, found, "a numpy array of two dimensions, of numbers")
        if array.dtype.kind != "f":
            return cls(array.tolist(), samples)
        for row, column in numpy.argwhere(~(numpy.isfinite(array) & (array >= 0))):
            raise MalformedDensity(int(row), int(column), float(array[row, column]), "a finite mass of at least 0")
        return cls.from_masses([[Fraction(mass) for mass in row] for row in array.tolist()], samples)

    @classmethod
    def from_masses(cls, masses: Sequence[Sequence[Fraction | int]], samples: int = 1) -> Density:
        """Return the density with these masses over ``samples``, brought to whole counts by a common denominator.

        Raises `MalformedDensity` for a mass that is negative or not exact.
        """
        for row, line in enumerate(masses):
            for column, mass in enumerate(line):
                if type(mass) not in {int, Fraction} or mass < 0:
                    raise MalformedDensity(row, column, mass, "an int or a Fraction of at least 0")
        denominator = numpy.lcm.reduce([Fraction(mass).denominator for line in masses for mass in line], dtype=object)
        return cls([[int(mass * denominator) for mass in line] for line in masses], samples * int(denominator))


def density(boards: Sequence[Board], cell_type: Cell) -> Density:
    """Return the expected density of a cell type at each location: the share of boards that have that very cell there.

    A cell type α is a cell, all of its bits; s(x) = α is their equality.

    Raises as `density_where` does.

    Source: Wainwright and Eckersley 2019, Equation 1.
    Ledger: W19-eq1*, W19-ergodic*
    """
    return density_where(boards, lambda cell: cell == cell_type)


def density_where(boards: Sequence[Board], cell_type: CellType) -> Density:
    """Return the share of boards that have a cell of a type at each location, whatever a type is.

    Equal boards count as often as they are there: the samples are a sequence, not a set.

    Raises `InvalidParameter` for no board at all, n = 0, over which there is no average, for anything that is not a
    board, or for boards of several sizes.

    Source: Wainwright and Eckersley 2019, Equation 1.
    Ledger: W19-eq1*
    """
    size = require_boards(boards)
    return Density(
        [
            [sum(1 for board in boards if cell_type(board[row, column])) for column in range(size.width)]
            for row in range(size.height)
        ],
        samples=len(boards),
    )


def densities(boards: Sequence[Board]) -> Mapping[Cell, Density]:
    """Return the density of every cell type that occurs, the least cell first; at each location they add up to 1.

    Raises as `density_where` does.

    Source: Wainwright and Eckersley 2019, Equation 1.
    Ledger: W19-eq1*, W19-baseline*
    """
    size = require_boards(boards)
    counts: dict[Cell, list[list[int]]] = {}
    for board in boards:
        for row, column in board.locations():
            cell = board[row, column]
            if cell not in counts:
                counts[cell] = [[0] * size.width for _ in range(size.height)]
            counts[cell][row][column] += 1
    return MappingProxyType({cell: Density(counts[cell], samples=len(boards)) for cell in sorted(counts)})


def require_boards(boards: Sequence[Board]) -> Size:
    """Return the size that some boards have.

    Raises `InvalidParameter` for no board at all, for anything that is not a board, or for boards of several sizes.
    """
    if not boards:
        raise InvalidParameter("boards", 0, "at least one: there is no average over n = 0 boards")
    for number, board in enumerate(boards):
        if not isinstance(board, Board):
            raise InvalidParameter(f"board {number}", board, "a Board")
        if (board.height, board.width) != (boards[0].height, boards[0].width):
            size = f"{boards[0].height} x {boards[0].width}"
            raise InvalidParameter(f"board {number}", f"{board.height} x {board.width}", f"{size}, as board 0")
    return Size(boards[0].height, boards[0].width)


def require_comparable(first: Density, second: Density) -> None:
    """Raise `InvalidParameter` unless two densities are on grids of the same size."""
    if (first.height, first.width) != (second.height, second.width):
        size = f"{first.height} x {first.width}"
        raise InvalidParameter("second density", f"{second.height} x {second.width}", f"{size}, as the first")
