"""Still lifes by Algorithm 1, in a kernel that numba compiles: the same choices, sooner still. An extra.

The kernel chooses by floats, as `_float_choice` says, and returns where these do not prove the exact choice; then
that is made here. It also returns for more draws, and for the weight of a penalty that it has not met yet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from typing import Any, NamedTuple

import numpy

from formal_rl.agents import Draws
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.still_life_kernel import (
    ASKED,
    DRAWS_READ,
    FILLED,
    FORCED_CELL,
    FORCED_CHANGE,
    GIVEN_UP,
    HALTED,
    ITERATIONS,
    MOST_ADDED,
    NEEDS_DRAWS,
    NEEDS_FACTOR,
    UNSURE_CELL,
    Floats,
    Ints,
    Layout,
    Pattern,
    Rules,
    begin,
    go_on,
)
from formal_rl.safelife._engines.draws import RUN, DrawsInRuns, read_run
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, EMPTY, FREEZING, FROZEN, INHIBITING, PRESERVING, Cell
from formal_rl.safelife.board.conway import NEIGHBOURS
from formal_rl.safelife.board.rule import require_draws_read
from formal_rl.safelife.generation._float_choice import bound_of, power, weighed
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
from formal_rl.safelife.generation.random_choice import Number, chosen, share_of
from formal_rl.safelife.generation.still_lifes_incremental import (
    VIOLATIONS,
    exact_weights,
    generate_still_life_incremental,
    of_each_block,
)


class Kernels(NamedTuple):
    """The two functions of the kernel, compiled or not."""

    begin: Callable[..., None]
    go_on: Callable[..., int]


INTERPRETED = Kernels(begin, go_on)
"""Python itself, for checks where numba is not installed."""


def generate_still_life_compiled(
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
    kernels: Kernels | None = None,
) -> GeneratedPattern:
    """Return what `generate_still_life` returns; raise as it does, and `MissingExtra` if numba is not installed.

    `generate_still_life_incremental` does what the kernel cannot: draws that cannot be read in runs of floats,
    functions as penalties other than the two of `patterns`, cells that preserve or inhibit others among those that may
    come or go, and temperatures near 0.

    Ledger: W19-alg1*
    """
    run = Kernels(compiled(begin), compiled(go_on)) if kernels is None else kernels
    settings = Settings(eta, temperature, penalties, most_iterations)
    opened = require_open(board, open_locations)
    require_draws_read(draws_read)
    work = _Work.of(board, opened, settings, adjacent)
    found = None if work is None else work.result(run, draws, draws_read)
    if found is not None:
        return found
    return generate_still_life_incremental(
        board,
        eta,
        temperature,
        penalties,
        draws,
        most_iterations=most_iterations,
        open_locations=opened,
        draws_read=draws_read,
        adjacent=adjacent,
    )


@cache
def _layout(height: int, width: int, adjacent: tuple[Location, ...]) -> Layout:
    ways = led_to(height, width, adjacent)
    padded = numpy.full((height * width, max(1, *map(len, ways))), -1, dtype=numpy.int64)
    for place, near in enumerate(ways):
        padded[place, : len(near)] = near
    return Layout(numpy.array(led_to(height, width, NEIGHBOURS), dtype=numpy.int64), padded)


@cache
def _bounds(choices: int) -> Floats:
    return numpy.array([bound_of(each) for each in range(choices + 1)])


@cache
def _powers(numerator: int, denominator: int) -> tuple[float | None, ...]:
    return tuple(power(each * denominator, numerator) for each in range(-MOST_ADDED, MOST_ADDED))


@lru_cache(maxsize=1 << 10)
def _factors(penalty: Any, area: int, heat: Fraction) -> Floats:
    """Return the weights of a penalty by the number it depends on, filled in as they become known."""
    return numpy.full(area + 1, numpy.nan)


def _ints(values: Any) -> Ints:
    return numpy.array(values, dtype=numpy.int64)


class _Work(NamedTuple):
    """A pattern in the making: the board and settings it is made from, and the arrays that the kernel changes."""

    board: Board
    opened: frozenset[Location]
    settings: Settings
    layout: Layout
    pattern: Pattern
    rules: Rules
    classes: Sequence[Cell]

    @classmethod
    def of(
        cls, board: Board, opened: frozenset[Location], settings: Settings, adjacent: tuple[Location, ...]
    ) -> _Work | None:
        """Return the arrays for a board, or None if the kernel cannot do it."""
        types = tuple(cell for cell, _ in settings.penalties)
        heat = Fraction(settings.temperature)
        powers = _powers(heat.numerator, heat.denominator)
        known = (GrowingPenalty, PenaltyUntilFilled)
        if None in powers or not all(isinstance(each, known) or not callable(each) for _, each in settings.penalties):
            return None
        cells = board.array()
        size = cells.size
        is_open = numpy.zeros(cells.shape, dtype=numpy.int64)
        if opened:
            rows, columns = zip(*opened, strict=True)
            is_open[list(rows), list(columns)] = 1
        others = sorted(set(cells.ravel().tolist()) - set(types))
        classes = (*types, *others)
        may_change = (*types, *set(cells[is_open == 1].tolist()))
        if any(cell & FREEZING for cell in may_change):
            return None
        class_of = dict(zip(classes, range(len(classes)), strict=True))
        numbers = numpy.zeros(10, dtype=numpy.int64)
        layout = _layout(board.height, board.width, adjacent)
        fixed = numpy.zeros(cells.shape, dtype=numpy.int64)
        if any(cell & FREEZING for cell in others):
            for bit, flag in enumerate((INHIBITING, PRESERVING)):
                fixed |= (of_each_block(cells & flag != 0) > 0) << bit
        pattern = Pattern(
            cells=_ints([class_of[cell] for cell in cells.ravel().tolist()]),
            keys=numpy.zeros(size, dtype=numpy.int64),
            fixed=fixed.ravel(),
            is_open=is_open.ravel(),
            places=numpy.zeros_like(layout.ways),
            wrong=numpy.zeros(size, dtype=numpy.int64),
            drawable=numpy.zeros(size, dtype=numpy.int64),
            counts=numpy.zeros(len(classes), dtype=numpy.int64),
            numbers=numbers,
        )
        rules = Rules(
            violations=_ints((*VIOLATIONS, 0)),
            alive=_ints([cell & ALIVE != 0 for cell in classes]),
            frozen=_ints([cell & FROZEN != 0 for cell in classes]),
            watched=_ints([_watched(penalty, class_of) for _, penalty in settings.penalties]),
            factors=numpy.stack([_factors(penalty, len(opened), heat) for _, penalty in settings.penalties]),
            powers=numpy.array(powers, dtype=numpy.float64),
            bounds=_bounds(layout.ways.shape[1] * len(types)),
        )
        return cls(board, opened, settings, layout, pattern, rules, classes)

    def result(self, run: Kernels, draws: Draws, draws_read: int) -> GeneratedPattern | None:
        """Return what the kernel makes, or None if draws cannot be read in runs."""
        if not isinstance(draws, DrawsInRuns):
            return None
        pattern, rules, numbers = self.pattern, self.rules, self.pattern.numbers
        empty = self.classes.index(EMPTY) if EMPTY in self.classes else -1
        run.begin(pattern, *self.layout, rules.violations, rules.alive, rules.frozen, empty)
        enough = ceil(Fraction(self.settings.eta) * len(self.opened))
        tried = numpy.zeros(len(rules.bounds), dtype=numpy.int64)
        up_to = numpy.zeros(len(rules.bounds))
        block = numpy.zeros(0)
        while True:
            most = self.settings.most_iterations
            why = run.go_on(pattern, self.layout.others, rules, block, tried, up_to, empty, enough, most)
            if why in {HALTED, GIVEN_UP}:
                return self._finished(why == HALTED)
            drawn = block[int(numbers[DRAWS_READ]) :].tolist()
            if why == NEEDS_DRAWS:
                following = read_run(draws, draws_read + DRAWS_OF_ITERATION * int(numbers[ITERATIONS]), _RUN)
                if following is None:
                    return None
                block, numbers[DRAWS_READ] = following, 0
            elif why == NEEDS_FACTOR:
                self._add_factor(int(numbers[ASKED]))
            elif why == UNSURE_CELL:
                numbers[FORCED_CELL] = share_of(int(numbers[ASKED]), drawn[0])
            else:
                differences = tried[: int(numbers[ASKED])].tolist()
                exact = [Fraction(each) for each in self.settings.penalties_of(self._census())]
                weights = exact_weights(differences, exact, Fraction(self.settings.temperature))
                numbers[FORCED_CHANGE] = chosen(weights, drawn[1])

    def _census(self) -> Census:
        numbers = self.pattern.counts.tolist()
        return Census({cell: each for cell, each in zip(self.classes, numbers, strict=True) if each}, len(self.opened))

    def _add_factor(self, kind: int) -> None:
        """Say what the weight of a type is by the number that its penalty depends on, and remember it."""
        penalty: Any = self.settings.penalties[kind][1]
        heat, area, watched = Fraction(self.settings.temperature), len(self.opened), int(self.rules.watched[kind])
        counted = self.pattern.numbers[FILLED] if watched == _OF_ALL else self.pattern.counts[watched]
        number = 0 if watched == _NOTHING else int(counted)
        found = weighed(penalty.at(number, area) if callable(penalty) else penalty, heat).factor
        factor = -1 if found is None else found
        self.rules.factors[kind, number] = _factors(penalty, area, heat)[number] = factor

    def _finished(self, halted: bool) -> GeneratedPattern:
        iterations = int(self.pattern.numbers[ITERATIONS])
        if halted:
            cells = numpy.array(self.classes)[self.pattern.cells]
            board = Board.from_array(cells.reshape(self.board.height, self.board.width))
        else:
            board = emptied(self.board, self.opened)
        return GeneratedPattern(board, iterations, DRAWS_OF_ITERATION * iterations, halted=halted)


_NOTHING, _OF_ALL = -1, -2
_RUN = 4 * RUN
"""How many draws are read at once, an even number."""


def _watched(penalty: Any, class_of: dict[Cell, int]) -> int:
    """Return the class on whose number a penalty depends, or what stands for none and for all that is not empty."""
    if isinstance(penalty, PenaltyUntilFilled):
        return _OF_ALL
    return class_of.get(penalty.cell, _NOTHING) if isinstance(penalty, GrowingPenalty) else _NOTHING
