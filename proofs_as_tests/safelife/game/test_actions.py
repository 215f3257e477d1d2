"""What an agent does to a board: by hand on whole boards, its errors, and what every action keeps."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife.board import AGENT, COLOURS, EXIT, GREEN, Board, turned
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import GREATEST_CELL, NAMED_CELLS, PLAYER, PUSHABLE, coloured, orientation_of
from formal_rl.safelife.game import ACTIONS, act
from formal_rl.safelife.game.actions import DIRECTIONS

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


# --- Errors ---


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


@pytest.mark.parametrize("action", [9, -1, True])
def test_an_action_that_is_not_one_of_nine(action):
    """Actions are the ints from 0 to 8."""
    with pytest.raises(ActionOutOfRange):
        act(board_of(3, 3, [((1, 1), PLAYER)]), (1, 1), action)


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
def test_moving_loses_nothing_but_through_exits(situation):
    """Where no cell has an exit flag, a move carries cells from place to place and neither makes nor loses any."""
    board, location, action = situation
    board = board.with_cells({place: board[place] & ~EXIT for place in board.locations()})
    after, where = act(board, location, action % 5)
    turned_back = after.with_cells({where: turned(after[where], orientation_of(board[location]))})

    assert Counter(turned_back[place] for place in board.locations()) == Counter(
        board[place] for place in board.locations()
    )
