"""Games: steps by hand, their errors, and that another form of the rule plays the same game."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOURS,
    CRATE,
    DESTRUCTIBLE,
    EXIT,
    GREEN,
    LIFE,
    NAMED_CELLS,
    Board,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, PUSHABLE, RED, SPAWNER, coloured
from formal_rl.safelife.game import (
    GameState,
    Level,
    can_exit,
    count_cells,
    earned_points,
    exits_updated,
    has_exited,
    is_active,
    points,
    start,
    step,
)
from formal_rl.safelife.game.game import acted, advanced

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
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
    """A level of sides from 3 to 5 with one or two agents, any goals, and any part that is asked for."""
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


def test_at_the_start_exits_are_open_where_nothing_is_required():
    """The exit is red and the agent has the flag before the first step; with something required neither is so."""
    cells, goals = (((1, 1), PLAYER), ((0, 0), LEVEL_EXIT)), (((2, 2), BLUE),)
    free, bound = _level(*cells, goals=goals), _level(*cells, goals=goals, min_performance=1)

    assert start(free).board == board_of(3, 3, [((1, 1), PLAYER | EXIT), ((0, 0), OPEN)])
    counts = count_cells(bound.board, bound.goals)
    assert start(bound) == GameState(bound.board, bound.goals, ((1, 1),), 0, 0, counts, (True,))


def test_a_level_is_played_to_its_end():
    """Fill the blue goal, 3; the exit opens; leave, 1; from then on nothing is paid, and time goes on."""
    level = _level(((1, 1), PLAYER), ((0, 1), LEVEL_EXIT), goals=(((1, 2), BLUE),), min_performance=1)

    middle, _ = _played(level, (TOGGLE_RIGHT,))
    state, paid = _played(level, (TOGGLE_RIGHT,), (UP,), (NOTHING,))

    assert (middle.board[0, 1], can_exit(level, middle, 0), earned_points(level, middle, 0)) == (OPEN, True, 3)
    assert (state.steps, state.locations, state.board[0, 1]) == (3, ((0, 1),), LEVEL_EXIT)
    assert (is_active(state, 0), has_exited(state, 0)) == (False, True)
    assert paid == [(3,), (-2,), (0,)]


def test_a_closed_exit_is_a_wall():
    """Without the points that are required the agent stays and has turned."""
    level = _level(((1, 1), PLAYER), ((0, 1), LEVEL_EXIT), goals=(((1, 2), BLUE),), min_performance=1)

    state, paid = _played(level, (UP,))

    assert (state.locations, has_exited(state, 0), paid) == (((1, 1),), False, [(0,)])


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


def test_points_are_counted_before_the_exits_are_updated():
    """A living red exit counts as what it is in the level; after a step it is a plain one."""
    level = _level(((1, 1), PLAYER), ((0, 0), LEVEL_EXIT | ALIVE | DESTRUCTIBLE | RED))
    before = start(level)
    after, rewards = step(level, before, (0,))

    assert before.board[0, 0] == OPEN
    assert (points(level, before, 0), points(level, after, 0), rewards) == (-1, 0, (1,))


def test_an_agent_that_has_the_flag_in_the_level_is_no_exit():
    """The place that it leaves stays empty."""
    level = _level(((1, 1), PLAYER | EXIT))

    state, _ = _played(level, (UP,))

    assert state.board == board_of(3, 3, [((0, 1), PLAYER | EXIT)])


def test_the_flag_is_taken_off_what_is_left_of_an_agent():
    """A destroyed agent's cell has no exit flag, so it has not left."""
    level = _level(((1, 0), PLAYER), ((1, 1), PLAYER), size=(3, 4))

    state, paid = _played(level, (TOGGLE_RIGHT, NOTHING), (NOTHING, LEFT))

    assert not state.board[1, 1] & (AGENT | EXIT)
    assert (is_active(state, 1), has_exited(state, 1), state.locations[1]) == (False, False, (1, 1))
    assert paid == [(0, 0), (0, 0)]


def test_an_agent_that_is_not_active_is_paid_nothing():
    """One agent removes the other, then a red dot; only the first is paid for that."""
    level = _level(((1, 1), PLAYER), ((1, 2), PLAYER), ((0, 1), LIFE | RED), size=(3, 4))

    _, paid = _played(level, (TOGGLE_RIGHT, NOTHING), (TOGGLE_UP, NOTHING))

    assert paid == [(0, 0), (1, 0)]


def test_an_agent_is_paid_for_the_step_in_which_it_is_destroyed():
    """It was active before it: a red dot that is removed in the same step counts for it."""
    level = _level(
        ((1, 0), PLAYER), ((1, 1), PLAYER), ((0, 3), PLAYER), ((1, 3), LIFE | RED), size=(3, 5),
    )  # fmt: skip
    _, paid = _played(level, (TOGGLE_DOWN, TOGGLE_RIGHT, NOTHING))

    assert level.agents == ((0, 3), (1, 0), (1, 1))
    assert paid == [(1, 1, 1)]


def test_acting_and_advancing_are_the_two_halves_of_a_step():
    """Acting makes no step and reads no draw; advancing makes one."""
    level = _level(((1, 1), PLAYER), goals=(((0, 0), LIFE | BLUE),))
    between = acted(level, start(level), (TOGGLE_UP,))

    assert (between.steps, between.goals, between.board[0, 1]) == (0, level.goals, LIFE)
    assert advanced(level, between) == step(level, start(level), (TOGGLE_UP,)).state
    assert advanced(level, between).goals == Board.empty(3, 3)


def test_draws_go_on_from_step_to_step():
    """Eight cells wait round a spawner in each step, and none of the goals: the sixteenth draw is the last one's."""
    level = _level(((0, 0), PLAYER), ((3, 3), SPAWNER), size=(6, 6), spawn_probability=Fraction(1, 2))
    high, low = (Fraction(3, 4),) * 8, (Fraction(1, 4),)

    state, _ = _played(level, (NOTHING,), (NOTHING,), draws=(*high, *high[:7], *low))

    assert state.draws_read == 16
    assert state.board.find(ALIVE) == ((4, 4),)


# --- Errors ---


@pytest.mark.parametrize("action", [9, -1, True, None])
def test_an_action_that_is_none_of_the_nine(action):
    """The index is the agent's."""
    level = _level(((0, 0), PLAYER), ((1, 1), PLAYER))

    with pytest.raises(ActionOutOfRange) as caught:
        step(level, start(level), (0, action))

    assert (caught.value.index, caught.value.action) == (1, action)


@pytest.mark.parametrize("actions", [(), (0,), (0, 0, 0)])
def test_another_number_of_actions(actions):
    """There is one for each agent, also for those that have left."""
    level = _level(((0, 0), PLAYER), ((1, 1), PLAYER))

    with pytest.raises(InvalidParameter, match="one for each agent, of which there are 2") as caught:
        step(level, start(level), actions)

    assert caught.value.value == actions


@pytest.mark.parametrize("given", [0, 3, 7])
def test_draws_that_run_out(given):
    """Eight cells wait; the first draw that is missing is named."""
    level = _level(((0, 0), PLAYER), ((3, 3), SPAWNER), size=(6, 6), spawn_probability=Fraction(1, 2))

    with pytest.raises(DrawsExhausted) as caught:
        step(level, start(level), (0,), (Fraction(3, 4),) * given)

    assert (caught.value.index, caught.value.number) == (given, given)


# --- Breadth ---


@pytest.mark.statement("W19-agent")
@given(game=games())
def test_another_form_of_the_rule_plays_the_same_game(game):
    """Step by step, the rule in words gives the same states and rewards."""
    level, joint, draws = game
    state = start(level)
    for actions in joint:
        stepped = step(level, state, actions, draws)

        assert step(level, state, actions, draws, advance=advance_in_words) == stepped
        state = stepped.state


@pytest.mark.statement("W19-reward")
@given(game=games())
def test_rewards_add_up_while_an_agent_is_active(game):
    """From the start to any state before which it was active, an agent is paid the difference of its points."""
    level, joint, draws = game
    state = start(level)
    totals, always = [0] * len(level.agents), [True] * len(level.agents)
    for actions in joint:
        before = state
        state, rewards = step(level, state, actions, draws)
        for agent, reward in enumerate(rewards):
            totals[agent] += reward
            always[agent] = always[agent] and is_active(before, agent)
            assert always[agent] or is_active(before, agent) or reward == 0
            if always[agent]:
                assert totals[agent] == points(level, state, agent) - points(level, start(level), agent)


@pytest.mark.statement("W19-agent")
@given(game=games())
def test_what_every_step_keeps(game):
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


def test_a_pushed_agent_goes_on_through_the_pusher():
    """Its location is now the pusher's: what it chooses, the pusher's cell does, and the pusher has lost its own."""
    level = _level(((1, 0), PLAYER), ((1, 1), PLAYER | PUSHABLE), size=(3, 5))

    state, _ = _played(level, (RIGHT, UP))

    assert state.locations == ((1, 1), (0, 1))
    assert state.board[0, 1] == turned(PLAYER | EXIT, 0)
    assert (is_active(state, 0), is_active(state, 1)) == (False, True)
    assert state.board[1, 2] == PLAYER | PUSHABLE | EXIT


def test_who_was_out_of_play_is_never_paid_again():
    """The first pushes the second, comes back to where that stood, and fills a goal: the first alone is paid."""
    pushable = PLAYER | PUSHABLE
    board = board_of(5, 6, [((2, 1), PLAYER), ((2, 2), pushable)])
    level = Level(board, board_of(5, 6, [((1, 2), BLUE)]), ((2, 1), (2, 2)))
    state, rewards = start(level), []
    for actions in ((2, 0), (4, 0), (2, 0), (5, 0)):
        state, paid = step(level, state, actions)
        rewards.append(paid)

    assert [is_active(state, agent) for agent in (0, 1)] == [True, True]
    assert state.in_play == (True, False)
    assert rewards == [(0, 0), (0, 0), (0, 0), (3, 0)]
