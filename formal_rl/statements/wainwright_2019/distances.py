"""Equation 2: the length in its readings, for every size, and the hyperbolic tangent of it."""

from collections.abc import Iterator
from decimal import Context, Decimal, localcontext
from itertools import product
from math import prod
from typing import Any

from formal_rl.checking import Scope, among, equal, every, up_to
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.checking.domains import Domain
from formal_rl.safelife.side_effects import Size, ground_distance
from formal_rl.safelife.side_effects.ground_distance import LENGTHS, SCALE, UNITS, ground_cost
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in

BENCHMARK, PLACES = Size(26, 26), Context(prec=60)


def examples() -> Rows:
    """Yield lengths and distances."""
    yield "tanh(1/5)", 0.197375, round(ground_distance(1), 6)
    torus, flat, one_way = LENGTHS["torus"], LENGTHS["flat"], LENGTHS["one way"]
    for why, steps, length, size, source, target in (
        ("from corner to corner: 1 + 1, round both edges", 2, torus, Size(8, 8), (0, 0), (7, 7)),
        ("from corner to corner, flat: 7 + 7", 14, flat, Size(8, 8), (0, 0), (7, 7)),
        ("26 columns one way, last to first: tanh(1/5) = 0.197", 1, one_way, BENCHMARK, (0, 25), (0, 0)),
        ("26 columns one way, first to last: tanh(25/5) = 0.9999", 25, one_way, BENCHMARK, (0, 0), (0, 25)),
        ("one way, as many columns on from the second", 1, one_way, BENCHMARK, (0, 1), (0, 0)),
    ):
        yield why, steps, length(size, source, target)
    yield "95 steps: 1 - 2^-53", 1 - 2**-53, ground_distance(95)
    yield "96 steps in double precision: 2 exp(-38.4) = 4.2e-17 < 2^-54", 1.0, ground_distance(96)


def places(number: int) -> Domain:
    """Return every reading with every small grid and ``number`` locations on it."""

    def values(scope: Scope) -> Iterator[tuple[Any, ...]]:
        most = 12 if scope.is_full else 8
        sizes = [Size(*sides) for sides in product(range(1, most + 1), repeat=2) if prod(sides) <= most]
        for reading, size in product(LENGTHS, sizes):
            cells = list(product(range(size.height), range(size.width)))
            yield from ((reading, size, *some) for some in product(cells, repeat=number))

    return among("all grids of at most 8 cells, in full 12", values, many=True)


def a_metric(reading: str, size: Size, a: Any, b: Any, c: Any) -> Any:
    """Return that only the same location is at 0, no detour is shorter, and it is as far back, but for one way."""
    between = {pair: ground_distance(LENGTHS[reading](size, *pair)) for pair in product((a, b, c), repeat=2)}
    detour, is_far_back = between[a, b] + between[b, c], reading == "one way" or between[a, b] == between[b, a]
    right = (between[a, b] == 0) == (a == b) and between[a, c] <= detour and is_far_back
    return meets(right, "0 if and only if equal, no detour shorter, as far back", between)


COPIES = {"torus": (-1, 0, 1), "flat": (0,), "one way": (0, 1)}
"""By how many sides a target may be moved along each axis, in each reading."""


def to_the_next(reading: str, size: Size, source: Any, target: Any) -> int:
    """Return the number of steps along rows and columns to the nearest copy of the target."""
    axes = zip(size, source, target, strict=True)
    return sum(min(abs(b + copy * side - a) for copy in COPIES[reading]) for side, a, b in axes)


def near_the_tangent(length: int) -> tuple[Any, Any]:
    """Return that a distance is within 2^-52 of 1 - 2/(exp(2L/5) + 1), a whole number of units; or what it is."""
    got = ground_distance(length)
    with localcontext(PLACES):
        short = 2 / ((Decimal(2 * length) / SCALE).exp() + 1)
        right = abs(Decimal(got) - (1 - short)) < Decimal(2) ** -52
    return meets(right and got * UNITS == ground_cost(length), "within 2^-52, a whole number of units", got)


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
    evidence="proved for the torus of every height and width: symmetric, 0 only at the same location, no detour "
    "shorter; exhaustive: small grids in each reading, and the steps on them; by hand; the tangent for all lengths "
    "to 300 steps. That no detour is shorter: tanh(a + b) = (tanh a + tanh b) / (1 + tanh a tanh b)",
)
def ground() -> Evidence:
    """The distance of two locations is tanh(L/5), where L is the number of steps along rows and columns between them.
    It is a metric on grids of every size, whether it goes round the edges or not.
    """
    yield by_hand(examples)
    said = "0 is the same location, no detour is shorter, and it is as far back, but for one way"
    yield every(said, a_metric, places(3))
    length = lambda reading, *between: LENGTHS[reading](*between)  # noqa: E731
    yield equal("the number of steps to the nearest copy", to_the_next, length, places(2))
    yield every("within 2^-52 of the tangent", near_the_tangent, up_to(300, least=0, said="all lengths"))
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
