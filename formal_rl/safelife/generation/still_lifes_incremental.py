"""Still lifes by Algorithm 1, with violations kept up to date round what changes: the same choices, much sooner.

What a change at a location adds to the violations depends on its block alone, in few ways: on the cell, its living
neighbours, and how many of the neighbours would violate more or less with one living cell more or less. These are
kept as one number for each location, the sum of its own and its neighbours' *codes*; weights are looked up by that.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, chain
from math import ceil, lcm
from operator import itemgetter, mul
from typing import Any, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, draw
from formal_rl.safelife._engines.compiled.still_life_kernel import MOST_ADDED
from formal_rl.safelife._engines.draws import RUN, DrawsInRuns, read_run
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
    weighed_at,
)
from formal_rl.safelife.generation._torus import led_to
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
from formal_rl.safelife.generation.random_choice import Number, chosen, require_number, share_of, weight_of_ratio

_DEAD, _LIVING, _FIXED = 0, 10, 20
"""What a cell is to the rule: each has ten keys, one for each number of living cells in its block, itself included."""

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
"""What a cell of each key adds to the codes of its eight neighbours: no number in a code has a carry."""

_LIVING_CELL, _PRESERVED, _INHIBITED, _CELL = 1 << 10, 1 << 14, 1 << 15, 16
_TURNS = {
    more: tuple(bool(VIOLATIONS[key]) != bool(VIOLATIONS[key] + _if(more, key)) for key in range(30))
    for more in (1, -1)
}
"""Whether a cell of each key begins or ceases to violate with one living neighbour more, or less."""


def _differences(code: int, types: Sequence[Cell]) -> tuple[int, ...]:
    """Return what each cell type would add to the violations at a location of this code.

    This is so as long as neither the cell nor the type preserves or inhibits others.
    """
    one_more, one_less, living = (code & 31) - 8, (code >> 5 & 31) - 8, code >> 10 & 15
    preserved, inhibited, before = code & _PRESERVED, code & _INHIBITED, code >> _CELL
    own = VIOLATIONS[_kind_of(before, preserved, inhibited) + living]
    found = []
    for cell in types:
        more = bool(cell & ALIVE) - bool(before & ALIVE)
        others = (one_less, 0, one_more)[more + 1]
        kind = _kind_of(cell, preserved, inhibited)
        found.append(others + VIOLATIONS[kind + living + more] - own if cell != before else 0)
    return tuple(found)


def _kind_of(cell: Cell, preserving: int, inhibiting: int) -> int:
    if cell & FROZEN or (preserving if cell & ALIVE else inhibiting):
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
    weighed, stream = _WeighedChanges(draft, settings), _in_order(draws, draws_read)
    types = tuple(cell for cell, _ in settings.penalties)
    enough = ceil(Fraction(settings.eta) * draft.live_census.area)
    iterations = 0
    while True:
        violating = draft.count_violating()
        if not violating and draft.live_census.filled >= enough:
            return GeneratedPattern(draft.board(), iterations, DRAWS_OF_ITERATION * iterations, halted=True)
        from_which = draft.violating if violating else draft.changeable
        if iterations == settings.most_iterations or not from_which:
            return GeneratedPattern(draft.emptied(), iterations, DRAWS_OF_ITERATION * iterations, halted=False)
        cell = from_which[share_of(len(from_which), next(stream))]
        place, cell_type = divmod(weighed.chosen(cell, stream), len(types))
        weighed.is_stale |= draft.change(draft.places[cell][place], types[cell_type])
        iterations += 1


def _in_order(draws: Draws, first: int) -> Iterator[Draw]:
    """Yield the draws from number ``first`` on, read in runs where that can be; raise as `draw` does."""
    if isinstance(draws, DrawsInRuns):
        while (run := read_run(draws, first, RUN)) is not None:
            yield from run.tolist()
            first += RUN
    while True:
        yield draw(draws, first)
        first += 1


class _Weights(dict[int, tuple[float, ...]]):
    """For each code, e^(-difference / temperature) for each cell type, computed when first asked for."""

    def __init__(self, types: tuple[Cell, ...], numerator: int, denominator: int) -> None:
        super().__init__()
        self._types, self._numerator, self._denominator = types, numerator, denominator

    def __missing__(self, code: int) -> tuple[float, ...]:
        powers = (power(each * self._denominator, self._numerator) for each in _differences(code, self._types))
        self[code] = tuple(each for each in powers if each is not None)
        return self[code]


_weights_of = lru_cache(maxsize=64)(_Weights)


class _WeighedChanges:
    """Changes drawn by their weights: by floats where these prove the choice, else exactly.

    ``is_stale`` says that the board has changed, so that penalties may have, too.
    """

    def __init__(self, draft: StillLifeDraft, settings: Settings) -> None:
        self._draft, self._settings = draft, settings
        heat = self._heat = Fraction(settings.temperature)
        self._known: dict[tuple[Cell, int], WeighedPenalty] = {}
        self._constant = {cell: weighed(each, heat) for cell, each in settings.penalties if not callable(each)}
        self._now: tuple[WeighedPenalty, ...] = ()
        self._factors: Sequence[float] | None = None
        self.is_stale = True
        types = tuple(cell for cell, _ in settings.penalties)
        in_range = MOST_ADDED * heat.denominator <= LARGEST_EXPONENT * heat.numerator
        self._weights = _weights_of(types, *heat.as_integer_ratio()) if in_range and draft.is_plain else None
        self._most_places = max(map(len, draft.places), default=0)
        self._bounds = [bound_of(places * len(types)) for places in range(self._most_places + 1)]

    def _read_penalties(self) -> None:
        self.is_stale = False
        now = tuple(
            [
                self._constant[cell] if cell in self._constant else self._penalty(cell, penalty)
                for cell, penalty in self._settings.penalties
            ]
        )
        if now != self._now:
            self._now = now
            factors = [each.factor for each in now if each.factor is not None]
            self._factors = factors * self._most_places if len(factors) == len(now) else None

    def _penalty(self, cell: Cell, penalty: Any) -> WeighedPenalty:
        """Return the penalty of a cell type now."""
        if isinstance(penalty, GrowingPenalty | PenaltyUntilFilled):
            number = penalty.number(self._draft.live_census)
            known = self._known.get((cell, number))
            if known is None:
                known = self._known[cell, number] = weighed_at(
                    penalty, number, self._draft.live_census.area, self._heat
                )
            return known
        return weighed(require_number(f"penalty of cell {cell}", penalty(self._draft.census())), self._heat)

    def chosen(self, cell: int, draws: Iterator[Draw]) -> int:
        """Return which of the changes on account of a cell is chosen by the next draw."""
        if self.is_stale:
            self._read_penalties()
        drawn = next(draws)
        weights, factors, codes = self._weights, self._factors, self._draft.codes
        if weights is not None and factors is not None and type(drawn) is float:
            tried = [weights[sum(get(codes))] for get in self._draft.readers[cell]]
            up_to = list(accumulate(map(mul, chain.from_iterable(tried), factors)))
            index = surely_chosen(up_to, drawn, self._bounds[len(tried)])
            if index is not None:
                return index
        penalties = [penalty.exact for penalty in self._now]
        return chosen(exact_weights(self._draft.differences(cell), penalties, self._heat), drawn)


def exact_weights(differences: Sequence[int], penalties: Sequence[Fraction], heat: Fraction) -> list[int]:
    """Return the exact weights of changes, whose energies become multiples of one over a common denominator."""
    denominator = lcm(*(penalty.denominator for penalty in penalties))
    whole = [int(penalty * denominator) for penalty in penalties] * (len(differences) // len(penalties))
    energies = [each * denominator + penalty for each, penalty in zip(differences, whole, strict=True)]
    least, factor, divisor = min(energies), heat.denominator, denominator * heat.numerator
    return [weight_of_ratio((energy - least) * factor, divisor) for energy in energies]


_Reader: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]


class _Layout(NamedTuple):
    """For each location of a board of one size, counted row by row, the others of its block, and what reads its code.

    Codes are two for each location: what its neighbours read, and after all of these what it reads itself.
    """

    others: tuple[tuple[int, ...], ...]
    readers: tuple[_Reader, ...]


@cache
def _layout(height: int, width: int) -> _Layout:
    others = led_to(height, width, NEIGHBOURS)
    size = height * width
    return _Layout(others, tuple(itemgetter(*near, size + place) for place, near in enumerate(others)))


def of_each_block(flags: NDArray[numpy.bool_]) -> NDArray[numpy.int64]:
    """Return for each location how many of its block have a flag."""
    rows = flags.astype(numpy.int64)
    beside = rows + numpy.roll(rows, 1, axis=1) + numpy.roll(rows, -1, axis=1)
    return beside + numpy.roll(beside, 1, axis=0) + numpy.roll(beside, -1, axis=0)


class StillLifeDraft:
    """A board under change, whose locations are numbers, row by row, with what is known of each cell's violation.

    ``changeable`` are the cells that can be drawn, in order; ``places`` the open places adjacent to each cell, and
    ``readers`` what reads the codes there; ``is_plain`` says that nothing that comes or goes preserves or inhibits.
    """

    def __init__(
        self, board: Board, opened: frozenset[Location], adjacent: tuple[Location, ...], types: tuple[Cell, ...]
    ) -> None:
        """Count everything once."""
        self._board, self._opened, self._types = board, opened, types
        self._height, self._width = board.height, board.width
        self._layout = _layout(board.height, board.width)
        cells = board.array()
        self._cells: list[Cell] = cells.ravel().tolist()
        everywhere = range(len(self._cells))
        is_open = bytearray(len(self._cells))
        for row, column in opened:
            is_open[row * self._width + column] = 1
        counts: dict[Cell, int] = {}
        for place in everywhere:
            if is_open[place]:
                counts[self._cells[place]] = counts.get(self._cells[place], 0) + 1
        self._counts = counts
        self.live_census = Census(counts, len(opened))
        self.is_plain = not any(cell & FREEZING for cell in (*types, *counts))
        occurring = int(numpy.bitwise_or.reduce(cells, axis=None))
        living, self._preserving, self._inhibiting = (
            of_each_block(cells & flag != 0).ravel().tolist() if occurring & flag else [0] * len(self._cells)
            for flag in (ALIVE, PRESERVING, INHIBITING)
        )
        self._keys = [self._kind(place) + living[place] for place in everywhere]
        self.codes = [_NEAR[key] for key in self._keys] + [self._own_code(place) for place in everywhere]
        ways = led_to(board.height, board.width, adjacent)
        self.places: Sequence[tuple[int, ...]] = [tuple([each for each in near if is_open[each]]) for near in ways]
        readers = self._layout.readers
        self.readers: Sequence[tuple[_Reader, ...]] = [tuple([readers[each] for each in near]) for near in self.places]
        self.changeable: Sequence[int] = [place for place in everywhere if self.places[place]]
        self._violating = [place for place in self.changeable if VIOLATIONS[self._keys[place]]]
        self._elsewhere = bytearray(is_open[place] and not self.places[place] for place in everywhere)
        self._violating_elsewhere = sum(
            1 for place in everywhere if self._elsewhere[place] and VIOLATIONS[self._keys[place]]
        )

    def _kind(self, place: int) -> int:
        return _kind_of(self._cells[place], self._preserving[place], self._inhibiting[place])

    def _own_code(self, place: int) -> int:
        flags = (_PRESERVED if self._preserving[place] else 0) + (_INHIBITED if self._inhibiting[place] else 0)
        return self._keys[place] % 10 * _LIVING_CELL + flags + (self._cells[place] << _CELL)

    def board(self) -> Board:
        """Return the board as it is now."""
        return Board(self._cells[row * self._width : (row + 1) * self._width] for row in range(self._height))

    def emptied(self) -> Board:
        """Return the board with nothing at the open locations."""
        return emptied(self._board, self._opened)

    def census(self) -> Census:
        """Return how many open locations hold each cell."""
        return Census(dict(self._counts), self.live_census.area)

    @property
    def violating(self) -> Sequence[int]:
        """The cells that violate the constraint and can be drawn, in order."""
        return self._violating

    def count_violating(self) -> int:
        """Return how many cells in reach violate the constraint."""
        return len(self._violating) + self._violating_elsewhere

    def differences(self, cell: int) -> list[int]:
        """Return by how much each change on account of a cell would change the number of violations."""
        found: list[int] = []
        for place, read in zip(self.places[cell], self.readers[cell], strict=True):
            if self.is_plain:
                found += _differences(sum(read(self.codes)), self._types)
            else:
                found += (self._by_trying(place, cell_type) for cell_type in self._types)
        return found

    def _by_trying(self, place: int, cell_type: Cell) -> int:
        around = (*self._layout.others[place], place)
        before = self._cells[place]
        numbers = []
        for cell in (cell_type, before):
            self._put(place, cell)
            numbers.append(sum(VIOLATIONS[self._keys[near]] for near in around))
        return numbers[0] - numbers[1]

    def _put(self, place: int, cell: Cell) -> None:
        """Replace a cell, and bring the counts, keys and codes of its block up to date."""
        before = self._cells[place]
        self._cells[place] = cell
        around = (*self._layout.others[place], place)
        for flag, counts in ((PRESERVING, self._preserving), (INHIBITING, self._inhibiting)):
            more = bool(cell & flag) - bool(before & flag)
            if more:
                for near in around:
                    counts[near] += more
        more = bool(cell & ALIVE) - bool(before & ALIVE)
        size = len(self._cells)
        for near in around:
            self._keys[near] = self._kind(near) + self._keys[near] % 10 + more
            self.codes[near], self.codes[size + near] = _NEAR[self._keys[near]], self._own_code(near)

    def change(self, place: int, cell: Cell) -> bool:
        """Replace an open cell, note which cells now violate the constraint, and return whether anything changed."""
        before = self._cells[place]
        if cell == before:
            return False
        counts = self._counts
        counts[before] -= 1
        if not counts[before]:
            del counts[before]
        counts[cell] = counts.get(cell, 0) + 1
        if self.is_plain:
            self._change_plain(place, cell, bool(cell & ALIVE) - bool(before & ALIVE))
        else:
            around = (*self._layout.others[place], place)
            violated = [VIOLATIONS[self._keys[near]] for near in around]
            self._put(place, cell)
            for near, number in zip(around, violated, strict=True):
                if bool(VIOLATIONS[self._keys[near]]) != bool(number):
                    self._note(near, ends=bool(number))
        return True

    def _change_plain(self, place: int, cell: Cell, more: int) -> None:
        keys, codes, size = self._keys, self.codes, len(self._cells)
        if more:
            turns = _TURNS[more]
            for near in self._layout.others[place]:
                key = keys[near]
                if turns[key]:
                    self._note(near, ends=VIOLATIONS[key] > 0)
                keys[near] = key + more
                codes[near] = _NEAR[key + more]
                codes[size + near] += more * _LIVING_CELL
        self._cells[place] = cell
        key = keys[place]
        after = keys[place] = self._kind(place) + key % 10 + more
        codes[place], codes[size + place] = _NEAR[after], self._own_code(place)
        if bool(VIOLATIONS[key]) != bool(VIOLATIONS[after]):
            self._note(place, ends=VIOLATIONS[key] > 0)

    def _note(self, place: int, *, ends: bool) -> None:
        if self._elsewhere[place]:
            self._violating_elsewhere += -1 if ends else 1
        elif self.places[place]:
            if ends:
                del self._violating[bisect_left(self._violating, place)]
            else:
                insort(self._violating, place)
