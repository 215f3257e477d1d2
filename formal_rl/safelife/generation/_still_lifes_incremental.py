"""Still lifes by Algorithm 1, with violations kept up to date round each change: the same choices, much sooner.

The violations that a change adds at a location depend on its block alone, in few ways: on the cell, its living
neighbours, and how many of the neighbours would violate more or less with one living cell more or less. These are
kept as one number for each location, the sum of its own and its neighbours' *codes*; weights are looked up by that.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, chain, count
from math import ceil, lcm
from operator import itemgetter, mul
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, FREEZING, FROZEN, INHIBITING, PRESERVING, Cell
from formal_rl.safelife.board.conway import NEIGHBOURS
from formal_rl.safelife.board.rule import require_draws_read
from formal_rl.safelife.generation._float_choice import (
    LARGEST_EXPONENT,
    WeighedPenalty,
    bound_of,
    power,
    surely_chosen,
    weighed,
)
from formal_rl.safelife.generation._regions import targets
from formal_rl.safelife.generation.patterns import (
    DRAWS_OF_ITERATION,
    Census,
    GeneratedPattern,
    GrowingPenalty,
    Penalties,
    PenaltyUntilFilled,
    Settings,
    emptied,
    require_open,
)
from formal_rl.safelife.generation.random_choice import (
    Number,
    chosen,
    in_order,
    require_number,
    share_of,
    weight_of_ratio,
)
from formal_rl.safelife.generation.still_lifes import generate_still_life

MOST_ADDED = 16
"""A change adds less than this to the violations, or takes off less."""

_DEAD, _LIVING, _FIXED = 0, 10, 20
"""The role of a cell in the rule: ten keys each, one for each number of living cells in its block, itself included."""

VIOLATIONS = (
    *(int(living == 3) for living in range(10)),
    *(max(3 - living, living - 4, 0) for living in range(10)),
    *(0 for _ in range(10)),
)


def _if(more: int, key: int) -> int:
    """Return by how much the violations of a cell of this key grow with one living neighbour more or less."""
    after = key % 10 + more
    return VIOLATIONS[key + more] - VIOLATIONS[key] if 0 <= after < 10 else 0


_NEAR = tuple((_if(1, key) + 1) + ((_if(-1, key) + 1) << 5) for key in range(30))
"""The part of each key in the codes of its eight neighbours: no number in a code has a carry."""

_LIVING_CELL, _PRESERVED, _INHIBITED, _CELL = 1 << 10, 1 << 14, 1 << 15, 16
_TURNS = {
    more: tuple(bool(VIOLATIONS[key]) != bool(VIOLATIONS[key] + _if(more, key)) for key in range(30))
    for more in (1, -1)
}
"""Whether a cell of each key begins or ceases to violate with one living neighbour more, or less."""


def _differences(code: int, types: Sequence[Cell]) -> tuple[int, ...]:
    """Return the violations that each cell type would add at a location of this code."""
    one_more, one_less, living = (code & 31) - 8, (code >> 5 & 31) - 8, code >> 10 & 15
    kept, before = code & (_PRESERVED | _INHIBITED), code >> _CELL
    own = VIOLATIONS[_kind_of(before, kept) + living]
    found = []
    for cell in types:
        more = bool(cell & ALIVE) - bool(before & ALIVE)
        others = (one_less, 0, one_more)[more + 1]
        found.append(others + VIOLATIONS[_kind_of(cell, kept) + living + more] - own if cell != before else 0)
    return tuple(found)


def _kind_of(cell: Cell, kept: int) -> int:
    if cell & FROZEN or kept & (_PRESERVED if cell & ALIVE else _INHIBITED):
        return _FIXED
    return _LIVING if cell & ALIVE else _DEAD


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
    """Return the result of `generate_still_life`; raise as it does.

    Where a cell that may come or go preserves or inhibits others, a change reaches farther than its block: then the
    definition does the work.

    Ledger: W19-alg1*, W19-alg1-halting*
    """
    settings = Settings(eta, temperature, penalties, most_iterations)
    opened = require_open(board, open_locations)
    require_draws_read(draws_read)
    types = tuple(cell for cell, _ in settings.penalties)
    if any(cell & FREEZING for cell in (*types, *(board[each] for each in opened))):  # a change then reaches farther
        asked = board, eta, temperature, penalties, draws
        options: dict[str, Any] = {"open_locations": opened, "draws_read": draws_read, "adjacent": adjacent}
        return generate_still_life(*asked, most_iterations=most_iterations, **options)
    draft, stream = _Draft(board, opened, adjacent), in_order(draws, draws_read)
    changes = _WeighedChanges(draft, settings)
    enough = ceil(Fraction(settings.eta) * len(opened))
    for iterations in count():
        is_violated = draft.violating or draft.violating_elsewhere
        halted = not is_violated and draft.census.filled >= enough
        from_which = draft.violating if is_violated else draft.changeable
        if halted or iterations == most_iterations or not from_which:
            break
        cell = from_which[share_of(len(from_which), next(stream))]
        place, cell_type = divmod(changes.chosen(cell, stream), len(types))
        changes.is_stale |= draft.change(draft.places[cell][place], types[cell_type])
    made = draft.board() if halted else emptied(board, opened)
    return GeneratedPattern(made, iterations, DRAWS_OF_ITERATION * iterations, halted=halted)


class _Weights(dict[int, tuple[float, ...]]):
    """For each code, e^(-difference / temperature) for each cell type, computed when first asked for."""

    def __init__(self, types: tuple[Cell, ...], numerator: int, denominator: int) -> None:
        super().__init__()
        self._types, self._numerator, self._denominator = types, numerator, denominator

    def __missing__(self, code: int) -> tuple[float, ...]:
        powers = (power(each * self._denominator, self._numerator) for each in _differences(code, self._types))
        self[code] = tuple(each for each in powers if each is not None)
        return self[code]


class _PenaltyByNumber(dict[int, WeighedPenalty]):
    """A penalty by the number of open locations on which it depends, computed when first asked for."""

    def __init__(self, penalty: GrowingPenalty | PenaltyUntilFilled, area: int, heat: Fraction) -> None:
        super().__init__()
        self._penalty, self._area, self._heat = penalty, area, heat

    def __missing__(self, number: int) -> WeighedPenalty:
        self[number] = weighed(self._penalty.at(number, self._area), self._heat)
        return self[number]


# Patterns of one kind of levels have the same types, temperature and penalties, so they share the tables.
_weights_of = lru_cache(maxsize=64)(_Weights)
_by_number = lru_cache(maxsize=1 << 10)(_PenaltyByNumber)


class _WeighedChanges:
    """Changes drawn by their weights: by floats where these prove the choice, else exactly.

    ``is_stale`` says that the board has changed, so that penalties may have, too.
    """

    def __init__(self, draft: _Draft, settings: Settings) -> None:
        self._draft, self._penalties = draft, settings.penalties
        heat = self._heat = Fraction(settings.temperature)
        self._types = tuple(cell for cell, _ in settings.penalties)
        self._known: dict[Cell, WeighedPenalty | _PenaltyByNumber] = {}
        for cell, penalty in settings.penalties:
            if isinstance(penalty, GrowingPenalty | PenaltyUntilFilled):
                self._known[cell] = _by_number(penalty, draft.census.area, heat)
            elif not callable(penalty):
                self._known[cell] = weighed(penalty, heat)
        self._now: tuple[WeighedPenalty, ...] = ()
        self._factors: Sequence[float] | None = None
        self.is_stale = True
        in_range = MOST_ADDED * heat.denominator <= LARGEST_EXPONENT * heat.numerator
        self._weights = _weights_of(self._types, *heat.as_integer_ratio()) if in_range else None
        self._most_places = max(map(len, draft.places), default=0)
        self._bounds = [bound_of(places * len(self._types)) for places in range(self._most_places + 1)]

    def _read_penalties(self) -> None:
        self.is_stale = False
        now = tuple([self._penalty(cell, penalty) for cell, penalty in self._penalties])
        if now != self._now:
            self._now = now
            factors = [each.factor for each in now if each.factor is not None]
            self._factors = factors * self._most_places if len(factors) == len(now) else None

    def _penalty(self, cell: Cell, penalty: Any) -> WeighedPenalty:
        known, census = self._known.get(cell), self._draft.census
        if known is None:
            value = penalty(Census({each: number for each, number in census.counts.items() if number}, census.area))
            return weighed(require_number(f"penalty of cell {cell}", value), self._heat)
        return known[penalty.number(census)] if isinstance(known, dict) else known

    def chosen(self, cell: int, draws: Iterator[Draw]) -> int:
        """Return which of the changes on account of a cell is chosen by the next draw."""
        if self.is_stale:
            self._read_penalties()
        drawn = next(draws)
        weights, factors, codes, readers = self._weights, self._factors, self._draft.codes, self._draft.readers[cell]
        if weights is not None and factors is not None and type(drawn) is float:
            tried = [weights[sum(get(codes))] for get in readers]
            up_to = list(accumulate(map(mul, chain.from_iterable(tried), factors)))
            index = surely_chosen(up_to, drawn, self._bounds[len(tried)])
            if index is not None:
                return index
        differences = [each for get in readers for each in _differences(sum(get(codes)), self._types)]
        return chosen(exact_weights(differences, [penalty.exact for penalty in self._now], self._heat), drawn)


def exact_weights(differences: Sequence[int], penalties: Sequence[Fraction], heat: Fraction) -> list[int]:
    """Return the exact weights of changes, whose energies become multiples of one over a common denominator."""
    denominator = lcm(*(penalty.denominator for penalty in penalties))
    whole = [int(penalty * denominator) for penalty in penalties] * (len(differences) // len(penalties))
    energies = [each * denominator + penalty for each, penalty in zip(differences, whole, strict=True)]
    least, factor, divisor = min(energies), heat.denominator, denominator * heat.numerator
    return [weight_of_ratio((energy - least) * factor, divisor) for energy in energies]


_Reader: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]


@cache
def _readers_of(height: int, width: int) -> tuple[_Reader, ...]:
    """Return for each location of a torus the reader of its code: the parts of its neighbours, and its own part."""
    size = height * width
    return tuple(itemgetter(*near, size + place) for place, near in enumerate(targets(height, width, NEIGHBOURS)))


def _of_each_block(flags: NDArray[numpy.bool_]) -> list[int]:
    """Return for each location how many of its block have a flag."""
    rows = flags.astype(numpy.int64)
    beside = rows + numpy.roll(rows, 1, axis=1) + numpy.roll(rows, -1, axis=1)
    found: list[int] = (beside + numpy.roll(beside, 1, axis=0) + numpy.roll(beside, -1, axis=0)).ravel().tolist()
    return found


class _Draft:
    """A board under change, whose locations are numbers, row by row, with the violation of each cell.

    ``changeable`` are the cells that can be drawn, in order, and ``violating`` those of them that violate; the other
    open cells that violate are only counted. ``places`` are the open places adjacent to each cell, and ``readers``
    read the codes there. ``codes`` are two for each location: first those for its neighbours, and after all of these
    those for itself.
    """

    def __init__(self, board: Board, opened: frozenset[Location], adjacent: tuple[Location, ...]) -> None:
        """Count everything once."""
        self._width = board.width
        cells = board.array()
        self._cells: list[Cell] = cells.ravel().tolist()
        everywhere = range(len(self._cells))
        is_open = bytearray(len(self._cells))
        for row, column in opened:
            is_open[row * self._width + column] = 1
        self._counts = Counter(cell for cell, opens in zip(self._cells, is_open, strict=True) if opens)
        self.census = Census(self._counts, len(opened))
        living, preserving, inhibiting = (_of_each_block(cells & flag != 0) for flag in (ALIVE, PRESERVING, INHIBITING))
        self._kept = [
            (_PRESERVED if alive_stays else 0) | (_INHIBITED if dead_stays else 0)
            for alive_stays, dead_stays in zip(preserving, inhibiting, strict=True)
        ]
        self._others = targets(board.height, board.width, NEIGHBOURS)
        self._keys = [_kind_of(self._cells[place], self._kept[place]) + living[place] for place in everywhere]
        self.codes = [_NEAR[key] for key in self._keys] + [self._own_code(place) for place in everywhere]
        ways, readers = targets(board.height, board.width, adjacent), _readers_of(board.height, board.width)
        self.places: Sequence[tuple[int, ...]] = [tuple([each for each in near if is_open[each]]) for near in ways]
        self.readers: Sequence[tuple[_Reader, ...]] = [tuple([readers[each] for each in near]) for near in self.places]
        self.changeable: Sequence[int] = [place for place in everywhere if self.places[place]]
        self.violating = [place for place in self.changeable if VIOLATIONS[self._keys[place]]]
        self._elsewhere = bytearray(is_open[place] and not self.places[place] for place in everywhere)
        self.violating_elsewhere = sum(
            1 for place in everywhere if self._elsewhere[place] and VIOLATIONS[self._keys[place]]
        )

    def _own_code(self, place: int) -> int:
        return self._keys[place] % 10 * _LIVING_CELL + self._kept[place] + (self._cells[place] << _CELL)

    def board(self) -> Board:
        """Return the board as it is now."""
        return Board(self._cells[first : first + self._width] for first in range(0, len(self._cells), self._width))

    def change(self, place: int, cell: Cell) -> bool:
        """Replace an open cell, note which cells now violate the constraint, and return whether anything changed."""
        before, counts = self._cells[place], self._counts
        if cell == before:
            return False
        counts[before] -= 1
        counts[cell] += 1
        keys, codes, size = self._keys, self.codes, len(self._cells)
        more = bool(cell & ALIVE) - bool(before & ALIVE)
        if more:
            turns = _TURNS[more]
            for near in self._others[place]:
                key = keys[near]
                if turns[key]:
                    self._note(near, ends=VIOLATIONS[key] > 0)
                keys[near] = key + more
                codes[near] = _NEAR[key + more]
                codes[size + near] += more * _LIVING_CELL
        self._cells[place] = cell
        key = keys[place]
        after = keys[place] = _kind_of(cell, self._kept[place]) + key % 10 + more
        codes[place], codes[size + place] = _NEAR[after], self._own_code(place)
        if bool(VIOLATIONS[key]) != bool(VIOLATIONS[after]):
            self._note(place, ends=VIOLATIONS[key] > 0)
        return True

    def _note(self, place: int, *, ends: bool) -> None:
        if self._elsewhere[place]:
            self.violating_elsewhere += -1 if ends else 1
        elif self.places[place]:
            if ends:
                del self.violating[bisect_left(self.violating, place)]
            else:
                insort(self.violating, place)
