"""Many games in lockstep: each is, step by step, what it is when it is played alone."""

from random import Random

import numpy
import pytest

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife import BatchLevels, start_batch, step_batch
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.game import play_batch_packed
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import ACTIONS, Level, points, start, step
from formal_rl.safelife.levels import SHIPPED_KINDS, shipped_level
from formal_rl.seeded_draws import SeededDraws


def _level(*cells, goals=(), size=(3, 4), **numbers):
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_shipped_levels(kind):
    """Three of each kind, of which one twice with other draws, for 50 steps."""
    levels = [shipped_level(f"{kind}-{number}") for number in (0, 7, 12, 0)]
    draws = [SeededDraws(seed) for seed in range(4)]
    batch, generator = BatchLevels.of(levels), Random(kind)
    state, known = start_batch(batch), batch.draws(draws)
    alone = [start(level) for level in levels]
    for _ in range(50):
        actions = numpy.array([[generator.randrange(len(ACTIONS)) for _ in levels]])
        state, rewards = step_batch(batch, state, actions, known)
        for number, level in enumerate(levels):
            chosen = tuple(actions[:, number].tolist())
            alone[number], expected = step(level, alone[number], chosen, draws[number], advance=advance_packed)
            assert tuple(rewards[:, number].tolist()) == expected
        assert state.draws_read.tolist() == [each.draws_read for each in alone]
        assert state.locations.transpose(2, 1, 0).tolist() == [list(map(list, each.locations)) for each in alone]
        assert state.in_play.T.tolist() == [list(each.in_play) for each in alone]
        assert state.points[0].tolist() == [points(level, each, 0) for level, each in zip(levels, alone, strict=True)]
        assert numpy.array_equal(state.boards.array(), numpy.stack([each.board.array() for each in alone]))
        assert numpy.array_equal(state.goals.array(), numpy.stack([each.goals.array() for each in alone]))
    assert state.steps.tolist() == [50] * 4


# --- Actions ---


# --- Points ---


# --- Games by hand ---


# --- Beginning anew ---


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


# --- The comparison can say no ---
