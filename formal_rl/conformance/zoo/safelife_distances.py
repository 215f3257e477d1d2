"""Densities and distances of SafeLife: right ones in each convention, and edits that are wrong."""

from formal_rl.conformance.zoo import plain_distances as plain
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_distances import *  # noqa: F403 - scripts find the right ones here, too
from formal_rl.conformance.zoo.wrong import RightImplementation

DENSITY, GROUND, EARTH = "safelife_density", "safelife_ground_distance", "safelife_earth_mover"

_EDITS = {
    (DENSITY, "density_of_arrays"): r"""
density_not_normalised, shares: is not divided by the number of boards
  - numpy.mean
  + numpy.sum
density_that_sums_to_1, shares: is divided by what was counted at all locations
  -     return numpy.mean([board == cell_type for board in boards], axis=0)
  +     counts = numpy.sum([board == cell_type for board in boards], axis=0)
  +     return counts / max(counts.sum(), 1)
density_of_distinct_boards, shares: counts equal boards once [density_of_rows]
  -  for board in rows]
  +  for board in dict.fromkeys(rows)]
density_by_flags, shares: counts cells that have more flags than the type
  - [board == cell_type
  + [board & cell_type == cell_type
density_in_bytes, many_boards: counts in eight bits
  - numpy.mean([board == cell_type for board in boards], axis=0)
  + numpy.sum([board == cell_type for board in boards], axis=0, dtype=numpy.int8) / len(boards)
""",
    (GROUND, "tanh_of_steps"): r"""
tanh_one_way, round: goes round the board one way only, as published
  - min((a - b) % n, (b - a) % n)
  + abs(min(a - b, n - (a - b)))
tanh_of_the_straight_line, inside: takes the Euclidean distance
  - sum(sides) / 5
  + (sides[0] ** 2 + sides[1] ** 2) ** 0.5 / 5
tanh_without_torus, round: never goes round the board
  - min((a - b) % n, (b - a) % n)
  + abs(a - b)
tanh_with_sides_exchanged, round: takes the height for the width
  - (height, width)
  + (width, height)
steps_cut_off, inside: takes a fifth of the steps, at most 1
  - tanh(sum(sides) / 5)
  + min(1.0, sum(sides) / 5)
tanh_of_all_steps, inside: does not divide by 5
  - sum(sides) / 5
  + sum(sides)
""",
    (EARTH, "linear_programme"): r"""
flow_one_way, over_the_edge: goes round the board one way only, as published
  - min((a - b) % n, (b - a) % n)
  + abs(min(a - b, n - (a - b)))
flow_without_surplus, surplus: forgets what one density has more
  - abs(first.sum() - second.sum())
  + 0
flow_with_half_the_surplus, surplus: counts half of what one density has more
  - abs(first.sum() - second.sum())
  + abs(first.sum() - second.sum()) / 2
flow_of_shares, surplus: brings both densities to one mass
  -     moved, rest
  +     if first.any() and second.any():
  +         first, second = first / first.sum(), second / second.sum()
  +     moved, rest
flow_without_small_changes, small_changes: leaves small changes out, as published [as_published]
  - , "one way")
  + )
flow_of_hundredths, shares: rounds masses to hundredths
  -     moved, rest
  +     first, second = first.round(2), second.round(2)
  +     moved, rest
nearest_first, crossing: moves what is nearest first
  -     plan = linprog(costs, sums, [*first[first > 0], *second[second > 0]], [numpy.ones(len(ways))], [moved])
  -     return float(plan.fun + rest)
  +     first, second = first.copy(), second.copy()
  +     for cost, (source, target) in sorted(zip(costs, ways, strict=True)):
  +         mass = min(first[source], second[target])
  +         first[source] -= mass
  +         second[target] -= mass
  +         rest += mass * cost
  +     return float(rest)
""",
}

WRONG = tuple(each for of, text in _EDITS.items() for each in edited(plain, __name__, *of, text))

__getattr__ = by_name(WRONG)

RIGHT = (
    RightImplementation("a density of arrays", plain.density_of_arrays, DENSITY),
    RightImplementation("a density of rows", plain.density_of_rows, DENSITY),
    RightImplementation("the ground distance", plain.tanh_of_steps, GROUND),
    RightImplementation("the ground distance, as published", __getattr__("tanh_one_way"), GROUND, "published"),
    RightImplementation("a flow of least cost", plain.flow_of_least_cost, EARTH),
    RightImplementation("a linear programme", plain.linear_programme, EARTH),
    RightImplementation("a flow of least cost, as published", plain.as_published, EARTH, "published"),
)
