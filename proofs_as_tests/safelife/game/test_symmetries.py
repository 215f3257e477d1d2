"""The symmetries of the torus are a group, and the dynamics commute with them."""

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife.board import Board, turned
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game.actions import DIRECTIONS
from formal_rl.safelife.game.symmetries import SYMMETRIES, Symmetry
from formal_rl.statements.wainwright_2019.dynamics import drawn_board
from proofs_as_tests.rows import each_row_of, refused

ANY = st.builds(Symmetry, st.integers(0, 3), st.booleans(), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
BOARDS = st.builds(drawn_board, st.integers(0, 10**9).map(Random), st.integers(1, 6), st.integers(1, 6))
ALL_DIFFERENT = Board([[1, 4, 5], [8, 9, 12], [turned(PLAYER, 1), 16, 17]])


def test_the_eight_are_a_group():
    """They differ, the first does nothing, and of two, one after the other, is another of them."""
    images = {of.board(ALL_DIFFERENT) for of in SYMMETRIES}

    assert len(SYMMETRIES) == len(images) == 8
    assert SYMMETRIES[0].board(ALL_DIFFERENT) == ALL_DIFFERENT
    for first, second in product(SYMMETRIES, repeat=2):
        both = second.board(first.board(ALL_DIFFERENT))
        (of,) = [each for each in SYMMETRIES if each.board(ALL_DIFFERENT) == both]
        assert [of.action(action) for action in range(9)] == [
            second.action(first.action(action)) for action in range(9)
        ]


@given(of=ANY)
def test_directions_are_turned_along(of):
    """What is ahead of an agent is, turned, ahead of the turned agent."""
    height, width = 5, 7
    sides = (width, height) if of.quarter_turns % 2 else (height, width)
    for orientation, (down, right) in enumerate(DIRECTIONS):
        row, column = of.location((2, 3), height, width)
        further_down, further_right = DIRECTIONS[of.orientation(orientation)]
        ahead = (row + further_down) % sides[0], (column + further_right) % sides[1]
        assert of.location((2 + down, 3 + right), height, width) == ahead


@given(board=BOARDS, of=ANY)
def test_no_cell_is_lost(board, of):
    """A symmetry puts each cell at the location that it names, and nothing else anywhere."""
    image = of.board(board)

    assert len({of.location(place, board.height, board.width) for place in board.locations()}) == len(
        list(image.locations())
    )
    for place in board.locations():
        assert image[of.location(place, board.height, board.width)] == of.cell(board[place])


@each_row_of(
    refused(ActionOutOfRange, Symmetry(1).action, (9,), (-1,), (True,)),
    refused(InvalidParameter, Symmetry, (4,), (-1,), (True,)),
)
def test_there_are_nine_actions_and_four_turns(row):
    """Others are refused, as is True for 1."""
    row()
