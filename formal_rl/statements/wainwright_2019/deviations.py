"""Checks of Equation 3: the earth mover's deviation by hand, against all plans, as a metric, and as desired."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from math import exp, lcm
from typing import Any

from attrs import evolve

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
    cheapest_plan,
    check_certificate,
    earth_mover_distance,
    earth_mover_distance_certified,
    ground_distance,
    plan_cost,
    torus_length,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.certificate import (
    Bounds,
    CertifiedTransportResult,
    bounds_by,
    check_claims,
    check_dual_variables,
    check_plan,
)
from formal_rl.safelife.side_effects.earth_mover import TransportResult
from formal_rl.safelife.side_effects.ground_distance import SCALE, UNITS, Length, ground_cost
from formal_rl.safelife.side_effects.side_effects import Drop
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.side_effects import (
    Certified,
    Checked,
    as_a_whole,
    certificates,
    certificates_by_hand,
    dropped_by_hand,
    masses,
)

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
        right = abs(Fraction(got.value) - Fraction(least)) <= got.rounding < Fraction(1, 10**14)
        yield branch, unless(right, _about(first, second, distance), f"{least:.20f}", got)


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
    taken, brought = Counter[Location](), Counter[Location]()
    for source, mass in (*((move.source, move.mass) for move in plan.moves), *plan.removed):
        taken[source] += mass
    for target, mass in (*((move.target, move.mass) for move in plan.moves), *plan.created):
        brought[target] += mass
    left = [[n - taken[row, column] for column, n in enumerate(counts)] for row, counts in enumerate(first.counts)]
    if min(map(min, left)) < 0:
        return None
    after = [[n + brought[row, column] for column, n in enumerate(counts)] for row, counts in enumerate(left)]
    return Density(after, first.samples)


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
        branch, about = "something is small" if more == 1 else "nothing is small", _about(first, second, "torus")
        yield branch, equal(f"{about}, small changes left out", expected, got)


# --- What Section 3 finds desirable: short moves, far moves, and random fields ---


def desirable(scope: Scope, *, deviation: EarthMover = earth_mover_distance) -> Iterator[Part]:
    """Check that short moves cost little, when creating costs what moving from afar does, and that samples agree."""
    shape = (2, 3) if scope.is_full else (2, 2)
    yield decide_cases(
        "an object that moves costs at most its mass times the distance",
        _objects(deviation, shape),
        branches=("as much", "less: a cell of its is nearer"),
        domain=f"all patterns within {shape[0]} x {shape[1]} on a torus of 5 x 5, moved by every row and column",
    )
    yield _single(deviation)
    yield decide_cases(
        "a new cell costs what one brought from farthest away does",
        _from_afar(deviation, (26,), nearly=False),
        domain="the torus of 26 x 26",
    ).meant_to_fail(
        "how much more a new cell costs than one from the farthest location, 26 x 26: expected 0.0, got 6.086…"
    )
    yield decide_cases(
        "a new cell costs more than one brought from farthest away, by less than 2 exp(-2/5 of the way)",
        _from_afar(deviation, range(1, 41), nearly=True),
        branches=("a size",),
        domain="tori of 1 x 1 to 40 x 40",
    )
    yield decide_cases(
        "no more than the masses within blocks moved across a block, and the rest made anew",
        _in_blocks(deviation, (((1, 4), (1, 2)), ((2, 2), (2, 1)), *((((1, 6), (1, 3)),) if scope.is_full else ()))),
        branches=("as much in each block", "more in some block"),
        domain="all pairs of densities of counts 0 and 1 on 1 x 4 in blocks of 1 x 2 and on 2 x 2 in blocks of 2 x 1"
        + (", and on 1 x 6 in blocks of 1 x 3" if scope.is_full else ""),
    )
    pairs = 32 if scope.is_full else 8
    yield decide_cases(
        "random fields of one density: sixteen times the samples, at most half of the deviation",
        _fields(deviation, pairs, scope.seed),
        branches=("samples",),
        domain=f"the mean over {pairs} pairs of random fields of density 1/2 on 5 x 5, of 1 and 16 samples and of 4 "
        "and 64, by draws of a seed",
    )


def _shifted(size: Size, pattern: tuple[Location, ...], rows: int, columns: int) -> Density:
    return cells(size, {((row + rows) % size.height, (column + columns) % size.width): 1 for row, column in pattern})


def _objects(deviation: EarthMover, shape: tuple[int, int]) -> Iterator[Case]:
    size = Size(5, 5)
    places = tuple(product(range(shape[0]), range(shape[1])))
    for number in range(1, len(places) + 1):
        for pattern, move in product(combinations(places, number), product(range(5), range(5))):
            before, after = _shifted(size, pattern, 0, 0), _shifted(size, pattern, *move)
            bound = number * ground_distance(torus_length(size, (0, 0), move))
            got = deviation(before, after, "torus").value
            about = f"the deviation where {pattern} moves by {move} on {size}"
            branch = "as much" if got > bound - CLOSE else "less: a cell of its is nearer"
            yield branch, unless(got <= bound + CLOSE, about, f"at most {bound}", got)


@part(
    "a cell that moves costs its distance, and less the nearer it stays",
    branches=("a distance",),
    domain="a cell on a torus of 7 x 7, moved to each location",
)
def _single(deviation: EarthMover) -> Iterator[Case]:
    size = Size(7, 7)
    for target in product(range(7), range(7)):
        expected = ground_distance(torus_length(size, (3, 5), target))
        got = deviation(cells(size, {(3, 5): 1}), cells(size, {target: 1}), "torus").value
        about = f"the deviation where a cell moves from (3, 5) to {target} on {size}"
        yield "a distance", unless(abs(got - expected) < CLOSE, about, expected, got)


def _from_afar(deviation: EarthMover, sides: range | tuple[int, ...], *, nearly: bool) -> Iterator[Case]:
    for side in sides:
        here, there = (cells((side, side), {place: 1}) for place in ((0, 0), (side // 2, side // 2)))
        created = deviation(cells((side, side), {}), here, "torus").value
        short = created - deviation(there, here, "torus").value
        bound = 2 * exp(-2 * (side // 2 * 2) / SCALE) if nearly else 0
        about = f"how much more a new cell costs than one from the farthest location, {side} x {side}"
        expected = f"above 0 and below {bound}" if nearly else 0.0
        fits = created == 1 and (0 < short < bound + CLOSE if nearly else short == 0)
        yield "a size", unless(fits, about, expected, short)


def _in_blocks(deviation: EarthMover, grids: tuple[tuple[tuple[int, int], tuple[int, int]], ...]) -> Iterator[Case]:
    """Move within each block what can be, across it at most, and remove or create the rest at one for each unit."""
    for size, (height, width) in grids:
        across = ground_distance(height - 1 + width - 1)
        corners = tuple(product(range(0, size[0], height), range(0, size[1], width)))
        blocks = [tuple((r + i, c + j) for i in range(height) for j in range(width)) for r, c in corners]
        for first, second in product(masses(size, 1), repeat=2):
            bound, even = 0.0, True
            for block in blocks:
                changes = [first[location] - second[location] for location in block]
                less, more = (sum(change for change in changes if change * sign > 0) for sign in (1, -1))
                bound += float(min(less, -more)) * across + float(abs(less + more))
                even = even and less + more == 0
            got = deviation(first, second, "torus").value
            branch = "as much in each block" if even else "more in some block"
            about = f"the deviation from {first} to {second}"
            yield branch, unless(got <= bound + CLOSE, about, f"at most {bound}", got)


def _field(draws: SeededDraws, number: int, samples: int) -> Density:
    """Return how often, of so many samples, each of 5 x 5 draws is below 1/2."""
    places = [[number * 64 * 25 + row * 5 + column for column in range(5)] for row in range(5)]
    return Density(
        [[sum(draws[place + 25 * sample] < 0.5 for sample in range(samples)) for place in row] for row in places],
        samples,
    )


def _fields(deviation: EarthMover, pairs: int, seed: int) -> Iterator[Case]:
    """Compare means, of which the second is a quarter of the first if deviations fall like one over the square root."""
    field = partial(_field, SeededDraws(seed))

    def mean(samples: int) -> float:
        fields = ((field(2 * pair, samples), field(2 * pair + 1, samples)) for pair in range(pairs))
        return sum(deviation(*both, "torus").value / float(both[0].mass) for both in fields) / pairs

    for samples in (1, 4):
        bound, after = mean(samples) / 2, mean(16 * samples)
        about = f"the mean deviation for each unit of mass, {16 * samples} samples"
        yield "samples", unless(after < bound, about, f"below {bound}", after)


# --- Mutants ---


def _by(cost: Callable[[int], int], *, surplus: int = UNITS, wrong: Length | None = None) -> EarthMover:
    """Return the deviation with another cost of a length, another cost of a surplus, or another length."""

    def deviation(first: Density, second: Density, distance: str = "torus") -> TransportResult:
        length, size = wrong or LENGTHS[distance], Size(first.height, first.width)
        plan = cheapest_plan(first, second, lambda a, b: cost(length(size, a, b)), surplus)
        moved = sum(move.mass * cost(length(size, move.source, move.target)) for move in plan.moves)
        changed = sum(surplus * change.mass for change in (*plan.removed, *plan.created))
        return TransportResult((moved + changed) / (plan.samples * UNITS), plan, Fraction(0))

    return deviation


def _unless_asked(reading: str) -> EarthMover:
    """Return the deviation with another reading where the torus is asked for."""

    def deviation(first: Density, second: Density, distance: str = "torus") -> TransportResult:
        return earth_mover_distance(first, second, reading if distance == "torus" else distance)

    return deviation


def _shares(density: Density) -> Density:
    """Return a density divided by its mass."""
    return evolve(density, samples=max(sum(map(sum, density.counts)), 1))


def _mass_normalised(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    return earth_mover_distance(_shares(first), _shares(second), distance)


def _divided_by_what_moves(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Divide by the mass that is moved, as the earth mover's distance was first defined."""
    right = earth_mover_distance(first, second, distance)
    return right._replace(value=right.value / (float(min(first.mass, second.mass)) or 1))


def _small_changes_dropped(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    return earth_mover_distance(*without_small_changes(first, second), distance)


def _samples_forgotten(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    return earth_mover_distance(evolve(first, samples=1), evolve(second, samples=1), distance)


def _made_anew(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Move nothing: remove what is too much at each location and create what is missing."""
    samples = lcm(first.samples, second.samples)
    locations = [(row, column) for row in range(first.height) for column in range(first.width)]
    changes = [Change(each, int((second[each] - first[each]) * samples)) for each in locations]
    removed = tuple(Change(each, -mass) for each, mass in changes if mass < 0)
    plan = Plan(samples, (), removed, tuple(change for change in changes if change.mass > 0))
    return TransportResult(plan_cost(plan, Size(first.height, first.width), distance), plan, Fraction(0))


def _in_order(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Bring each unit, one after another, to the nearest place that still wants one."""
    size, samples = Size(first.height, first.width), lcm(first.samples, second.samples)
    locations = [(row, column) for row in range(first.height) for column in range(first.width)]
    wanted = [each for each in locations for _ in range(int(second[each] * samples))]
    moves, removed = list[Move](), list[Change]()
    for source in (each for each in locations for _ in range(int(first[each] * samples))):
        if wanted:
            nearest = min(wanted, key=partial(LENGTHS[distance], size, source))
            wanted.remove(nearest)
            moves += [Move(source, nearest, 1)] if nearest != source else []
        else:
            removed.append(Change(source, 1))
    plan = Plan(samples, tuple(moves), tuple(removed), tuple(Change(each, 1) for each in wanted))
    return TransportResult(plan_cost(plan, size, distance), plan, Fraction(0))


def _net_movement(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Let moves in opposite directions make up for each other."""
    right = earth_mover_distance(first, second, distance)
    moves, samples = right.plan.moves, right.plan.samples
    mass = sum(move.mass for move in moves) or 1
    net = sum(abs(sum(each.mass * (each.target[axis] - each.source[axis]) for each in moves)) for axis in (0, 1))
    surplus = float(abs(first.mass - second.mass))
    return right._replace(value=mass / samples * math.tanh(net / mass / 5) + surplus)


def _checked(*, prices: Callable[[Length], Length] | None = lambda length: length, plan: bool = True) -> Checked:
    """Return a check that compares prices by another length, or not at all, or that believes the plan."""

    def checked(
        first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
    ) -> Bounds:
        if prices is not None:
            size = Size(first.height, first.width)
            check_dual_variables(deviation.certificate, size, prices(LENGTHS[distance]))
        if plan:
            check_plan(first, second, deviation.plan)
        return check_claims(deviation, bounds_by(first, second, deviation.plan, deviation.certificate, distance))

    return checked


def _neighbours_alone(length: Length) -> Length:
    """Leave alone what is farther away than a step."""
    return lambda size, source, target: steps if (steps := length(size, source, target)) <= 1 else _NO_LIMIT


_NO_LIMIT = 1000


def _claims_believed(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
) -> Bounds:
    check_dual_variables(deviation.certificate, Size(first.height, first.width), LENGTHS[distance])
    check_plan(first, second, deviation.plan)
    return deviation.bounds


_squared_cost = _by(lambda length: ground_cost(length**2))


_straight_cost = _by(lambda length: length * UNITS // 5)


_free_surplus = _by(ground_cost, surplus=0)


def _moved_earth(
    scope: Scope,
    *,
    deviation: EarthMover = earth_mover_distance,
    certified: Certified = earth_mover_distance_certified,
    checked: Checked = check_certificate,
    published: Drop = without_small_changes_published,
) -> Iterator[Part]:
    """Check the deviation as it is defined, its certificates, and side effects, of which it is a part."""
    yield check_examples(certificates_by_hand(checked), "certificates by hand")
    yield check_examples(dropped_by_hand(published), "worked examples of what rounding leaves in")
    yield from moved_earth(scope, deviation=deviation)
    yield from certificates(scope, certified, checked)
    yield from as_a_whole(published)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-eq3",
        kind="definition",
        title="the earth mover's deviation",
        claim="The deviation of two densities is the least cost of turning the first into the second, where moving a "
        "unit of mass costs the ground distance, and removing or creating a unit of the surplus of the heavier one "
        "costs 1. It is a metric if the ground distance is one. Mass that both have may be left out. And it does not "
        "become cheaper if any unit may be removed or created at cost 1.",
        source=f"{WAINWRIGHT_2019}, Equation 3 and the sentence after it",
        check=_moved_earth,
        mutants={
            "squared distance": {"deviation": _squared_cost},
            "unwrapped distance": {"deviation": _unless_asked("flat")},
            "one-way wrap": {"deviation": _unless_asked("one way")},
            "length over five, without the tangent": {"deviation": _straight_cost},
            "free surplus": {"deviation": _free_surplus},
            "surplus at twice the cost": {"deviation": _by(ground_cost, surplus=2 * UNITS)},
            "mass normalised": {"deviation": _mass_normalised},
            "divided by what moves": {"deviation": _divided_by_what_moves},
            "samples forgotten": {"deviation": _samples_forgotten},
            "drop in the exact form": {"deviation": _small_changes_dropped},
            "the published drop decides exactly": {"published": without_small_changes},
            "the published drop leaves nothing out": {"published": lambda first, second, share: (first, second)},
            "removed and created anew": {"deviation": _made_anew},
            "each to the nearest free place in order": {"deviation": _in_order},
            "only the net movement counts": {"deviation": _net_movement},
            "a certificate's prices are believed": {"checked": _checked(prices=None)},
            "prices of neighbours alone are compared": {"checked": _checked(prices=_neighbours_alone)},
            "a certificate's plan is believed": {"checked": _checked(plan=False)},
            "a certificate's bounds are believed": {"checked": _claims_believed},
        },
        verdict="defined",
        evidence="exhaustive: by hand; all pairs of small densities against all pairings of their units in decimals, "
        "and all triples of them. Cancelling: a unit that comes to where another leaves from could go on directly, no "
        "dearer. Removing and creating a unit costs 2, moving one less than 1. The certified form: on small densities "
        "in all ways, each certificate checked and each of its dual variables, claims and moves perturbed. Side "
        "effects of runs: by hand, and in both forms",
        defects="The paper does not say which units are the surplus; here they are those that make the total "
        "cheapest. The earth mover's distance that the paper cites is divided by the mass that moves and leaves a "
        "surplus free; neither is meant here. The published code first leaves out each location that changes by at "
        "most a thousandth of the greatest change, and takes its one-way distance. It compares doubles, so rounding "
        "decides if a change is exactly a thousandth of the greatest: if the greatest is a change on all boards, 964 "
        "of the 1000 changes by one board of 1000 are kept; computed exactly, none is.",
        witness="1000 units moved by one step and one unit more at another place, over 1000 samples: tanh(1/5) + "
        "1/1000, and tanh(1/5) with small changes left out. Two blocks of which one is gone and the other is back "
        "after two steps, n = 1000: 4 with small changes left out exactly, 4.001 as published",
    ),
    Statement(
        id="W19-props",
        kind="lemma",
        title="desirable properties of the deviation",
        claim="An object that moves a short distance makes a small deviation; creating an object makes the same "
        "deviation as bringing it from very far away; random fields of similar densities deviate little.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=desirable,
        mutants={
            "squared distance": {"deviation": _squared_cost},
            "unwrapped distance": {"deviation": _unless_asked("flat")},
            "length over five, without the tangent": {"deviation": _straight_cost},
            "every move costs one": {"deviation": _by(lambda length: UNITS if length else 0)},
            "free surplus": {"deviation": _free_surplus},
            "removed and created anew": {"deviation": _made_anew},
            "samples forgotten": {"deviation": _samples_forgotten},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all patterns within 2 x 2 on a torus of 5 x 5, moved everywhere; all tori of 1 x 1 to "
        "40 x 40; all pairs of densities of 0 and 1 on small grids, by blocks. Sampled: random fields of 1 to 64 "
        "samples. That it is straightforward to compute, the paper's fourth property, is not checked",
        defects="A distance is below 1 and creating costs 1, so the two are not equal on any finite grid.",
        repair="creating costs more than bringing it from the farthest location, by less than 2 exp(-2L/5) for L "
        "steps, and equally much only in the limit. Moving an object costs at most its mass times the distance, less "
        "where one of its cells is nearer to the place of another. Fields are close where the masses in small blocks "
        "are, and the mean deviation falls with the number of samples",
        witness="26 x 26: the farthest location is 26 steps away, and creating costs 0.00006 more",
    ),
)
