"""Checks of Equation 2: the length in its readings, for every size, and the hyperbolic tangent of it."""

import math
from collections.abc import Callable, Iterator, Mapping
from decimal import Context, Decimal, localcontext
from functools import partial
from itertools import product
from typing import Any

from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Scope,
    check_examples,
    decide_cases,
    decide_linear,
    equal,
    part,
    unless,
)
from formal_rl.safelife.board import Location
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Size,
    flat_length,
    ground_distance,
    one_way_length_published,
    torus_length,
)
from formal_rl.safelife.side_effects.ground_distance import SCALE, UNITS, Length, ground_cost
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Distance = Callable[[int], float]

_BENCHMARK = Size(26, 26)
_ROUNDED = 96
"""The first length whose distance is nearer to 1.0 than to the number before it: 2 exp(-2 * 96/5) < 2^-54."""
_FARTHEST = 300


def ground(
    scope: Scope, *, lengths: Mapping[str, Length] = LENGTHS, distance: Distance = ground_distance
) -> Iterator[Part]:
    """Check the ground distance: by hand, for every size, as walks on small grids, and the tangent to 300 steps."""
    yield check_examples(_worked_examples(lengths, distance))
    for name in ("torus", "flat"):
        yield _for_every_side(f"a metric on every side: {name}", lengths[name], _metric)
    yield _for_every_side("a quasi-metric on every side: one way", lengths["one way"], _quasi_metric)
    yield _for_every_side("as far there as back: one way", lengths["one way"], _as_far_back).meant_to_fail(
        "the length from 2 to 6, 7 rows: expected 3, got 4"
    )
    for name, length in lengths.items():
        yield decide_linear(
            f"the way along rows and the way along columns together: {name}",
            partial(_together, length),
            6,
            where=lambda height, width, *places: _inside(height, *places[::2]) and _inside(width, *places[1::2]),
            branches=("a pair",),
            domain="sizes of every height and width, all pairs of locations on them",
        )
    largest = 6 if scope.is_full else 4
    domain = f"all pairs of locations on grids of at most {largest} x {largest}"
    sizes = tuple(Size(*size) for size in product(range(1, largest + 1), repeat=2))
    for name in LENGTHS:
        yield decide_cases(
            f"the steps of a shortest walk: {name}",
            _walks(lengths[name], name, sizes),
            branches=("within", *(() if name == "flat" else ("round the edge",))),
            domain=domain,
        )
    yield decide_cases(
        "as far wherever on the board: torus",
        _moved_along(lengths["torus"], sizes),
        branches=("moved along",),
        domain=f"{domain}, moved by one row or one column",
    )
    yield decide_cases(
        "as far wherever on the board: one way",
        _moved_along(lengths["one way"], [_BENCHMARK]),
        branches=("moved along",),
        domain="the pairs of locations on a grid of 26 x 26, moved by one row or one column",
    ).meant_to_fail(
        "the length from (0, 1) to (0, 0) on Size(height=26, width=26), against (0, 0) to (0, 25): expected 25, got 1"
    )
    yield from _tangent(lengths["torus"], distance, scope)


# --- By hand ---


def _places(distance: Distance, length: int) -> float:
    """Return the distance to six places."""
    return round(distance(length), 6)


def _worked_examples(lengths: Mapping[str, Length], distance: Distance) -> list[Example]:
    small, side, large = Size(8, 8), Size(1, 10), _BENCHMARK
    torus, flat, one_way = (lengths[name] for name in ("torus", "flat", "one way"))

    def far(length: Length, size: Size, source: Location, target: Location) -> float:
        return _places(distance, length(size, source, target))

    return [
        ("no step", "tanh 0", 0.0, distance, 0),
        ("one step", "tanh(1/5)", 0.197375, _places, distance, 1),
        ("two steps", "tanh(2/5)", 0.379949, _places, distance, 2),
        ("five steps", "tanh 1", 0.761594, _places, distance, 5),
        ("the farthest on 26 x 26", "13 + 13 steps: tanh(26/5)", 0.999939, _places, distance, 26),
        ("a row and a column on, 8 x 8", "1 + 1", 2, torus, small, (2, 2), (3, 3)),
        ("two rows and a column on, 8 x 8", "2 + 1", 3, torus, small, (2, 2), (4, 3)),
        ("from corner to corner, 8 x 8", "1 + 1, round both edges", 2, torus, small, (0, 0), (7, 7)),
        ("from corner to corner, 8 x 8, flat", "7 + 7", 14, flat, small, (0, 0), (7, 7)),
        ("from row 6 to row 1, 8 x 8", "3 round the edge, not 5", 3, torus, small, (6, 0), (1, 0)),
        ("half way round, 8 x 8", "4, either way", 4, torus, small, (0, 4), (0, 0)),
        ("3 x 8, from (0, 1) to (2, 6)", "1 + 3", 4, torus, Size(3, 8), (0, 1), (2, 6)),
        ("one way, to lower columns", "2 round the edge, not 8", 2, one_way, side, (0, 9), (0, 1)),
        ("one way, to higher columns", "8, though 2 are left round it", 8, one_way, side, (0, 1), (0, 9)),
        ("one way, to the column before", "1", 1, one_way, side, (0, 4), (0, 3)),
        ("one way, from the last row to the first", "1", 1, one_way, Size(5, 1), (4, 0), (0, 0)),
        ("the seam of 26 columns, first to last", "tanh(1/5)", 0.197375, far, torus, large, (0, 0), (0, 25)),
        ("the seam of 26 rows, last to first", "tanh(1/5)", 0.197375, far, torus, large, (25, 0), (0, 0)),
        ("one way, last to first", "tanh(1/5)", 0.197375, far, one_way, large, (0, 25), (0, 0)),
        ("one way, first to last", "tanh(25/5)", 0.999909, far, one_way, large, (0, 0), (0, 25)),
        ("95 steps in double precision", "1 - 2^-53", 1 - 2**-53, distance, _ROUNDED - 1),
        ("96 steps in double precision", "2 exp(-38.4) = 4.2e-17 < 2^-54", 1.0, distance, _ROUNDED),
    ]


# --- For every size ---

OnASide = Callable[[Any, Any], Any]
Claim = Callable[[OnASide, str, Any], Case]


def _on_a_side(length: Length, axis: str, side: Any) -> OnASide:
    """Return the length along one axis of a grid of one row, or of one column."""
    if axis == "rows":
        return lambda source, target: length(Size(side, 1), (source, 0), (target, 0))
    return lambda source, target: length(Size(1, side), (0, source), (0, target))


def _quasi_metric(between: OnASide, about: str, places: Any) -> Case:
    """Ask that nothing is nearer than itself, that only it is at 0, and that no detour is shorter."""
    a, b, c = places
    ab, bc, ac = between(a, b), between(b, c), between(a, c)
    if not (ab > 0 or (a == b and ab == 0)):
        return "apart", Disagreement(f"the length from {a} to {b}, {about}", "0 if and only if equal", ab)
    branch, about = "apart" if ab > 0 else "at one place", f"the length from {a} to {c}, {about}"
    return branch, unless(ac <= ab + bc, about, f"at most {ab} + {bc}, by {b}", ac)


def _as_far_back(between: OnASide, about: str, places: Any) -> Case:
    a, b, _ = places
    there, back = between(a, b), between(b, a)
    return "apart" if there > 0 else "at one place", equal(f"the length from {b} to {a}, {about}", there, back)


def _metric(between: OnASide, about: str, places: Any) -> Case:
    branch, disagreement = _as_far_back(between, about, places)
    return (branch, disagreement) if disagreement else _quasi_metric(between, about, places)


def _inside(side: Any, *places: Any) -> bool:
    return all(place >= 0 and place < side for place in places)


def _for_every_side(name: str, length: Length, claim: Claim) -> Part:
    """Decide a claim on both axes, each of any length."""

    def on_either(side: Any, *places: Any) -> Case:
        for axis in ("rows", "columns"):
            branch, disagreement = claim(_on_a_side(length, axis, side), f"{side} {axis}", places)
            if disagreement:
                break
        return branch, disagreement

    return decide_linear(
        name,
        on_either,
        4,
        where=_inside,
        branches=("apart", "at one place"),
        domain="sides of every length, all triples of places on them, along rows and along columns; a case is a way "
        "to answer all comparisons",
    )


def _together(length: Length, *numbers: Any) -> Case:
    height, width, *places = numbers
    (a, b, c, d), size = places, Size(height, width)
    got = length(size, (a, b), (c, d))
    expected = _on_a_side(length, "rows", height)(a, c) + _on_a_side(length, "columns", width)(b, d)
    return "a pair", equal(f"the length from {(a, b)} to {(c, d)} on {size}", expected, got)


# --- As walks ---


def _locations(size: Size) -> Iterator[Location]:
    return product(range(size.height), range(size.width))


def _steps(size: Size, reading: str) -> Iterator[tuple[Location, Location]]:
    """Yield the steps on a grid: within it both ways, and from the last row or column to the first, and back."""
    for (row, column), (down, right) in product(_locations(size), ((1, 0), (0, 1))):
        there = (row + down) % size.height, (column + right) % size.width
        within = there == (row + down, column + right)
        if within or reading != "flat":
            yield (row, column), there
        if within or reading == "torus":
            yield there, (row, column)


def _walks(length: Length, reading: str, sizes: tuple[Size, ...]) -> Iterator[Case]:
    import networkx  # noqa: PLC0415 - slow to import, and only needed here

    for size in sizes:
        graph = networkx.DiGraph()
        graph.add_nodes_from(_locations(size))
        graph.add_edges_from(_steps(size, reading))
        for source, found in networkx.all_pairs_shortest_path_length(graph):
            for target, expected in found.items():
                straight = sum(abs(a - b) for a, b in zip(source, target, strict=True))
                branch, got = "within" if expected == straight else "round the edge", length(size, source, target)
                yield branch, equal(f"the length from {source} to {target} on {size}", expected, got)


def _moved_along(length: Length, sizes: Any) -> Iterator[Case]:
    for size in sizes:
        for source, target in product(_locations(size), repeat=2):
            expected = length(size, source, target)
            for down, right in ((1, 0), (0, 1)):
                moved = [
                    ((row + down) % size.height, (column + right) % size.width) for row, column in (source, target)
                ]
                about = f"the length from {moved[0]} to {moved[1]} on {size}, against {source} to {target}"
                yield "moved along", equal(about, expected, length(size, *moved))


# --- The tangent ---


def _tangent(torus: Length, distance: Distance, scope: Scope) -> Iterator[Part]:
    to = f"all lengths to {_FARTHEST} steps"
    yield decide_cases(
        "within 2^-52 of the tangent, a whole number of units",
        _right(distance),
        branches=("below 1.0", "1.0"),
        domain=f"{to}, in decimals of 60 places",
    )
    yield _grows_slower(distance)
    yield _greatest(torus, distance).meant_to_fail(
        "the greatest distance on Size(height=26, width=26): expected 1.0, got 0.999…"
    )
    yield _as_near_as_wanted(torus)


_PLACES = Context(prec=60)


def _short_of_1(length: int) -> Decimal:
    """Return 1 - tanh(length / 5), which is 2 / (exp(2 length / 5) + 1)."""
    with localcontext(_PLACES):
        return 2 / ((Decimal(2 * length) / SCALE).exp() + 1)


def _right(distance: Distance) -> Iterator[Case]:
    for length in range(_FARTHEST + 1):
        got = distance(length)
        with localcontext(_PLACES):
            off = abs(Decimal(got) - (1 - _short_of_1(length)))
        branch = "1.0" if got == 1 else "below 1.0"
        if off >= Decimal(2) ** -52:
            yield branch, Disagreement(f"how far off the distance of {length} steps is", "less than 2^-52", float(off))
        else:
            units = got * UNITS
            yield branch, equal(f"the distance of {length} steps in units", units, ground_cost(length))


@part(
    "farther is not nearer, and no detour is shorter",
    branches=("one of the ways is no step", "two ways"),
    domain=f"all pairs of lengths to {_FARTHEST} steps",
)
def _grows_slower(distance: Distance) -> Iterator[Case]:
    distances = [distance(length) for length in range(_FARTHEST + 1)]
    for first, second in product(range(_FARTHEST // 2 + 1), repeat=2):
        there, detour = distances[first + second], distances[first] + distances[second]
        branch, about = "two ways" if first and second else "one of the ways is no step", f"{first} + {second} steps"
        yield branch, unless(distances[first] <= there <= detour, about, f"{distances[first]} to {detour}", there)


@part("the greatest distance is 1", branches=("a size",), domain="the grid of 26 x 26")
def _greatest(torus: Length, distance: Distance) -> Iterator[Case]:
    farthest = max(torus(_BENCHMARK, (0, 0), target) for target in _locations(_BENCHMARK))
    yield "a size", equal(f"the greatest distance on {_BENCHMARK}", 1.0, distance(farthest))


@part(
    "the greatest distance is below 1, by less than 2 exp(-2/5 of the greatest length)",
    branches=("a size",),
    domain="square grids of at most 200 x 200, in decimals of 60 places",
)
def _as_near_as_wanted(torus: Length) -> Iterator[Case]:
    for side in range(1, 201):
        length = 2 * max(torus(Size(1, side), (0, 0), (0, column)) for column in range(side))
        short = _short_of_1(length)
        with localcontext(_PLACES):
            bound = 2 * (-Decimal(2 * length) / SCALE).exp()
        about = f"how far the greatest distance on {side} x {side} is from 1"
        yield "a size", unless(0 < short < bound, about, f"0 to {bound}", short)


# --- Mutants ---


def _ways(size: Size, source: Location, target: Location) -> tuple[int, int]:
    """Return the shorter way round along rows and along columns."""
    rows, columns = (min(abs(a - b), side - abs(a - b)) for side, a, b in zip(size, source, target, strict=True))
    return rows, columns


def _the_other_way(size: Size, source: Location, target: Location) -> int:
    return one_way_length_published(size, target, source)


def _instead(length: Length) -> dict[str, dict[str, Length]]:
    return {"lengths": {**LENGTHS, "torus": length}}


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-eq2",
        kind="definition",
        title="the ground distance",
        claim="The distance of two locations is tanh(L/5), where L is the number of steps along rows and columns "
        "between them. It is a metric on grids of every size, whether it goes round the edges or not.",
        source=f"{WAINWRIGHT_2019}, Equation 2",
        check=ground,
        mutants={
            "squared distance": _instead(
                lambda size, source, target: sum(way**2 for way in _ways(size, source, target))
            ),
            "unwrapped distance": _instead(flat_length),
            "one-way wrap": _instead(one_way_length_published),
            "round the edge along columns only": _instead(
                lambda size, source, target: abs(source[0] - target[0]) + _ways(size, source, target)[1]
            ),
            "height for width": _instead(
                lambda size, source, target: torus_length(Size(size.width, size.height), source, target)
            ),
            "the longer axis alone": _instead(lambda size, source, target: max(_ways(size, source, target))),
            "one-way wrap, the other way": {"lengths": {**LENGTHS, "one way": _the_other_way}},
            "the scale is forgotten": {"distance": math.tanh},
            "cut off at 1": {"distance": lambda length: min(length / 5, 1.0)},
            "the square of the distance": {"distance": lambda length: ground_distance(length) ** 2},
        },
        verdict="defined",
        evidence="exhaustive: by hand; symbolic, for every height and width and all triples of locations, by running "
        "the lengths on unknown numbers; shortest walks on small grids; the tangent for all lengths to 300 steps. "
        "That no detour is shorter: tanh(a + b) = (tanh a + tanh b) / (1 + tanh a tanh b)",
        defects="The paper calls 1 the maximum of the distance; it is the supremum, which no finite grid attains. "
        "Double precision rounds to 1.0 from 96 steps on. The paper does not say whether the length goes round the "
        "edges; here it does, like the board, and flat is a separate reading. The published code goes round from "
        "higher to lower indices only: its distance is not symmetric and depends on where the edge is, though no "
        "detour is shorter.",
        witness="26 columns, the last to the first: tanh(1/5) = 0.197; the first to the last: tanh(25/5) = 0.9999 in "
        "the published code",
    ),
)
