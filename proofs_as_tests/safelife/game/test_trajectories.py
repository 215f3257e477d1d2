"""Trajectories in which nobody acts, when they come back, and boards that follow each other."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter, NotATrajectory
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed, find_cycle_packed
from formal_rl.safelife.board import LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import FOUNTAIN, LEVEL_EXIT, PLAYER, RED, SPAWNER, TREE, coloured
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.board.rule import AdvanceResult
from formal_rl.safelife.game import Level, find_cycle, is_deterministic, start, step
from formal_rl.safelife.game.trajectories import (
    Cycle,
    greatest_error,
    require_samples,
    require_steps,
    require_trajectory,
    states_following,
)
from formal_rl.safelife.side_effects import densities
from proofs_as_tests.rows import each_row_of, gives, refused

HALF = Fraction(1, 2)
BLINKER = life_board("..... ..... .ooo. ..... .....")
CELLS = st.sampled_from([0, 0, 0, LIFE, LIFE, coloured(LIFE, "green"), TREE, FOUNTAIN, SPAWNER, PLAYER])
BOARDS = st.lists(st.lists(CELLS, min_size=5, max_size=5), min_size=1, max_size=5).map(Board)
PLAYED = st.lists(st.integers(0, 8), max_size=6)


def test_draws_go_on():
    """They are read from the given index on, each once, along one trajectory."""
    board, spawned = Board([[SPAWNER, 0]]), Board([[SPAWNER, LIFE]])
    draws = (HALF, Fraction(3, 4), Fraction(1, 4))

    assert states_following(board, 4, HALF, draws) == (board, board, spawned, spawned)
    assert states_following(board, 2, HALF, draws, 2) == (spawned, spawned)
    with pytest.raises(DrawsExhausted):
        states_following(board, 3, HALF, draws[:2])


@pytest.mark.statement("W19-ergodic")
@given(board=BOARDS)
def test_the_first_board_that_comes_back(board):
    """It comes back after the period and not before; none before it ever does."""
    transient, period = cycle = find_cycle(board, advance=advance_packed)
    run = [board, *states_following(board, transient + 2 * period, advance=advance_packed)]

    assert run[transient] == run[transient + period] == run[transient + 2 * period]
    assert len(set(run)) == transient + period
    assert cycle == find_cycle(board, Fraction(0), advance=advance_packed)


def test_cycles_by_hand():
    """A still board, one that dies, and those that move."""
    assert find_cycle(life_board("..")) == Cycle(0, 1)
    assert find_cycle(life_board("ooo ... ...")) == Cycle(2, 1)
    assert find_cycle(BLINKER) == Cycle(0, 2)
    assert find_cycle(GLIDER) == Cycle(0, 24)
    assert find_cycle(Board([[SPAWNER, 0]]), 1) == Cycle(1, 1)
    with pytest.raises(InvalidParameter, match="most is 23"):
        find_cycle(GLIDER, most=23)


@pytest.mark.statement("W19-ergodic")
@given(board=BOARDS, steps=st.integers(0, 6), samples=st.integers(1, 30))
def test_the_average_over_time_is_nearly_that_of_the_cycle(board, steps, samples):
    """For each cell type at each location, up to the bound."""
    cycle = find_cycle(board, advance=advance_packed)
    last = max(cycle.transient + cycle.period, steps + samples)
    run = [board, *states_following(board, last, advance=advance_packed)]
    over_time = densities(run[steps + 1 : steps + samples + 1])
    over_cycle = densities(run[cycle.transient : cycle.transient + cycle.period])

    bound = greatest_error(cycle, steps, samples)
    assert bound <= Fraction(sum(cycle), samples)
    for cell in {*over_time, *over_cycle}:
        for place in board.locations():
            first = over_time[cell][place] if cell in over_time else 0
            second = over_cycle[cell][place] if cell in over_cycle else 0
            assert abs(first - second) <= bound


def test_a_thousand_states():
    """Periods that divide a thousand leave nothing; a period of three leaves a third of a state, or two."""
    for period in (1, 2, 4, 5, 8, 10, 20):
        assert greatest_error(Cycle(0, period), 0, 1000) == 0
    assert greatest_error(Cycle(0, 3), 0, 1000) == Fraction(2, 3000)
    assert greatest_error(Cycle(11, 1), 0, 1000) == Fraction(1, 100)
    assert greatest_error(Cycle(11, 1), 10, 1000) == 0


def test_errors_of_no_states():
    """A time is at least 0, and there is at least one sample."""
    with pytest.raises(InvalidParameter, match="steps is -1"):
        greatest_error(Cycle(0, 1), -1, 3)
    with pytest.raises(InvalidParameter, match="samples is 0"):
        greatest_error(Cycle(0, 1), 0, 0)


def _level(*cells, size=(5, 5), **numbers):
    return Level(board_of(*size, cells), Board.empty(*size), **numbers)


LEVEL = _level(((2, 1), PLAYER), ((2, 3), LIFE), ((0, 0), LEVEL_EXIT), ((4, 4), SPAWNER), spawn_probability=HALF)


@given(actions=PLAYED, seed=st.integers(0, 5), place=st.tuples(st.integers(0, 4), st.integers(0, 4)), data=st.data())
def test_runs_differ_from_others(actions, seed, place, data):
    """A game's own boards follow each other; with one cell changed, step and location are named."""
    draws = HashedDraws(seed)
    states = [start(LEVEL)]
    for action in actions:
        states.append(step(LEVEL, states[-1], (action,), draws).state)
    joint, boards = [(action,) for action in actions], [state.board for state in states]

    assert require_trajectory(LEVEL, joint, boards, draws) == states[-1]
    assert require_trajectory(LEVEL, joint, boards, draws, advance=advance_packed) == states[-1]
    number = data.draw(st.integers(0, len(actions)))
    boards[number] = boards[number].with_cells({place: boards[number][place] ^ RED})
    with pytest.raises(NotATrajectory) as caught:
        require_trajectory(LEVEL, joint, boards, draws)
    assert (caught.value.step, caught.value.location) == (number, place)
    assert caught.value.found == caught.value.expected ^ RED


def test_another_rule_leads_elsewhere():
    """The form of the rule is the one asked for: where nothing changes, a dot alone stays."""
    board = start(LEVEL).board

    def standing(board, spawn_probability, draws, draws_read):
        return AdvanceResult(board, draws_read)

    assert require_trajectory(LEVEL, [(0,)], [board, board], advance=standing).board == board


CYCLES, SPAWNING = (find_cycle, find_cycle_packed), Board([[SPAWNER, 0]])
NO_STEPS = ((BLINKER, -1), (BLINKER, 1, -1), (BLINKER, 1, 2), (BLINKER, 1, 0, (), -1))
NO_RUNS = (([], []), ([(0,)], [LEVEL.board]), ([], [Board.empty(5, 6)]), ([], [Board.empty(6, 5)]))


@each_row_of(
    gives(require_samples, (1, 1)),
    gives(require_steps, (0, 0)),
    refused(InvalidParameter, require_samples, (0,), (-1,), (True,), (1.0,)),
    refused(InvalidParameter, require_steps, (-1,), (True,), (0.0,)),
    *(refused(InvalidParameter, form, *NO_STEPS) for form in (advance_by, advance_by_packed)),
    *(refused(InvalidParameter, form, (BLINKER,), most=1) for form in CYCLES),
    *(refused(InvalidParameter, form, (SPAWNING, HALF)) for form in CYCLES),
    gives(is_deterministic, (SPAWNING, HALF, False), (SPAWNING, 1, True), (SPAWNING, 0, True), (BLINKER, HALF, True)),
    refused(InvalidParameter, is_deterministic, (BLINKER, 2)),
    refused(InvalidParameter, require_trajectory, *((LEVEL, *run) for run in NO_RUNS)),
)
def test_numbers_and_runs_that_are_none(row):
    """Steps, samples, probabilities and boards; where draws decide there is no cycle."""
    row()
