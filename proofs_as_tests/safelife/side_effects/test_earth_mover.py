"""The earth mover's deviation by its definition."""

import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Density,
    Size,
    cheapest_plan,
    earth_mover_distance,
    ground_distance,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.statements.wainwright_2019.deviations import carried_out

DISTANCES = st.sampled_from(sorted(LENGTHS))


@st.composite
def densities(draw, number):
    """So many densities of one size, over samples of their own."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    counts = st.lists(st.lists(st.integers(0, 3), min_size=width, max_size=width), min_size=height, max_size=height)
    return [Density(draw(counts), draw(st.integers(1, 4))) for _ in range(number)]


def by_linear_programming(first, second, distance):
    """The least cost by another solver: what goes where, what is removed, what created."""
    size = Size(first.height, first.width)
    locations = [(row, column) for row in range(first.height) for column in range(first.width)]
    n = len(locations)
    length = LENGTHS[distance]
    costs = [ground_distance(length(size, a, b)) for a in locations for b in locations] + [1.0] * (2 * n)
    rows = numpy.zeros((2 * n, n * n + 2 * n))
    for i in range(n):
        rows[i, i * n : (i + 1) * n] = 1
        rows[i, n * n + i] = 1
        rows[n + i, i : n * n : n] = 1
        rows[n + i, n * n + n + i] = 1
    masses = [float(density[location]) for density in (first, second) for location in locations]
    return linprog(costs, A_eq=rows, b_eq=masses).fun


@settings(max_examples=60)
@given(densities(2), DISTANCES)
def test_as_another_solver_finds(pair, distance):
    """A linear program that may remove and create as much as it likes has the same least cost."""
    value, plan, rounding = earth_mover_distance(*pair, distance)

    assert value == pytest.approx(by_linear_programming(*pair, distance), abs=1e-9)
    assert 0 <= rounding < Fraction(1, 10**14)
    assert plan.samples == math.lcm(*(density.samples for density in pair))


@given(densities(2), DISTANCES)
def test_the_plan_leads_there(pair, distance):
    """It takes no more than there is, brings what is wanted, and removes or creates the surplus alone."""
    first, second = pair
    _, plan, _ = earth_mover_distance(first, second, distance)
    counts = [[int(count * plan.samples) for count in row] for row in _masses(first)]

    assert _masses(carried_out(plan, Density(counts, plan.samples))) == _masses(second)
    assert not plan.removed or not plan.created
    assert all(move.source != move.target and move.mass > 0 for move in plan.moves)


def _masses(density):
    return [[Fraction(count, density.samples) for count in row] for row in density.counts]


@given(densities(2), DISTANCES, st.integers(1, 5))
def test_samples_are_units(pair, distance, factor):
    """Only the densities matter, not over how many samples they are counted."""
    first, second = pair
    finer = Density([[count * factor for count in row] for row in first.counts], first.samples * factor)

    assert earth_mover_distance(finer, second, distance).value == earth_mover_distance(*pair, distance).value


def test_masses_in_floating_point_are_taken_exactly():
    """However fine, and however large beside each other."""
    first = Density.from_array(numpy.array([[1e-300, 0.1, 0.0, 1e15]]))
    second = Density.from_array(numpy.array([[0.0, 0.1, 1e-300, 1e15]]))

    assert earth_mover_distance(first, second).value == pytest.approx(1e-300 * math.tanh(2 / 5), rel=1e-15)


def test_any_whole_costs_will_do():
    """Costs of other kinds: here all goes to the right at nothing, to the left at ten, and the surplus costs three."""
    plan = cheapest_plan(
        Density([[1, 0, 1]]), Density([[0, 1, 0]]), lambda source, target: 0 if source < target else 10, 3
    )

    assert plan.moves == (Move((0, 0), (0, 1), 1),)
    assert [change.location for change in plan.removed] == [(0, 2)]


def test_densities_of_different_size_are_refused():
    """By every function here."""
    pair = Density([[1, 0]]), Density([[1], [0]])

    for function in (earth_mover_distance, without_small_changes):
        with pytest.raises(InvalidParameter, match="second density is '2 x 1': expected 1 x 2, as the first"):
            function(*pair)
    with pytest.raises(InvalidParameter, match="second density"):
        cheapest_plan(*pair, lambda source, target: 0, 1)


def test_an_unknown_distance_is_refused():
    """With the names there are."""
    with pytest.raises(UnknownName, match="no ground distance 'tours'; did you mean torus"):
        earth_mover_distance(Density([[1]]), Density([[1]]), "tours")


@pytest.mark.parametrize("share", [-1, 1, Fraction(-1, 1000), Fraction(3, 2), 0.001, True, None])
def test_a_wrong_share_is_refused(share):
    """A share is exact, at least 0, and below 1."""
    with pytest.raises(InvalidParameter, match="share is"):
        without_small_changes(Density([[1]]), Density([[2]]), share)


@given(densities(2), st.fractions(0, Fraction(99, 100)))
def test_only_small_changes_are_left_out(pair, share):
    """What stays is as it was, and differs by more than the share; with a share of 0 the deviation is the same."""
    first, second = pair
    kept = without_small_changes(first, second, share)
    changes = [abs(first[x] - second[x]) for x in _locations(first)]

    for x, change in zip(_locations(first), changes, strict=True):
        expected = (first[x], second[x]) if change > share * max(changes) else (0, 0)
        assert (kept[0][x], kept[1][x]) == expected
    all_changes = without_small_changes(first, second, 0)
    value = earth_mover_distance(first, second).value
    assert earth_mover_distance(*all_changes).value == pytest.approx(value, abs=1e-12)


def _locations(density):
    return [(row, column) for row in range(density.height) for column in range(density.width)]


def published_by_numpy(first, second):
    """The published expression itself: which locations are looked at."""
    a, b = (numpy.array(density.counts, dtype=float) / density.samples for density in (first, second))
    delta = numpy.abs(a - b)
    return delta > 1e-3 * numpy.max(delta)


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), max_size=30), st.sampled_from([1000, 999, 2000]))
def test_the_published_drop_is_the_published_expression(pairs, samples):
    """Bit for bit, beside a change of a thousand boards and one of one."""
    columns = [*pairs, (1000, 0), (501, 500)]
    first, second = (Density([[pair[side] for pair in columns]], samples) for side in (0, 1))
    changed = published_by_numpy(first, second)[0]
    left = without_small_changes_published(first, second)

    for side, density in zip(left, (first, second), strict=True):
        assert [bool(count) for count in side.counts[0]] == [
            bool(count) and bool(kept) for count, kept in zip(density.counts[0], changed, strict=True)
        ]


def test_rounding_decides_where_a_change_is_a_thousandth():
    """Exactly it goes; as published one of 501 boards against 500 stays, and one against none goes."""
    first, second = Density([[1000, 501, 1]], 1000), Density([[0, 500, 0]], 1000)

    assert without_small_changes(first, second)[0].counts == ((1000, 0, 0),)
    assert without_small_changes_published(first, second)[0].counts == ((1000, 501, 0),)
    with pytest.raises(InvalidParameter, match="double precision"):
        without_small_changes_published(Density([[10**400]]), Density([[0]]))
