"""Densities and distances of SafeLife: plain implementations, and wrong ones as they come to be written."""

import math
from itertools import product
from typing import Any

import numpy
from scipy.optimize import linprog  # type: ignore[import-untyped]

from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.safelife.side_effects import (
    Density,
    Size,
    earth_mover_distance,
    one_way_length_published,
    without_small_changes,
)

# --- Densities ---


def density_of_arrays(boards: Any, cell_type: Any) -> Any:
    """Take the mean over the boards."""
    return numpy.mean([board == cell_type for board in boards], axis=0)


def density_of_rows(rows: Any, cell_type: Any) -> Any:
    """Count, and divide."""
    height, width = len(rows[0]), len(rows[0][0])
    return [
        [sum(board[row][column] == cell_type for board in rows) / len(rows) for column in range(width)]
        for row in range(height)
    ]


def density_not_normalised(boards: Any, cell_type: Any) -> Any:
    """Count, and forget to divide."""
    return numpy.sum([board == cell_type for board in boards], axis=0)


def density_that_sums_to_1(boards: Any, cell_type: Any) -> Any:
    """Divide by all that was counted, as if it were a probability of places."""
    counts = numpy.sum([board == cell_type for board in boards], axis=0)
    return counts / max(counts.sum(), 1)


def density_of_distinct_boards(rows: Any, cell_type: Any) -> Any:
    """Count equal boards once."""
    return density_of_rows(tuple(dict.fromkeys(rows)), cell_type)


def density_in_bytes(boards: Any, cell_type: Any) -> Any:
    """Count in eight bits."""
    return numpy.sum([board == cell_type for board in boards], axis=0, dtype=numpy.int8) / len(boards)


def density_by_flags(boards: Any, cell_type: Any) -> Any:
    """Count what has all flags of the type, and perhaps more."""
    return numpy.mean([(board & cell_type) == cell_type for board in boards], axis=0)


# --- The ground distance ---


def tanh_of_steps(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Take the shorter way round on each axis."""
    return math.tanh(
        sum(min((a - b) % side, (b - a) % side) for a, b, side in zip(source, target, (height, width), strict=True)) / 5
    )


def tanh_one_way(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Go round from the higher to the lower index only."""
    return math.tanh(one_way_length_published(Size(height, width), source, target) / 5)


def tanh_of_the_straight_line(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Take the Euclidean distance."""
    sides = [min((a - b) % n, (b - a) % n) for a, b, n in zip(source, target, (height, width), strict=True)]
    return math.tanh(math.hypot(*sides) / 5)


def tanh_without_torus(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Never go round."""
    return math.tanh(sum(abs(a - b) for a, b in zip(source, target, strict=True)) / 5)


def tanh_with_sides_exchanged(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Take the height for the width."""
    return tanh_of_steps(source, target, width, height)


def steps_cut_off(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Take a fifth of the steps, and at most 1."""
    return min(1.0, 5 * math.atanh(tanh_of_steps(source, target, height, width)) / 5)


def tanh_of_all_steps(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Forget to divide by 5."""
    return math.tanh(5 * math.atanh(tanh_of_steps(source, target, height, width)))


# --- The earth mover's distance ---


def flow_of_least_cost(first_rows: Any, second_rows: Any) -> Any:
    """Find a flow by the definition."""
    return earth_mover_distance(Density.from_masses(first_rows), Density.from_masses(second_rows)).value


def _transported(first: Any, second: Any, distance: Any = tanh_of_steps, surplus: float = 1.0) -> float:
    """Return the least cost by linear programming; all of the lesser mass is moved."""
    height, width = first.shape
    places = list(product(range(height), range(width)))
    sources = [(place, first[place]) for place in places if first[place]]
    targets = [(place, second[place]) for place in places if second[place]]
    moved = min(first.sum(), second.sum())
    rest = surplus * abs(first.sum() - second.sum())
    if not moved:
        return float(rest)
    costs = [distance(source, target, height, width) for (source, _), (target, _) in product(sources, targets)]
    leaving = numpy.kron(numpy.eye(len(sources)), numpy.ones(len(targets)))
    arriving = numpy.kron(numpy.ones(len(sources)), numpy.eye(len(targets)))
    bounds = [mass for _, mass in (*sources, *targets)]
    found = linprog(
        costs,
        A_ub=numpy.vstack([leaving, arriving]),
        b_ub=bounds,
        A_eq=numpy.ones((1, len(costs))),
        b_eq=[moved],
    )
    return float(found.fun + rest)


def linear_programme(first: Any, second: Any) -> Any:
    """Find a plan by linear programming."""
    return _transported(first, second)


def as_published(first_rows: Any, second_rows: Any) -> Any:
    """Leave small changes out, and go round one way only."""
    densities = without_small_changes(Density.from_masses(first_rows), Density.from_masses(second_rows))
    return earth_mover_distance(*densities, "one way").value


def flow_one_way(first: Any, second: Any) -> Any:
    """Go round from the higher to the lower index only."""
    return _transported(first, second, tanh_one_way)


def flow_without_surplus(first: Any, second: Any) -> Any:
    """Forget what one has more."""
    return _transported(first, second, surplus=0.0)


def flow_with_half_the_surplus(first: Any, second: Any) -> Any:
    """Count half of what one has more."""
    return _transported(first, second, surplus=0.5)


def flow_of_shares(first: Any, second: Any) -> Any:
    """Bring both to a mass of 1."""
    if not first.sum() or not second.sum():
        return float(first.sum() + second.sum())
    return _transported(first / first.sum(), second / second.sum())


def flow_without_small_changes(first_rows: Any, second_rows: Any) -> Any:
    """Leave small changes out, on the torus."""
    densities = without_small_changes(Density.from_masses(first_rows), Density.from_masses(second_rows))
    return earth_mover_distance(*densities).value


def flow_of_hundredths(first: Any, second: Any) -> Any:
    """Round masses to hundredths."""
    return _transported(first.round(2), second.round(2))


def nearest_first(first: Any, second: Any) -> Any:
    """Move what is nearest first, pair by pair."""
    first, second, cost = first.copy(), second.copy(), 0.0
    places = list(product(range(first.shape[0]), range(first.shape[1])))
    for source, target in sorted(product(places, repeat=2), key=lambda pair: tanh_of_steps(*pair, *first.shape)):
        mass = min(first[source], second[target])
        if mass:
            first[source] -= mass
            second[target] -= mass
            cost += mass * tanh_of_steps(source, target, *first.shape)
    return float(cost + first.sum() + second.sum())


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a density of arrays", density_of_arrays, "safelife_density"),
    RightImplementation("a density of rows", density_of_rows, "safelife_density"),
    RightImplementation("the ground distance", tanh_of_steps, "safelife_ground_distance"),
    RightImplementation("the ground distance, as published", tanh_one_way, "safelife_ground_distance", "published"),
    RightImplementation("a flow of least cost", flow_of_least_cost, "safelife_earth_mover"),
    RightImplementation("a linear programme", linear_programme, "safelife_earth_mover"),
    RightImplementation("a flow of least cost, as published", as_published, "safelife_earth_mover", "published"),
)
"""The definitions, in each convention."""


def _wrong(implementation: Any, suite: str, caught_by: str, sentence: str) -> WrongImplementation:
    return wrong(implementation, f"safelife_{suite}", caught_by, sentence)


WRONG: tuple[WrongImplementation, ...] = (
    _wrong(density_not_normalised, "density", "shares", "is not divided by the number of boards"),
    _wrong(density_that_sums_to_1, "density", "shares", "is divided by what was counted at all locations"),
    _wrong(density_of_distinct_boards, "density", "shares", "counts equal boards once"),
    _wrong(density_by_flags, "density", "shares", "counts cells that have more flags than the type"),
    _wrong(density_in_bytes, "density", "many_boards", "counts in eight bits"),
    _wrong(tanh_one_way, "ground_distance", "round", "goes round the board one way only, as published"),
    _wrong(tanh_of_the_straight_line, "ground_distance", "inside", "takes the Euclidean distance"),
    _wrong(tanh_without_torus, "ground_distance", "round", "never goes round the board"),
    _wrong(tanh_with_sides_exchanged, "ground_distance", "round", "takes the height for the width"),
    _wrong(steps_cut_off, "ground_distance", "inside", "takes a fifth of the steps, at most 1"),
    _wrong(tanh_of_all_steps, "ground_distance", "inside", "does not divide by 5"),
    _wrong(flow_one_way, "earth_mover", "over_the_edge", "goes round the board one way only, as published"),
    _wrong(flow_without_surplus, "earth_mover", "surplus", "forgets what one density has more"),
    _wrong(flow_with_half_the_surplus, "earth_mover", "surplus", "counts half of what one density has more"),
    _wrong(flow_of_shares, "earth_mover", "surplus", "brings both densities to one mass"),
    _wrong(flow_without_small_changes, "earth_mover", "small_changes", "leaves small changes out, as published"),
    _wrong(flow_of_hundredths, "earth_mover", "shares", "rounds masses to hundredths"),
    _wrong(nearest_first, "earth_mover", "crossing", "moves what is nearest first"),
)
"""Wrong ones, each with the claim that catches it."""
