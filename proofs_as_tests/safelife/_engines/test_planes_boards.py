"""Boards and their bit planes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife._engines.planes.boards import BITS, OTHERS, TRAITS, PackedBoard, bits_of, frame_of, stacked
from formal_rl.safelife.board import ALIVE, DESTRUCTIBLE, GREATEST_CELL, LIFE, WALL, Board
from formal_rl.safelife.board.cells import BLUE, RED

ANY_CELL = st.integers(0, GREATEST_CELL)


@st.composite
def boards(draw, cells=ANY_CELL):
    """Boards of sides 1 to 6."""
    width = draw(st.integers(1, 6))
    return Board(draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=6)))


def test_every_bit_has_one_plane():
    """Alive, four traits and eleven others are the sixteen bits."""
    assert sorted([ALIVE, *TRAITS, *OTHERS]) == list(BITS) == [1 << bit for bit in range(16)]


@given(boards(st.sampled_from([0, LIFE, WALL | RED])), boards(st.sampled_from([0, LIFE, WALL | RED])))
def test_equal_exactly_if_the_boards_are(one, other):
    """Equality and hash are those of the boards."""
    first, second = PackedBoard.from_board(one), PackedBoard.from_board(other)

    assert (first == second) is (one == other)
    assert hash(first) == hash(PackedBoard.from_board(Board(one.rows)))


@pytest.mark.parametrize("bit", BITS)
def test_one_bit_differs(bit):
    """A board that differs in one bit, of a living cell or of a dead one, is another."""
    for cell in (ALIVE | DESTRUCTIBLE | RED, WALL | BLUE):
        one, other = Board([[0, cell]]), Board([[0, cell ^ bit]])
        assert PackedBoard.from_board(one) != PackedBoard.from_board(other)


def test_bits_of_stacked_planes():
    """What was stacked can be read, plane by plane."""
    frame = frame_of(2, 3)
    stack = stacked([0b1, 0b100_00000], frame)

    assert bits_of(stack, 2, frame).tolist() == [[[1, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 1]]]
