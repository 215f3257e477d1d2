"""The earth mover's deviation: exact masses, what is refused, and what the published code leaves out."""

import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.side_effects import Density, earth_mover_distance
from formal_rl.safelife.side_effects.earth_mover import (
    cheapest_plan,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.transport import Move


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
    for drop in (without_small_changes, without_small_changes_published):
        with pytest.raises(InvalidParameter, match="share is"):
            drop(Density([[1]]), Density([[2]]), share)
        assert drop(Density([[1]]), Density([[3]]), Fraction(999, 1000)) == (Density([[1]]), Density([[3]]))


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
