"""Boards as text: every board is read back, and what cannot be read is named with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import MalformedLayout
from formal_rl.safelife import format_board, parse_board
from formal_rl.safelife.board import Board, turned
from formal_rl.safelife.board.cells import GREATEST_CELL, NAMED_CELLS, PLAYER, coloured
from formal_rl.safelife.board.text import format_cell

COMMON = [*NAMED_CELLS.values(), *(turned(PLAYER, number) for number in range(4))]
CELLS = st.integers(0, GREATEST_CELL) | st.sampled_from(COMMON)


@st.composite
def boards(draw):
    """Boards of up to 6 by 6 cells, any cells at all."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return Board(draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=height, max_size=height)))


@given(board=boards())
def test_boards_round_trip(board):
    """A board is read back from its text."""
    assert parse_board(format_board(board)) == board


def test_every_cell_round_trips():
    """All 65536 cells have tokens of their own, and each is read back from its token."""
    tokens = {format_cell(cell) for cell in range(GREATEST_CELL + 1)}
    board = Board([range(row * 256, (row + 1) * 256) for row in range(256)])

    assert len(tokens) == GREATEST_CELL + 1
    assert parse_board(format_board(board)) == board


def test_a_board_by_hand():
    """Symbols, colours, players and numbers stand for what they say; the columns are aligned."""
    board = parse_board(". o O #\nT Pg C I\nS Hy Er F\nZr W ^ >!g\n.b .k x4001 x00FF")

    assert board.rows == (
        (0, 9, 1, 16),
        (17, coloured(32789, "green"), 32788, 32884),
        (152, coloured(144, "yellow"), 272 | 512, 48),
        (85 | 512, 53, 122, 122 | 256 | 1024 | 4096),
        (2048, 0, 0x4001, 255),
    )
    assert format_board(board).splitlines() == [
        ".  o  O     #",
        "T  Pg C     I",
        "S  Hy Er    F",
        "Zr W  ^     >!g",
        ".b .  x4001 x00ff",
    ]


@pytest.mark.parametrize(
    ("text", "row", "column", "value", "expected"),
    [
        ("", None, None, "", "at least one row"),
        (" \n\n", None, None, "", "at least one row"),
        (". q", 1, 2, "q", "a cell: one of . o O #"),
        ("\n. .\n. ogg", 3, 2, "ogg", "a cell"),
        (". oq", 1, 2, "oq", "r g y b m c w"),
        ("o!", 1, 1, "o!", "for a player that may leave !"),
        ("x123", 1, 1, "x123", "four hexadecimal digits"),
        ("x12345", 1, 1, "x12345", "four hexadecimal digits"),
        ("x12g4", 1, 1, "x12g4", "four hexadecimal digits"),
        ("x+1_2", 1, 1, "x+1_2", "four hexadecimal digits"),
        ("x１２３４", 1, 1, "x１２３４", "four hexadecimal digits"),
        (". .\n. . .", 2, None, ". . .", "2 cells, as in the first row, found 3"),
    ],
)
def test_malformed_boards_name_their_place(text, row, column, value, expected):
    """What cannot be read is named with row, column and token."""
    with pytest.raises(MalformedLayout) as caught:
        parse_board(text)

    assert (caught.value.row, caught.value.column, caught.value.value) == (row, column, value)
    assert expected in str(caught.value)
