"""Cell types: which cells are one type in each reading, which are compared, and the names of the readings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import UnknownName
from formal_rl.safelife.board import AGENT, COLOURS, Board
from formal_rl.safelife.board.cells import GREATEST_CELL
from formal_rl.safelife.side_effects.cell_types import (
    READINGS,
    compared_paper,
    compared_published,
    find_reading,
    is_life,
    is_life_of,
    life_of,
)

CELLS = st.integers(0, GREATEST_CELL)


@given(CELLS)
def test_life_has_one_colour(cell):
    """A cell of life is life of just one colour, and that of the type that stands for it."""
    colours = [colour for colour in range(len(COLOURS)) if is_life_of(colour, cell)]
    assert len(colours) == is_life(cell)
    assert all(is_life_of(colour, life_of(colour)) and life_of(colour) & AGENT == 0 for colour in colours)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), min_size=2, max_size=2))
def test_the_types_of_the_paper_fill_the_board(rows):
    """Every location is of just one of the types, so that the densities of all of them add up to 1."""
    board = Board(rows)
    found = compared_paper(board, board, [board], [board])

    assert sum(each.inaction.array() for each in found).tolist() == [[1, 1], [1, 1]]
    assert all(each.inaction == each.action for each in found)


def test_the_readings_by_name():
    """There are two, and another name is refused with the nearest."""
    assert dict(READINGS) == {"paper": compared_paper, "published": compared_published}
    assert find_reading("paper") is compared_paper
    with pytest.raises(UnknownName, match="no reading of cell types 'publish'; did you mean published"):
        find_reading("publish")
