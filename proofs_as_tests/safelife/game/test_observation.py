"""What an agent sees is an array of its own, and a wrong view is found."""

import numpy
import pytest

from formal_rl.checking import Scope
from formal_rl.safelife import PackedGame
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife.board import CRATE, LIFE, WALL
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER
from formal_rl.safelife.game import Level, start, view
from formal_rl.statements.wainwright_2019.game_pairs import games

CORNER = Level(
    board_of(4, 5, [((0, 0), PLAYER), ((0, 1), CRATE), ((3, 4), LIFE), ((2, 2), WALL)]),
    board_of(4, 5, [((3, 0), BLUE), ((2, 2), BLUE)]),
)


def test_what_is_seen_may_be_written_to():
    """A view is a new array: to change it changes no game."""
    state = PackedGame(CORNER).start()
    view_packed(state, 0)[:] = 7

    assert (view_packed(state, 0) == view(start(CORNER), 0)).all()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda state, agent, height, width: view_packed(state, agent, height, width)[:, ::-1],
        lambda state, agent, height, width: view_packed(state, 0, height, width),
        lambda state, agent, height, width: view_packed(state, agent, height, width).astype(numpy.int64),
    ],
    ids=["upside down", "of the first agent", "other numbers"],
)
def test_a_wrong_view_is_found(wrong):
    """The comparison looks at the cells, the agent and the type."""
    assert games(Scope(), seen_packed=wrong).refutation is not None
