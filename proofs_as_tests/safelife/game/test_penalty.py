"""The starting-state penalty: its readings by hand, its errors, and what adds up in drawn games."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.board import COLOURS, CRATE, GREEN, LIFE, NAMED_CELLS, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, RED, coloured
from formal_rl.safelife.game import (
    Level,
    StartPenalty,
    deviating_locations,
    excepted_locations,
    penalty_per_change,
    penalty_per_step,
    penalty_potential,
    start,
    step,
)
from formal_rl.safelife.game.penalty import GOALS

UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT = range(1, 7)

DOT = Level(board_of(3, 3, [((1, 1), PLAYER), ((1, 2), LIFE | GREEN)]), Board.empty(3, 3))
TASKS = Level(
    board_of(3, 3, [((1, 1), PLAYER), ((0, 0), LIFE | RED)]),
    board_of(3, 3, [((0, 2), BLUE), ((2, 0), GREEN), ((2, 2), BLUE)]),
)

readings = st.builds(
    StartPenalty,
    weight=st.fractions(0, 3, max_denominator=4),
    goals=st.sampled_from(sorted(GOALS)),
    since_start=st.booleans(),
    except_exits=st.booleans(),
)


@st.composite
def games(draw):
    """A level of sides from 3 to 5 with one agent, and the states of up to five steps, from the first on."""
    height, width = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    cells = st.one_of(
        st.just(0),
        st.builds(coloured, st.sampled_from(sorted(set(NAMED_CELLS.values()) - {PLAYER})), st.sampled_from(COLOURS)),
    )
    rows = st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height)
    board, goals = Board(draw(rows)).with_cells({(0, 0): PLAYER}), Board(draw(rows))
    level = Level(board, goals, spawn_probability=Fraction(3, 10), min_performance=draw(st.sampled_from([-1, 1])))
    states = [start(level)]
    for action in draw(st.lists(st.integers(0, 8), min_size=1, max_size=5)):
        states.append(step(level, states[-1], (action,), HashedDraws(7)).state)
    return level, states


def _after(level, *actions):
    state = start(level)
    for action in actions:
        state = step(level, state, (action,)).state
    return state


def _charged(charge, level, *actions, **reading):
    states = [_after(level, *actions[:number]) for number in range(len(actions) + 1)]
    penalty = StartPenalty(**{"weight": 1} | reading)
    return [charge(penalty, level, *pair) for pair in pairwise(states)]


# --- By hand ---


@pytest.mark.statement("W19-penalty")
@pytest.mark.parametrize(
    ("charge", "charges"),
    [
        (penalty_potential, [1, 0, 0, 0]),
        (penalty_per_change, [1, 1, 1, 1]),
        (penalty_per_step, [1, 1, 1, 1]),
    ],
)
def test_a_green_dot_is_replaced_by_a_grey_one_and_so_on(charge, charges):
    """Green, none, grey, none, grey: the cell deviates from the first step on."""
    assert _charged(charge, DOT, *(TOGGLE_RIGHT,) * 4) == charges


@pytest.mark.statement("W19-penalty")
@pytest.mark.parametrize(
    ("charge", "charges"),
    [
        (penalty_potential, [1, -1, 1, -1]),
        (penalty_per_change, [1, -1, 1, -1]),
        (penalty_per_step, [1, 0, 1, 0]),
    ],
)
def test_a_dot_is_made_and_removed_and_so_on(charge, charges):
    """None, grey, none, grey, none: two values, so the first two readings are the same."""
    assert _charged(charge, DOT, *(TOGGLE_UP,) * 4) == charges


@pytest.mark.parametrize("charge", [penalty_potential, penalty_per_change, penalty_per_step])
def test_lambda_is_a_factor_and_stays_exact(charge):
    """A third of the charge at λ = 1."""
    (charged,) = _charged(charge, DOT, TOGGLE_RIGHT, weight=Fraction(1, 3))

    assert (charged, type(charged)) == (Fraction(1, 3), Fraction)


@pytest.mark.parametrize("charge", [penalty_potential, penalty_per_change, penalty_per_step])
def test_turning_and_walking_cost_nothing(charge):
    """The agent's cell is excepted, with its orientation, and so is where it began."""
    assert _charged(charge, DOT, RIGHT, UP, DOWN, LEFT, UP) == [0] * 5


def test_walking_away_costs_if_only_what_is_now_is_excepted():
    """The place where the agent began deviates while it is away."""
    assert _charged(penalty_potential, DOT, UP, DOWN, since_start=False) == [1, -1]


def test_a_crate_is_moved():
    """Its new place deviates, and its old one while the agent is not on it."""
    level = Level(board_of(3, 6, [((1, 1), PLAYER), ((1, 2), CRATE)]), Board.empty(3, 6))
    penalty = StartPenalty(weight=1)

    assert deviating_locations(penalty, level, _after(level, RIGHT)) == ((1, 3),)
    assert deviating_locations(penalty, level, _after(level, RIGHT, UP)) == ((1, 2), (1, 3))


@pytest.mark.parametrize(
    ("goals", "excepted"),
    [
        ("none", {(1, 1)}),
        ("blue goals", {(1, 1), (0, 2), (2, 2)}),
        ("blue goals and red dots", {(1, 1), (0, 0), (0, 2), (2, 2)}),
        ("coloured goals", {(1, 1), (0, 2), (2, 0), (2, 2)}),
    ],
)
def test_which_goals_are_excepted(goals, excepted):
    """The agent's cell always, and goals by their reading."""
    assert excepted_locations(StartPenalty(weight=1, goals=goals), TASKS, start(TASKS)) == excepted


def test_a_red_dot_that_is_gone_was_a_goal():
    """With what is now alone, its place deviates."""
    state = _after(TASKS, UP, 8)

    assert state.board[0, 0] == 0
    assert deviating_locations(StartPenalty(weight=1), TASKS, state) == ()
    assert deviating_locations(StartPenalty(weight=1, since_start=False), TASKS, state) == ((0, 0), (1, 1))


def test_a_red_tree_is_no_goal():
    """It is no dot: it cannot be removed."""
    level = Level(board_of(3, 3, [((1, 1), PLAYER), ((0, 0), NAMED_CELLS["tree"] | RED)]), Board.empty(3, 3))

    assert excepted_locations(StartPenalty(weight=1), level, start(level)) == {(1, 1)}


def test_an_exit_that_closes_deviates_by_the_letter():
    """It was open at the start; when the agent has left it closes."""
    level = Level(board_of(3, 3, [((1, 1), PLAYER), ((0, 1), LEVEL_EXIT)]), Board.empty(3, 3))

    assert _charged(penalty_potential, level, UP) == [1]
    assert _charged(penalty_potential, level, UP, except_exits=True) == [0]


def test_a_destroyed_agent_deviates_away_from_where_it_began():
    """What is left of it is no agent."""
    level = Level(board_of(3, 5, [((1, 0), PLAYER), ((1, 2), PLAYER)]), Board.empty(3, 5))
    state = step(level, start(level), (0, LEFT)).state
    state = step(level, state, (TOGGLE_RIGHT, 0)).state

    assert deviating_locations(StartPenalty(weight=1), level, state) == ((1, 1),)


# --- Errors ---


@pytest.mark.parametrize("weight", [-1, Fraction(-1, 2), 0.5, True, None, "1"])
def test_a_weight_that_is_not_exact_or_negative(weight):
    """λ is an int or a Fraction of at least 0."""
    with pytest.raises(InvalidParameter, match="an int or a Fraction of at least 0"):
        StartPenalty(weight=weight)


def test_a_reading_that_there_is_not():
    """The nearest names are told."""
    with pytest.raises(UnknownName, match="did you mean blue goals"):
        StartPenalty(weight=1, goals="blue goal")


# --- Breadth ---


@pytest.mark.statement("W19-penalty")
@given(game=games(), penalty=readings)
def test_differences_add_up_in_every_reading(game, penalty):
    """In drawn games the charges add up to λ times the number that deviates at the end; at first none does."""
    level, states = game
    total = sum(penalty_potential(penalty, level, *pair) for pair in pairwise(states))

    assert deviating_locations(penalty, level, states[0]) == ()
    assert total == penalty.weight * len(deviating_locations(penalty, level, states[-1]))


@pytest.mark.statement("W19-penalty")
@given(game=games(), penalty=readings)
def test_each_change_is_charged_as_the_difference_unless_it_leads_between_two_other_values(game, penalty):
    """Cells that are excepted aside, the two readings differ by λ for each change of a cell that deviates already."""
    level, states = game
    first = states[0].board
    for before, after in pairwise(states):
        seen = excepted_locations(penalty, level, before) | excepted_locations(penalty, level, after)
        left = [place for place in first.locations() if place not in seen]
        difference = sum((after.board[p] != first[p]) - (before.board[p] != first[p]) for p in left)
        again = sum(len({first[p], before.board[p], after.board[p]}) == 3 for p in left)

        assert penalty_per_change(penalty, level, before, after) == penalty.weight * (difference + again)


@given(game=games(), penalty=readings)
def test_excepting_more_charges_no_more(game, penalty):
    """Sparing no goals has the most deviating cells, and what was at the start spares more."""
    level, states = game
    found = set(deviating_locations(penalty, level, states[-1]))
    all_goals = StartPenalty(weight=1, goals="none", since_start=penalty.since_start, except_exits=penalty.except_exits)
    now = StartPenalty(weight=1, goals=penalty.goals, since_start=False, except_exits=penalty.except_exits)

    assert found <= set(deviating_locations(all_goals, level, states[-1]))
    assert found <= set(deviating_locations(now, level, states[-1]))
    assert not found & excepted_locations(penalty, level, states[-1])
