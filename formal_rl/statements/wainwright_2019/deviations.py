"""Equation 3: the earth mover's deviation by hand, against all plans, as a metric, and as desired."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any

from formal_rl.checking import Rows, Scope, among, by_hand, every, meets, up_to
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Change,
    Density,
    Plan,
    Size,
    earth_mover_distance,
    ground_distance,
    plan_cost,
    torus_length,
    without_small_changes,
)
from formal_rl.safelife.side_effects.ground_distance import SCALE
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.side_effects import SIDE_EFFECTS, masses

CLOSE = 1e-12
"""How far apart sums of a few distances in double precision may be that are equal as real numbers."""


def cells(size: tuple[int, int], places: Mapping[Any, int], samples: int = 1) -> Density:
    """Return the density with these counts, and 0 elsewhere."""
    height, width = size
    return Density([[places.get((row, column), 0) for column in range(width)] for row in range(height)], samples)


def in_a_row(width: int, columns: Mapping[int, int], samples: int = 1) -> Density:
    """Return the density on a grid of one row with these counts, and 0 elsewhere."""
    return cells((1, width), {(0, column): count for column, count in columns.items()}, samples)


def examples() -> Rows:
    """Yield deviations, plans and roundings."""
    row, seam = partial(in_a_row, 12), partial(in_a_row, 26)
    one, next_to_it, none = row({4: 1}), row({5: 1}), row({})
    corners, three = (cells((8, 8), {(0, 0): 1}), cells((8, 8), {(7, 7): 1})), dict.fromkeys(range(3), 1)
    asked: tuple[Any, ...]
    for why, value, *asked in (  # type: ignore[assignment]
        ("a cell moved by a step: tanh(1/5)", 0.197375, one, next_to_it),
        ("a cell that is gone: 1", 1.0, one, none),
        ("a new cell: 1", 1.0, none, one),
        ("nothing and nothing", 0.0, none, none),
        ("the same over one board and over three", 0.0, one, row({4: 3}, 3)),
        ("half of the time a step away: tanh(1/5) / 2", 0.098688, row({4: 2}, 2), row({4: 1, 5: 1}, 2)),
        ("one of one, three of three", 0.197375, one, row({5: 3}, 3)),
        ("one of two, one of three: tanh(1/5) / 3 + 1/6", 0.232458, row({4: 1}, 2), row({5: 1}, 3)),
        ("two at one place: 2 tanh(1/5)", 0.394751, row({4: 2}), row({5: 2})),
        ("one moved, one gone: tanh(1/5) + 1", 1.197375, row({0: 1, 3: 1}), row({1: 1})),
        ("one moved, one new: tanh(1/5) + 1", 1.197375, row({1: 1}), row({0: 1, 3: 1})),
        ("two moved apart: 2 tanh(1/5)", 0.394751, row({4: 1, 7: 1}), row({3: 1, 8: 1})),
        ("three moved by one: one by three, tanh(3/5)", 0.53705, row(three), row({1: 1, 2: 1, 3: 1})),
        ("4 to 2 and 6 to 5", 0.577324, row({4: 1, 6: 1}), row({5: 1, 2: 1})),
        ("6 stays: tanh(5/5)", 0.761594, row({5: 1, 6: 1}), row({6: 1, 10: 1})),
        ("six steps, half of the board: tanh(6/5)", 0.833655, row({0: 1}), row({6: 1})),
        ("from corner to corner: 1 + 1 steps", 0.379949, *corners),
        ("the same, flat: 7 + 7 steps", 0.992632, *corners, "flat"),
        ("across the seam of 26: tanh(1/5)", 0.197375, seam({0: 1}), seam({25: 1})),
        ("the same, flat: tanh(25/5)", 0.999909, seam({0: 1}), seam({25: 1}), "flat"),
        ("the same, one way: tanh(25/5)", 0.999909, seam({0: 1}), seam({25: 1}), "one way"),
        ("and back, one way: tanh(1/5)", 0.197375, seam({25: 1}), seam({0: 1}), "one way"),
        ("a small change: tanh(1/5) + 1/1000", 0.198375, row({4: 1000, 9: 1}, 1000), next_to_it),
    ):
        yield why, value, round(earth_mover_distance(*asked).value, 6)
    rounding = Fraction(1, 2**52) + Fraction(math.tanh(0.2)) / 2**53
    yield (
        "2^-52 for the distance of one unit, and 2^-53 of the value",
        rounding,
        earth_mover_distance(one, next_to_it).rounding,
    )
    for why, plan, first, second in (
        ("one move", Plan(1, (Move((0, 4), (0, 5), 1),)), one, next_to_it),
        ("one removed", Plan(1, (), (Change((0, 4), 1),)), one, none),
        ("one created", Plan(1, (), (), (Change((0, 4), 1),)), none, one),
    ):
        yield why, plan, earth_mover_distance(first, second).plan


# --- Against all plans ---


@cache
def between(first: Density, second: Density, distance: str = "torus") -> Any:
    """Return the deviation of two densities, which is asked for more than once."""
    return earth_mover_distance(first, second, distance)


def families(scope: Scope) -> list[list[Density]]:
    """Return small densities: counts of 0 and 1 on 1 x 4 and 2 x 2, and at most some units on 1 x 5."""
    most = 3 if scope.is_full else 2
    return [masses((1, 4), 1), masses((2, 2), 1), [each for each in masses((1, 5), most) if each.mass <= most]]


def in_readings(scope: Scope, number: int = 2) -> Iterator[tuple[Any, ...]]:
    """Yield pairs of these, or triples, round the edges; of the first family in the other readings, too."""
    for distance in LENGTHS:
        for family in families(scope) if distance == "torus" else families(scope)[:1]:
            for chosen in product(family, repeat=number):
                yield distance, *chosen


def units(density: Density) -> list[Any]:
    """Return the location of each unit."""
    rows = enumerate(density.counts)
    return [(row, column) for row, counts in rows for column, count in enumerate(counts) for _ in range(count)]


@cache
def exactly(length: int) -> Decimal:
    """Return the ground distance of a length to 60 places."""
    with localcontext(prec=60):
        squared = (Decimal(2 * length) / SCALE).exp()
        return (squared - 1) / (squared + 1)


def least_of_all(distance: str, first: Density, second: Density) -> tuple[Any, Any]:
    """Return that the deviation is within its rounding of the least over all pairings of units; or what it is."""
    length, size = LENGTHS[distance], Size(first.height, first.width)
    here, there = units(first), units(second)
    few, many = sorted((here, there), key=len)
    got = between(first, second, distance)
    with localcontext(prec=60):
        costs = (
            [exactly(length(size, *(pair if few is here else pair[::-1]))) for pair in zip(few, some, strict=True)]
            for some in permutations(many, len(few))
        )
        least = len(many) - len(few) + min(sum(each, Decimal(0)) for each in costs)
    right = abs(Fraction(got.value) - Fraction(least)) <= got.rounding < Fraction(1, 10**14)
    return meets(right, f"{least:.20f}", got)


def carried_out(plan: Plan, first: Density) -> Density | None:
    """Return what a plan makes of a density of as many samples, or ``None`` where it takes more than there is."""
    taken, brought = Counter[Any](), Counter[Any]()
    for source, mass in (*((move.source, move.mass) for move in plan.moves), *plan.removed):
        taken[source] += mass
    for target, mass in (*((move.target, move.mass) for move in plan.moves), *plan.created):
        brought[target] += mass
    left = [[n - taken[row, column] for column, n in enumerate(counts)] for row, counts in enumerate(first.counts)]
    if min(map(min, left)) < 0:
        return None
    after = [[n + brought[row, column] for column, n in enumerate(counts)] for row, counts in enumerate(left)]
    return Density(after, first.samples)


def by_its_plan(distance: str, first: Density, second: Density) -> tuple[Any, Any]:
    """Return what should come of a plan, how much it removes and creates, and what it costs; and what does."""
    value, plan, _ = between(first, second, distance)
    surplus = sum(change.mass for change in (*plan.removed, *plan.created))
    cost = plan_cost(plan, Size(first.height, first.width), distance)
    return (second, abs(first.mass - second.mass), value), (carried_out(plan, first), surplus, cost)


def freely(distance: str, first: Density, second: Density) -> tuple[Any, Any]:
    """Return the least cost if each unit may go where it likes, or nowhere at one, and come from anywhere or nowhere.

    A unit that is removed and one that is created cost 2 together, and moving the one to the other's place costs less
    than 1. So a cheapest plan that removes or creates more than the surplus could be made cheaper.
    """
    length, size, there = LENGTHS[distance], Size(first.height, first.width), units(second)
    least = {0: 0.0}  # by which units of the second have been served, as bits
    for source in units(first):
        after = {served: so_far + 1 for served, so_far in least.items()}
        for (served, so_far), (bit, target) in product(least.items(), enumerate(there)):
            if not served >> bit & 1:
                moved = so_far + ground_distance(length(size, source, target))
                after[served | 1 << bit] = min(after.get(served | 1 << bit, moved), moved)
        least = after
    expected = min(so_far + len(there) - served.bit_count() for served, so_far in least.items())
    return expected, between(first, second, distance).value


def without_common_mass(distance: str, first: Density, second: Density) -> tuple[Any, Any]:
    """Return the deviation without what both densities have, and with it."""
    pairs = [list(zip(*rows, strict=True)) for rows in zip(first.counts, second.counts, strict=True)]
    a, b = (Density([[pair[i] - min(pair) for pair in row] for row in pairs]) for i in (0, 1))
    return between(a, b, distance).value, between(first, second, distance).value


def as_far_back(distance: str, first: Density, second: Density) -> tuple[Any, Any]:
    """Return the deviation from one density to another, and back."""
    return between(first, second, distance).value, between(second, first, distance).value


def no_detour(distance: str, first: Density, middle: Density, second: Density) -> tuple[Any, Any]:
    """Return that a deviation is 0 between equal densities alone, and at most that by a third; or what it is."""
    direct, there, back = (
        between(*pair, distance).value for pair in ((first, second), (first, middle), (middle, second))
    )
    return meets(
        (direct == 0) == (first == second) and 0 <= direct <= there + back + CLOSE, f"to {there + back}", direct
    )


def close(expected: float, got: float) -> bool:
    """Whether two sums of a few distances are equal but for rounding."""
    return abs(expected - got) < CLOSE


def small_changes(more: int) -> tuple[float, float]:
    """Return the deviation of a thousand units that move, beside some more, with small changes and without."""
    first, second = in_a_row(12, {4: 1000, 9: more}, 1000), in_a_row(12, {5: 1})
    return earth_mover_distance(first, second).value, earth_mover_distance(*without_small_changes(first, second)).value


@definition(
    "W19-eq3",
    "the earth mover's deviation",
    "Equation 3 and the sentence after it",
    defects="The paper does not say which units are the surplus; here they are those that make the total "
    "cheapest. The earth mover's distance that the paper cites is divided by the mass that moves and leaves a "
    "surplus free; neither is meant here. The published code first leaves out each location that changes by at "
    "most a thousandth of the greatest change, and takes its one-way distance. It compares doubles, so rounding "
    "decides if a change is exactly a thousandth of the greatest: if the greatest is a change on all boards, 964 "
    "of the 1000 changes by one board of 1000 are kept; computed exactly, none is.",
    witness="1000 units moved by one step and one unit more at another place, over 1000 samples: tanh(1/5) + "
    "1/1000, and tanh(1/5) with small changes left out. Two blocks of which one is gone and the other is back "
    "after two steps, n = 1000: 4 with small changes left out exactly, 4.001 as published",
)
def moved_earth() -> Evidence:
    """The deviation of two densities is the least cost of turning the first into the second, where moving a unit of
    mass costs the ground distance, and removing or creating a unit of the surplus of the heavier one costs 1. It is a
    metric if the ground distance is one. Mass that both have may be left out. And it does not become cheaper if any
    unit may be removed or created at cost 1.
    """
    yield by_hand(examples)
    yield from SIDE_EFFECTS
    said = "all pairs of densities of counts 0 and 1 on 1 x 4 and 2 x 2, and of at most 2 units on 1 x 5 (in full 3)"
    pairs = among(said, in_readings, many=True)
    yield every("within its rounding of the least over all plans", least_of_all, pairs)
    yield every("the plan turns the first into the second at this cost", by_its_plan, pairs)
    yield every("no cheaper if any unit may be removed and any created at one", freely, pairs, agree=close)
    yield every("the same without what both have", without_common_mass, pairs, agree=close)
    there = lambda *asked: (each for each in in_readings(*asked) if each[0] != "one way")  # noqa: E731
    yield every("as far there as back", as_far_back, among("such pairs, torus and flat", there, many=True), agree=close)
    one_way = among("on 1 x 4", product(["one way"], masses((1, 4), 1), masses((1, 4), 1)), many=True)
    back = every("as far there as back", as_far_back, one_way, agree=close)
    yield back.fails("as far there as back, one way, …: expected 0.197…, got 0.537…")
    triples = among("all triples of such densities", partial(in_readings, number=3), many=True)
    yield every("0 between equal densities alone, and no detour is shorter", no_detour, triples)
    beside = among("1000 units moved by a step, over 1000 samples, and 0 to 5 at another place", range(6))
    without = every("the same without small changes", small_changes, beside)
    yield without.fails("the same without small changes, 1: expected 0.198…, got 0.197…")
    yield mutants("""
        safelife.side_effects.ground_distance:ground_cost
            squared distance: ground_distance(length) → ground_distance(length**2)
            length over five, without the tangent: int(math.ldexp(ground_distance(length), UNITS.bit_length() - 1))
                → length * UNITS // 5
        safelife.side_effects.ground_distance:torus_length
            unwrapped distance: min(abs(a - b), side - abs(a - b)) → abs(a - b)
            one-way wrap: min(abs(a - b), side - abs(a - b)) → abs(min(a - b, side - (a - b)))
        safelife.side_effects.transport:plan_cost
            free surplus: SURPLUS_COST * change.mass → 0
            surplus at twice the cost: SURPLUS_COST * change.mass → 2 * change.mass
        safelife.side_effects.earth_mover:earth_mover_distance
            mass normalised: require_comparable(first, second) → first, second = (Density(each.counts, max(1,
                sum(map(sum, each.counts)))) for each in (first, second))
            divided by what moves: value = plan_cost(plan, size, distance)
                → value = plan_cost(plan, size, distance) / (float(min(first.mass, second.mass)) or 1)
            samples forgotten: require_comparable(first, second)
                → first, second = Density(first.counts), Density(second.counts)
            drop in the exact form: require_comparable(first, second)
                → first, second = without_small_changes(first, second)
            removed and created anew: plan = cheapest_plan(first, second, cost, SURPLUS_COST * UNITS) → samples =
                lcm(first.samples, second.samples)⏎    had, has = (dict(_heaps(each, samples)) for each in (first,
                second))⏎    more = {at: has.get(at, 0) - had.get(at, 0) for at in {*had, *has}}⏎    plan =
                Plan(samples, (), tuple(Change(at, -each) for at, each in more.items() if each < 0), tuple(Change(at,
                each) for at, each in more.items() if each > 0))
            each to the nearest free place in order: plan = cheapest_plan(first, second, cost, SURPLUS_COST * UNITS)
                → samples = lcm(first.samples, second.samples)⏎    here, free = ([at for at, mass in _heaps(each,
                samples) for _ in range(mass)] for each in (first, second))⏎    near = [free.pop(min(range(len(free)),
                key=lambda to: cost(at, free[to]))) for at in here if free]⏎    moves = (Move(*pair, 1) for pair in
                zip(here, near) if pair[0] != pair[1])⏎    plan = Plan(samples, tuple(moves), tuple(Change(at, 1) for
                at in here[len(near) :]), tuple(Change(at, 1) for at in free))
            only the net movement counts: value = plan_cost(plan, size, distance) → mass = sum(move.mass for move in
                plan.moves) or 1⏎    net = sum(abs(sum(each.mass * (each.target[axis] - each.source[axis]) for each in
                plan.moves)) for axis in (0, 1))⏎    value = mass / plan.samples * ground_cost(net // mass) / UNITS +
                float(abs(first.mass - second.mass))
        safelife.side_effects.earth_mover:without_small_changes_published
            the published drop decides exactly: _require_drop(first, second, share)
                → return without_small_changes(first, second, share)
            the published drop leaves nothing out: _require_drop(first, second, share) → return first, second
        safelife.side_effects.certificate:proven_bounds
            a certificate's prices are believed: check_dual_variables(certificate, Size(first.height, first.width),
                find_length(distance)) → ∅
            a certificate's plan is believed: check_plan(first, second, plan) → ∅
        safelife.side_effects.certificate:check_dual_variables
            prices of neighbours alone are compared: spread <= most: → spread <= most or abs(down) + abs(right) > 1:
        safelife.side_effects.certificate:check_claims
            a certificate's bounds are believed: deviation.bounds != proven → False
    """)


# --- What Section 3 finds desirable: short moves, far moves, and random fields ---


def shifted(side: int, pattern: Sequence[Any], rows: int, columns: int) -> Density:
    """Return a pattern on a torus, moved."""
    return cells((side, side), {((row + rows) % side, (column + columns) % side): 1 for row, column in pattern})


def moves_as_a_whole(pattern: Sequence[Any], move: Any) -> tuple[Any, Any]:
    """Return that an object that moves costs at most its mass times the distance; or what it costs."""
    bound = len(pattern) * ground_distance(torus_length(Size(5, 5), (0, 0), move))
    got = earth_mover_distance(shifted(5, pattern, 0, 0), shifted(5, pattern, *move)).value
    return meets(got <= bound + CLOSE, f"at most {bound}", got)


def alone(target: Any) -> tuple[float, float]:
    """Return the distance by which a cell moves on a torus of 7 x 7, and what it costs."""
    first, second = cells((7, 7), {(3, 5): 1}), cells((7, 7), {target: 1})
    return ground_distance(torus_length(Size(7, 7), (3, 5), target)), earth_mover_distance(first, second).value


def more_than_from_afar(side: int) -> float:
    """Return how much more a new cell costs than one from the farthest location."""
    here, there = (cells((side, side), {place: 1}) for place in ((0, 0), (side // 2, side // 2)))
    created = earth_mover_distance(cells((side, side), {}), here).value
    return created - earth_mover_distance(there, here).value if created == 1 else math.nan


def slightly_more(side: int) -> tuple[Any, Any]:
    """Return that creating costs more, by less than 2 exp(-2/5 of the way); or how much."""
    short, bound = more_than_from_afar(side), 2 * math.exp(-2 * (side // 2 * 2) / SCALE)
    return meets(0 < short < bound + CLOSE, f"above 0 and below {bound}", short)


def by_blocks(size: Any, block: Any, first: Density, second: Density) -> tuple[Any, Any]:
    """Return that it costs no more to move within each block, across it at most, and make the rest anew."""
    (height, width), bound = block, 0.0
    across = ground_distance(height - 1 + width - 1)
    for row, column in product(range(0, size[0], height), range(0, size[1], width)):
        places = product(range(row, row + height), range(column, column + width))
        changes = [first[place] - second[place] for place in places]
        less, more = (sum(change for change in changes if change * sign > 0) for sign in (1, -1))
        bound += float(min(less, -more)) * across + float(abs(less + more))
    got = earth_mover_distance(first, second).value
    return meets(got <= bound + CLOSE, f"at most {bound}", got)


def grids(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield pairs of densities of 0 and 1 on small grids, with blocks."""
    wide = [((1, 6), (1, 3))] if scope.is_full else []
    for size, block in (((1, 4), (1, 2)), ((2, 2), (2, 1)), *wide):
        yield from product([size], [block], masses(size, 1), masses(size, 1))


def field(draws: Any, number: int, samples: int) -> Density:
    """Return how often, of so many samples, each of 5 x 5 draws is below 1/2."""
    first = number * 64 * 25
    counts = [sum(draws[first + place + 25 * sample] < 0.5 for sample in range(samples)) for place in range(25)]
    return Density([counts[row : row + 5] for row in range(0, 25, 5)], samples)


def random_fields(samples: int, pairs: int, seed: int) -> tuple[Any, Any]:
    """Return that sixteen times the samples at least halve the mean deviation of random fields; or what it is."""
    draws = SeededDraws(seed)

    def mean(number: int) -> float:
        fields = [(field(draws, 2 * pair, number), field(draws, 2 * pair + 1, number)) for pair in range(pairs)]
        return sum(earth_mover_distance(*both).value / float(both[0].mass) for both in fields) / pairs

    before, after = mean(samples), mean(16 * samples)
    return meets(after < before / 2, f"below half of {before}", after)


@lemma(
    "W19-props",
    "desirable properties of the deviation",
    "Section 3",
    "holds (repaired)",
    defects="A distance is below 1 and creating costs 1, so the two are not equal on any finite grid.",
    repair="creating costs more than bringing it from the farthest location, by less than 2 exp(-2L/5) for L "
    "steps, and equally much only in the limit. Moving an object costs at most its mass times the distance, less "
    "where one of its cells is nearer to the place of another. Fields are close where the masses in small blocks "
    "are, and the mean deviation falls with the number of samples",
    witness="26 x 26: the farthest location is 26 steps away, and creating costs 0.00006 more",
)
def desirable() -> Evidence:
    """An object that moves a short distance makes a small deviation; creating an object makes the same deviation as
    bringing it from very far away; random fields of similar densities deviate little.
    """

    def patterns(scope: Scope) -> Iterator[Any]:
        places = tuple(product(range(2), range(3 if scope.is_full else 2)))
        return (each for number in range(1, len(places) + 1) for each in combinations(places, number))

    def drawn_fields(scope: Scope) -> Iterator[Any]:
        return product((1, 4), [32 if scope.is_full else 8], [scope.seed])

    objects = among("all patterns within 2 x 2 (in full 2 x 3) on a torus of 5 x 5", patterns)
    moves = among("moved by every row and column", product(range(5), range(5)))
    yield every("an object that moves costs at most its mass times the distance", moves_as_a_whole, objects, moves)
    places = among("a cell on 7 x 7, moved to each location", product(range(7), range(7)))
    yield every("a cell costs its distance, and less the nearer it stays", alone, places, agree=close)
    far = among("26 x 26, from 26 steps away, in hundred-thousandths", [26])
    same = every("creating costs as much", lambda side: (0, round(more_than_from_afar(side), 5)), far)
    yield same.fails("…26: expected 0, got 6e-05")
    yield every("a new cell costs slightly more than one from afar", slightly_more, up_to(40, said="tori to"))
    blocks = among("all pairs of densities of 0 and 1 on 1 x 4 and 2 x 2, in blocks of two", grids, many=True)
    yield every("no more than within blocks, and the rest made anew", by_blocks, blocks)
    fields = among(
        "8 pairs of fields on 5 x 5 by draws of a seed, of 1 and 16 samples and of 4 and 64", drawn_fields, many=True
    )
    yield every("random fields of one density", random_fields, fields)
    yield mutants("""
        safelife.side_effects.ground_distance:ground_cost
            squared distance: ground_distance(length) → ground_distance(length**2)
            length over five, without the tangent: int(math.ldexp(ground_distance(length), UNITS.bit_length() - 1))
                → length * UNITS // 5
            every move costs one: int(math.ldexp(ground_distance(length), UNITS.bit_length() - 1))
                → UNITS * bool(length)
        safelife.side_effects.earth_mover:earth_mover_distance
            unwrapped distance: find_length(distance) → find_length("flat") ;; plan_cost(plan, size, distance)
                → plan_cost(plan, size, "flat")
            samples forgotten: require_comparable(first, second)
                → first, second = Density(first.counts), Density(second.counts)
            removed and created anew: plan = cheapest_plan(first, second, cost, SURPLUS_COST * UNITS) → samples =
                lcm(first.samples, second.samples)⏎    had, has = (dict(_heaps(each, samples)) for each in (first,
                second))⏎    more = {at: has.get(at, 0) - had.get(at, 0) for at in {*had, *has}}⏎    plan =
                Plan(samples, (), tuple(Change(at, -each) for at, each in more.items() if each < 0), tuple(Change(at,
                each) for at, each in more.items() if each > 0))
        safelife.side_effects.transport:plan_cost
            free surplus: SURPLUS_COST * change.mass → 0
    """)


STATEMENTS = statements_in(globals())
