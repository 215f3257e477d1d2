"""Patterns by Algorithm 1: it changes cells near violations of a constraint until there are none; and its penalties."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from attrs import Attribute, field, frozen

from formal_rl.agents import Draws, draw
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import EMPTY, Cell, require_cell
from formal_rl.safelife.board.rule import require_draws_read
from formal_rl.safelife.generation.random_choice import Number, chosen, require_number, share_of, weights

LEDGER = ("W19-alg1",)

DRAWS_OF_ITERATION = 2
"""An iteration reads one draw for the cell and one for the change, even where there is nothing to choose from."""


class Census(NamedTuple):
    """The number of open locations with each cell, and the number of open locations."""

    counts: Mapping[Cell, int]
    area: int

    @property
    def filled(self) -> int:
        """The number of open locations that are not empty."""
        return self.area - self.counts.get(EMPTY, 0)


Penalty: TypeAlias = Number | Callable[[Census], Number]
"""The penalty added to the violations when a cell type is tried: a number, or a function of the board's census."""

Penalties: TypeAlias = Mapping[Cell, Penalty]
"""The cell types that are tried, in this order, each with its penalty."""


class GeneratedPattern(NamedTuple):
    """A board, after how many iterations it came about, how many draws these used, and whether the algorithm halted.

    Where it did not halt the open locations of the board are empty.
    """

    board: Board
    iterations: int
    draws_used: int
    halted: bool


class Violations(NamedTuple):
    """The violations of each cell that violates a constraint, and an addition for the board as a whole."""

    violations: Mapping[Location, int]
    penalty: Number = 0


class Constraint(NamedTuple):
    """A constraint on a pattern; ``adjacent`` gives the cells that may be changed on account of a cell."""

    assess: Callable[[Board], Violations]
    adjacent: tuple[Location, ...]


def _as_items(penalties: Any) -> tuple[tuple[Cell, Penalty], ...]:
    if not isinstance(penalties, Mapping) or not penalties:
        raise InvalidParameter("penalties", penalties, "a mapping from at least one cell type to its penalty")
    for cell, penalty in penalties.items():
        require_cell(cell)
        if not callable(penalty):
            require_number(f"penalty of cell {cell}", penalty, "a finite number, or a function of a census")
    return tuple(penalties.items())


@frozen
class Settings:
    """The parameters η, T and p of the algorithm, and when to give up.

    Raises `InvalidParameter` for a target that is not a number from 0 to 1, a temperature that is not above 0,
    penalties that are not finite numbers, or a bound that is not an int of at least 0.
    """

    eta: Number = field()
    temperature: Number = field()
    penalties: tuple[tuple[Cell, Penalty], ...] = field(converter=_as_items)
    most_iterations: int = field()

    def __attrs_post_init__(self) -> None:
        """Refuse anything that is not a parameter."""
        expected = "a number from 0 to 1"
        if not 0 <= require_number("eta", self.eta, expected) <= 1:
            raise InvalidParameter("eta", self.eta, expected)
        expected = "a finite number above 0"
        if require_number("temperature", self.temperature, expected) <= 0:
            raise InvalidParameter("temperature", self.temperature, expected)
        if type(self.most_iterations) is not int or self.most_iterations < 0:
            raise InvalidParameter("most iterations", self.most_iterations, "an int >= 0")

    def is_filled(self, census: Census) -> bool:
        """Whether as many open locations are not empty as the target asks for."""
        return census.filled >= Fraction(self.eta) * census.area

    def penalties_of(self, census: Census) -> tuple[Number, ...]:
        """Return the penalty of each cell type on a board of this census.

        Raises `InvalidParameter` for a penalty that is not a finite number.
        """
        return tuple(
            require_number(f"penalty of cell {cell}", penalty(census)) if callable(penalty) else penalty
            for cell, penalty in self.penalties
        )


def generate_pattern(
    board: Board,
    settings: Settings,
    draws: Draws,
    constraint: Constraint,
    *,
    open_locations: Collection[Location] | None = None,
    draws_read: int = 0,
) -> GeneratedPattern:
    """Return the result of Algorithm 1 on a board: each iteration counts everything again.

    While cells violate the constraint, one of them is drawn; else, while too little is on the board, any cell. Then
    each cell type is tried at each place adjacent to that cell, its present cell included, and one of these
    changes is made, with probability proportional to e^(-(y + p)/T), where y counts the violations with the change and
    p is the penalty of the type on the board before it. Cells are drawn row by row, changes place by place in the
    order of ``adjacent`` and type by type in that of the penalties. Draws are read from number ``draws_read``.

    If only some locations are open, no other is changed, density is that of the open ones, and only
    violations *in reach* count: of cells that are open or have an open place adjacent. Only cells with an open place
    adjacent are drawn.

    The algorithm fails if it is not done after the most iterations there may be, or if no cell that violates the
    constraint has an open place adjacent; then the open locations are left empty.

    Raises `InvalidParameter` for a board with a side below 3, on which a neighbour would count twice, for locations
    that are not on the board, and for invalid draws; and `DrawsExhausted`.

    Source: Wainwright and Eckersley 2019, Appendix A, Algorithm 1.
    Ledger: W19-alg1*
    """
    require_draws_read(draws_read)
    opened = require_open(board, open_locations)
    reach = reach_of(board, opened, constraint.adjacent)
    iterations = 0
    while True:
        census = census_of(board, opened)
        violating = violations_in(reach, constraint.assess(board).violations)
        if not violating and settings.is_filled(census):
            return GeneratedPattern(board, iterations, DRAWS_OF_ITERATION * iterations, halted=True)
        if iterations == settings.most_iterations:
            return GeneratedPattern(emptied(board, opened), iterations, DRAWS_OF_ITERATION * iterations, halted=False)
        from_which = [cell for cell in violating or reach if places(board, cell, constraint.adjacent, opened)]
        if not from_which:
            return GeneratedPattern(emptied(board, opened), iterations, DRAWS_OF_ITERATION * iterations, halted=False)
        number = draws_read + DRAWS_OF_ITERATION * iterations  # its own, whatever those before it read
        cell = from_which[share_of(len(from_which), draw(draws, number))]
        penalties = settings.penalties_of(census)
        changed: list[Board] = []
        energies: list[Number] = []
        for place in places(board, cell, constraint.adjacent, opened):
            for (cell_type, _), penalty in zip(settings.penalties, penalties, strict=True):
                after = board.with_cells({place: cell_type})
                numbers, board_penalty = constraint.assess(after)
                total = sum(violations_in(reach, numbers).values())
                changed.append(after)
                energies.append(total + Fraction(board_penalty) + Fraction(penalty))
        board = changed[chosen(weights(energies, settings.temperature), draw(draws, number + 1))]
        iterations += 1


def places(
    board: Board, cell: Location, adjacent: tuple[Location, ...], opened: Collection[Location]
) -> tuple[Location, ...]:
    """Return the open locations adjacent to a cell."""
    row, column = cell
    around = (board.wrapped((row + down, column + right)) for down, right in adjacent)
    return tuple(place for place in dict.fromkeys(around) if place in opened)


def reach_of(board: Board, opened: Collection[Location], adjacent: tuple[Location, ...]) -> tuple[Location, ...]:
    """Return the locations that are open or have an open place adjacent, row by row."""
    return tuple(
        location for location in board.locations() if location in opened or places(board, location, adjacent, opened)
    )


def violations_in(reach: Collection[Location], violations: Mapping[Location, int]) -> dict[Location, int]:
    """Return the violations that are in reach."""
    return {location: violations[location] for location in reach if violations.get(location)}


def census_of(board: Board, opened: Collection[Location]) -> Census:
    """Return how many open locations hold each cell."""
    counts: dict[Cell, int] = {}
    for location in opened:
        counts[board[location]] = counts.get(board[location], 0) + 1
    return Census(counts, len(opened))


def emptied(board: Board, opened: Collection[Location]) -> Board:
    """Return the board with nothing at the open locations."""
    return board.with_cells(dict.fromkeys(opened, EMPTY))


def require_open(board: Board, open_locations: Collection[Location] | None) -> frozenset[Location]:
    """Return the open locations of a board with sides of at least 3: all by default.

    Raises `InvalidParameter` for a smaller board, and for a location that is not on it.
    """
    if min(board.height, board.width) < 3:
        size = f"{board.height} x {board.width}"
        raise InvalidParameter("board", size, "at least 3 x 3 cells: else a neighbour is met twice")
    locations = _locations(board.height, board.width)
    opened = locations if open_locations is None else frozenset(open_locations)
    for location in opened - locations:
        raise InvalidParameter("open location", location, f"a location of a board of {board.height} x {board.width}")
    return opened


@lru_cache(maxsize=16)
def _locations(height: int, width: int) -> frozenset[Location]:
    return frozenset(product(range(height), range(width)))


def _exactly(value: Number) -> Fraction:
    return Fraction(require_number("penalty", value))


@frozen
class GrowingPenalty:
    """A penalty that grows with the share of open locations that hold the cell: base + slope · share.

    Raises `InvalidParameter` where base or slope is not a finite number.

    Source: Wainwright and Eckersley 2019, Appendix A; how penalties vary is left open there.
    Ledger: W19-alg1
    """

    cell: Cell
    base: Fraction = field(converter=_exactly)
    slope: Fraction = field(converter=_exactly)

    def __call__(self, census: Census) -> Fraction:
        """Return the penalty on a board of this census."""
        return self.at(self.number(census), census.area)

    def number(self, census: Census) -> int:
        """Return the number of a census on which the penalty depends: that of the cell."""
        return census.counts.get(self.cell, 0)

    def at(self, number: int, area: int) -> Fraction:
        """Return the penalty if ``number`` open locations of an area hold the cell."""
        return self.base + self.slope * Fraction(number, area)


@frozen
class PenaltyUntilFilled:
    """A penalty, meant for empty cells, that falls to nothing as the open locations are filled.

    It is ``most`` as long as less than the share ``until`` of the target is reached, and falls from there in
    proportion, to 0 at the target.

    Raises `InvalidParameter` for a target that is not above 0 and at most 1, a share that is not at least 0 and below
    1, or a ``most`` that is not a finite number.

    Source: Wainwright and Eckersley 2019, Appendix A; how penalties vary is left open there.
    Ledger: W19-alg1
    """

    eta: Fraction = field(converter=_exactly)
    most: Fraction = field(default=Fraction(2), converter=_exactly)
    until: Fraction = field(default=Fraction(9, 10), converter=_exactly)

    @eta.validator
    def _above_nothing(self, _: Attribute[Fraction], value: Fraction) -> None:
        if not 0 < value <= 1:
            raise InvalidParameter("eta", value, "a number above 0, at most 1")

    @until.validator
    def _below_all(self, _: Attribute[Fraction], value: Fraction) -> None:
        if not 0 <= value < 1:
            raise InvalidParameter("until", value, "a number of at least 0, below 1")

    def __call__(self, census: Census) -> Fraction:
        """Return the penalty on a board of this census."""
        return self.at(self.number(census), census.area)

    def number(self, census: Census) -> int:
        """Return the number of a census on which the penalty depends: that of all that is not empty."""
        return census.filled

    def at(self, number: int, area: int) -> Fraction:
        """Return the penalty if ``number`` open locations of an area are not empty."""
        reached = Fraction(number, area) / self.eta
        return self.most * min(Fraction(1), max(Fraction(0), (1 - reached) / (1 - self.until)))
