"""Densities, distances and side effects of SafeLife, plainly: what the wrong ones are edits of."""

from itertools import accumulate, product
from math import tanh
from typing import Any

import numpy
from scipy.optimize import linprog  # type: ignore[import-untyped]

from formal_rl.safelife import side_effects as defined
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board
from formal_rl.safelife.side_effects import Density, densities, earth_mover_distance


def density_of_arrays(boards: Any, cell_type: Any) -> Any:
    """Take the mean over the boards."""
    return numpy.mean([board == cell_type for board in boards], axis=0)


def density_of_rows(rows: Any, cell_type: Any) -> Any:
    """Count, and divide."""
    boards = [[[cell == cell_type for cell in row] for row in board] for board in rows]
    return [[sum(cells) / len(boards) for cells in zip(*row, strict=True)] for row in zip(*boards, strict=True)]


def tanh_of_steps(source: Any, target: Any, height: Any, width: Any) -> Any:
    """Take the shorter way round on each axis."""
    sides = [min((a - b) % n, (b - a) % n) for a, b, n in zip(source, target, (height, width), strict=True)]
    return tanh(sum(sides) / 5)


def linear_programme(first: Any, second: Any) -> Any:
    """Find a plan by linear programming; all of the lesser mass is moved."""
    moved, rest = min(first.sum(), second.sum()), abs(first.sum() - second.sum())
    sources, targets = (list(map(tuple, numpy.argwhere(each > 0))) for each in (first, second))
    if not sources or not targets:
        return float(rest)
    ways = list(product(sources, targets))
    costs = [tanh_of_steps(source, target, *first.shape) for source, target in ways]
    sums = [*numpy.eye(len(sources)).repeat(len(targets), axis=1), *numpy.tile(numpy.eye(len(targets)), len(sources))]
    plan = linprog(costs, sums, [*first[first > 0], *second[second > 0]], [numpy.ones(len(ways))], [moved])
    return float(plan.fun + rest)


def flow_of_least_cost(first_rows: Any, second_rows: Any) -> Any:
    """Find a flow by the definition."""
    return earth_mover_distance(Density.from_masses(first_rows), Density.from_masses(second_rows)).value


def as_published(first_rows: Any, second_rows: Any) -> Any:
    """Leave small changes out, and go round one way only."""
    changed = defined.without_small_changes(Density.from_masses(first_rows), Density.from_masses(second_rows))
    return earth_mover_distance(*changed, "one way").value


def advanced(rows: Any, steps: int) -> list[Any]:
    """Return the board and those after it."""
    return list(accumulate(range(steps), lambda board, _: advance_packed(board).board, initial=Board(rows)))


def effects_on_rows(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Compare what follows the baseline with what follows the final board."""
    inaction = advanced(initial_rows, steps + samples)[steps + 1 :]
    action = advanced(final_rows, samples)[1:]
    without, acted = densities(inaction), densities(action)
    nothing = Density([[0] * len(initial_rows[0])] * len(initial_rows))
    pairs = {cell: (without.get(cell, nothing), acted.get(cell, nothing)) for cell in {*without, *acted}}
    return {cell: earth_mover_distance(*pair).value for cell, pair in pairs.items() if pair[0] != pair[1]}


def effects_on_arrays(initial: Any, final: Any, steps: Any, samples: Any) -> Any:
    """Take the definition, and arrays."""
    boards = Board.from_array(initial), Board.from_array(final)
    found = defined.side_effects(*boards, steps, samples=samples, cell_types="paper")
    return {effect.cell_type: effect.value for effect in found.effects}


def effects_as_published(initial_rows: Any, final_rows: Any, steps: Any, samples: Any) -> Any:
    """Merge life by its colour, go one way round, and leave small changes out."""
    boards, share = (Board(initial_rows), Board(final_rows)), defined.SMALL_CHANGE
    found = defined.side_effects(*boards, steps, samples=samples, distance="one way", share=share)
    return {effect.cell_type: effect.value for effect in found.effects}
