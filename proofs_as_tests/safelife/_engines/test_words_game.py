"""Many games in lockstep: games that begin anew, and levels and actions that are refused."""

from random import Random

import numpy
import pytest

from formal_rl.agents import HashedDraws
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife import BatchLevels, restarted, start_batch, step_batch
from formal_rl.safelife._engines.words.game import GREATEST_POINTS, GameView, play_batch_packed
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER
from formal_rl.safelife.game import Level, start, step
from formal_rl.statements.wainwright_2019.agents import play_each
from formal_rl.statements.wainwright_2019.drawn_levels import level_of_kinds


def _level(*cells, goals=(), size=(3, 4), **numbers):
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


# --- Games that begin anew ---


@pytest.mark.parametrize("seed", range(4))
def test_games_that_begin_anew(seed):
    """Of three games two begin anew after three of six steps; each then is as if it were played alone."""
    random = Random(seed)
    levels = [level_of_kinds(random, 4, 4, 2) for _ in range(5)]
    draws = [HashedDraws(number) for number in range(5)]
    joint = [[[random.randrange(9) for _ in range(2)] for _ in range(5)] for _ in range(6)]
    batch = BatchLevels.of(levels[:3])
    state, known = start_batch(batch), batch.draws(draws[:3])
    for turn, actions in enumerate(joint):
        if turn == 3:
            batch, state = restarted(batch, state, {2: levels[3], 0: levels[4]})
            known.replace(2, levels[3].spawn_probability, draws[3])
            known.replace(0, levels[4].spawn_probability, draws[4])
        state, rewards = step_batch(batch, state, numpy.array(actions[:3]).T, known)
    for number, level, first in ((0, 4, 3), (1, 1, 0), (2, 3, 3)):
        chosen = [[actions[number]] for actions in joint[first:]]
        where = tuple(map(tuple, state.locations[:, :, number].T.tolist()))
        counts = int(state.steps[number]), int(state.draws_read[number])
        of_agents = (tuple(each[:, number].tolist()) for each in (state.points, state.in_play, rewards))
        seen = GameView(state.boards.boards()[number], state.goals.boards()[number], where, *counts, *of_agents)
        assert seen == play_each([levels[level]], chosen, [draws[level]])[0][-1]


def test_which_games_begin_anew():
    """None of two, one, or both; no other number, and no level of another size."""
    level, other = _level(((1, 0), PLAYER)), _level(((1, 0), PLAYER), size=(5, 5))
    batch = BatchLevels.of([level, level])
    state = step_batch(batch, start_batch(batch), numpy.array([[2, 4]]), batch.draws([(), ()])).state
    for numbers, steps in (((), [1, 1]), ((1,), [1, 0]), ((1, 0), [0, 0])):
        levels, after = restarted(batch, state, dict.fromkeys(numbers, level))
        assert (levels is batch, after is state, after.steps.tolist()) == (not numbers, not numbers, steps)
    for changes in ({2: level}, {-1: level}, {-1: level, 0: level}, {0: other}):
        with pytest.raises(InvalidParameter):
            restarted(batch, state, changes)


# --- Values and errors ---


def test_points_up_to_2_to_the_53():
    """Twelve cells pay up to 2^53 in all; an exit may ask for any number of points."""
    one = (0, 0), PLAYER
    paying = [
        _level(one, tables=[[[0] * 8 + [worth]] * 8]) for worth in (GREATEST_POINTS // 12, -(-GREATEST_POINTS // 12))
    ]
    assert BatchLevels.of(paying[:1]).initial_values.tolist() == [[GREATEST_POINTS // 12 * 12]]
    with pytest.raises(InvalidParameter):
        BatchLevels.of(paying[1:])
    asking = _level(one, goals=[((0, 3), BLUE)], min_performance=10**40)
    assert BatchLevels.of([asking]).required.tolist() == [[GREATEST_POINTS]]


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
