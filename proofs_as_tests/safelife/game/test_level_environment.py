"""A level as an ordinary environment: worked by hand, its errors, and the form that carries the game forward."""

import pytest

from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter
from formal_rl.safelife.board import LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER, RED, SPAWNER
from formal_rl.safelife.game import Level, level_environment

RED_DOT = Level(board_of(3, 3, [((1, 1), PLAYER), ((0, 1), LIFE | RED)]), Board.empty(3, 3))
"""A red dot above the agent: removing it pays 1."""


def test_actions_beyond_the_nine_and_too_few_draws():
    """The index of the action in the play is named, and the draw that is missing."""
    environment = level_environment(RED_DOT)
    first = environment(())
    with pytest.raises(ActionOutOfRange, match="element 3 is action 9, but this environment has 9 actions"):
        environment((first, 0, environment((first, 0)), 9))
    spawning = Level(board_of(5, 5, [((0, 0), PLAYER), ((2, 3), SPAWNER)]), Board.empty(5, 5))
    with pytest.raises(DrawsExhausted, match="draw 1 is needed"):
        level_environment(spawning, (0.5,))((first, 0))


@pytest.mark.parametrize("agents", [(), ((0, 0), (1, 1))])
def test_a_level_of_one_agent(agents):
    """An environment has one agent."""
    level = Level(board_of(3, 3, [(place, PLAYER) for place in agents]), Board.empty(3, 3))
    with pytest.raises(InvalidParameter):
        level_environment(level)
