"""Algorithm 1 on a draft: a board under change that knows of itself what an iteration asks for."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Protocol

from formal_rl.agents import Draws, draw
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import Cell
from formal_rl.safelife.board.rule import check_draws_read
from formal_rl.safelife.generation.patterns import DRAWS_OF_ITERATION, Census, Generated, Settings, census_of
from formal_rl.safelife.generation.random_choice import chosen, share_of, weight_of_ratio


class Draft(Protocol):
    """A board under change, whose locations are numbers, row by row.

    ``changeable`` are the cells that can be drawn, in order; ``places`` the open places adjacent to each cell; ``unit``
    is what differences are multiples of; ``emptied`` is the board with nothing at the open locations.
    """

    unit: Fraction
    changeable: Sequence[int]
    places: Sequence[tuple[int, ...]]
    emptied: Board

    @property
    def violating(self) -> Sequence[int]:
        """The cells that violate the constraint and can be drawn, in order."""

    def board(self) -> Board:
        """Return the board as it is now."""

    def census(self) -> Census:
        """Return how many open locations hold each cell."""

    def count_violating(self) -> int:
        """Return how many cells in reach violate the constraint, whether they can be drawn or not."""

    def differences(self, cell: int) -> list[int]:
        """Return what each change on account of a cell would add, place by place and type by type."""

    def change(self, place: int, cell: Cell) -> None:
        """Replace an open cell."""


class RunningCensus:
    """How many open locations hold each cell, brought up to date change by change."""

    def __init__(self, board: Board, opened: frozenset[Location]) -> None:
        """Count everything once."""
        census = census_of(board, opened)
        self._counts, self._area = dict(census.counts), census.area

    def census(self) -> Census:
        """Return what it is now."""
        return Census(dict(self._counts), self._area)

    def replace(self, before: Cell, after: Cell) -> None:
        """Note that an open location holds another cell."""
        self._counts[before] -= 1
        if not self._counts[before]:
            del self._counts[before]
        self._counts[after] = self._counts.get(after, 0) + 1


def generate_on_draft(draft: Draft, settings: Settings, draws: Draws, draws_read: int) -> Generated:
    """Return what `generate_pattern` returns, by what the draft says; raise as it does."""
    check_draws_read(draws_read)
    energies = _Energies(settings, draft.unit)
    iterations = 0
    while True:
        census = draft.census()
        violating = draft.count_violating()
        if not violating and settings.is_filled(census):
            return Generated(draft.board(), iterations, DRAWS_OF_ITERATION * iterations, halted=True)
        from_which = draft.violating if violating else draft.changeable
        if iterations == settings.most_iterations or not from_which:
            return Generated(draft.emptied, iterations, DRAWS_OF_ITERATION * iterations, halted=False)
        number = draws_read + DRAWS_OF_ITERATION * iterations
        cell = from_which[share_of(len(from_which), draw(draws, number))]
        index = chosen(energies.weights(draft.differences(cell), census), draw(draws, number + 1))
        place, cell_type = divmod(index, len(settings.penalties))
        draft.change(draft.places[cell][place], settings.penalties[cell_type][0])
        iterations += 1


class _Energies:
    """Energies as whole multiples of one over a common denominator, from which the weights are looked up."""

    def __init__(self, settings: Settings, unit: Fraction) -> None:
        """Bring the penalties to a common denominator once, if they are all numbers."""
        self._settings = settings
        self._unit = unit
        self._heat = Fraction(settings.temperature)
        changing = any(callable(penalty) for _, penalty in settings.penalties)
        self._constant = None if changing else self._as_whole(Census({}, 0))

    def _as_whole(self, census: Census) -> tuple[list[int], int, int]:
        exact = [Fraction(penalty) for penalty in self._settings.penalties_of(census)]
        denominator = lcm(self._unit.denominator, *(penalty.denominator for penalty in exact))
        return [int(penalty * denominator) for penalty in exact], int(self._unit * denominator), denominator

    def weights(self, differences: Sequence[int], census: Census) -> list[int]:
        """Return the weights of changes, of which it is known what each would add to the violations."""
        penalties, times, denominator = self._constant or self._as_whole(census)
        repeated = penalties * (len(differences) // len(penalties))
        energies = [difference * times + penalty for difference, penalty in zip(differences, repeated, strict=True)]
        least, factor = min(energies), self._heat.denominator
        divisor = denominator * self._heat.numerator
        return [weight_of_ratio((energy - least) * factor, divisor) for energy in energies]
