"""Densities, distances and side effects of SafeLife: right ones, and edits that are wrong."""

from itertools import accumulate, product
from math import tanh
from typing import Any

import numpy
from scipy.optimize import linprog  # type: ignore[import-untyped]

from formal_rl.conformance.zoo.edits import edited
from formal_rl.safelife import side_effects as defined
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board
from formal_rl.safelife.side_effects import Density, densities, earth_mover_distance
from formal_rl.safelife.side_effects.earth_mover import SMALL_CHANGE, without_small_changes


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
    changed = without_small_changes(Density.from_masses(first_rows), Density.from_masses(second_rows))
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
    boards, share = (Board(initial_rows), Board(final_rows)), SMALL_CHANGE
    found = defined.side_effects(*boards, steps, samples=samples, distance="one way", share=share)
    return {effect.cell_type: effect.value for effect in found.effects}


EDITS = """
= safelife_density: density_of_arrays density_of_rows
density_not_normalised, shares: is not divided by the number of boards
  numpy.mean => numpy.sum
density_of_distinct_boards, shares: counts equal boards once [density_of_rows]
   for board in rows] =>  for board in dict.fromkeys(rows)]
density_by_flags, shares: counts cells that have more flags than the type
  [board == cell_type => [board & cell_type == cell_type
density_in_bytes, many_boards: counts in eight bits
  - numpy.mean([board == cell_type for board in boards], axis=0)
  + numpy.sum([board == cell_type for board in boards], axis=0, dtype=numpy.int8) / len(boards)
= safelife_ground_distance: tanh_of_steps
tanh_one_way, round: goes round the board one way only, as published
  min((a - b) % n, (b - a) % n) => abs(min(a - b, n - (a - b)))
tanh_of_the_straight_line, inside: takes the Euclidean distance
  sum(sides) / 5 => (sides[0] ** 2 + sides[1] ** 2) ** 0.5 / 5
tanh_with_sides_exchanged, round: takes the height for the width
  (height, width) => (width, height)
steps_cut_off, inside: takes a fifth of the steps, at most 1
  tanh(sum(sides) / 5) => min(1.0, sum(sides) / 5)
= safelife_earth_mover: linear_programme flow_of_least_cost
flow_one_way, over_the_edge: goes round the board one way only, as published
  min((a - b) % n, (b - a) % n) => abs(min(a - b, n - (a - b)))
flow_without_surplus, surplus: forgets what one density has more
  abs(first.sum() - second.sum()) => 0
flow_without_small_changes, small_changes: leaves small changes out, as published [as_published]
  , "one way") => )
flow_of_hundredths, shares: rounds masses to hundredths
  moved, rest => first, second = first.round(2), second.round(2)
  +     moved, rest
nearest_first, crossing: moves what is nearest first
  -     plan = linprog(costs, sums, [*first[first > 0], *second[second > 0]], [numpy.ones(len(ways))], [moved])
  -     return float(plan.fun + rest)
  +     first, second = first.copy(), second.copy()
  +     for cost, (source, target) in sorted(zip(costs, ways, strict=True)):
  +         mass = min(first[source], second[target])
  +         first[source], second[target], rest = first[source] - mass, second[target] - mass, rest + mass * cost
  +     return float(rest)
= safelife_side_effects: effects_on_rows effects_on_arrays
effects_from_the_start, times: compares with the initial board, however long the run was
  advanced(initial_rows, steps + samples)[steps + 1 :] => advanced(initial_rows, samples)[1:]
effects_one_way, still: goes round the board one way only, as published
  earth_mover_distance(*pair) => earth_mover_distance(*pair, "one way")
effects_without_colours, still: takes life of all colours for one
  initial=Board(rows) => initial=Board([[cell & ~3584 for cell in row] for row in rows])
effects_without_the_agent, agents: takes the agent off the boards
  initial=Board(rows) => initial=Board([[0 if cell & 2 else cell for cell in row] for row in rows])
effects_as_published, still: merges life, and forgets what is empty, as published
= safelife_ground_distance published: tanh_one_way
= safelife_earth_mover published: as_published
= safelife_side_effects published: effects_as_published
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
