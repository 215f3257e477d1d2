"""Boards and their bit planes."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife._engines.planes.boards import BITS, OTHERS, TRAITS, PackedBoard, bits_of, frame_of, stacked
from formal_rl.safelife.board import ALIVE, DESTRUCTIBLE, EXIT, FROZEN, GREATEST_CELL, LIFE, WALL, Board
from formal_rl.safelife.board.cells import BLUE, PRESERVING, RED, SPAWNER

ANY_CELL = st.integers(0, GREATEST_CELL)


@st.composite
def boards(draw, cells=ANY_CELL):
    """Boards of sides 1 to 6."""
    width = draw(st.integers(1, 6))
    return Board(draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=6)))


def test_every_bit_has_one_plane():
    """Alive, four traits and eleven others are the sixteen bits."""
    assert sorted([ALIVE, *TRAITS, *OTHERS]) == list(BITS) == [1 << bit for bit in range(16)]


def test_a_frame_by_hand():
    """Rows of 3 places in 5, two rows in four; over the edges are seen the places 1 to 3 and the columns."""
    frame = frame_of(2, 3)

    assert (frame.stride, frame.plane, frame.turn) == (5, 20, 10)
    assert frame.everywhere == 0b00111_00111
    assert frame.first_row == 0b01110_00000
    assert frame.left_margin == 0b00001_00001_00001_00001
    assert frame.first_column == 2 * frame.left_margin
    for four, one in (
        (frame.first_rows, frame.first_row),
        (frame.top_margins, 0b01110),
        (frame.first_columns, frame.first_column),
        (frame.left_margins, frame.left_margin),
    ):
        assert four == sum(one << 20 * number for number in range(4))


def test_planes_by_hand():
    """What lives is apart from what does not; bit 4 is the place at the second row's end, 3 is empty."""
    packed = PackedBoard.from_board(Board([[LIFE | RED, WALL | BLUE], [0, ALIVE | PRESERVING]]))

    assert packed.alive == 0b10_0001
    assert packed.traits == 0b1 | 0b1 << 2 * 16  # destructible, red; a plane is 4 rows of 4
    assert packed.scenery.dead_traits == 0b10 << 3 * 16
    assert packed.scenery.plane_of(FROZEN) == 0b10
    assert packed.scenery.plane_of(PRESERVING) == 0b10_0000
    assert packed.scenery.loose == 0b10_0000
    assert packed.planes()[BLUE] == 0b10
    assert not packed.may_draw


def test_what_the_scenery_knows_by_hand():
    """On a row of five with a red spawner: three places may spawn, none next to an inhibiting cell may live."""
    scenery = PackedBoard.from_board(Board([[SPAWNER | RED, 0, 0, 64, 0]])).scenery

    assert scenery.stays == 0b00001
    assert scenery.may_live == 0b00010
    assert scenery.may_spawn == 0b00010
    assert scenery.spawned_traits == 0b10011 << 2 * 21
    assert PackedBoard.from_board(Board([[EXIT | ALIVE, EXIT]])).scenery.living_exits == 0b01


@given(boards())
def test_boards_come_back(board):
    """Packing loses nothing, and adds nothing."""
    packed = PackedBoard.from_board(board)

    assert packed.to_board() == board
    assert numpy.array_equal(packed.array(), board.array())
    assert PackedBoard.from_array(board.array()) == packed
    assert packed.planes().keys() == set(BITS)


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
