"""Many steps without actions, on bit planes."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.planes.trajectories import (
    advance_by,
    advance_by_packed,
    find_cycle_packed,
    packed_states_following,
)
from formal_rl.safelife.board import LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER, SPAWNER
from formal_rl.safelife.board.conway import GLIDER, OSCILLATORS, STILL_LIFES
from formal_rl.safelife.game import find_cycle
from formal_rl.safelife.game.trajectories import Cycle, states_following
from formal_rl.statements.wainwright_2019.dynamics import drawn_board

PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 2), 0.3])


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 24, 10**6, 10**6 + 7, 10**18 + 5])
def test_a_glider_after_many_steps(steps):
    """On a torus of six by six it is back after 24 steps, and each four move it by one place down and right."""
    plain, rest = divmod(steps, 4)
    expected = advance_by(GLIDER, rest).board
    moved = Board([[expected[row - plain, column - plain] for column in range(6)] for row in range(6)])

    assert advance_by_packed(GLIDER, steps) == (moved, 0)
    assert moved == advance_by(GLIDER, steps % 24).board


@given(seed=st.integers(0, 10**9), samples=st.integers(1, 60), probability=PROBABILITIES)
def test_the_states_that_follow(seed, samples, probability):
    """Each state as often as it is among those that follow, the board itself not counted."""
    generator = Random(seed)
    board = drawn_board(generator, generator.randint(1, 5), generator.randint(1, 5))
    draws = HashedDraws(seed)
    found = []
    for packed, times in packed_states_following(board, samples, probability, draws, 2):
        found += [packed.to_board()] * times
    expected = states_following(board, samples, probability, draws, 2, advance=advance_packed)

    assert sorted(found, key=lambda each: each.rows) == sorted(expected, key=lambda each: each.rows)


def test_cycles_by_hand():
    """A still board, oscillators, a glider; a lone cell is gone after a step, and nothing stays nothing."""
    assert {find_cycle_packed(board) for board in STILL_LIFES.values()} == {Cycle(0, 1)}
    assert {find_cycle_packed(board) for board, _ in OSCILLATORS.values()} == {Cycle(0, 2)}
    assert find_cycle_packed(GLIDER) == Cycle(0, 24)
    assert find_cycle_packed(board_of(5, 5, [((2, 2), LIFE | BLUE)])) == Cycle(1, 1)


def test_draws_decide():
    """Where they do there is no cycle to find; a spawner that spawns surely or never reads none."""
    board = board_of(4, 5, [((1, 1), SPAWNER), ((3, 3), PLAYER)])

    with pytest.raises(InvalidParameter, match="spawn probability"):
        find_cycle_packed(board, 0.5)
    for probability in (0, 1):
        assert find_cycle_packed(board, probability) == find_cycle(board, probability)
        assert advance_by_packed(board, 10**9, probability, (), 3).draws_read == 3


def test_no_draw_is_read_without_spawners():
    """Whatever the probability, the cycle of a board without spawners is seen."""
    assert advance_by_packed(GLIDER, 10**12, Fraction(1, 2)) == advance_by(GLIDER, 10**12 % 24)
    assert sum(times for _, times in packed_states_following(GLIDER, 10**12, 0.5)) == 10**12


@pytest.mark.parametrize("function", [advance_by, advance_by_packed])
def test_invalid_arguments_raise(function):
    """Negative steps, invalid probabilities, a negative number of draws, too few draws."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error, said in (
        ((board, -1), InvalidParameter, "steps is -1"),
        ((board, 1.0), InvalidParameter, "steps is 1.0"),
        ((board, 0, 2), InvalidParameter, "spawn probability is 2"),
        ((board, 0, 0, (), -1), InvalidParameter, "draws read is -1"),
        ((board, 1, 0.5, (0,)), DrawsExhausted, "draw 1 is needed"),
    ):
        with pytest.raises(error, match=said):
            function(*arguments)
