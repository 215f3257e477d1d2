"""What an agent sees is an array of its own, cells follow any states, and a wrong view is found."""

import pickle
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife._engines.planes.observation import CellsInPlaces, view_packed, views_packed
from formal_rl.safelife.board import CRATE, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER
from formal_rl.safelife.game import Level, start, view
from formal_rl.statements.wainwright_2019.drawn_levels import level_of_flags, level_of_kinds

CORNER = Level(
    board_of(4, 5, [((0, 0), PLAYER), ((0, 1), CRATE), ((3, 4), LIFE), ((2, 2), WALL)]),
    board_of(4, 5, [((3, 0), BLUE), ((2, 2), BLUE)]),
)


def test_observations_are_writable():
    """A view is a new array: to change it changes no game."""
    state = PackedGame(CORNER).start()
    view_packed(state, 0)[:] = 7

    assert (view_packed(state, 0) == view(start(CORNER), 0)).all()


@given(st.integers(min_value=0), st.sampled_from([level_of_kinds, level_of_flags]))
def test_cells_follow_games(seed, made):
    """Through the states of drawn games in any order, again and again; of a copy, too, which is on its own."""
    chosen = Random(seed)
    sizes = (chosen.randint(3, 6), chosen.randint(3, 9), 1) if made is level_of_kinds else ()
    game, draws = PackedGame(made(chosen, *sizes)), HashedDraws(seed)
    states = [game.start()]
    for _ in range(8):
        states.append(game.step(states[-1], [chosen.randrange(9) for _ in game.level.agents], draws).state)
    cells = CellsInPlaces(states[0].board.frame)
    for each in (cells, cells, deepcopy(cells), pickle.loads(pickle.dumps(cells))):
        shown = chosen.choices(states, k=12)
        seen = [views_packed([(each, state, ())], 0, None)[0].transpose(2, 0, 1) for state in shown]
        assert [tuple(map(Board.from_array, boards)) for boards in seen] == [state.to_state()[:2] for state in shown]


@pytest.mark.parametrize("wrong", [(1, 3, 3), (-1, 3, 3), (False, 3, 3), (0, 0, 3), (0, 3, 0), (0, 3, 2.5)])
def test_views_that_are_none(wrong):
    """The agent is one of the level's, and both sides are ints of at least 1."""
    for form, state in ((view, start(CORNER)), (view_packed, PackedGame(CORNER).start())):
        with pytest.raises(InvalidParameter):
            form(state, *wrong)
