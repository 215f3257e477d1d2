"""Wainwright and Eckersley 2019, Equations 2 and 3: the ground distance and the earth mover's deviation."""

import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from formal_rl.safelife.side_effects import Density, Size, deviation_by_norm, earth_mover_distance, ground_distance
from formal_rl.safelife.side_effects.earth_mover import without_small_changes
from formal_rl.safelife.side_effects.ground_distance import LENGTHS

DISTANCES = st.sampled_from(sorted(LENGTHS))
METRICS = st.sampled_from(["torus", "flat"])


@st.composite
def densities(draw, number):
    """Draw some densities of one size, over samples of their own."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    counts = st.lists(st.lists(st.integers(0, 3), min_size=width, max_size=width), min_size=height, max_size=height)
    return [Density(draw(counts), draw(st.integers(1, 4))) for _ in range(number)]


def locations(density):
    """Return all places of a density."""
    return [(row, column) for row in range(density.height) for column in range(density.width)]


def masses(density):
    """Return the exact mass at each place."""
    return [[Fraction(count, density.samples) for count in row] for row in density.counts]


def deviation(first, second, distance):
    """Return the value alone."""
    return earth_mover_distance(first, second, distance).value


@pytest.mark.statement("W19-eq2")
@given(size=st.builds(Size, st.integers(1, 30), st.integers(1, 30)), distance=METRICS, data=st.data())
def test_the_ground_distance_is_a_metric(size, distance, data):
    """tanh(L / 5) is 0 for equal places alone, symmetric, and never shortened by a detour, round the edges or not."""
    place = st.tuples(st.integers(0, size.height - 1), st.integers(0, size.width - 1))
    a, b, c = data.draw(place), data.draw(place), data.draw(place)

    def between(one, other):
        return ground_distance(LENGTHS[distance](size, one, other))

    assert (between(a, b) == 0) == (a == b)
    assert between(a, b) == between(b, a)
    assert between(a, c) <= between(a, b) + between(b, c) + 1e-15


@pytest.mark.statement("W19-eq2")
@given(width=st.integers(3, 99))
def test_the_published_distance_is_not_symmetric(width):
    """It goes round the edge from the last column to the first in one step, and back in width - 1 steps."""
    there, back = (LENGTHS["one way"](Size(1, width), (0, a), (0, width - 1 - a)) for a in (width - 1, 0))

    assert (there, back) == (1, width - 1)


@pytest.mark.statement("W19-eq3")
@given(three=densities(3), distance=METRICS)
def test_the_deviation_is_a_metric(three, distance):
    """It is 0 for equal densities alone, symmetric, and never shortened by a third density, up to rounding."""
    a, b, c = three

    assert (deviation(a, b, distance) == 0) == (masses(a) == masses(b))
    assert deviation(a, b, distance) == pytest.approx(deviation(b, a, distance), abs=1e-12)
    assert deviation(a, c, distance) <= deviation(a, b, distance) + deviation(b, c, distance) + 1e-12


@pytest.mark.statement("W19-eq3")
@given(pair=densities(2), distance=DISTANCES)
def test_another_solver_finds_the_same(pair, distance):
    """A linear program that may remove and create as much as it likes has the same least cost."""
    first, second = pair
    places, length = locations(first), LENGTHS[distance]
    n, size = len(places), Size(first.height, first.width)
    costs = [ground_distance(length(size, a, b)) for a in places for b in places] + [1.0] * (2 * n)
    rows = numpy.zeros((2 * n, n * n + 2 * n))
    for i in range(n):
        rows[i, i * n : (i + 1) * n] = rows[i, n * n + i] = 1
        rows[n + i, i : n * n : n] = rows[n + i, n * n + n + i] = 1
    expected = linprog(costs, A_eq=rows, b_eq=[float(each[place]) for each in pair for place in places]).fun
    value, plan, rounding = earth_mover_distance(first, second, distance)

    assert value == pytest.approx(expected, abs=1e-9)
    assert 0 <= rounding < Fraction(1, 10**14)
    assert plan.samples == math.lcm(first.samples, second.samples)


@pytest.mark.statement("W19-eq3")
@given(pair=densities(2), distance=DISTANCES)
def test_the_plan_leads_there(pair, distance):
    """The plan takes no more than there is, makes the second density, and removes or creates the surplus alone."""
    first, second = pair
    plan = earth_mover_distance(first, second, distance).plan
    left, made = ([[count * plan.samples for count in row] for row in masses(each)] for each in pair)
    for (row, column), mass in ((each.source, each.mass) for each in plan.moves):
        left[row][column] -= mass
    for (row, column), mass in plan.removed:
        left[row][column] -= mass
    assert min(map(min, left)) >= 0
    for (row, column), mass in [*((each.target, each.mass) for each in plan.moves), *plan.created]:
        left[row][column] += mass
    assert left == made
    assert not plan.removed or not plan.created
    assert all(move.source != move.target and move.mass > 0 for move in plan.moves)


@given(pair=densities(2), distance=DISTANCES, factor=st.integers(1, 5))
def test_samples_are_units(pair, distance, factor):
    """Only the densities matter, not over how many samples they are counted."""
    first, second = pair
    finer = Density([[count * factor for count in row] for row in first.counts], first.samples * factor)

    assert deviation(finer, second, distance) == deviation(first, second, distance)


@given(pair=densities(2), share=st.fractions(0, Fraction(99, 100)))
def test_only_small_changes_are_left_out(pair, share):
    """What is kept is unchanged and differs by more than the share; with a share of 0 the deviation is the same."""
    first, second = pair
    kept = without_small_changes(first, second, share)
    changes = {x: abs(first[x] - second[x]) for x in locations(first)}

    for x, change in changes.items():
        expected = (first[x], second[x]) if change > share * max(changes.values()) else (0, 0)
        assert (kept[0][x], kept[1][x]) == expected
    every = without_small_changes(first, second, 0)
    assert deviation(*every, "torus") == pytest.approx(deviation(first, second, "torus"), abs=1e-12)


@given(pair=densities(2))
def test_other_norms_are_bounded_by_it(pair):
    """By Manhattan steps it is Equation 3 to the bit; Euclid and Chebyshev give no more, and not much less."""
    manhattan, euclid, chebyshev = (deviation_by_norm(*pair, norm) for norm in ("Manhattan", "Euclid", "Chebyshev"))

    assert manhattan == deviation(*pair, "torus")
    assert chebyshev <= euclid + 1e-12 <= manhattan + 2e-12
    assert euclid >= manhattan / math.sqrt(2) - 1e-12
    assert chebyshev >= manhattan / 2 - 1e-12
