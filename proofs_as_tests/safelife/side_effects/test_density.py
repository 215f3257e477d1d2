"""Densities: exact counts over samples, and what is refused."""

from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, MalformedDensity
from formal_rl.safelife.board import LIFE, Board
from formal_rl.safelife.board.cells import GREATEST_CELL, HARD_LIFE, coloured
from formal_rl.safelife.board.conway import life_board
from formal_rl.safelife.side_effects import Density, densities, density
from formal_rl.safelife.side_effects.density import require_boards, require_comparable

CELLS = st.sampled_from([0, LIFE, HARD_LIFE, coloured(LIFE, "green"), GREATEST_CELL])
BOARDS = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda size: st.lists(
        st.lists(st.lists(CELLS, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]).map(Board),
        min_size=1,
        max_size=5,
    )
)


@pytest.mark.statement("W19-eq1")
@given(boards=BOARDS)
def test_all_types_add_up_to_one(boards):
    """At each location, exactly; and each is what is computed for it alone."""
    found = densities(boards)

    assert list(found) == sorted({cell for board in boards for row in board.rows for cell in row})
    for place in boards[0].locations():
        assert sum(each[place] for each in found.values()) == 1
    for cell, each in found.items():
        assert each == density(boards, cell)
        assert each.mass == Fraction(sum(row.count(cell) for board in boards for row in board.rows), len(boards))


@pytest.mark.statement("W19-eq1")
@given(boards=BOARDS, times=st.integers(1, 4))
def test_only_shares_matter(boards, times):
    """The order of the boards does not, nor does taking all of them several times; the counts do differ."""
    once, often = density(boards, LIFE), density(boards[::-1] * times, LIFE)

    assert [often[place] for place in boards[0].locations()] == [once[place] for place in boards[0].locations()]
    assert often.samples == times * once.samples


def test_no_boards():
    """There is no average over n = 0 boards."""
    for average in (lambda boards: density(boards, LIFE), densities, require_boards):
        with pytest.raises(InvalidParameter, match="no average over n = 0 boards"):
            average([])


def test_boards_of_several_sizes():
    """The first board of another size is named, and what is no board."""
    with pytest.raises(InvalidParameter, match="board 2 is '1 x 3': expected 1 x 2, as board 0"):
        density([life_board("o."), life_board(".."), life_board("...")], LIFE)
    with pytest.raises(InvalidParameter, match=r"board 1 is '\.\.': expected a Board"):
        densities([life_board("o."), ".."])


@pytest.mark.parametrize(
    ("counts", "about"),
    [
        ([[1, 2], [3]], "row 1 is"),
        ([[1, -2]], "row 0, column 1 is -2: expected a count, an int >= 0"),
        ([[1, 0.5]], "row 0, column 1 is 0.5"),
        ([[True]], "row 0, column 0 is True"),
        ([], "at least one row"),
        ([[]], "at least one row"),
        (3, "rows of counts"),
    ],
)
def test_malformed_counts(counts, about):
    """What is no rectangle of counts is refused, with its place."""
    with pytest.raises(MalformedDensity, match=about):
        Density(counts)


@pytest.mark.parametrize("samples", [0, -1, 1.0, True])
def test_samples_are_at_least_one(samples):
    """A density is an average over some boards."""
    with pytest.raises(InvalidParameter, match="samples is"):
        Density([[1]], samples)


def test_arrays():
    """Counts go to an array and back; floats are taken exactly, by a common denominator."""
    found = Density([[1, 0], [2, 5]], samples=4)

    assert Density.from_array(found.array(), 4) == found
    assert Density.from_array(numpy.array([[0.5, 0.25]])) == Density([[2, 1]], samples=4)
    assert Density.from_array(numpy.array([[0.1]]))[0, 0] == Fraction(0.1)
    assert Density.from_masses([[Fraction(1, 2), Fraction(1, 3), 1]], 2) == Density([[3, 2, 6]], samples=12)


@pytest.mark.parametrize(
    ("array", "about"),
    [
        (numpy.array([[1.0, -0.5]]), "row 0, column 1 is -0.5: expected a finite mass"),
        (numpy.array([[1.0], [numpy.nan]]), "row 1, column 0 is nan"),
        (numpy.array([[numpy.inf]]), "row 0, column 0 is inf"),
        (numpy.array([[-1]]), "row 0, column 0 is -1"),
        (numpy.array([1.0]), "two dimensions"),
        (numpy.array([["a"]]), "of numbers"),
        ([[1.0]], "a numpy array"),
    ],
)
def test_malformed_arrays(array, about):
    """Masses that are negative or not finite are refused with their place, and what is no such array."""
    with pytest.raises(MalformedDensity, match=about):
        Density.from_array(array)


def test_malformed_masses():
    """Masses are exact and at least 0."""
    with pytest.raises(MalformedDensity, match=r"row 0, column 1 is 0\.5: expected an int or a Fraction"):
        Density.from_masses([[1, 0.5]])
    with pytest.raises(MalformedDensity, match="row 0, column 0 is Fraction"):
        Density.from_masses([[Fraction(-1, 2)]])


def test_grids_of_two_sizes():
    """Densities are compared on grids of one size."""
    require_comparable(Density([[1, 2]]), Density([[0, 0]], samples=3))
    with pytest.raises(InvalidParameter, match="second density is '2 x 1': expected 1 x 2, as the first"):
        require_comparable(Density([[1, 2]]), Density([[1], [2]]))
