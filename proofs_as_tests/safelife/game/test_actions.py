"""What an agent does to a board: by hand on whole boards, its errors, and what every action keeps."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOURS,
    CRATE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    LIFE,
    NAMED_CELLS,
    ORIENTATION_MASK,
    WALL,
    Board,
    orientation_of,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import LEVEL_EXIT, PLAYER, PUSHABLE, RED, SPAWNER, coloured
from formal_rl.safelife.game import ACTIONS, DIRECTIONS, act, move, toggle

UP, RIGHT, DOWN, LEFT = range(1, 5)
TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(5, 9)

cells = st.one_of(
    st.just(0),
    st.sampled_from(sorted(NAMED_CELLS.values())),
    st.builds(coloured, st.sampled_from(sorted(NAMED_CELLS.values())), st.sampled_from(COLOURS)),
    st.integers(0, GREATEST_CELL),
)


@st.composite
def situations(draw):
    """A board of sides from 3 to 6, of any cells, where an agent is, and an action."""
    height, width = draw(st.integers(3, 6)), draw(st.integers(3, 6))
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height))
    location = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    agent = draw(st.sampled_from([PLAYER, PLAYER | EXIT, PLAYER | PUSHABLE, PLAYER | GREEN, AGENT]))
    return Board(rows).with_cells({location: agent}), location, draw(st.integers(0, len(ACTIONS) - 1))


# --- By hand ---


def test_a_crate_goes_round_the_upper_edge():
    """From the second row of four, a crate in the first is pushed to the last, and the one below follows."""
    board = board_of(4, 3, [((0, 1), CRATE), ((1, 1), PLAYER), ((2, 1), CRATE)])

    after, location = act(board, (1, 1), UP)

    assert location == (0, 1)
    assert after == board_of(4, 3, [((3, 1), CRATE), ((0, 1), PLAYER), ((1, 1), CRATE)])


def test_a_crate_on_a_side_of_three_follows_to_where_it_came_from():
    """Pushed up from row 0 it is in row 2, behind the agent that was in row 1; so it is pulled to row 1."""
    board = board_of(3, 3, [((0, 1), CRATE), ((1, 1), PLAYER)])

    assert act(board, (1, 1), UP) == (board_of(3, 3, [((0, 1), PLAYER), ((1, 1), CRATE)]), (0, 1))


def test_a_crate_is_pushed_into_an_agent_that_may_leave():
    """An agent with an exit flag takes a crate as an exit does: it is gone, and the agent stays."""
    board = board_of(3, 4, [((1, 0), PLAYER), ((1, 1), CRATE), ((1, 2), PLAYER | EXIT)])

    after, location = act(board, (1, 0), RIGHT)

    assert (location, after[1, 1], after[1, 2]) == ((1, 1), turned(PLAYER, 1), PLAYER | EXIT)


def test_a_spawner_that_can_be_pushed_is_toggled_away():
    """What is destructible goes, before it could be shoved."""
    board = board_of(3, 4, [((1, 0), PLAYER), ((1, 1), SPAWNER | PUSHABLE)])

    assert act(board, (1, 0), TOGGLE_RIGHT).board == board_of(3, 4, [((1, 0), turned(PLAYER, 1))])


def test_an_agent_that_cannot_be_destroyed_is_shoved():
    """An agent that is pushable and not destructible is shoved on like a crate."""
    other = AGENT | PUSHABLE
    board = board_of(3, 4, [((1, 0), PLAYER), ((1, 1), other)])

    assert act(board, (1, 0), TOGGLE_RIGHT).board[1, 2] == other


def test_an_empty_place_holds_nothing_at_all():
    """A red place without life is not empty: it blocks the way, and nothing is made there."""
    board = board_of(3, 4, [((1, 0), PLAYER), ((1, 1), RED)])
    blocked = board.with_cells({(1, 0): turned(PLAYER, 1)})

    assert act(board, (1, 0), RIGHT) == (blocked, (1, 0))
    assert act(board, (1, 0), TOGGLE_RIGHT) == (blocked, (1, 0))


def test_toggle_and_move_take_an_orientation():
    """What acts after the agent has turned may be asked alone."""
    board = board_of(3, 3, [((1, 1), PLAYER)])

    assert toggle(board, (1, 1), 3) == board.with_cells({(1, 0): LIFE})
    assert move(board, (1, 1), 3) == (board_of(3, 3, [((1, 0), PLAYER)]), (1, 0))


@pytest.mark.parametrize("action", range(len(ACTIONS)))
def test_nothing_happens_where_no_agent_is(action):
    """A wall does not act."""
    board = board_of(3, 3, [((1, 1), WALL), ((0, 1), CRATE)])

    assert act(board, (1, 1), action) == (board, (1, 1))


# --- Errors ---


@pytest.mark.parametrize("action", [-1, 9, True, 1.0, None])
def test_an_action_that_is_none_of_the_nine(action):
    """Only ints from 0 to 8 are actions."""
    with pytest.raises(ActionOutOfRange) as caught:
        act(board_of(3, 3, [((1, 1), PLAYER)]), (1, 1), action)

    assert (caught.value.action, caught.value.number_of_actions) == (action, 9)


@pytest.mark.parametrize("size", [(2, 3), (3, 2), (1, 9)])
def test_sides_under_three(size):
    """Two places ahead must not be the place behind of a shorter side."""
    with pytest.raises(InvalidParameter, match="sides of at least 3") as caught:
        act(board_of(*size, [((0, 0), PLAYER)]), (0, 0), 0)

    assert caught.value.value == f"{size[0]} x {size[1]}"


@pytest.mark.parametrize("location", [(3, 0), (0, 4), (-1, 0)])
def test_a_location_that_is_not_on_the_board(location):
    """Locations of agents are not taken round the torus."""
    with pytest.raises(InvalidParameter, match="a row below 3 and a column below 4") as caught:
        act(Board.empty(3, 4), location, 0)

    assert caught.value.value == location


# --- Breadth ---


@pytest.mark.statement("W19-agent")
@given(situation=situations())
def test_only_the_cells_in_line_change(situation):
    """An action changes no cell but the agent's, one behind it and two ahead; idling changes none."""
    board, location, action = situation
    after, where = act(board, location, action)
    down, right = DIRECTIONS[(action - 1) % 4]
    line = {board.wrapped((location[0] + away * down, location[1] + away * right)) for away in (-1, 0, 1, 2)}
    changed = {place for place in board.locations() if after[place] != board[place]}

    assert changed <= (line if action else set())
    assert where in (location, board.wrapped((location[0] + down, location[1] + right)))


@pytest.mark.statement("W19-agent")
@given(situation=situations())
def test_an_agent_turns_and_keeps_its_flags(situation):
    """Wherever it is then, an agent that acts looks that way and is otherwise as it was, unless it has left."""
    board, location, action = situation
    after, where = act(board, location, action)
    agent = after[where]

    if action and agent & AGENT:
        assert orientation_of(agent) == (action - 1) % 4
        assert agent & ~ORIENTATION_MASK == board[location] & ~ORIENTATION_MASK
    elif action:
        assert after == board.with_cells({location: 0}) or after[location] != board[location]
        assert after[where] == board[where]
        assert board[location] & board[where] & EXIT


@pytest.mark.statement("W19-agent")
@given(situation=situations())
def test_moving_loses_nothing_but_through_exits(situation):
    """Where no cell has an exit flag, a move carries cells from place to place and neither makes nor loses any."""
    board, location, action = situation
    board = board.with_cells({place: board[place] & ~EXIT for place in board.locations()})
    after, where = act(board, location, action % 5)
    turned_back = after.with_cells({where: turned(after[where], orientation_of(board[location]))})

    assert Counter(turned_back[place] for place in board.locations()) == Counter(
        board[place] for place in board.locations()
    )


@pytest.mark.statement("W19-agent")
@given(situation=situations())
def test_toggling_twice_on_nothing_leaves_nothing(situation):
    """What is made ahead is destructible, so the same action takes it away again."""
    board, location, action = situation
    down, right = DIRECTIONS[action % 4]
    ahead = location[0] + down, location[1] + right
    board = board.with_cells({ahead: 0})
    once = act(board, location, 5 + action % 4).board

    assert once[ahead] == LIFE | board[location] & (RED | GREEN)
    assert act(once, location, 5 + action % 4).board == board.with_cells({location: once[location]})


@pytest.mark.statement("W19-agent")
@given(situation=situations(), down=st.integers(0, 5), right=st.integers(0, 5))
def test_actions_are_alike_everywhere(situation, down, right):
    """Moving the board round the torus, and the agent with it, moves what comes of an action."""
    board, location, action = situation

    def moved(some):
        return some.with_cells({(row + down, column + right): some[row, column] for row, column in some.locations()})

    after, where = act(board, location, action)

    there = board.wrapped((location[0] + down, location[1] + right))
    assert act(moved(board), there, action) == (
        moved(after),
        board.wrapped((where[0] + down, where[1] + right)),
    )


@pytest.mark.statement("W19-agent")
@pytest.mark.parametrize(("other", "left"), [(AGENT | DESTRUCTIBLE, FROZEN), (AGENT | LIFE, FROZEN | ALIVE)])
def test_what_is_left_of_an_agent_is_frozen(other, left):
    """An agent that was not frozen leaves a frozen cell all the same; what else it was stays, but for its flags."""
    board = board_of(3, 4, [((1, 0), PLAYER), ((1, 1), other)])

    assert act(board, (1, 0), TOGGLE_RIGHT).board[1, 1] == left


def test_a_destroyed_agent_is_no_longer_destructible():
    """So a second toggle leaves the frozen block there."""
    board = board_of(3, 4, [((1, 0), PLAYER), ((1, 1), PLAYER)])
    once = act(board, (1, 0), TOGGLE_RIGHT).board

    assert once[1, 1] == PLAYER & ~AGENT & ~DESTRUCTIBLE
    assert act(once, (1, 0), TOGGLE_RIGHT).board == once


def test_the_exit_stays_when_an_agent_leaves():
    """Also where it is not red, if only the agent has the flag."""
    board = board_of(3, 4, [((1, 0), PLAYER | EXIT), ((1, 1), LEVEL_EXIT)])

    assert act(board, (1, 0), RIGHT) == (board_of(3, 4, [((1, 1), LEVEL_EXIT)]), (1, 1))
