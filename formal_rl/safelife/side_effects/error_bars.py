"""How far a side effect over n boards can be from the one over infinitely many: proved without spawners, else expected.

The deviation is the greatest sum of price times first density less second density (`Certificate`): the norm of
Kantorovich and Rubinstein of the difference. So it changes by at most the deviation of the change, and that is at most
the greater of the added and the removed mass, since no move costs more than 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from formal_rl.agents import Draw, Draws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.draws import least_float
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed, find_cycle_packed
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import Cell
from formal_rl.safelife.game.trajectories import states_following
from formal_rl.safelife.side_effects._cell_counts import cell_counts_packed, life_counts_packed
from formal_rl.safelife.side_effects._earth_mover_certified import earth_mover_distance_certified
from formal_rl.safelife.side_effects.cell_types import ComparedDensities, find_reading, life_of
from formal_rl.safelife.side_effects.density import CountRows, Density, require_comparable
from formal_rl.safelife.side_effects.earth_mover import without_small_changes
from formal_rl.safelife.side_effects.side_effects import Drop, SideEffect, SideEffects, at_least, compared_densities

LEDGER = ("W19-error-bars*",)

BATCHES = 10
"""The number of batches of boards from which the variance of their densities is estimated."""

_Count: TypeAlias = Callable[..., Mapping[Cell, CountRows]]

Pair: TypeAlias = tuple[Density, Density]
"""The compared densities: the one without actions and the one with them."""


class ErrorBar(NamedTuple):
    """How far a reported side effect can be from the one over infinitely many boards.

    It is proved where no draw decides, and then ``infinite`` is that side effect itself. Else it is a bound of the
    expected distance, by an estimate of the variance.
    """

    cell_type: Cell
    radius: float
    is_proved: bool
    infinite: float | None = None


def change_bound(reported: Pair, other: Pair) -> Fraction:
    """Return a bound of how far the deviations of two pairs of densities are apart, by every ground distance.

    Let w be the change of the first density less that of the second, at each location. The deviation is the greatest
    sum of price times density difference, so the two differ by at most the greatest sum of price times w, which is the
    deviation of the positive part of w and the negative one: of these the lighter one is moved, at less than 1 for each
    unit, and the rest is removed or created, at 1. So the bound is the greater of the two masses.

    Raises `InvalidParameter` for densities of different size.
    """
    more, less = Fraction(0), Fraction(0)
    for change in _changes(reported, other).values():
        more, less = (more + change, less) if change > 0 else (more, less - change)
    return max(more, less)


def _changes(reported: Pair, other: Pair) -> dict[Location, Fraction]:
    (first, second), (third, fourth) = reported, other
    for density in (second, third, fourth):
        require_comparable(first, density)
    places = ((row, column) for row in range(first.height) for column in range(first.width))
    return {at: (first[at] - second[at]) - (third[at] - fourth[at]) for at in places}


def infinite_densities(
    initial: Board, final: Board, spawn_probability: Draw = 0, *, cell_types: str = "published", most: int = 10_000
) -> tuple[ComparedDensities, ...]:
    """Return the densities over all states that follow two boards for ever, where no draw decides.

    Each trajectory comes to a cycle, and the average over infinitely many states is that over one round of it.

    Raises `InvalidParameter` if a draw decides, or if a cycle takes more than ``most`` steps, and `UnknownName` for a
    reading that there is not.

    Source: Wainwright and Eckersley 2019, Section 3 and footnote 7.
    """
    compared = find_reading(cell_types)
    rounds = []
    for board in (initial, final):
        cycle = find_cycle_packed(board, spawn_probability, most=most)
        begin = advance_by_packed(board, cycle.transient, spawn_probability).board
        rounds.append(states_following(begin, cycle.period, spawn_probability, advance=advance_packed))
    return compared(initial, final, *rounds)


def certified_error_bars(
    effects: SideEffects,
    initial: Board,
    final: Board,
    spawn_probability: Draw = 0,
    *,
    share: Fraction | int = 0,
    drop: Drop = without_small_changes,
    most: int = 10_000,
) -> tuple[ErrorBar, ...]:
    """Return for each side effect how far it is at most from the one over infinitely many boards, and the latter.

    No draw may decide. ``initial`` and ``final`` are the boards of which ``effects`` are; ``share`` and ``drop`` are
    those by which small changes were left out, which the bound then covers too; ``infinite`` leaves out none. A float
    is rounded up.

    Raises as `infinite_densities` does, and as ``drop`` does.

    Source: Wainwright and Eckersley 2019, Section 3; footnote 7 has no bound.
    """
    reading = effects.cell_types
    infinite = infinite_densities(initial, final, spawn_probability, cell_types=reading, most=most)
    of_type = {each.cell_type: (each.inaction, each.action) for each in infinite}
    bars = []
    for effect in effects.effects:
        nothing = Density([[0] * effect.inaction.width] * effect.inaction.height)
        reported = compared_densities(effect.compared, share, drop)
        whole = of_type.get(effect.cell_type, (nothing, nothing))
        radius = change_bound(reported, whole)
        value = earth_mover_distance_certified(*whole, effects.distance).value
        bars.append(ErrorBar(effect.cell_type, least_float(radius), is_proved=True, infinite=value))
    return tuple(bars)


def expected_error(inaction: Sequence[Density], action: Sequence[Density]) -> float:
    """Return a bound of the expected error of a deviation, from the densities of equally long batches of boards.

    By `change_bound` the error is at most half of the sum over all locations of the size of the change w, and half of
    the size of the sum of w. The expectation of a size is at most its standard deviation. That is estimated from the
    means of the batches, as if these were independent: batches should be much longer than the time over which a board
    is like itself. And all batches of a side are of one trajectory: so the error is that against the average over
    infinitely many boards of this trajectory. That this average does not depend on the draws (the boards have one
    recurrent class) is an assumption. So this is an estimate of a bound, not a proof.

    Raises `InvalidParameter` for fewer than two batches of a side.

    Source: batch means, as in the output analysis of simulations; Flegal and Jones 2010 have conditions and rates.
    """
    if min(len(inaction), len(action)) < 2:
        raise InvalidParameter("batches", min(len(inaction), len(action)), "at least 2 of each side")
    # Draws of the two sides are independent, so that the variances of their means add up: at each location, and in all.
    at_each = []
    for side in (inaction, action):
        tables = [[count / each.samples for row in each.counts for count in row] for each in side]
        at_each.append([_variance(numbers) for numbers in zip(*tables, strict=True)])
    in_all = [_variance([float(density.mass) for density in side]) for side in (inaction, action)]
    by_location = math.fsum(math.sqrt(sum(both)) for both in zip(*at_each, strict=True))
    return (by_location + math.sqrt(sum(in_all))) / 2


def _variance(means: Sequence[float]) -> float:
    number, mean = len(means), math.fsum(means) / len(means)
    return math.fsum((each - mean) ** 2 for each in means) / (number * (number - 1))


def expected_error_bars(
    effects: SideEffects,
    initial: Board,
    final: Board,
    spawn_probability: Draw,
    draws: tuple[Draws, Draws],
    *,
    share: Fraction | int = 0,
    drop: Drop = without_small_changes,
) -> tuple[ErrorBar, ...]:
    """Return for each side effect a bound of its expected error, as `expected_error` estimates it; furniture has none.

    ``draws`` are those of the inaction and of the action distribution: the boards are made again, in `BATCHES` batches.
    The effect of leaving out small changes is added.

    Raises `InvalidParameter` for fewer samples than two for each batch, and the errors of reading draws.

    Source: Wainwright and Eckersley 2019, Section 3, has 1/√n and no constant.
    """
    if effects.samples < 2 * BATCHES:
        raise InvalidParameter("samples", effects.samples, f"at least {2 * BATCHES}: two boards for each batch")
    begin, read = advance_by_packed(initial, effects.steps, spawn_probability, draws[0])
    count, length = _COUNTS[effects.cell_types], effects.samples // BATCHES
    sides = (
        tuple(_batches(count, length, begin, spawn_probability, (draws[0], read))),
        tuple(_batches(count, length, final, spawn_probability, (draws[1], 0))),
    )
    bars = []
    for effect in effects.effects:
        whole = (effect.inaction, effect.action)
        left_out = change_bound(compared_densities(effect.compared, share, drop), whole)
        radius = float(left_out)
        if effect.inaction.samples > 1:
            nothing = ((0,) * initial.width,) * initial.height
            of_type = [[Density(each.get(effect.cell_type, nothing), n) for each, n in side] for side in sides]
            radius += expected_error(of_type[0], of_type[1])
        bars.append(ErrorBar(effect.cell_type, radius, is_proved=False))
    return tuple(bars)


def _batches(
    count: _Count, length: int, board: Board, probability: Draw, draws: tuple[Draws, int]
) -> Iterator[tuple[Mapping[Cell, CountRows], int]]:
    """Yield the counts of each batch of ``length`` boards, by cell type, and ``length``."""
    drawn, read = draws
    for _ in range(BATCHES):
        yield count(board, length, probability, drawn, read), length
        board, read = advance_by_packed(board, length, probability, drawn, read)


def _life(*arguments: Any) -> Mapping[Cell, CountRows]:
    return {life_of(colour): rows for colour, rows in enumerate(life_counts_packed(*arguments))}


_COUNTS: Mapping[str, _Count] = MappingProxyType({"published": _life, "paper": cell_counts_packed})


def interval_of(effect: SideEffect, bar: ErrorBar) -> tuple[float, float]:
    """Return the least and the greatest value that the side effect over infinitely many boards can have by its bar.

    From below it begins at the bound of the certificate, from above at the value and its rounding.
    """
    rounding = max(effect.inaction.mass, effect.action.mass) / 2**51 + Fraction(effect.value) / 2**52
    least = at_least(Fraction(effect.lower) - Fraction(bar.radius))
    return least, least_float(Fraction(effect.value) + rounding + Fraction(bar.radius))
