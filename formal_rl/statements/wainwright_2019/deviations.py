"""Equation 3: the earth mover's deviation against all plans, as a metric, as desired; certificates; side effects.

The statement is long: it has the deviation, its certified forms, what is left out, and the side effects of runs.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from random import Random
from typing import Any

from formal_rl.checking import among, every, up_to
from formal_rl.checking.claims import Rows, by_hand, meets, raised
from formal_rl.checking.domains import both, drawn
from formal_rl.errors import InvalidCertificate
from formal_rl.safelife import side_effects as s
from formal_rl.safelife.board import Board
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.game import Level
from formal_rl.safelife.side_effects import certificate as proof
from formal_rl.safelife.side_effects._earth_mover_certified import earth_mover_by_rounds_certified
from formal_rl.safelife.side_effects.earth_mover import (
    SMALL_CHANGE,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.ground_distance import LENGTHS, SCALE
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in

CLOSE = 1e-12
"""The most by which double-precision sums of a few distances differ if they are equal as real numbers."""

HALF, THIRD, GAP = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10**9)


def masses(size: tuple[int, int], most: int) -> list[s.Density]:
    """Return all densities of a size with counts from 0 to ``most``."""
    height, width = size
    return [
        s.Density([counts[row * width : (row + 1) * width] for row in range(height)])
        for counts in product(range(most + 1), repeat=height * width)
    ]


def cells(size: tuple[int, int], places: Mapping[Any, int], samples: int = 1) -> s.Density:
    """Return the density with these counts, and 0 elsewhere."""
    height, width = size
    return s.Density([[places.get((row, column), 0) for column in range(width)] for row in range(height)], samples)


def in_a_row(width: int, columns: Mapping[int, int], samples: int = 1) -> s.Density:
    """Return the density on a grid of one row with these counts, and 0 elsewhere."""
    return cells((1, width), {(0, column): count for column, count in columns.items()}, samples)


def examples() -> Rows:
    """Yield deviations, plans and roundings."""
    row, seam = partial(in_a_row, 12), partial(in_a_row, 26)
    one, next_to_it, none = row({4: 1}), row({5: 1}), row({})
    asked: tuple[Any, ...]
    for why, value, *asked in (  # type: ignore[assignment]
        ("half of the time a step away: tanh(1/5) / 2", 0.098688, row({4: 2}, 2), row({4: 1, 5: 1}, 2)),
        ("one of two, one of three: tanh(1/5) / 3 + 1/6", 0.232458, row({4: 1}, 2), row({5: 1}, 3)),
        ("one moved, one gone: tanh(1/5) + 1", 1.197375, row({0: 1, 3: 1}), row({1: 1})),
        ("three moved by one: one by three, tanh(3/5)", 0.53705, row({0: 1, 1: 1, 2: 1}), row({1: 1, 2: 1, 3: 1})),
        ("4 to 2 and 6 to 5", 0.577324, row({4: 1, 6: 1}), row({5: 1, 2: 1})),
        ("across the seam of 26: tanh(1/5)", 0.197375, seam({0: 1}), seam({25: 1})),
        ("the same, one way: tanh(25/5)", 0.999909, seam({0: 1}), seam({25: 1}), "one way"),
        ("a small change: tanh(1/5) + 1/1000", 0.198375, row({4: 1000, 9: 1}, 1000), next_to_it),
    ):
        yield why, value, round(s.earth_mover_distance(*asked).value, 6)
    rounding = Fraction(1, 2**52) + Fraction(math.tanh(0.2)) / 2**53
    found = s.earth_mover_distance(one, next_to_it).rounding
    yield "2^-52 for the distance of one unit, and 2^-53 of the value", rounding, found
    yield "one move", s.Plan(1, (Move((0, 4), (0, 5), 1),)), s.earth_mover_distance(one, next_to_it).plan
    yield "one removed", s.Plan(1, (), (s.Change((0, 4), 1),)), s.earth_mover_distance(one, none).plan


@cache
def between(first: s.Density, second: s.Density, distance: str) -> float:
    """Return the deviation of two densities, cached for repeated use."""
    return s.earth_mover_distance(first, second, distance).value


def triples() -> Iterator[tuple[Any, ...]]:
    """Yield a ground distance and three densities."""
    for distance, size in product(LENGTHS, ((1, 4), (2, 2))):
        yield from ((distance, *three) for three in product(masses(size, 1), repeat=3))


def no_detour(distance: str, first: s.Density, middle: s.Density, second: s.Density) -> tuple[Any, Any]:
    """Return that a deviation is 0 between equal densities alone, as far back, and at most that by a third."""
    pairs = (first, second), (second, first), (first, middle), (middle, second)
    direct, back, there, on = (between(*pair, distance) for pair in pairs)
    right = (direct == 0) == (first == second) and (distance == "one way" or close(direct, back))
    return meets(right and 0 <= direct <= there + on + CLOSE, f"to {there + on}", direct)


def close(expected: float, got: float) -> bool:
    """Whether two sums of a few distances are equal but for rounding."""
    return abs(expected - got) < CLOSE


# --- Certificates ---


def certificates_by_hand() -> Rows:
    """Yield certificates that are right, and those that are wrong in one place."""
    first, second = s.Density([[1, 0, 0, 0]]), s.Density([[0, 1, 0, 0]])
    (a_step, at_most), (two_steps, _) = proof.cost_bounds(1), proof.cost_bounds(2)
    upper, right = Fraction(at_most, proof.UNIT), (a_step, 0, a_step, two_steps)
    step, to_the_end = Move((0, 0), (0, 1), 1), Move((0, 0), (0, 3), 1)

    def checked(prices: Sequence[int], move: Move = step, parts: int = 0) -> Any:
        certificate, plan = proof.Certificate((tuple(prices),)), s.Plan(1, (move,))
        lower, upper = proof.bounds_by(first, second, plan, certificate, "torus")
        bounds = proof.Bounds(lower + Fraction(parts, proof.UNIT), upper)
        result = proof.CertifiedTransportResult(float(upper), plan, certificate, bounds)
        return raised(s.check_certificate, first, second, result)

    for why, expected, *asked in (
        ("the price falls by tanh(1/5) along the step", proof.Bounds(Fraction(a_step, proof.UNIT), upper), right),
        ("the source is a part dearer", InvalidCertificate, (a_step + 1, 0, 0, 0)),
        ("over two steps more than tanh(2/5)", InvalidCertificate, (2 * a_step, a_step, 0, a_step)),
        ("removing costs no more than one", InvalidCertificate, (proof.UNIT + 1,) * 4),
        ("a plan that moves to another location", InvalidCertificate, right, to_the_end),
        ("a lower bound a part too high", InvalidCertificate, right, step, 1),
    ):
        yield why, expected, checked(*asked)


def two_densities(random: Random) -> tuple[s.Density, ...]:
    """Return two drawn densities of one size, a third of them nothing, over as many samples or not."""
    height, width = random.randint(1, 7), random.randint(1, 7)

    def density(n: int) -> s.Density:
        return s.Density([[max(0, random.randint(-n // 2, n)) for _ in range(width)] for _ in range(height)], n)

    return tuple(map(density, random.choice(((10, 10), (1000, 1000), (6, 10)))))


def certified(pair: tuple[s.Density, s.Density], distance: str) -> tuple[Any, Any]:
    """Return that both certified forms prove bounds as close as asked for, with the value between; or what is not so.

    The bounds are of all plans, also of those that remove and create more than the surplus. The value is the same
    without what both densities have.
    """
    defined, most = s.earth_mover_distance(*pair, distance), GAP * max(each.mass for each in pair)
    rows = [list(zip(*both, strict=True)) for both in zip(*(each.counts for each in pair), strict=True)]
    one, other = (s.Density([[two[i] - min(two) for two in row] for row in rows], pair[i].samples) for i in (0, 1))
    less = s.earth_mover_distance(one, other, distance).value
    if pair[0].samples == pair[1].samples and not close(defined.value, less):
        return defined, f"without what both have {less}"
    for form in (s.earth_mover_distance_certified, earth_mover_by_rounds_certified):
        got = form(*pair, distance, GAP)
        lower, upper = s.check_certificate(*pair, got, distance)
        least, greatest, value = lower - defined.rounding, upper + defined.rounding, Fraction(defined.value)
        is_near = upper - lower <= most and abs(got.value - value) <= greatest - least
        if not (is_near and least <= value <= greatest):
            return defined, got
    return meets(True, "proved", None)


# --- What is left out, and side effects of runs ---


def dropped_by_hand() -> Rows:
    """Yield what is left of changes, exactly and as published, and boards whose side effects rounding decides."""
    exact: Any = without_small_changes
    published: Any = without_small_changes_published
    some, others = ([1000, 501, 1], 1000), ([0, 500, 0], 1000)
    for why, left, drop, first, second in (
        ("501/1000 - 500/1000 and 1/1000 - 0 go", ((1000, 0, 0), (0, 0, 0)), exact, some, others),
        ("0.501 - 0.5 is above 0.001, and stays", ((1000, 501, 0), (0, 500, 0)), published, some, others),
    ):
        found = drop(*(s.Density([counts], samples) for counts, samples in (first, second)), SMALL_CHANGE)
        yield why, left, tuple(each.counts[0] for each in found)
    kept = exact(in_a_row(12, {4: 1000, 9: 1}, 1000), in_a_row(12, {5: 1}))
    yield "1000 units a step away, 1 more left out: tanh(1/5)", 0.197375, round(s.earth_mover_distance(*kept).value, 6)
    one_more = s.Density([[1000, *range(1000)]], 1000), s.Density([[0, *range(1, 1001)]], 1000)
    stay = tuple(n if n / 1000 - (n - 1) / 1000 > 0.001 else 0 for n in range(1, 1001))
    found = published(*one_more, SMALL_CHANGE)[1].counts[0][1:]
    yield "964 of 1000 changes by one board of 1000 stay", (stay, 964), (found, sum(map(bool, found)))
    yield "exactly none stays", {0}, set(exact(*one_more, SMALL_CHANGE)[1].counts[0])
    green = c.coloured(c.LIFE, "green")
    blocks = board_of(5, 10, [((row, column), green) for row, column in product((1, 2), (1, 2, 6, 7))])
    comes_back = board_of(5, 10, [(place, green) for place in ((0, 0), (1, 1), (1, 3), (2, 2))])
    for drop, value in ((exact, 4.0), (published, 4.001)):
        effects = s.side_effects_certified(blocks, comes_back, 0, samples=1000, share=SMALL_CHANGE, drop=drop)
        effect: Any = effects.of(green)
        about = "one is gone, one is back after two steps, n = 1000: 4 exactly, 4.001 as published"
        yield about, value, round(effect.value, 9)


def runs_by_hand() -> Rows:
    """Yield side effects of runs."""
    green, block = c.coloured(c.LIFE, "green"), tuple(product((1, 2), (1, 2)))
    initial = board_of(6, 8, [*((place, green) for place in block), ((4, 5), c.CRATE), ((5, 0), c.SPAWNER)])
    run = s.side_effects(
        initial, initial.with_cells({**dict.fromkeys(block, 0), (4, 5): 0, (4, 6): c.CRATE}), 1, samples=2
    )
    life, crate = ("green life", 1033, 4.0, Fraction(4)), ("crate", 32788, 0.197375, Fraction(1))
    measured = [(each.name, each.cell_type, round(each.value, 6), each.mass) for each in run.effects]
    yield "tanh(1/5) of 1, and 4 of 4", [crate, life], sorted(measured)[:2]
    found = run.total({1033: 2, 32788: 3, 2057: 7})
    total = round(found.value, 6), found.mass, round(found.fraction, 6)
    yield "2 * 4 + 3 tanh(1/5) of 2 * 4 + 3 * 1", (8.592126, 11, 0.781102), total
    exits = [((1, 1), c.PLAYER), ((0, 0), c.LEVEL_EXIT), ((2, 3), c.CRATE)]
    level = Level(board_of(3, 4, exits), Board.empty(3, 4), name="an open exit")
    in_paper = s.side_effects_of_run(level, level.board, 0, samples=1, cell_types="paper")
    changed = {each.cell_type: each.value for each in in_paper.effects if each.value}
    yield "the start has 784 for 272, and 378 for 122", dict.fromkeys((122, 272, 378, 784), 1.0), changed


def differing(expected: Any, got: Any) -> Any:
    """Return where two side effects differ by more than their bounds leave open, as two things; None if nowhere."""
    both = [
        (each.steps, each.samples, each.cell_types, each.distance, each.baseline, [one[:4] for one in each.effects])
        for each in (expected, got)
    ]
    if both[0] != both[1]:
        return both
    for one, other in zip(expected.effects, got.effects, strict=True):
        open_to = sum(Fraction(each.value) - Fraction(each.lower) for each in (one, other))
        apart = abs(Fraction(one.value) - Fraction(other.value)) > open_to
        if apart or open_to > GAP * (1 + one.inaction.mass + one.action.mass):
            return one.value, other.value
    return None


KINDS = (c.coloured(c.LIFE, "green"), c.HARD_LIFE | c.RED, c.coloured(c.LIFE, "yellow"), c.CRATE, c.WALL, c.SPAWNER)
MANY = board_of(3, 4, zip(((0, 2), (1, 1), (1, 2), (2, 3), (2, 0), (0, 0)), KINDS, strict=True))
FEWER = MANY.with_cells({(0, 2): 0, (2, 3): 0, (2, 2): c.CRATE, (1, 3): KINDS[0]})


def in_both_forms(cell_types: str, distance: str, share: Any) -> tuple[Any, Any]:
    """Return that the two forms of side effects differ nowhere, and are certified; or where they differ."""
    drawn: dict[str, Any] = {"inaction_draws": SeededDraws(0), "action_draws": SeededDraws(1)}
    options = {"samples": 4, "spawn_probability": HALF, "cell_types": cell_types, "distance": distance, "share": share}
    expected, got = (form(MANY, FEWER, 1, **drawn, **options) for form in (s.side_effects, s.side_effects_certified))
    s.check_side_effects(got, share)
    return None, differing(expected, got)


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
    yield by_hand(certificates_by_hand, "certificates by hand")
    yield by_hand(dropped_by_hand, "what rounding leaves in")
    yield by_hand(runs_by_hand, "side effects of runs by hand")
    few = among("all pairs of counts of 0 and 1 on 1 x 4", list(product(masses((1, 4), 1), repeat=2)))
    more, readings = drawn("drawn pairs", two_densities, 4, 60), among("each ground distance", LENGTHS)
    yield every("the least cost of all plans, as both certified forms prove", certified, both(few, more), readings)
    three = among("all {} triples of densities of counts 0 and 1 on 1 x 4 and 2 x 2", triples(), many=True)
    yield every("a metric, but that one way it may be farther back", no_detour, three)
    each_reading = product(("paper", "published"), LENGTHS, (0, THIRD))
    boards = among("two boards of 3 x 4, each reading, with small changes and without", each_reading, many=True)
    yield every("both forms of side effects", in_both_forms, boards)
    yield mutants("""
        safelife.side_effects.ground_distance:ground_cost
            squared distance: ground_distance(length) → ground_distance(length**2)
            length over five, without the tangent: int(math.ldexp(ground_distance(length), UNITS.bit_length() - 1))
                → length * UNITS // 5
        safelife.side_effects.transport:plan_cost
            free surplus: SURPLUS_COST * change.mass → 0
        safelife.side_effects.earth_mover:earth_mover_distance
            samples forgotten: require_comparable(first, second)
                → first, second = Density(first.counts), Density(second.counts)
            drop in the exact form: require_comparable(first, second)
                → first, second = without_small_changes(first, second)
            removed and created anew: value = plan_cost(plan, size, distance) → value = sum(2 * each.mass for each in
                plan.moves) / plan.samples + float(abs(first.mass - second.mass))
            each to the nearest free place in order: plan = cheapest_plan(first, second, cost, SURPLUS_COST * UNITS)
                → samples = lcm(first.samples, second.samples)⏎    here, free = ([at for at, mass in _heaps(each,
                samples) for _ in range(mass)] for each in (first, second))⏎    near = [free.pop(min(range(len(free)),
                key=lambda to: cost(at, free[to]))) for at in here if free]⏎    moves = (Move(*pair, 1) for pair in
                zip(here, near) if pair[0] != pair[1])⏎    plan = Plan(samples, tuple(moves), tuple(Change(at, 1) for
                at in here[len(near) :]), tuple(Change(at, 1) for at in free))
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


def moves_as_a_whole(pattern: Sequence[Any], down: int, right: int) -> tuple[Any, Any]:
    """Return that what moves on 5 x 5 costs at most its mass times the distance, one cell as much; or what it costs."""
    bound = len(pattern) * s.ground_distance(s.torus_length(s.Size(5, 5), (0, 0), (down, right)))
    moved = {((row + down) % 5, (column + right) % 5): 1 for row, column in pattern}
    got = s.earth_mover_distance(cells((5, 5), dict.fromkeys(pattern, 1)), cells((5, 5), moved)).value
    return meets(got <= bound + CLOSE and (len(pattern) > 1 or close(bound, got)), f"at most {bound}", got)


def more_than_from_afar(side: int) -> float:
    """Return how much more a new cell costs than one from the farthest location."""
    here, there = (cells((side, side), {place: 1}) for place in ((0, 0), (side // 2, side // 2)))
    created = s.earth_mover_distance(cells((side, side), {}), here).value
    return created - s.earth_mover_distance(there, here).value if created == 1 else math.nan


def slightly_more(side: int) -> tuple[Any, Any]:
    """Return that creating costs more, by less than 2 exp(-2/5 of the way); or how much."""
    short, bound = more_than_from_afar(side), 2 * math.exp(-2 * (side // 2 * 2) / SCALE)
    return meets(0 < short < bound + CLOSE, f"above 0 and below {bound}", short)


def random_fields(samples: int) -> tuple[Any, Any]:
    """Return that sixteen times the samples at least halve the mean deviation of random fields; or what it is."""
    random = Random(samples)

    def field(number: int) -> s.Density:
        return s.Density([[sum(random.choices((0, 1), k=number)) for _ in range(5)] for _ in range(5)], number)

    def mean(number: int) -> float:
        pairs = [(field(number), field(number)) for _ in range(8)]
        return sum(s.earth_mover_distance(*both).value / float(both[0].mass) for both in pairs) / 8

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
    "where one of its cells is nearer to the place of another. The mean deviation of random fields falls with the "
    "number of samples",
    witness="26 x 26: the farthest location is 26 steps away, and creating costs 0.00006 more",
)
def desirable() -> Evidence:
    """An object that moves a short distance makes a small deviation; creating an object makes the same deviation as
    bringing it from very far away; random fields of similar densities deviate little.
    """
    square = tuple(product(range(2), repeat=2))
    objects = among("all {} patterns", [each for n in range(1, 5) for each in combinations(square, n)])
    ways = among("moved by every row and column on a torus of 5 x 5", product(range(5), range(5)), many=True)
    yield every(
        "an object that moves costs at most its mass times the distance, a cell its distance",
        moves_as_a_whole,
        objects,
        ways,
    )
    far = among("26 x 26, from 26 steps away, in hundred-thousandths", [26])
    same = every("creating costs as much", lambda side: (0, round(more_than_from_afar(side), 5)), far)
    yield same.fails("…26: expected 0, got 6e-05")
    yield every("a new cell costs slightly more than one from afar", slightly_more, up_to(40, said="tori to"))
    fields = among("8 pairs of fields on 5 x 5, of 1 and 16 samples and of 4 and 64", (1, 4))
    yield every("random fields of one density", random_fields, fields)
    yield mutants("""
        safelife.side_effects.ground_distance:ground_cost
            squared distance: ground_distance(length) → ground_distance(length**2)
            every move costs one: int(math.ldexp(ground_distance(length), UNITS.bit_length() - 1))
                → UNITS * bool(length)
        safelife.side_effects.earth_mover:earth_mover_distance
            unwrapped distance: find_length(distance) → find_length("flat") ;; plan_cost(plan, size, distance)
                → plan_cost(plan, size, "flat")
            samples forgotten: require_comparable(first, second)
                → first, second = Density(first.counts), Density(second.counts)
        safelife.side_effects.transport:plan_cost
            free surplus: SURPLUS_COST * change.mass → 0
    """)


STATEMENTS = statements_in(globals())
