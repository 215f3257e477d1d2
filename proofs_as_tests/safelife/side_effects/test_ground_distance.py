"""The ground distance and the readings of its length."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import UnknownName
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Size,
    flat_length,
    ground_distance,
    one_way_length_published,
    torus_length,
)
from formal_rl.safelife.side_effects.ground_distance import UNITS, find_length, ground_cost


@st.composite
def places(draw, number):
    """A size, and so many locations on it."""
    size = Size(draw(st.integers(1, 300)), draw(st.integers(1, 300)))
    location = st.tuples(st.integers(0, size.height - 1), st.integers(0, size.width - 1))
    return size, [draw(location) for _ in range(number)]


def test_the_seam_by_hand():
    """Over the seam of 26 columns it is a step on the torus, 25 on the flat grid, and either one way."""
    size = Size(26, 26)
    first, last = (3, 0), (3, 25)

    assert torus_length(size, first, last) == torus_length(size, last, first) == 1
    assert flat_length(size, first, last) == flat_length(size, last, first) == 25
    assert (one_way_length_published(size, first, last), one_way_length_published(size, last, first)) == (25, 1)
    assert (round(ground_distance(1), 3), round(ground_distance(25), 4)) == (0.197, 0.9999)


def test_the_readings_agree_but_for_the_edges():
    """On a grid of one cell, and between neighbours inside, all readings agree."""
    for length in LENGTHS.values():
        assert length(Size(1, 1), (0, 0), (0, 0)) == 0
        assert length(Size(9, 9), (4, 4), (5, 4)) == length(Size(9, 9), (4, 4), (4, 3)) == 1


@given(places(3))
def test_no_detour_is_shorter(drawn):
    """In every reading, also after the tangent is taken."""
    size, (a, b, c) = drawn

    for length in LENGTHS.values():
        ab, bc, ac = length(size, a, b), length(size, b, c), length(size, a, c)
        assert ac <= ab + bc
        assert ground_distance(ac) <= ground_distance(ab) + ground_distance(bc)


@given(places(2), st.integers(0, 300), st.integers(0, 300))
def test_the_torus_has_no_edge(drawn, rows, columns):
    """Moving both locations along changes nothing, and neither does going back; one way is never shorter."""
    size, (a, b) = drawn
    moved = [((row + rows) % size.height, (column + columns) % size.width) for row, column in (a, b)]

    assert torus_length(size, *moved) == torus_length(size, a, b) == torus_length(size, b, a)
    assert torus_length(size, a, b) <= one_way_length_published(size, a, b) <= flat_length(size, a, b)
    there_and_back = (one_way_length_published(size, a, b), one_way_length_published(size, b, a))
    assert min(there_and_back) >= torus_length(size, a, b)


def test_costs_are_whole_numbers_of_units():
    """The ground distance in double precision is exactly its cost in units."""
    for length in range(200):
        assert ground_cost(length) / UNITS == ground_distance(length)
        assert (ground_distance(length) * UNITS).is_integer()
    assert ground_cost(96) == UNITS > ground_cost(95)


def test_an_unknown_name_is_refused():
    """With the names there are."""
    with pytest.raises(UnknownName, match="no ground distance 'one-way'; did you mean one way"):
        find_length("one-way")


def test_lengths_are_whole_steps():
    """One step changes a length by at most one."""
    size = Size(5, 6)
    for source, (row, column) in product(product(range(5), range(6)), repeat=2):
        for neighbour in (((row + 1) % 5, column), (row, (column + 1) % 6)):
            assert abs(torus_length(size, source, (row, column)) - torus_length(size, source, neighbour)) <= 1
