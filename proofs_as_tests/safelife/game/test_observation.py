"""What an agent sees: by hand, round the torus, and the pair."""

import numpy
import pytest

from formal_rl.checking import Scope
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import PackedGame
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife.board import CRATE, EXIT, LIFE, WALL
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER
from formal_rl.safelife.game import Level, start, view
from formal_rl.statements.wainwright_2019.packed_game_pairs import SAFELIFE_PACKED_GAME_PAIRS, ViewPair

OPEN_PLAYER = PLAYER | EXIT
"""An agent of whom nothing is asked: it may leave."""

VIEW_PAIR = SAFELIFE_PACKED_GAME_PAIRS[1]
CORNER = Level(
    board_of(4, 5, [((0, 0), PLAYER), ((0, 1), CRATE), ((3, 4), LIFE), ((2, 2), WALL)]),
    board_of(4, 5, [((3, 0), BLUE), ((2, 2), BLUE)]),
)


def _forms(level):
    return (
        lambda *arguments: view(start(level), *arguments),
        lambda *arguments: view_packed(PackedGame(level).start(), *arguments),
    )


def test_a_view_by_hand():
    """The agent is in the middle, and what is over the edge is seen."""
    for form in _forms(CORNER):
        seen = form(0, 3, 3)
        assert seen.dtype == numpy.uint16
        assert seen.tolist() == [
            [[LIFE, 0, 0], [0, OPEN_PLAYER, CRATE], [0, 0, 0]],
            [[0, BLUE, 0], [0, 0, 0], [0, 0, 0]],
        ]
        assert form(0, 1, 2).tolist() == [[[0, OPEN_PLAYER]], [[0, 0]]]


def test_a_view_larger_than_the_board_repeats_it():
    """Of 15 x 15, as without sizes, each cell of a board of 4 x 5 is seen several times."""
    for form in _forms(CORNER):
        seen = form(0)
        assert seen.shape == (2, 15, 15)
        assert seen[0, 7, 7] == seen[0, 3, 12] == OPEN_PLAYER
        assert (seen[0] == OPEN_PLAYER).sum() == 3 * 3


def test_what_is_seen_may_be_written_to():
    """A view is a new array: to change it changes no game."""
    state = PackedGame(CORNER).start()
    view_packed(state, 0)[:] = 7

    assert (view_packed(state, 0) == view(start(CORNER), 0)).all()


@pytest.mark.parametrize(
    ("arguments", "name"), [((1,), "agent"), ((-1,), "agent"), ((0, 0), "height"), ((0, 3, 2.5), "width")]
)
def test_no_agent_and_no_size(arguments, name):
    """What there is not is named."""
    for form in _forms(CORNER):
        with pytest.raises(InvalidParameter, match=f"^{name} is"):
            form(*arguments)


def test_the_pair_is_equal():
    """Views of drawn levels are the same, of parts of the board and of more than it."""
    (part,) = VIEW_PAIR.parts(Scope(profile="quick"))

    assert part.refutation is None
    assert all(part.branches.values())


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
    """The pair looks at the cells, the agent and the type."""
    (part,) = ViewPair("view_packed", view, wrong).parts(Scope(profile="quick"))

    assert part.refutation is not None
