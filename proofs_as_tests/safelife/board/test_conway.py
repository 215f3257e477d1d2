"""Conway's rule by the letter: still lifes, oscillators, gliders, and what is refused."""

from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, MalformedBoard
from formal_rl.safelife.board import LIFE, Board, advance, is_still, life_step, living_neighbours, period
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import TREE
from formal_rl.safelife.board.conway import GLIDER, OSCILLATORS, STILL_LIFES, life_board, life_cell
from formal_rl.safelife.game import Symmetry

LIVING = st.lists(st.lists(st.sampled_from([0, LIFE]), min_size=7, max_size=7), min_size=1, max_size=7).map(Board)


@pytest.mark.statement("W19-life")
@pytest.mark.parametrize("neighbours", range(9))
def test_the_three_rules(neighbours):
    """Birth with three, survival with two or three, and nothing else."""
    assert life_cell(0, neighbours) == (LIFE if neighbours == 3 else 0)
    assert life_cell(LIFE, neighbours) == (LIFE if neighbours in {2, 3} else 0)


@pytest.mark.statement("W19-life")
@pytest.mark.parametrize("name", STILL_LIFES)
def test_still_lifes(name):
    """They stay, by Conway's rule and by the rule of cells."""
    assert is_still(STILL_LIFES[name])
    assert is_still(STILL_LIFES[name], lambda board: advance(board).board)
    assert period(STILL_LIFES[name]) == 1


@pytest.mark.statement("W19-life")
@pytest.mark.parametrize("name", OSCILLATORS)
def test_oscillators(name):
    """They come back after their period, and not before."""
    board, steps = OSCILLATORS[name]

    assert period(board) == period(board, lambda board: advance(board).board) == steps
    assert not is_still(board)


@pytest.mark.statement("W19-life")
@pytest.mark.parametrize(("height", "width"), [(5, 5), (5, 7), (6, 6), (6, 9)])
def test_a_glider_goes_round_the_torus(height, width):
    """It moves by a place down and to the right in four steps, and comes back on a torus of any size."""
    glider = board_of(height, width, ((place, LIFE) for place in GLIDER.find(LIFE)))
    after = glider
    for _ in range(4):
        after = life_step(after)

    assert after == Symmetry(translation=(1, 1)).board(glider)
    assert period(glider) == 4 * lcm(height, width)


def test_neighbours_by_hand():
    """The cell itself does not count; on short sides neighbours are met again."""
    board = life_board("oo. .o. ...")

    assert [living_neighbours(board, place) for place in board.locations()] == [2, 2, 3, 3, 2, 3, 3, 3, 3]
    assert living_neighbours(life_board("o."), (0, 0)) == 2
    assert living_neighbours(life_board("o."), (0, 1)) == 6
    assert living_neighbours(life_board("o"), (0, 0)) == 8


def test_what_is_neither_life_nor_empty_is_refused():
    """Conway's rule is for boards of life; another cell is named."""
    with pytest.raises(MalformedBoard, match="row 1, column 2 is 17: expected life"):
        life_step(board_of(2, 3, [((1, 2), TREE)]))


def test_pictures_of_life():
    """Each word is a row; another sign, or another length, is named."""
    assert life_board("o.\n.o").rows == ((9, 0), (0, 9))
    with pytest.raises(MalformedBoard, match="row 1, column 0 is 'x'"):
        life_board("o. xo")
    with pytest.raises(MalformedBoard, match="row 1"):
        life_board("o. o")
    with pytest.raises(MalformedBoard, match="at least one row"):
        life_board("")


def test_what_does_not_come_back_has_no_period():
    """One alone dies and never comes back; a search that is too short says so."""
    assert period(life_board("... .o. ...")) is None
    with pytest.raises(InvalidParameter, match="most is 3"):
        period(GLIDER, most=3)


@pytest.mark.statement("W19-life")
@given(board=LIVING)
def test_the_rule_of_cells_is_conways_on_life(board):
    """Beyond the exhausted sizes: three steps of either rule are the same."""
    for _ in range(3):
        after = life_step(board)
        assert advance(board).board == after
        board = after
