"""Many games in lockstep: each is, step by step, what it is when it is played alone."""

import importlib
from fractions import Fraction
from random import Random

import numpy
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife import BatchLevels, restarted, start_batch, step_batch
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.actions import MAY_ARISE, act_batch
from formal_rl.safelife._engines.words.game import GREATEST_POINTS, play_batch_packed
from formal_rl.safelife._engines.words.points import paid_on, payments_of, points_of
from formal_rl.safelife._engines.words.rule import BatchPlanes
from formal_rl.safelife.board import AGENT, CRATE, EXIT, FROZEN, GREATEST_CELL, GREEN, LIFE, Board, turned
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, RED, SPAWNER
from formal_rl.safelife.game import ACTIONS, Level, act, points, start, step, value_published
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.levels import SHIPPED_KINDS, shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.batch_pairs import PLAY_BATCH, drawn_level, play_each
from formal_rl.statements.wainwright_2019.pairs import drawn_board

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)


def _level(*cells, goals=(), size=(3, 4), **numbers):
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


def _contradicted():
    (part,) = PLAY_BATCH.parts(Scope())
    return part.contradicted


@pytest.mark.statement("W19-agent")
def test_the_pair_agrees():
    """Drawn levels of no agent to three, with tables of their own and without."""
    (part,) = PLAY_BATCH.parts(Scope())

    assert part.as_expected


@pytest.mark.statement("W19-agent")
@given(seed=st.integers(0, 10**9), agents=st.integers(0, 3), number=st.integers(1, 4))
def test_each_game_is_what_it_is_alone(seed, agents, number):
    """Boards, goals, locations, draws read, points, rewards, and who is in play, after each step."""
    generator = Random(seed)
    height, width = generator.randint(3, 5), generator.randint(3, 5)
    levels = [drawn_level(generator, height, width, agents) for _ in range(number)]
    joint = [[[generator.randrange(9) for _ in range(agents)] for _ in levels] for _ in range(5)]
    draws = [HashedDraws(generator.randrange(1000)) for _ in levels]

    assert play_batch_packed(levels, joint, draws) == play_each(levels, joint, draws)


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_shipped_levels(kind):
    """Three of each kind, of which one twice with other draws, for 50 steps."""
    levels = [shipped_level(f"{kind}-{number}") for number in (0, 7, 12, 0)]
    draws = [SeededDraws(seed) for seed in range(4)]
    batch, generator = BatchLevels.of(levels), Random(kind)
    state, known = start_batch(batch), batch.draws(draws)
    alone = [start(level) for level in levels]
    for _ in range(50):
        actions = numpy.array([[generator.randrange(len(ACTIONS)) for _ in levels]])
        state, rewards = step_batch(batch, state, actions, known)
        for number, level in enumerate(levels):
            chosen = tuple(actions[:, number].tolist())
            alone[number], expected = step(level, alone[number], chosen, draws[number], advance=advance_packed)
            assert tuple(rewards[:, number].tolist()) == expected
        assert state.draws_read.tolist() == [each.draws_read for each in alone]
        assert state.locations.transpose(2, 1, 0).tolist() == [list(map(list, each.locations)) for each in alone]
        assert state.in_play.T.tolist() == [list(each.in_play) for each in alone]
        assert state.points[0].tolist() == [points(level, each, 0) for level, each in zip(levels, alone, strict=True)]
        assert numpy.array_equal(state.boards.array(), numpy.stack([each.board.array() for each in alone]))
        assert numpy.array_equal(state.goals.array(), numpy.stack([each.goals.array() for each in alone]))
    assert state.steps.tolist() == [50] * 4


# --- Actions ---


def _acted(boards, locations, actions):
    batch = BatchPlanes.from_boards(boards).widened(MAY_ARISE)
    planes = batch.planes.copy()
    after = act_batch(planes, batch.frame, numpy.array(locations).T, numpy.array(actions))
    return evolve(batch, planes=planes).boards(), tuple(zip(*after.tolist(), strict=True))


@pytest.mark.statement("W19-agent")
@given(seed=st.integers(0, 10**9), height=st.integers(3, 5), width=st.integers(3, 5))
def test_actions_are_those_of_one_board(seed, height, width):
    """On drawn boards with an agent, or none, at the location, all nine actions at once."""
    generator = Random(seed)
    board = drawn_board(generator, height, width)
    board = Board([[cell if generator.random() < 0.4 else 0 for cell in row] for row in board.rows])
    location = generator.randrange(height), generator.randrange(width)
    cell = generator.randint(0, GREATEST_CELL)
    board = board.with_cells({location: cell | AGENT if generator.random() < 0.9 else cell})
    expected = [act(board, location, action) for action in range(9)]

    boards, locations = _acted([board] * 9, [location] * 9, range(9))

    assert boards == tuple(each.board for each in expected)
    assert locations == tuple(each.location for each in expected)


@pytest.mark.statement("W19-agent")
def test_actions_by_hand():
    """One pushes a crate round an edge, one pulls it, one makes life; where two ahead is one behind, all the same."""
    row = Board([[0] * 3, [PLAYER, CRATE, 0], [0] * 3])
    behind = Board([[0] * 4, [CRATE, PLAYER, 0, 0], [0] * 4])

    boards, locations = _acted([row, row], [(1, 0), (1, 0)], [RIGHT, TOGGLE_UP])
    assert boards[0].rows[1] == (CRATE, turned(PLAYER, 1), 0)
    assert boards[1].rows[0] == (LIFE, 0, 0)
    assert locations == ((1, 1), (1, 0))
    boards, locations = _acted([behind], [(1, 1)], [RIGHT])
    assert boards[0].rows[1] == (0, CRATE, turned(PLAYER, 1), 0)
    assert locations == ((1, 2),)


# --- Points ---


@pytest.mark.statement("W19-reward")
@given(seed=st.integers(0, 10**9), number=st.integers(1, 4), own=st.booleans())
def test_points_are_those_of_one_board(seed, number, own):
    """With the published table, and with tables that differ from board to board."""
    generator = Random(seed)
    boards = [drawn_board(generator, 4, 5) for _ in range(number)]
    goals = [drawn_board(generator, 4, 5) for _ in range(number)]
    tables = [
        [[generator.randint(-2, 2) for _ in range(9)] for _ in range(8)] if own else PUBLISHED_TABLE for _ in boards
    ]
    paid = paid_on(BatchPlanes.from_boards(goals), payments_of(numpy.array(tables)))

    assert points_of(BatchPlanes.from_boards(boards), paid).tolist() == list(
        map(value_published, boards, goals, tables)
    )


@pytest.mark.statement("W19-reward")
def test_points_by_hand():
    """Green life on green pays 5, red on nothing costs 1; dead cells pay where a table says so."""
    boards = BatchPlanes.from_boards([Board([[LIFE | GREEN, LIFE | RED, 0]])] * 2)
    goals = BatchPlanes.from_boards([Board([[GREEN, 0, BLUE]]), Board([[0, 0, 0]])])
    dead = [[0] * 8 + [7]] * 8

    assert points_of(boards, paid_on(goals, payments_of(numpy.array([PUBLISHED_TABLE] * 2)))).tolist() == [4, -1]
    assert points_of(boards, paid_on(goals, payments_of(numpy.array([PUBLISHED_TABLE, dead])))).tolist() == [4, 7]


# --- Games by hand ---


@pytest.mark.statement("W19-agent")
def test_games_by_hand():
    """One agent leaves through an open exit and is paid 1; another, which has earned too little, stands before it."""
    row = (((1, 0), PLAYER), ((1, 1), LEVEL_EXIT))
    free = _level(*row, min_performance=0)
    closed = _level(*row, goals=[((0, 3), BLUE)], min_performance=Fraction(1, 2))
    batch = BatchLevels.of([free, closed])
    state = start_batch(batch)

    assert state.boards.boards()[0].rows[1] == (PLAYER | EXIT, LEVEL_EXIT | RED, 0, 0)
    assert state.boards.boards()[1].rows[1][:2] == tuple(start(closed).board.rows[1][:2])
    after, rewards = step_batch(batch, state, numpy.array([[RIGHT, RIGHT]]), batch.draws([(), ()]))
    assert after.boards.boards()[0].rows[1] == (0, LEVEL_EXIT, 0, 0)
    assert rewards.tolist()[0][0] == 1
    assert after.in_play.tolist() == [[False, step(closed, start(closed), (RIGHT,)).state.in_play[0]]]
    assert after.locations[:, 0, 0].tolist() == [1, 1]
    assert after.steps.tolist() == [1, 1]
    again, rewards = step_batch(batch, after, numpy.array([[LEFT, NOTHING]]), batch.draws([(), ()]))
    assert rewards.tolist()[0][0] == 0
    assert again.points[0, 0] == 1


def test_goals_that_stay_are_advanced_no_more():
    """Once nothing has changed and nothing may spawn; a spawner among the goals asks for draws for ever."""
    still = _level(((0, 0), PLAYER), goals=[((1, 1), BLUE)])
    spawning = _level(((0, 0), PLAYER), goals=[((1, 1), SPAWNER)], spawn_probability=Fraction(1, 2))
    for level, expected in ((still, True), (spawning, False)):
        batch = BatchLevels.of([level])
        known = batch.draws([HashedDraws(0)])
        state, _ = step_batch(batch, start_batch(batch), numpy.array([[NOTHING]]), known)
        state, _ = step_batch(batch, state, numpy.array([[NOTHING]]), known)
        assert state.still_goals is expected


# --- Beginning anew ---


@given(seed=st.integers(0, 10**9), own=st.booleans())
def test_games_begin_anew(seed, own):
    """Some games are replaced; they and the others go on as they would alone."""
    generator = Random(seed)
    levels = [drawn_level(generator, 4, 4, 2) for _ in range(5)]
    levels = levels if own else [evolve(level, tables=()) for level in levels]
    draws = [HashedDraws(number) for number in range(5)]
    joint = [[[generator.randrange(9) for _ in range(2)] for _ in range(5)] for _ in range(6)]
    batch = BatchLevels.of(levels[:3])
    state, known = start_batch(batch), batch.draws(draws[:3])
    for actions in joint[:3]:
        state, _ = step_batch(batch, state, numpy.array(actions[:3]).T, known)
    batch, state = restarted(batch, state, {2: levels[3], 0: levels[4]})
    known.replace(2, levels[3].spawn_probability, draws[3])
    known.replace(0, levels[4].spawn_probability, draws[4])
    for actions in joint[3:]:
        state, rewards = step_batch(batch, state, numpy.array(actions[:3]).T, known)

    (on,) = play_each([levels[1]], [[actions[1]] for actions in joint], [draws[1]])
    (two,) = play_each([levels[3]], [[actions[2]] for actions in joint[3:]], [draws[3]])
    (zero,) = play_each([levels[4]], [[actions[0]] for actions in joint[3:]], [draws[4]])
    for number, expected in enumerate((zero[-1], on[-1], two[-1])):
        assert state.boards.boards()[number] == expected.board
        assert state.goals.boards()[number] == expected.goals
        assert tuple(map(tuple, state.locations[:, :, number].T.tolist())) == expected.locations
        assert (state.steps[number], state.draws_read[number]) == (expected.steps, expected.draws_read)
        assert tuple(state.points[:, number].tolist()) == expected.points
        assert tuple(state.in_play[:, number].tolist()) == expected.in_play
        assert tuple(rewards[:, number].tolist()) == expected.rewards


def test_nothing_begins_anew():
    """Without changes all is the very same; a number that no game has, and another size, are refused."""
    batch = BatchLevels.of([_level(((0, 0), PLAYER))])
    state = start_batch(batch)

    assert restarted(batch, state, {}) == (batch, state)
    for number in (1, -1):
        with pytest.raises(InvalidParameter, match="changes"):
            restarted(batch, state, {number: batch.levels[0]})
    with pytest.raises(InvalidParameter, match="5 x 5 cells"):
        restarted(batch, state, {0: _level(((0, 0), PLAYER), size=(5, 5))})


# --- Values and errors ---


def test_states_are_not_written_to():
    """A step returns another state; the arrays of the first cannot be changed."""
    batch = BatchLevels.of([_level(((0, 0), PLAYER))])
    state = start_batch(batch)
    before = state.boards.array()
    step_batch(batch, state, numpy.array([[RIGHT]]), batch.draws([()]))

    assert numpy.array_equal(state.boards.array(), before)
    assert state.locations.tolist() == [[[0]], [[0]]]
    for array in (
        *(state.locations, state.steps, state.draws_read, state.points, state.in_play, state.boards.planes),
        *(batch.tables, batch.required, batch.initial_values, batch.exits),
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


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


def test_an_exit_that_asks_for_too_much_stays_shut():
    """Even where the number of points that open it is beyond all arrays."""
    level = _level(
        ((0, 0), PLAYER), ((1, 1), LEVEL_EXIT), ((2, 2), LIFE), goals=[((2, 1), BLUE)], min_performance=10**40
    )

    assert level.required[0] > GREATEST_POINTS
    assert play_batch_packed([level], [], [()])[0][0].board == start(level).board


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


# --- The comparison can say no ---


GAME = importlib.import_module("formal_rl.safelife._engines.words.game")
ACTING = importlib.import_module("formal_rl.safelife._engines.words.actions")
POINTS = importlib.import_module("formal_rl.safelife._engines.words.points")


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (GAME, "act_batch", lambda planes, frame, location, actions: location),
        (GAME, "for_boards", lambda _, frame: frame.everywhere & 0),
        (GAME, "EXIT", FROZEN),
        (ACTING, "PULLABLE", 0),
        (ACTING, "COLOUR_MASK", 0),
        (ACTING, "DESTRUCTIBLE", 0),
        (POINTS, "DESTRUCTIBLE", FROZEN),
        (POINTS, "RED", BLUE),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_with_something_wrong_is_found(monkeypatch, module, name, wrong):
    """Where agents do nothing, nothing is pulled, exits stay shut, or points are counted amiss, some game shows it."""
    monkeypatch.setattr(module, name, wrong)

    assert _contradicted()


def test_goals_that_do_not_advance_are_found(monkeypatch):
    """The games in which goals move show it."""
    right = GAME.advance_batch

    def only_boards(batch, draws, read):
        return right(batch, draws, read) if AGENT in batch.frame.bits else (batch, read)

    monkeypatch.setattr(GAME, "advance_batch", only_boards)

    assert _contradicted()
