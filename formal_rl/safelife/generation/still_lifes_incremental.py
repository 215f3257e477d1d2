"""Still lifes by Algorithm 1, with violations kept up to date round what changes: the same choices, much sooner."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import NamedTuple

from formal_rl.agents import Draws, draw
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, FREEZING, FROZEN, INHIBITING, PRESERVING, Cell
from formal_rl.safelife.board.conway import NEIGHBOURS
from formal_rl.safelife.board.rule import require_draws_read
from formal_rl.safelife.generation.patterns import (
    DRAWS_OF_ITERATION,
    Census,
    GeneratedPattern,
    Penalties,
    Settings,
    census_of,
    emptied,
    places,
    reach_of,
    require_open,
)
from formal_rl.safelife.generation.random_choice import Number, chosen, share_of, weight_of_ratio

_DEAD, _LIVING, _FIXED = 0, 10, 20
"""What a cell is to the rule: each has ten keys, one for each number of living cells in its block, itself included."""

_VIOLATIONS = (
    *(int(living == 3) for living in range(10)),
    *(max(3 - living, living - 4, 0) for living in range(10)),
    *(0 for _ in range(10)),
)
_IF_ONE_MORE = tuple(after - before for before, after in zip(_VIOLATIONS, (*_VIOLATIONS[1:], 0), strict=True))
_IF_ONE_LESS = tuple(after - before for before, after in zip(_VIOLATIONS, (0, *_VIOLATIONS[:-1]), strict=True))
_ROUND_TWO: tuple[Location, ...] = tuple(product(range(-2, 3), range(-2, 3)))


def generate_still_life_incremental(
    board: Board,
    eta: Number,
    temperature: Number,
    penalties: Penalties,
    draws: Draws,
    *,
    most_iterations: int,
    open_locations: Collection[Location] | None = None,
    draws_read: int = 0,
    adjacent: tuple[Location, ...] = NEIGHBOURS,
) -> GeneratedPattern:
    """Return what `generate_still_life` returns; raise as it does.

    Ledger: W19-alg1*, W19-alg1-halting*
    """
    settings = Settings(eta, temperature, penalties, most_iterations)
    opened = require_open(board, open_locations)
    draft = StillLifeDraft(board, opened, adjacent, tuple(cell for cell, _ in settings.penalties))
    return _generate_on_draft(draft, settings, draws, draws_read)


def _generate_on_draft(draft: StillLifeDraft, settings: Settings, draws: Draws, draws_read: int) -> GeneratedPattern:
    """Return what `generate_pattern` returns, by what the draft says; raise as it does."""
    require_draws_read(draws_read)
    energies = _Energies(settings)
    iterations = 0
    while True:
        census = draft.census()
        violating = draft.count_violating()
        if not violating and settings.is_filled(census):
            return GeneratedPattern(draft.board(), iterations, DRAWS_OF_ITERATION * iterations, halted=True)
        from_which = draft.violating if violating else draft.changeable
        if iterations == settings.most_iterations or not from_which:
            return GeneratedPattern(draft.emptied, iterations, DRAWS_OF_ITERATION * iterations, halted=False)
        number = draws_read + DRAWS_OF_ITERATION * iterations
        cell = from_which[share_of(len(from_which), draw(draws, number))]
        index = chosen(energies.weights(draft.differences(cell), census), draw(draws, number + 1))
        place, cell_type = divmod(index, len(settings.penalties))
        draft.change(draft.places[cell][place], settings.penalties[cell_type][0])
        iterations += 1


class _Energies:
    """Energies as whole multiples of one over a common denominator, from which the weights are looked up."""

    def __init__(self, settings: Settings) -> None:
        """Bring the penalties to a common denominator once, if they are all numbers."""
        self._settings = settings
        self._heat = Fraction(settings.temperature)
        changing = any(callable(penalty) for _, penalty in settings.penalties)
        self._constant = None if changing else self._as_whole(Census({}, 0))

    def _as_whole(self, census: Census) -> tuple[list[int], int]:
        exact = [Fraction(penalty) for penalty in self._settings.penalties_of(census)]
        denominator = lcm(*(penalty.denominator for penalty in exact))
        return [int(penalty * denominator) for penalty in exact], denominator

    def weights(self, differences: Sequence[int], census: Census) -> list[int]:
        """Return the weights of changes, given what each would add to the violations."""
        penalties, denominator = self._constant or self._as_whole(census)
        repeated = penalties * (len(differences) // len(penalties))
        energies = [
            difference * denominator + penalty for difference, penalty in zip(differences, repeated, strict=True)
        ]
        least, factor = min(energies), self._heat.denominator
        divisor = denominator * self._heat.numerator
        return [weight_of_ratio((energy - least) * factor, divisor) for energy in energies]


class _Layout(NamedTuple):
    """For each location of a board of one size, counted row by row, the others of its block and what is near it."""

    others: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]


@cache
def _layout(height: int, width: int) -> _Layout:
    def led_to(row: int, column: int, ways: Iterable[Location]) -> tuple[int, ...]:
        numbers = ((row + down) % height * width + (column + right) % width for down, right in ways)
        return tuple(dict.fromkeys(numbers))

    locations = tuple(product(range(height), range(width)))
    return _Layout(
        tuple(led_to(row, column, NEIGHBOURS) for row, column in locations),
        tuple(led_to(row, column, _ROUND_TWO) for row, column in locations),
    )


class _RunningCensus:
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


class StillLifeDraft:
    """A board under change, whose locations are numbers, row by row, with what is known of each cell's violation.

    ``changeable`` are the cells that can be drawn, in order; ``places`` the open places adjacent to each cell;
    ``emptied`` is the board with nothing at the open locations.
    """

    def __init__(
        self, board: Board, opened: frozenset[Location], adjacent: tuple[Location, ...], types: tuple[Cell, ...]
    ) -> None:
        """Count everything once."""
        self._height, self._width = board.height, board.width
        self._types = types
        self._layout = _layout(board.height, board.width)
        self._cells = [cell for row in board.rows for cell in row]
        self._census = _RunningCensus(board, opened)
        self.emptied = emptied(board, opened)
        everywhere = range(len(self._cells))
        blocks = [[self._cells[near] for near in (*self._layout.others[place], place)] for place in everywhere]
        self._living, self._preserving, self._inhibiting = (
            [sum(1 for cell in block if cell & flag) for block in blocks] for flag in (ALIVE, PRESERVING, INHIBITING)
        )
        self._kinds = [self._kind(place) for place in everywhere]
        self._keys = [kind + living for kind, living in zip(self._kinds, self._living, strict=True)]
        self._differences: list[tuple[int, ...] | None] = [None] * len(self._cells)
        self.places: Sequence[tuple[int, ...]] = self._places(board, opened, adjacent)
        reach = {self._number(location) for location in reach_of(board, opened, adjacent)}
        self.changeable: Sequence[int] = [place for place in sorted(reach) if self.places[place]]
        self._drawable = [bool(self.places[place]) for place in everywhere]
        self._in_reach = [place in reach for place in everywhere]
        self._violating = [place for place in self.changeable if _VIOLATIONS[self._keys[place]]]
        self._violating_elsewhere = sum(
            1 for place in reach if not self.places[place] and _VIOLATIONS[self._keys[place]]
        )

    def _number(self, location: Location) -> int:
        return location[0] * self._width + location[1]

    def _places(
        self, board: Board, opened: frozenset[Location], adjacent: tuple[Location, ...]
    ) -> list[tuple[int, ...]]:
        return [tuple(map(self._number, places(board, location, adjacent, opened))) for location in board.locations()]

    def _kind(self, place: int) -> int:
        cell = self._cells[place]
        return _kind_of(cell, self._preserving[place], self._inhibiting[place])

    def board(self) -> Board:
        """Return the board as it is now."""
        return Board(self._cells[row * self._width : (row + 1) * self._width] for row in range(self._height))

    def census(self) -> Census:
        """Return how many open locations hold each cell."""
        return self._census.census()

    @property
    def violating(self) -> Sequence[int]:
        """The cells that violate the constraint and can be drawn, in order."""
        return self._violating

    def count_violating(self) -> int:
        """Return how many cells in reach violate the constraint."""
        return len(self._violating) + self._violating_elsewhere

    def differences(self, cell: int) -> list[int]:
        """Return by how much each change on account of a cell would change the number of violations."""
        differences: list[int] = []
        for place in self.places[cell]:
            known = self._differences[place]
            if known is None:
                known = self._differences[place] = self._of_each_type(place)
            differences += known
        return differences

    def _of_each_type(self, place: int) -> tuple[int, ...]:
        return tuple(self._difference(place, cell_type) for cell_type in self._types)

    def _difference(self, place: int, cell_type: Cell) -> int:
        before = self._cells[place]
        switched = before ^ cell_type
        if not switched:
            return 0
        if switched & FREEZING:
            return self._difference_by_trying(place, cell_type)
        more = 0
        difference = 0
        if switched & ALIVE:
            more = 1 if cell_type & ALIVE else -1
            by_key = _IF_ONE_MORE if more == 1 else _IF_ONE_LESS
            keys = self._keys
            difference = sum([by_key[keys[other]] for other in self._layout.others[place]])
        kind = _kind_of(cell_type, self._preserving[place], self._inhibiting[place])
        return difference + _VIOLATIONS[kind + self._living[place] + more] - _VIOLATIONS[self._keys[place]]

    def _difference_by_trying(self, place: int, cell_type: Cell) -> int:
        around = (*self._layout.others[place], place)
        before = self._cells[place]
        numbers = []
        for cell in (cell_type, before):
            self._put(place, cell)
            numbers.append(sum(_VIOLATIONS[self._keys[near]] for near in around))
        return numbers[0] - numbers[1]

    def _put(self, place: int, cell: Cell) -> None:
        """Replace a cell, and bring the counts and keys of its block up to date."""
        before = self._cells[place]
        self._cells[place] = cell
        around = (*self._layout.others[place], place)
        for flag, counts in ((ALIVE, self._living), (PRESERVING, self._preserving), (INHIBITING, self._inhibiting)):
            more = bool(cell & flag) - bool(before & flag)
            if more:
                for near in around:
                    counts[near] += more
        for near in around:
            self._keys[near] = self._kind(near) + self._living[near]

    def change(self, place: int, cell: Cell) -> None:
        """Replace an open cell, and note which cells now violate the constraint."""
        before = self._cells[place]
        if cell == before:
            return
        self._census.replace(before, cell)
        around = (*self._layout.others[place], place)
        violated = [_VIOLATIONS[self._keys[near]] for near in around]
        self._put(place, cell)
        for near, number in zip(around, violated, strict=True):
            if bool(_VIOLATIONS[self._keys[near]]) != bool(number):
                self._note(near, ends=bool(number))
        for near in self._layout.near[place]:
            self._differences[near] = None

    def _note(self, place: int, *, ends: bool) -> None:
        if not self._in_reach[place]:
            return
        if not self._drawable[place]:
            self._violating_elsewhere += -1 if ends else 1
        elif ends:
            del self._violating[bisect_left(self._violating, place)]
        else:
            insort(self._violating, place)


def _kind_of(cell: Cell, preserving: int, inhibiting: int) -> int:
    if cell & FROZEN or (preserving if cell & ALIVE else inhibiting):
        return _FIXED
    return _LIVING if cell & ALIVE else _DEAD
