"""The symmetries of the torus are a group, and the dynamics commute with them."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife.board import AGENT, CRATE, LIFE, WALL, Board, advance, turned
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import ACTIONS, DIRECTIONS, SYMMETRIES, Symmetry, act, translations
from formal_rl.statements.wainwright_2019.equivariance import upright
from formal_rl.statements.wainwright_2019.pairs import drawn_board

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


def test_translations_are_all_there_are():
    """There are as many as cells, each of another image; the first does nothing."""
    moved = [of.board(board_of(2, 3, [((0, 0), LIFE)])).find(LIFE) for of in translations(2, 3)]

    assert moved == [((0, 0),), ((0, 1),), ((0, 2),), ((1, 0),), ((1, 1),), ((1, 2),)]


def test_symmetries_by_hand():
    """A turn puts the first row last among columns, clockwise; a mirror swaps left and right; agents turn along."""
    assert Symmetry(1).board(Board([[1, 4, 5], [8, 9, 12]])) == Board([[8, 1], [9, 4], [12, 5]])
    assert Symmetry(2).board(Board([[1, 4, 5], [8, 9, 12]])) == Board([[12, 9, 8], [5, 4, 1]])
    assert Symmetry(0, True).board(Board([[1, 4, 5], [8, 9, 12]])) == Board([[5, 4, 1], [12, 9, 8]])
    assert Symmetry(0, True).board(Board([[turned(PLAYER, 1), turned(WALL, 1)]])) == Board(
        [[turned(WALL, 1), turned(PLAYER, 3)]]
    )
    assert [Symmetry(1).action(action) for action in range(9)] == [0, 2, 3, 4, 1, 6, 7, 8, 5]
    assert [Symmetry(0, True).action(action) for action in range(9)] == [0, 1, 4, 3, 2, 5, 8, 7, 6]
    assert Symmetry(1, False, (1, 0)).location((0, 2), 2, 3) == (0, 1)


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


@pytest.mark.statement("W19-equivariance")
@given(board=BOARDS, of=ANY, probability=st.sampled_from([0, 1]))
def test_a_step_commutes(board, of, probability):
    """On drawn boards of all bits."""
    assert advance(of.board(board), probability).board == of.board(advance(board, probability).board)


@pytest.mark.statement("W19-equivariance")
@given(
    seed=st.integers(0, 10**9),
    sides=st.tuples(st.integers(3, 6), st.integers(3, 6)),
    of=ANY,
    action=st.integers(0, len(ACTIONS) - 1),
)
def test_an_action_commutes(seed, sides, of, action):
    """On drawn boards of all bits, with emptiness and crates about the agent."""
    generator = Random(seed)
    board = drawn_board(generator, *sides)
    board = board.with_cells(
        {place: generator.choice((0, CRATE)) for place in board.locations() if generator.random() < 0.6}
    ).with_cells({(0, 0): generator.choice((PLAYER, PLAYER | 256, PLAYER | 4, AGENT | 32768))})
    after, there = act(board, (0, 0), action)
    got, location = act(of.board(board), of.location((0, 0), *sides), of.action(action))

    assert upright(got) == upright(of.board(after))
    assert location == of.location(there, *sides)


@pytest.mark.parametrize("turns", [-1, 4, True, 1.0])
def test_what_is_no_number_of_turns_is_refused(turns):
    """There are four."""
    with pytest.raises(InvalidParameter, match="quarter_turns is"):
        Symmetry(turns)


@pytest.mark.parametrize("action", [-1, 9, True, "up"])
def test_what_is_no_action_is_refused(action):
    """There are nine."""
    with pytest.raises(ActionOutOfRange):
        Symmetry(1).action(action)
