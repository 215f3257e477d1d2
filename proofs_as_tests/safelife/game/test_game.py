"""Games: steps by hand, their errors, and that another form of the rule plays the same game."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import AGENT, COLOURS, CRATE, EXIT, GREEN, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, NAMED_CELLS, PLAYER, PUSHABLE, RED, coloured
from formal_rl.safelife.game import Level, can_exit, start, step
from formal_rl.safelife.game.game import exits_updated

NOTHING, TOGGLE_RIGHT = 0, 6
OPEN = LEVEL_EXIT | RED


def _level(*cells, goals=(), size=(3, 3), **numbers):
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


def _played(level, *joint, draws=()):
    """The last state, and what each agent was paid for each step."""
    state, paid = start(level), []
    for actions in joint:
        state, rewards = step(level, state, actions, draws)
        paid.append(rewards)
    return state, paid


coloured_cells = st.builds(coloured, st.sampled_from(sorted(NAMED_CELLS.values())), st.sampled_from(COLOURS))
cells = st.one_of(st.just(0), st.just(LIFE), coloured_cells)
agents = st.sampled_from([PLAYER, PLAYER | PUSHABLE, AGENT, PLAYER | RED])


@st.composite
def levels(draw):
    """A level of sides from 3 to 5 with one or two agents, any goals, and any requirement."""
    height, width = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    rows = st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height)
    places = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    locations = draw(st.lists(places, min_size=1, max_size=2, unique=True))
    board = Board(draw(rows)).with_cells({location: draw(agents) for location in locations})
    return Level(
        board,
        Board(draw(rows)),
        locations,
        spawn_probability=draw(st.sampled_from([0, Fraction(3, 10), 1])),
        min_performance=draw(st.sampled_from([-1, 0, Fraction(1, 2), 1])),
    )


@st.composite
def games(draw):
    """A level, the actions of up to six steps, and draws."""
    level = draw(levels())
    joint = st.tuples(*[st.integers(0, 8)] * len(level.agents))
    return level, draw(st.lists(joint, min_size=1, max_size=6)), HashedDraws(draw(st.integers(0, 99)))


# --- By hand ---


def test_exits_open_for_all_as_soon_as_one_may_leave():
    """The exit is red, but only the agent that has earned its points has the flag."""
    level = _level(
        ((1, 1), PLAYER), ((3, 3), PLAYER), ((0, 0), LEVEL_EXIT), goals=(((1, 2), BLUE), ((3, 4), GREEN)),
        size=(5, 5), min_performance=1, tables=(_table(4), _table(2)),
    )  # fmt: skip
    state, paid = _played(level, (TOGGLE_RIGHT, NOTHING))

    assert level.required == (3, 3)
    assert paid == [(3, 0)]
    assert state.board[0, 0] == OPEN
    assert [bool(state.board[location] & EXIT) for location in state.locations] == [True, False]


def _table(paid_goal):
    """Nothing is paid but 3 for a grey dot on a goal of this colour."""
    return tuple((3 if goal == paid_goal else 0, *(0,) * 8) for goal in range(8))


def test_an_exit_comes_back_where_it_was():
    """Whatever stands where the level has an exit becomes one again."""
    level = _level(((1, 1), PLAYER), ((0, 0), LEVEL_EXIT))
    state = start(level)._replace(board=start(level).board.with_cells({(0, 0): CRATE}))

    assert exits_updated(level, state)[0, 0] == OPEN


# --- Errors ---


@pytest.mark.parametrize("actions", [(), (0,), (0, 0, 0)])
def test_another_number_of_actions(actions):
    """There is one for each agent, also for those that have left."""
    level = _level(((0, 0), PLAYER), ((1, 1), PLAYER))

    with pytest.raises(InvalidParameter, match="one for each agent, of which there are 2") as caught:
        step(level, start(level), actions)

    assert caught.value.value == actions


# --- Breadth ---


@pytest.mark.statement("W19-agent")
@given(game=games())
def test_invariants_of_every_step(game):
    """Steps and draws are counted, sizes stay, no agent appears, and exits are where the level has them."""
    level, joint, draws = game
    state = start(level)
    for actions in joint:
        before = state
        state = step(level, state, actions, draws).state
        may_leave = [can_exit(level, state, agent) for agent in range(len(level.agents))]

        assert state.steps == before.steps + 1
        assert state.draws_read >= before.draws_read
        assert (state.board.height, state.board.width) == (level.board.height, level.board.width)
        assert len(state.board.find(AGENT)) <= len(before.board.find(AGENT))
        for location in level.board.find(EXIT):
            if not level.board[location] & AGENT:
                assert state.board[location] in (LEVEL_EXIT, OPEN)
        for agent, may in enumerate(may_leave):
            if may:
                assert state.board[state.locations[agent]] & (AGENT | EXIT) == AGENT | EXIT
