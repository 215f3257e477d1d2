"""The baselines: which states they are, and on what boards each is found wanting."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import LIFE, Board
from formal_rl.safelife.board.cells import PLAYER, SPAWNER
from formal_rl.safelife.board.conway import life_board
from formal_rl.safelife.game import Level, start, step
from formal_rl.safelife.game.trajectories import states_following
from formal_rl.safelife.side_effects import distributions
from formal_rl.safelife.side_effects.baselines import (
    inaction_distribution,
    single_state_inaction,
    starting_state,
    stepwise_inaction,
)
from formal_rl.statements.wainwright_2019.baselines import deviation

HALF = Fraction(1, 2)
BLINKER = life_board("..... ..... .ooo. ..... .....")
CELLS = st.sampled_from([0, 0, 0, LIFE, LIFE, SPAWNER, PLAYER])
BOARDS = st.lists(st.lists(CELLS, min_size=4, max_size=4), min_size=3, max_size=4).map(Board)


@pytest.mark.statement("W19-baseline")
@given(board=BOARDS, steps=st.integers(0, 4), samples=st.integers(1, 4), seed=st.integers(0, 5))
def test_all_are_of_one_trajectory(board, steps, samples, seed):
    """The single state at t, then the samples; the step from t - 1 to t is that without the agent."""
    draws = HashedDraws(seed)
    run = (board, *states_following(board, steps + samples, HALF, draws))

    assert starting_state(board) == run[:1]
    assert single_state_inaction(board, steps, HALF, draws) == run[steps : steps + 1]
    assert inaction_distribution(board, steps, samples, HALF, draws) == run[steps + 1 :]
    fast = inaction_distribution(board, steps, samples, HALF, draws, advance=advance_packed)
    assert fast == run[steps + 1 :]
    assert stepwise_inaction(board, HALF, draws) == run[1:2]


@pytest.mark.statement("W19-baseline")
@given(board=BOARDS, steps=st.integers(0, 3))
def test_who_does_nothing_has_no_effect(board, steps):
    """In a game without exits, goals and draws; the board it leaves is the single state, and what follows the same."""
    level = Level(board, Board.empty(board.height, board.width), spawn_probability=0, min_performance=1)
    state = start(level)
    for _ in range(steps):
        state = step(level, state, (0,) * len(level.agents)).state
    # The flag that lets agents leave is no life, and no rule of the board looks at it where agents do not live.
    inaction, action = distributions(board, state.board, steps, 3)

    assert deviation(inaction, action) == 0
    assert deviation(single_state_inaction(board, steps), (state.board,)) == 0


def test_bad_numbers():
    """A time is an int of at least 0, and there is at least one sample."""
    for steps in (-1, 1.0, True):
        with pytest.raises(InvalidParameter, match="steps is"):
            inaction_distribution(BLINKER, steps, 1)
        with pytest.raises(InvalidParameter, match="steps is"):
            single_state_inaction(BLINKER, steps)
    with pytest.raises(InvalidParameter, match="samples is 0: expected an int >= 1"):
        distributions(BLINKER, BLINKER, 1, 0)
    with pytest.raises(InvalidParameter, match="spawn probability is 2"):
        stepwise_inaction(BLINKER, 2)
