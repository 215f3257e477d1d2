"""Boards: rows of cells on a torus, and what is none, with its row and column."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import MalformedBoard
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import GREATEST_CELL

SIDES = st.integers(1, 5)


@st.composite
def boards(draw):
    """Boards of any cells, sides of 1 to 5."""
    width = draw(SIDES)
    row = st.lists(st.integers(0, GREATEST_CELL), min_size=width, max_size=width)
    return Board(draw(st.lists(row, min_size=1, max_size=5)))


@pytest.mark.parametrize(
    ("rows", "row", "column", "expected"),
    [
        ([], None, None, "at least one row"),
        ([[]], None, None, "at least one row of at least one cell"),
        ([[], [1]], None, None, "at least one row of at least one cell"),
        (7, None, None, "rows of cells"),
        ([[1, 2], 3], None, None, "rows of cells"),
        ([[1, 2], [3]], 1, None, "2 cells, as in row 0"),
        ([[1, 2], [3, 4], [5, 6, 7]], 2, None, "2 cells, as in row 0"),
        ([[1, 2], [3, -1]], 1, 1, "an int from 0 to 65535"),
        ([[1, 65536]], 0, 1, "no flags beyond sixteen bits"),
        ([[1], [True]], 1, 0, "an int"),
        ([[1], [2], [9.0]], 2, 0, "an int"),
        (["ab"], 0, 0, "an int"),
        ([[0, None]], 0, 1, "an int"),
    ],
)
def test_a_malformed_board_names_its_place(rows, row, column, expected):
    """What is no rectangle of cells is refused, with row and column where one place is at fault."""
    with pytest.raises(MalformedBoard) as caught:
        Board(rows)

    assert (caught.value.row, caught.value.column) == (row, column)
    assert expected in str(caught.value)
    assert "the board is" in str(caught.value) if row is None else f"row {row}" in str(caught.value)


@pytest.mark.parametrize(
    ("array", "row", "column"),
    [
        (numpy.zeros(4, dtype=numpy.uint16), None, None),
        (numpy.zeros((2, 2, 2), dtype=numpy.uint16), None, None),
        (numpy.zeros((2, 2), dtype=float), None, None),
        (numpy.zeros((2, 2), dtype=bool), None, None),
        (numpy.zeros((2, 2), dtype=object), None, None),
        (numpy.zeros((0, 2), dtype=numpy.uint16), None, None),
        (numpy.zeros((2, 0), dtype=numpy.uint16), None, None),
        (numpy.array([[0, 1], [2, -3]]), 1, 1),
        (numpy.array([[0, 65536], [65537, 0]], dtype=numpy.uint32), 0, 1),
    ],
)
def test_a_malformed_array_is_refused(array, row, column):
    """An array of another shape or type, or of what is no cell, is refused."""
    with pytest.raises(MalformedBoard) as caught:
        Board.from_array(array)

    assert (caught.value.row, caught.value.column) == (row, column)


@given(board=boards(), dtype=st.sampled_from([numpy.uint16, numpy.int32, numpy.uint32, numpy.int64, numpy.uint64]))
def test_boards_and_arrays_round_trip(board, dtype):
    """A board is read back from its array, of any type of whole numbers that can hold it."""
    array = board.array()

    assert (array.shape, array.dtype) == ((board.height, board.width), numpy.uint16)
    assert Board.from_array(array.astype(dtype)) == board
    array[0, 0] ^= 1
    assert Board.from_array(array) != board


@given(board=boards(), row=st.integers(-20, 20), column=st.integers(-20, 20))
def test_the_board_is_a_torus(board, row, column):
    """Every pair of ints is a location, taken modulo the size."""
    place = board.wrapped((row, column))

    assert place in set(board.locations())
    assert board[row, column] == board[place] == board.rows[place[0]][place[1]]
    assert board[row + board.height, column - board.width] == board[row, column]
    changed = board.with_cells({(row, column): board[row, column] ^ 1})
    assert [each for each in board.locations() if changed[each] != board[each]] == [place]


@given(board=boards())
def test_boards_are_values(board):
    """Equal boards are equal keys, whatever rows they were made of."""
    again = Board([list(row) for row in board.rows])

    assert again == board
    assert {board: 1}[again] == 1
    assert board.with_cells({}) == board


def test_boards_by_hand():
    """Locations count from the top left, rows first."""
    board = board_of(2, 3, [((0, 2), 5), ((1, 0), 7), ((-1, -1), 8)])

    assert board.rows == ((0, 0, 5), (7, 0, 8))
    assert (board.height, board.width) == (2, 3)
    assert list(board.locations()) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert (board[0, 2], board[1, 0], board[-2, -1], board[3, 3]) == (5, 7, 5, 7)
    assert Board.empty(1, 2).rows == ((0, 0),)
    with pytest.raises(AttributeError):
        board.rows = ()


def test_putting_an_invalid_cell_raises():
    """Putting what is no cell onto a board names the location, on the board."""
    with pytest.raises(MalformedBoard, match="row 1, column 0 is 65536"):
        Board.empty(2, 2).with_cells({(3, 2): 65536})
