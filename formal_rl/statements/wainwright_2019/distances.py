"""Equation 2: the length in its readings, for every size, and the hyperbolic tangent of it."""

from collections.abc import Callable, Iterator
from decimal import Context, Decimal, localcontext
from functools import partial
from itertools import product
from typing import Any

from formal_rl.checking import (
    Disagreement,
    Part,
    Rows,
    Scope,
    among,
    by_hand,
    decide_linear,
    every,
    meets,
    unless,
    up_to,
)
from formal_rl.safelife.side_effects import LENGTHS, Size, ground_distance
from formal_rl.safelife.side_effects.ground_distance import SCALE, UNITS, ground_cost
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in

BENCHMARK, PLACES, FARTHEST = Size(26, 26), Context(prec=60), 300


def examples() -> Rows:
    """Yield lengths and distances."""
    for steps, value in ((0, 0.0), (1, 0.197375), (2, 0.379949), (5, 0.761594), (26, 0.999939)):
        yield f"tanh({steps}/5)", value, round(ground_distance(steps), 6)
    torus, flat, one_way = LENGTHS["torus"], LENGTHS["flat"], LENGTHS["one way"]
    small, side = Size(8, 8), Size(1, 10)
    for why, steps, length, size, source, target in (
        ("a row and a column on: 1 + 1", 2, torus, small, (2, 2), (3, 3)),
        ("two rows and a column on: 2 + 1", 3, torus, small, (2, 2), (4, 3)),
        ("from corner to corner: 1 + 1, round both edges", 2, torus, small, (0, 0), (7, 7)),
        ("from corner to corner, flat: 7 + 7", 14, flat, small, (0, 0), (7, 7)),
        ("3 round the edge, not 5", 3, torus, small, (6, 0), (1, 0)),
        ("half way round: 4, either way", 4, torus, small, (0, 4), (0, 0)),
        ("3 x 8: 1 + 3", 4, torus, Size(3, 8), (0, 1), (2, 6)),
        ("one way, to lower columns: 2 round the edge, not 8", 2, one_way, side, (0, 9), (0, 1)),
        ("one way, to higher columns: 8, though 2 are left round it", 8, one_way, side, (0, 1), (0, 9)),
        ("one way, to the column before", 1, one_way, side, (0, 4), (0, 3)),
        ("one way, from the last row to the first", 1, one_way, Size(5, 1), (4, 0), (0, 0)),
        ("across the seam of 26 columns", 1, torus, BENCHMARK, (0, 0), (0, 25)),
        ("across the seam of 26 rows", 1, torus, BENCHMARK, (25, 0), (0, 0)),
        ("one way, last to first: tanh(1/5) = 0.197", 1, one_way, BENCHMARK, (0, 25), (0, 0)),
        ("one way, first to last: tanh(25/5) = 0.9999", 25, one_way, BENCHMARK, (0, 0), (0, 25)),
    ):
        yield why, steps, length(size, source, target)
    yield "95 steps: 1 - 2^-53", 1 - 2**-53, ground_distance(95)
    yield "96 steps in double precision: 2 exp(-38.4) = 4.2e-17 < 2^-54", 1.0, ground_distance(96)


# --- For every size ---

OnASide = Callable[[Any, Any], Any]


def on_a_side(reading: str, axis: str, side: Any) -> OnASide:
    """Return the length along one axis of a grid of one row, or of one column."""
    length = LENGTHS[reading]
    if axis == "rows":
        return lambda source, target: length(Size(side, 1), (source, 0), (target, 0))
    return lambda source, target: length(Size(1, side), (0, source), (0, target))


def quasi_metric(between: OnASide, about: str, places: Any) -> Any:
    """Ask that nothing is nearer than itself, that only it is at 0, and that no detour is shorter."""
    a, b, c = places
    ab, bc, ac = between(a, b), between(b, c), between(a, c)
    if not (ab > 0 or (a == b and ab == 0)):
        return "apart", Disagreement(f"the length from {a} to {b}, {about}", "0 if and only if equal", ab)
    branch, about = "apart" if ab > 0 else "at one place", f"the length from {a} to {c}, {about}"
    return branch, unless(ac <= ab + bc, about, f"at most {ab} + {bc}, by {b}", ac)


def as_far_back(between: OnASide, about: str, places: Any) -> Any:
    """Ask that it is as far there as back."""
    a, b, _ = places
    there, back = between(a, b), between(b, a)
    return "apart" if there > 0 else "at one place", unless(
        there == back, f"the length from {b} to {a}, {about}", there, back
    )


def metric(between: OnASide, about: str, places: Any) -> Any:
    """Ask both."""
    branch, disagreement = as_far_back(between, about, places)
    return (branch, disagreement) if disagreement else quasi_metric(between, about, places)


def inside(side: Any, *places: Any) -> bool:
    """Whether places are on a side."""
    return all(place >= 0 and place < side for place in places)


def for_every_side(name: str, reading: str, claim: Any, scope: Scope) -> Part:
    """Decide a claim on both axes, each of any length."""

    def on_either(side: Any, *places: Any) -> Any:
        for axis in ("rows", "columns"):
            branch, disagreement = claim(on_a_side(reading, axis, side), f"{side} {axis}", places)
            if disagreement:
                break
        return branch, disagreement

    return decide_linear(
        f"{name} on every side: {reading}",
        on_either,
        4,
        where=inside,
        branches=("apart", "at one place"),
        domain="sides of every length, all triples of places on them, along rows and along columns; a case is a way "
        "to answer all comparisons",
    )


def together(reading: str, scope: Scope) -> Part:
    """Decide that the way along rows and the way along columns add up."""

    def claim(height: Any, width: Any, *places: Any) -> Any:
        a, b, c, d = places
        got = LENGTHS[reading](Size(height, width), (a, b), (c, d))
        expected = on_a_side(reading, "rows", height)(a, c) + on_a_side(reading, "columns", width)(b, d)
        return "a pair", unless(
            expected == got, f"the length from {(a, b)} to {(c, d)} on {height} x {width}", expected, got
        )

    return decide_linear(
        f"the way along rows and the way along columns together: {reading}",
        claim,
        6,
        where=lambda height, width, *places: inside(height, *places[::2]) and inside(width, *places[1::2]),
        branches=("a pair",),
        domain="sizes of every height and width, all pairs of locations on them",
    )


# --- As walks ---


def locations(size: Size) -> Iterator[tuple[int, int]]:
    """Yield the locations of a grid."""
    return product(range(size.height), range(size.width))


def steps_of(size: Size, reading: str) -> Iterator[Any]:
    """Yield the steps on a grid: within it both ways, and from the last row or column to the first, and back."""
    for (row, column), (down, right) in product(locations(size), ((1, 0), (0, 1))):
        there = (row + down) % size.height, (column + right) % size.width
        within = there == (row + down, column + right)
        if within or reading != "flat":
            yield (row, column), there
        if within or reading == "torus":
            yield there, (row, column)


def sizes(scope: Scope) -> Iterator[Size]:
    """Yield the sizes of small grids."""
    largest = 6 if scope.is_full else 4
    return (Size(*size) for size in product(range(1, largest + 1), repeat=2))


def walks(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield pairs of locations in each reading, with the number of steps of a shortest walk between them."""
    import networkx  # noqa: PLC0415 - slow to import, and only needed here

    for reading, size in product(LENGTHS, sizes(scope)):
        graph = networkx.DiGraph(steps_of(size, reading))
        graph.add_nodes_from(locations(size))
        for source, found in networkx.all_pairs_shortest_path_length(graph):
            yield from ((reading, size, source, target, steps) for target, steps in found.items())


def moved_along(reading: str, size: Size, source: Any, target: Any) -> tuple[Any, Any]:
    """Return the length between two locations, and between them moved by one row, and by one column."""
    length = LENGTHS[reading]
    moved = [
        [((row + down) % size.height, (column + right) % size.width) for row, column in (source, target)]
        for down, right in ((1, 0), (0, 1))
    ]
    return [length(size, source, target)] * 2, [length(size, *pair) for pair in moved]


# --- The tangent ---


def short_of_1(length: int) -> Decimal:
    """Return 1 - tanh(length / 5), which is 2 / (exp(2 length / 5) + 1)."""
    with localcontext(PLACES):
        return 2 / ((Decimal(2 * length) / SCALE).exp() + 1)


def near_the_tangent(length: int) -> tuple[Any, Any]:
    """Return that a distance is within 2^-52 of the tangent, and a whole number of units; or what it is."""
    got = ground_distance(length)
    with localcontext(PLACES):
        right = abs(Decimal(got) - (1 - short_of_1(length))) < Decimal(2) ** -52
    return meets(right and got * UNITS == ground_cost(length), "within 2^-52, a whole number of units", got)


def grows_slower(first: int, second: int) -> tuple[Any, Any]:
    """Return that farther is not nearer, and no detour is shorter; or how far it is."""
    there = ground_distance(first + second)
    least, most = ground_distance(first), ground_distance(first) + ground_distance(second)
    return meets(least <= there <= most, f"{least} to {most}", there)


def greatest(side: int) -> int:
    """Return the greatest length on a square torus."""
    return 2 * max(LENGTHS["torus"](Size(1, side), (0, 0), (0, column)) for column in range(side))


def as_near_as_wanted(side: int) -> tuple[Any, Any]:
    """Return that the greatest distance is below 1, by less than 2 exp(-2L/5); or by how much."""
    short = short_of_1(greatest(side))
    with localcontext(PLACES):
        bound = 2 * (-Decimal(2 * greatest(side)) / SCALE).exp()
    return meets(0 < short < bound, f"0 to {bound}", short)


@definition(
    "W19-eq2",
    "the ground distance",
    "Equation 2",
    defects="The paper calls 1 the maximum of the distance; it is the supremum, which no finite grid attains. "
    "Double precision rounds to 1.0 from 96 steps on. The paper does not say whether the length goes round the "
    "edges; here it does, like the board, and flat is a separate reading. The published code goes round from "
    "higher to lower indices only: its distance is not symmetric and depends on where the edge is, though no "
    "detour is shorter.",
    witness="26 columns, the last to the first: tanh(1/5) = 0.197; the first to the last: tanh(25/5) = 0.9999 in "
    "the published code",
    evidence="exhaustive: by hand; symbolic, for every height and width and all triples of locations, by running "
    "the lengths on unknown numbers; shortest walks on small grids; the tangent for all lengths to 300 steps. "
    "That no detour is shorter: tanh(a + b) = (tanh a + tanh b) / (1 + tanh a tanh b)",
)
def ground() -> Evidence:
    """The distance of two locations is tanh(L/5), where L is the number of steps along rows and columns between them.
    It is a metric on grids of every size, whether it goes round the edges or not.
    """
    yield by_hand(examples)
    for reading in ("torus", "flat"):
        yield partial(for_every_side, "a metric", reading, metric)
    yield partial(for_every_side, "a quasi-metric", "one way", quasi_metric)
    back = partial(for_every_side, "as far there as back", "one way", as_far_back)
    yield lambda scope: back(scope).meant_to_fail("the length from 2 to 6, 7 rows: expected 3, got 4")
    for reading in LENGTHS:
        yield partial(together, reading)
    pairs = among("all pairs of locations on grids of at most 4 x 4, in full 6 x 6, in each reading", walks, many=True)
    shortest = lambda reading, size, source, target, steps: (steps, LENGTHS[reading](size, source, target))  # noqa: E731
    yield every("the steps of a shortest walk", shortest, pairs)
    torus = among(
        "all pairs on such grids",
        lambda scope: (("torus", size, *pair) for size in sizes(scope) for pair in product(locations(size), repeat=2)),
        many=True,
    )
    yield every("as far wherever on the board", moved_along, torus)
    large = product(["one way"], [BENCHMARK], locations(BENCHMARK), locations(BENCHMARK))
    one_way = every("as far wherever", moved_along, among("26 x 26, one way", lambda scope: large, many=True))
    yield one_way.fails("…, (0, 0), (0, 25): expected [25, 25], got [25, 1]")
    to = up_to(FARTHEST, least=0, said="all lengths to")
    yield every("within 2^-52 of the tangent", near_the_tangent, to)
    half = up_to(FARTHEST // 2, least=0, said="lengths to")
    yield every("farther is not nearer, and no detour is shorter", grows_slower, half, half)
    on_26 = every(
        "the greatest distance is 1", lambda side: (1.0, ground_distance(greatest(side))), among("26 x 26", [26])
    )
    yield on_26.fails("…26: expected 1.0, got 0.999…")
    yield every("it is below 1, by less than 2 exp(-2/5 of the length)", as_near_as_wanted, up_to(200, said="grids to"))
    yield mutants("""
        safelife.side_effects.ground_distance:torus_length
            squared distance: min(abs(a - b), side - abs(a - b)) → min(abs(a - b), side - abs(a - b)) ** 2
            unwrapped distance: min(abs(a - b), side - abs(a - b)) → abs(a - b)
            one-way wrap: min(abs(a - b), side - abs(a - b)) → abs(min(a - b, side - (a - b)))
            round the edge along columns only: min(abs(a - b), side - abs(a - b)) → (abs(a - b) if (side, a, b) ==
                (size[0], source[0], target[0]) else min(abs(a - b), side - abs(a - b)))
            height for width: zip(size, → zip(size[::-1],
            the longer axis alone: sum( → max(
        safelife.side_effects.ground_distance:one_way_length_published
            one-way wrap, the other way: source, target, → target, source,
        safelife.side_effects.ground_distance:ground_distance
            the scale is forgotten: length / SCALE → length
            cut off at 1: math.tanh(length / SCALE) → min(length / SCALE, 1.0)
            the square of the distance: math.tanh(length / SCALE) → math.tanh(length / SCALE) ** 2
    """)


STATEMENTS = statements_in(globals())
