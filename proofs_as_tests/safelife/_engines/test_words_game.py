"""Many games in lockstep: levels and actions that are refused."""

import numpy
import pytest

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife import BatchLevels, start_batch, step_batch
from formal_rl.safelife._engines.words.game import play_batch_packed
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import Level, start, step


def _level(*cells, goals=(), size=(3, 4), **numbers):
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


# --- Values and errors ---


def test_levels_that_are_no_batch():
    """None, two sizes, other numbers of agents, or tables that pay too much."""
    one, two = ((0, 0), PLAYER), ((2, 2), PLAYER)
    great = [[[0] * 8 + [2**60]] * 8]
    for levels, said in (
        ([], "levels"),
        ([_level(one), _level(one, size=(4, 4))], "level 1 is '4 x 4 cells'"),
        ([_level(one), _level(one, two)], "level 1, number of agents is 2"),
        ([_level(one, tables=great)], "level 0, points table, its greatest entry"),
    ):
        with pytest.raises(InvalidParameter, match=said):
            BatchLevels.of(levels)


def test_actions_that_are_none():
    """Another shape or type, or no action of the nine; the index is that of the agent."""
    one, two = ((0, 0), PLAYER), ((2, 2), PLAYER)
    level = _level(one, two)
    batch = BatchLevels.of([level] * 3)
    state, draws = start_batch(batch), batch.draws([()] * 3)
    for actions in (numpy.zeros((3, 2), dtype=int), numpy.zeros((2, 3)), [[0] * 3] * 2):
        with pytest.raises(InvalidParameter, match="actions"):
            step_batch(batch, state, actions, draws)
    for wrong in (-1, 9):
        actions = numpy.array([[0, 0, 0], [0, wrong, 0]])
        with pytest.raises(ActionOutOfRange) as at_once:
            step_batch(batch, state, actions, draws)
        with pytest.raises(ActionOutOfRange) as alone:
            step(level, start(level), (0, wrong))
        assert str(at_once.value) == str(alone.value)
    for joint in ([[[0, 0], [0]]], [[[0, 0]]], [[[0] * 3] * 2], [[["a", 0]] * 3]):
        with pytest.raises(InvalidParameter, match="actions"):
            play_batch_packed([level] * 3, joint, [()] * 3)
    with pytest.raises(InvalidParameter, match="draws is 2"):
        batch.draws([()] * 2)
