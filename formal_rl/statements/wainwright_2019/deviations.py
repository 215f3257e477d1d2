"""Checks of Equation 3: the earth mover's deviation by hand, against all plans, and as a metric."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from typing import Any

from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Scope,
    check_examples,
    decide_cases,
    equal,
    part,
    unless,
)
from formal_rl.safelife.board import Location
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Change,
    Density,
    Plan,
    Size,
    earth_mover_distance,
    ground_distance,
    plan_cost,
    without_small_changes,
)
from formal_rl.safelife.side_effects.earth_mover import TransportResult
from formal_rl.safelife.side_effects.ground_distance import SCALE
from formal_rl.safelife.side_effects.transport import Move

EarthMover = Callable[[Density, Density, str], TransportResult]

CLOSE = 1e-12
"""How far apart sums of a few distances in double precision may be that are equal as real numbers."""


def moved_earth(scope: Scope, *, deviation: EarthMover = earth_mover_distance) -> Iterator[Part]:
    """Check the deviation: by hand, then on small grids against all plans, and what follows from it."""
    yield check_examples(_worked_examples(deviation))
    between = cache(deviation)
    most = 3 if scope.is_full else 2
    families: Families = (masses((1, 4), 1), masses((2, 2), 1), [a for a in masses((1, 5), most) if a.mass <= most])
    named = f"counts of 0 and 1 on 1 x 4 and 2 x 2, and at most {most} units on 1 x 5"
    pairs = f"all pairs of densities with {named}, round the edges; of those on 1 x 4 in the other readings too"
    masses_differ = ("equal masses", "a surplus")
    for name, compared, domain in (
        (
            "within its rounding of the least over all plans",
            _least_of_all(between, families),
            f"{pairs}; all pairings of units, in decimals of 60 places",
        ),
        ("the plan turns the first into the second at this cost", _carried_out(between, families), pairs),
        ("no cheaper if any unit may be removed and any created at one", _freely(between, families), pairs),
    ):
        yield decide_cases(name, compared, branches=masses_differ, domain=domain)
    for distance in LENGTHS:
        some, about = (families, named) if distance == "torus" else (families[:1], "counts of 0 and 1 on 1 x 4")
        name, domain = f"as far there as back: {distance}", f"all pairs of densities with {about}"
        back = _symmetric(between, distance, some)
        if distance == "one way":
            far = "the deviation from ((1, 0, 0, 0),) to ((0, 0, 0, 1),), one way: expected 0.197…, got 0.537…"
            yield decide_cases(name, back, domain=domain).meant_to_fail(far)
        else:
            yield decide_cases(name, back, branches=masses_differ, domain=domain)
        yield decide_cases(
            f"0 between equal densities alone, and no detour is shorter: {distance}",
            _no_detour(between, distance, some),
            branches=masses_differ,
            domain=f"all triples of densities with {about}",
        )
    in_common = ("nothing in common", "some in common")
    cancelled = _cancelled(between, families)
    yield decide_cases("the same without what both have", cancelled, branches=in_common, domain=pairs)
    yield _dropped(deviation).meant_to_fail("the deviation from ((0, …: expected 0.198…, got 0.197…")


def masses(size: tuple[int, int], most: int) -> list[Density]:
    """Return all densities of a size with counts from 0 to ``most``."""
    height, width = size
    return [
        Density([counts[row * width : (row + 1) * width] for row in range(height)])
        for counts in product(range(most + 1), repeat=height * width)
    ]


# --- By hand ---


def cells(size: tuple[int, int], places: Mapping[Location, int], samples: int = 1) -> Density:
    """Return the density with these counts, and 0 elsewhere."""
    height, width = size
    return Density([[places.get((row, column), 0) for column in range(width)] for row in range(height)], samples)


def in_a_row(width: int, columns: Mapping[int, int], samples: int = 1) -> Density:
    """Return the density on a grid of one row with these counts, and 0 elsewhere."""
    return cells((1, width), {(0, column): count for column, count in columns.items()}, samples)


def _worked_examples(deviation: EarthMover) -> Iterator[Example]:
    def plan(first: Density, second: Density) -> Plan:
        return deviation(first, second, "torus").plan

    def six(first: Density, second: Density, distance: str = "torus") -> float:
        return round(deviation(first, second, distance).value, 6)

    row, seam = partial(in_a_row, 12), partial(in_a_row, 26)
    one, next_to_it, none = row({4: 1}), row({5: 1}), row({})
    corners = cells((8, 8), {(0, 0): 1}), cells((8, 8), {(7, 7): 1})
    rounding, three = Fraction(1, 2**52) + Fraction(math.tanh(0.2)) / 2**53, dict.fromkeys(range(3), 1)
    rows: tuple[tuple[Any, ...], ...] = (
        ("a cell moved by a step", "tanh(1/5)", 0.197375, one, next_to_it),
        ("a cell that is gone", "1", 1.0, one, none),
        ("a new cell", "1", 1.0, none, one),
        ("nothing and nothing", "0", 0.0, none, none),
        ("the same over one board and over three", "0", 0.0, one, row({4: 3}, 3)),
        ("half of the time a step away", "tanh(1/5) / 2", 0.098688, row({4: 2}, 2), row({4: 1, 5: 1}, 2)),
        ("one of one, three of three", "tanh(1/5)", 0.197375, one, row({5: 3}, 3)),
        ("one of two, one of three", "tanh(1/5) / 3 + 1/6", 0.232458, row({4: 1}, 2), row({5: 1}, 3)),
        ("two at one place", "2 tanh(1/5)", 0.394751, row({4: 2}), row({5: 2})),
        ("one moved, one gone", "tanh(1/5) + 1", 1.197375, row({0: 1, 3: 1}), row({1: 1})),
        ("one moved, one new", "tanh(1/5) + 1", 1.197375, row({1: 1}), row({0: 1, 3: 1})),
        ("two moved apart", "2 tanh(1/5)", 0.394751, row({4: 1, 7: 1}), row({3: 1, 8: 1})),
        ("three moved by one", "one by three: tanh(3/5)", 0.53705, row(three), row({1: 1, 2: 1, 3: 1})),
        ("4, 6 to 5, 2", "4 to 2 and 6 to 5", 0.577324, row({4: 1, 6: 1}), row({5: 1, 2: 1})),
        ("5, 6 to 6, 10", "6 stays: tanh(5/5)", 0.761594, row({5: 1, 6: 1}), row({6: 1, 10: 1})),
        ("six steps, half of the board", "tanh(6/5)", 0.833655, row({0: 1}), row({6: 1})),
        ("from corner to corner of 8 x 8", "1 + 1 steps: tanh(2/5)", 0.379949, *corners),
        ("the same, flat", "7 + 7 steps: tanh(14/5)", 0.992632, *corners, "flat"),
        ("across the seam of 26", "tanh(1/5)", 0.197375, seam({0: 1}), seam({25: 1})),
        ("the same, flat", "tanh(25/5)", 0.999909, seam({0: 1}), seam({25: 1}), "flat"),
        ("the same, one way", "tanh(25/5)", 0.999909, seam({0: 1}), seam({25: 1}), "one way"),
        ("and back, one way", "tanh(1/5)", 0.197375, seam({25: 1}), seam({0: 1}), "one way"),
        ("a small change", "tanh(1/5) + 1/1000", 0.198375, row({4: 1000, 9: 1}, 1000), next_to_it),
    )
    yield from ((about, why, expected, six, *asked) for about, why, expected, *asked in rows)
    why = "2^-52 for the distance of one unit, and 2^-53 of the value"
    yield ("the rounding of a cell moved", why, rounding, lambda: deviation(one, next_to_it, "torus").rounding)
    yield ("the plan of a cell moved", "one move", Plan(1, (Move((0, 4), (0, 5), 1),)), plan, one, next_to_it)
    yield ("the plan where it is gone", "one removed", Plan(1, (), (Change((0, 4), 1),)), plan, one, none)
    yield ("the plan of a new cell", "one created", Plan(1, (), (), (Change((0, 4), 1),)), plan, none, one)


# --- Against all plans ---

Families = Sequence[Sequence[Density]]


def _pairs(families: Families) -> Iterator[tuple[str, Density, Density]]:
    for family in families:
        for first, second in product(family, repeat=2):
            yield "equal masses" if first.mass == second.mass else "a surplus", first, second


def _in_readings(families: Families) -> Iterator[tuple[str, str, Density, Density]]:
    """Yield the pairs round the edges, and those of the first family in the other readings."""
    for distance in LENGTHS:
        for branch, first, second in _pairs(families if distance == "torus" else families[:1]):
            yield distance, branch, first, second


def _units(density: Density) -> list[Location]:
    """Return the location of each unit."""
    rows = enumerate(density.counts)
    return [(row, column) for row, counts in rows for column, count in enumerate(counts) for _ in range(count)]


@cache
def _exactly(length: int) -> Decimal:
    with localcontext(prec=60):
        squared = (Decimal(2 * length) / SCALE).exp()
        return (squared - 1) / (squared + 1)


def _least_of_all(between: EarthMover, families: Families) -> Iterator[Case]:
    for distance, branch, first, second in _in_readings(families):
        length, size = LENGTHS[distance], Size(first.height, first.width)
        here, there = _units(first), _units(second)
        few, many = sorted((here, there), key=len)
        plans = (zip(few, some, strict=True) for some in permutations(many, len(few)))
        got = between(first, second, distance)
        with localcontext(prec=60):
            costs = (
                [_exactly(length(size, *(pair if few is here else pair[::-1]))) for pair in plan] for plan in plans
            )
            least = len(many) - len(few) + min(sum(each, Decimal(0)) for each in costs)
        off = abs(Fraction(got.value) - Fraction(least))
        yield (
            branch,
            unless(off <= got.rounding < Fraction(1, 10**14), _about(first, second, distance), f"{least:.20f}", got),
        )


def _about(first: Density, second: Density, distance: str) -> str:
    return f"the deviation from {first.counts} to {second.counts}, {distance}"


def _carried_out(between: EarthMover, families: Families) -> Iterator[Case]:
    for distance, branch, first, second in _in_readings(families):
        value, plan, _ = between(first, second, distance)
        about = f"the plan from {first.counts} to {second.counts}, {distance}"
        cost = plan_cost(plan, Size(first.height, first.width), distance)
        if carried_out(plan, first) != second or plan.samples != first.samples:
            yield branch, Disagreement(about, second, plan)
        elif sum(change.mass for change in (*plan.removed, *plan.created)) != abs(first.mass - second.mass):
            yield branch, Disagreement(about, "no more removed and created than the surplus", plan)
        else:
            yield branch, equal(f"the cost of {about}", value, cost)


def carried_out(plan: Plan, first: Density) -> Density | None:
    """Return what a plan makes of a density of as many samples, or ``None`` where it takes more than there is."""
    taken = dict[Location, int]()
    brought = dict[Location, int]()
    for source, target, mass in plan.moves:
        taken[source] = taken.get(source, 0) + mass
        brought[target] = brought.get(target, 0) + mass
    for location, mass in plan.removed:
        taken[location] = taken.get(location, 0) + mass
    for location, mass in plan.created:
        brought[location] = brought.get(location, 0) + mass
    counts = [list(row) for row in first.counts]
    for (row, column), mass in taken.items():
        counts[row][column] -= mass
    if any(count < 0 for row in counts for count in row):
        return None
    for (row, column), mass in brought.items():
        counts[row][column] += mass
    return Density(counts, first.samples)


def _freely(between: EarthMover, families: Families) -> Iterator[Case]:
    """Let each unit go where it likes, or nowhere at one, and each come from where it likes, or from nowhere at one.

    A unit that is removed and one that is created cost 2 together, and moving the one to the other's place costs less
    than 1. So a cheapest plan that removes or creates more than the surplus could be made cheaper.
    """
    for distance, branch, first, second in _in_readings(families):
        length, size, there = LENGTHS[distance], Size(first.height, first.width), _units(second)
        least = {0: 0.0}  # by which units of the second have been served, as bits
        for source in _units(first):
            after = {served: so_far + 1 for served, so_far in least.items()}
            for (served, so_far), (bit, target) in product(least.items(), enumerate(there)):
                if not served >> bit & 1:
                    moved = so_far + ground_distance(length(size, source, target))
                    after[served | 1 << bit] = min(after.get(served | 1 << bit, moved), moved)
            least = after
        expected = min(so_far + len(there) - served.bit_count() for served, so_far in least.items())
        got = between(first, second, distance).value
        yield branch, unless(abs(got - expected) < CLOSE, _about(first, second, distance), expected, got)


# --- What follows ---


def _symmetric(between: EarthMover, distance: str, families: Families) -> Iterator[Case]:
    for branch, first, second in _pairs(families):
        there, back = (between(*pair, distance).value for pair in ((first, second), (second, first)))
        yield branch, unless(abs(there - back) < CLOSE, _about(second, first, distance), there, back)


def _no_detour(between: EarthMover, distance: str, families: Families) -> Iterator[Case]:
    for family in families:
        table = [[between(a, b, distance).value for b in family] for a in family]
        indices = range(len(family))
        for a, c in product(indices, repeat=2):
            if (table[a][c] == 0) != (a == c) or table[a][c] < 0:
                expected = "0 if and only if they are equal"
                yield "", Disagreement(_about(family[a], family[c], distance), expected, table[a][c])
            branch = "equal masses" if family[a].mass == family[c].mass else "a surplus"
            for b in indices:
                detour = table[a][b] + table[b][c]
                if table[a][c] <= detour + CLOSE:
                    yield branch, None
                else:
                    about = f"{_about(family[a], family[c], distance)}, against one by {family[b].counts}"
                    yield branch, Disagreement(about, f"at most {detour}", table[a][c])


def _cancelled(between: EarthMover, families: Families) -> Iterator[Case]:
    for distance, _, first, second in _in_readings(families):
        pairs = [list(zip(*rows, strict=True)) for rows in zip(first.counts, second.counts, strict=True)]
        a, b = (Density([[pair[i] - min(pair) for pair in row] for row in pairs]) for i in (0, 1))
        branch = "nothing in common" if a == first else "some in common"
        expected, got = between(a, b, distance).value, between(first, second, distance).value
        yield branch, unless(abs(expected - got) < CLOSE, _about(first, second, distance), expected, got)


@part(
    "the same without small changes",
    branches=("nothing is small", "something is small"),
    domain="a thousand units at one place, and 0 to 5 at another",
)
def _dropped(deviation: EarthMover) -> Iterator[Case]:
    for more in range(6):
        first, second = in_a_row(12, {4: 1000, 9: more}, 1000), in_a_row(12, {5: 1})
        expected = deviation(first, second, "torus").value
        got = deviation(*without_small_changes(first, second), "torus").value
        yield (
            "something is small" if more == 1 else "nothing is small",
            equal(_about(first, second, "torus") + ", small changes left out", expected, got),
        )
