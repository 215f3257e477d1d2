"""The starting-state penalty: its readings by hand, its errors, and what adds up in drawn games."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import UnknownName
from formal_rl.safelife.board import COLOURS, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import NAMED_CELLS, PLAYER, coloured
from formal_rl.safelife.game import Level, StartPenalty, penalty_per_change, penalty_potential, start, step
from formal_rl.safelife.game.penalty import GOALS, deviating_locations, excepted_locations

LEFT, TOGGLE_RIGHT = 4, 6


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


# --- By hand ---


def test_a_destroyed_agent_deviates_away_from_where_it_began():
    """What is left of it is no agent."""
    level = Level(board_of(3, 5, [((1, 0), PLAYER), ((1, 2), PLAYER)]), Board.empty(3, 5))
    state = step(level, start(level), (0, LEFT)).state
    state = step(level, state, (TOGGLE_RIGHT, 0)).state

    assert deviating_locations(StartPenalty(weight=1), level, state) == ((1, 1),)


# --- Errors ---


def test_a_reading_that_there_is_not():
    """The error gives the nearest names."""
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
