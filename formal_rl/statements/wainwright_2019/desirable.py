"""Checks of what Section 3 finds desirable in the deviation: short moves, far moves, and random fields."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from math import exp

from formal_rl.checking import Case, Part, Scope, decide_cases, part, unless
from formal_rl.safelife.board import Location
from formal_rl.safelife.side_effects import Density, Size, earth_mover_distance, ground_distance, torus_length
from formal_rl.safelife.side_effects.ground_distance import SCALE, UNITS
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.deviations import CLOSE, EarthMover, cells, masses
from formal_rl.statements.wainwright_2019.side_effects import (
    _by,
    _free_surplus,
    _made_anew,
    _samples_forgotten,
    _squared_cost,
    _straight_cost,
    _unless_asked,
)


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


STATEMENTS: tuple[Statement, ...] = (
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
        defects="A distance is below 1 and creating costs 1: the two are equal on no finite grid.",
        repair="creating costs more than bringing it from the farthest location, by less than 2 exp(-2L/5) for L "
        "steps, and equally much only in the limit. Moving an object costs at most its mass times the distance, less "
        "where one of its cells is nearer to the place of another. Fields are close where the masses in small blocks "
        "are, and the mean deviation falls with the number of samples",
        witness="26 x 26: the farthest location is 26 steps away, and creating costs 0.00006 more",
    ),
)
