"""Oscillators by Algorithm 1, with all changes tried at once on a window round the cell: the same choices, sooner."""

from bisect import bisect_left, insort
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draws
from formal_rl.safelife._engines.words.draws import BatchDraws
from formal_rl.safelife._engines.words.rule import BatchPlanes, advance_batch
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import Cell
from formal_rl.safelife.generation._mutable_pattern import RunningCensus, generate_on_draft
from formal_rl.safelife.generation.oscillators import check_period, within
from formal_rl.safelife.generation.patterns import (
    Census,
    Generated,
    Penalties,
    Settings,
    check_open,
    emptied,
    places,
    reach_of,
)
from formal_rl.safelife.generation.random_choice import Number, check_number


def generate_oscillator_vectorised(
    board: Board,
    eta: Number,
    temperature: Number,
    penalties: Penalties,
    draws: Draws,
    *,
    most_iterations: int,
    period: int = 2,
    still_penalty: Number = 0,
    open_locations: Collection[Location] | None = None,
    draws_read: int = 0,
) -> Generated:
    """Return what `generate_oscillator` returns.

    Raises as it does.

    Ledger: W19-alg1-oscillator*
    """
    settings = Settings(eta, temperature, penalties, most_iterations)
    steps, penalty = check_period(period), Fraction(check_number("still penalty", still_penalty))
    types = tuple(cell for cell, _ in settings.penalties)
    draft = OscillatorDraft(board, check_open(board, open_locations), types, steps, penalty)
    return generate_on_draft(draft, settings, draws, draws_read)


_Flags: TypeAlias = NDArray[numpy.bool_]


class _Axis(NamedTuple):
    """The rows, or the columns, of a window, and which of them come out right after the steps."""

    numbers: NDArray[numpy.intp]
    right: slice


class OscillatorDraft:
    """A board under change, with the cells that are not back after the steps."""

    def __init__(
        self,
        board: Board,
        opened: frozenset[Location],
        types: tuple[Cell, ...],
        period: int,
        still_penalty: Fraction,
    ) -> None:
        """Step the whole board once."""
        self._height, self._width = board.height, board.width
        self._period = period
        self.unit = Fraction(1, still_penalty.denominator)
        self._violation, self._still = still_penalty.denominator, still_penalty.numerator
        self._cells = board.array()
        self._types = numpy.array(types, dtype=numpy.uint16)
        self._census = RunningCensus(board, opened)
        self.emptied = emptied(board, opened)
        adjacent = within(period)
        self.places: Sequence[tuple[int, ...]] = [
            tuple(row * board.width + column for row, column in places(board, location, adjacent, opened))
            for location in board.locations()
        ]
        # A cell is adjacent to itself here, so every cell in reach has an open place adjacent.
        reach = reach_of(board, opened, adjacent)
        self.changeable: Sequence[int] = [row * board.width + column for row, column in reach]
        self._reach = numpy.zeros(self._cells.shape, dtype=numpy.bool_)
        self._reach[tuple(zip(*reach, strict=True)) if reach else ([], [])] = True
        wrong = self._differing(self._cells[None])[0][0] & self._reach
        self._violating: list[int] = numpy.flatnonzero(wrong).tolist()

    @property
    def violating(self) -> Sequence[int]:
        """The cells that violate the constraint, in order."""
        return self._violating

    def board(self) -> Board:
        """Return the board as it is now."""
        return Board.from_array(self._cells)

    def census(self) -> Census:
        """Return how many open locations hold each cell."""
        return self._census.census()

    def count_violating(self) -> int:
        """Return how many cells in reach violate the constraint."""
        return len(self._violating)

    def differences(self, cell: int) -> list[int]:
        """Return what each change on account of a cell would add, next to the board as it is."""
        row, column = divmod(cell, self._width)
        rows, columns = (self._axis(*ends, 3 * self._period) for ends in ((row, self._height), (column, self._width)))
        window = self._cells[numpy.ix_(rows.numbers, columns.numbers)]
        tried = len(self.places[cell]) * len(self._types)
        boards = numpy.repeat(window[None], tried + 1, axis=0)
        down, across = numpy.divmod(numpy.repeat(self.places[cell], len(self._types)), self._width)
        first_row, first_column = rows.numbers[0], columns.numbers[0]
        boards[numpy.arange(tried), (down - first_row) % self._height, (across - first_column) % self._width] = (
            numpy.tile(self._types, len(self.places[cell]))
        )
        wrong, moved = self._differing(boards)
        kept = (slice(None), rows.right, columns.right)
        sums = self._violation * _sums(wrong[kept]) - self._still * _sums(moved[kept])
        differences: list[int] = (sums[:-1] - sums[-1]).tolist()
        return differences

    def change(self, place: int, cell: Cell) -> None:
        """Replace an open cell, and note which cells now violate the constraint."""
        row, column = divmod(place, self._width)
        before = int(self._cells[row, column])
        if cell == before:
            return
        self._census.replace(before, cell)
        self._cells[row, column] = cell
        rows, columns = (self._axis(*ends, 2 * self._period) for ends in ((row, self._height), (column, self._width)))
        around = numpy.ix_(rows.numbers, columns.numbers)
        wrong = self._differing(self._cells[around][None])[0][0] & self._reach[around]
        numbers = rows.numbers[rows.right, None] * self._width + columns.numbers[None, columns.right]
        for number, is_wrong in zip(
            numbers.reshape(-1).tolist(), wrong[rows.right, columns.right].reshape(-1).tolist(), strict=True
        ):
            self._note(number, is_wrong)

    def _note(self, number: int, is_wrong: bool) -> None:
        index = bisect_left(self._violating, number)
        was_wrong = index < len(self._violating) and self._violating[index] == number
        if was_wrong and not is_wrong:
            del self._violating[index]
        elif is_wrong and not was_wrong:
            insort(self._violating, number)

    def _axis(self, middle: int, length: int, radius: int) -> _Axis:
        """Return a window of this radius, or everything; right is what does not depend on anything outside of it."""
        if 2 * radius + 1 >= length:
            return _Axis(numpy.arange(length), slice(None))
        numbers = numpy.arange(middle - radius, middle + radius + 1) % length
        return _Axis(numbers, slice(self._period, 2 * radius + 1 - self._period))

    def _differing(self, cells: NDArray[numpy.uint16]) -> tuple[_Flags, _Flags]:
        """Return where cells of some boards are not back after the steps, and where they differ after any."""
        number = len(cells)
        nothing_read = numpy.zeros(number, dtype=numpy.int64)
        draws = BatchDraws((0,) * number, ((),) * number)
        batch = BatchPlanes.from_array(cells)
        wrong = moved = numpy.zeros(cells.shape, dtype=numpy.bool_)
        for _ in range(self._period):
            batch, _ = advance_batch(batch, draws, nothing_read)
            wrong = batch.array() != cells
            moved = moved | wrong
        return wrong, moved


def _sums(flags: _Flags) -> NDArray[Any]:
    return numpy.asarray(numpy.count_nonzero(flags, axis=(1, 2)), dtype=numpy.int64)
