"""Worked examples of games in their optimised forms, of what an agent sees, of ways, and of levels as environments."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy
from attrs import evolve

from formal_rl.agents import ConstantLearner, HashedDraws
from formal_rl.checking import Example
from formal_rl.environments import Environment
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter, NoAgentThere
from formal_rl.histories import Action, Percept
from formal_rl.safelife import BatchLevels, PackedGame, parse_board, restarted, start_batch, step_batch
from formal_rl.safelife._engines.planes.actions import act_on_planes
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.mutable_planes import PlaneDraft
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.actions import MAY_ARISE, act_batch
from formal_rl.safelife._engines.words.game import GREATEST_POINTS, play_batch_packed
from formal_rl.safelife._engines.words.rule import BatchPlanes
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    CRATE,
    EMPTY,
    EXIT,
    FROZEN,
    GREEN,
    LIFE,
    WALL,
    Board,
    Location,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, TREE
from formal_rl.safelife.game import (
    Level,
    act,
    has_exited,
    is_active,
    level_environment,
    start,
    step,
    view,
)
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import StepResult
from formal_rl.safelife.game.level_environment import LevelEnvironmentIncremental, SafeLifeObservation
from formal_rl.safelife.generation import ways_from
from formal_rl.safelife.generation.clearable_paths import clearable, hard_places, next_on_way, way
from formal_rl.statements.wainwright_2019.game_pairs import SHED, PlayBatch
from formal_rl.statements.wainwright_2019.plays import refusals

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
_HALF = Fraction(1, 2)
_OPEN = PLAYER | EXIT


# --- Actions ---


def act_packed(board: Board, location: Location, action: Action) -> ActResult:
    """Do what `act` does, on bit planes."""
    draft = PlaneDraft(PackedBoard.from_board(board))
    now = act_on_planes(draft, location, action)
    return ActResult(draft.board().to_board(), now)


def act_on_each(boards: Sequence[Board], actions: Sequence[Action], place: Location = (2, 2)) -> tuple[ActResult, ...]:
    """Do what `act` does, on many boards of one size at once, at the same place of each."""
    batch = BatchPlanes.from_array(numpy.stack([board.array() for board in boards]), MAY_ARISE)
    planes = batch.planes.copy()
    rows, columns = act_batch(planes, batch.frame, numpy.array([place] * len(boards)).T, numpy.array(actions))
    now = zip(rows.tolist(), columns.tolist(), strict=True)
    return tuple(map(ActResult, BatchPlanes(batch.frame, planes).boards(), now))


def act_among_others(board: Board, location: Location, action: Action) -> ActResult:
    """Do what `act` does, between two boards on which nobody acts."""
    return act_on_each([board] * 3, [NOTHING, action, NOTHING], location)[1]


# --- Views ---


def _level(*cells: tuple[Location, int], size: tuple[int, int] = (3, 4), goals: Any = (), **numbers: Any) -> Level:
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


_CELLS = (((0, 0), PLAYER), ((0, 1), CRATE), ((3, 4), LIFE), ((2, 2), WALL))
_CORNER = _level(*_CELLS, size=(4, 5), goals=[((3, 0), BLUE), ((2, 2), BLUE)])


def views_by_hand(packed: Callable[..., Any] = view_packed) -> Iterator[Example]:
    """Yield what an agent in a corner sees, and what is refused."""
    three = [[[LIFE, 0, 0], [0, _OPEN, CRATE], [0, 0, 0]], [[0, BLUE, 0], [0, 0, 0], [0, 0, 0]]]

    def seen(form: Callable[..., Any], *arguments: Any) -> Any:
        return form(start(_CORNER) if form is view else PackedGame(_CORNER).start(), *arguments).tolist()

    def fifteen(form: Callable[..., Any]) -> Any:
        sees = seen(form, 0)
        return len(sees), len(sees[0]), len(sees[0][0]), sees[0][7][7], sees[0][3][12], sees[1][6][7]

    for form in (view, packed):
        yield ("three by three", "over the edges: above is row 3, on the left column 4", three, seen, form, 0, 3, 3)
        yield ("one by two", "the middle is column 1", [[[0, _OPEN]], [[0, 0]]], seen, form, 0, 1, 2)
        yield ("15 x 15", "repeated after 4 rows and 5 columns", (2, 15, 15, _OPEN, _OPEN, BLUE), fifteen, form)
        wrong = ((1, 3, 3), (-1, 3, 3), (False, 3, 3), (0, 0, 3), (0, 3, 0), (0, 3, 2.5))
        yield from refusals("a view", InvalidParameter, partial(seen, form), *wrong)


# --- Games in lockstep ---


def batches_by_hand(play: PlayBatch = play_batch_packed) -> Iterator[Example]:
    """Yield games in lockstep by hand, and what is refused."""
    row = (((1, 0), PLAYER), ((1, 1), LEVEL_EXIT))
    free = _level(*row, min_performance=0)
    closed = _level(*row, goals=[((0, 3), BLUE)], min_performance=_HALF)
    dot = _level(((1, 1), PLAYER), ((1, 2), LIFE | RED))
    one, two = ((0, 0), PLAYER), ((2, 2), PLAYER)
    pair, right = _level(one, two), turned(PLAYER, 1)

    def paying(worth: int) -> Level:
        return _level(one, tables=[[[0] * 8 + [worth]] * 8])

    def numbers(name: str, level: Level) -> object:
        return getattr(BatchLevels.of([level]), name).tolist()

    def played() -> object:
        games = play([free, closed, dot], [[[RIGHT], [RIGHT], [TOGGLE_RIGHT]]], [(), (), ()])
        last = [game[1] for game in games]
        return [(*each.board.rows[1][:2], each.rewards, each.points, each.in_play, each.locations) for each in last]

    def at_first() -> object:
        first = [game[0] for game in play([free, closed], [], [(), ()])]
        return [(each.board.rows[1], each.rewards, each.points, each.steps) for each in first]

    def stepped(actions: Any) -> object:
        batch = BatchLevels.of([pair] * 3)
        return step_batch(batch, start_batch(batch), actions, batch.draws([()] * 3)).state.steps.tolist()

    def out_of_range(wrong: int) -> object:
        try:
            return stepped(numpy.array([[0, 0, 0], [0, wrong, 0]]))
        except ActionOutOfRange as error:
            return error.index, error.action

    def anew(*numbers: int, size: tuple[int, int] = (3, 4)) -> object:
        batch = BatchLevels.of([free, free])
        state = step_batch(batch, start_batch(batch), numpy.array([[RIGHT, LEFT]]), batch.draws([(), ()])).state
        levels, after = restarted(batch, state, {number: _level(*row, size=size) for number in numbers})
        return levels is batch, after is state, after.steps.tolist(), len(levels)

    def still(*goals: tuple[Location, int]) -> bool:
        batch = BatchLevels.of([_level(one, goals=goals, spawn_probability=_HALF)])
        known, state = batch.draws([HashedDraws(0)]), start_batch(batch)
        for _ in range(2):
            state, _ = step_batch(batch, state, numpy.array([[NOTHING]]), known)
        return state.still_goals

    def written(is_of_levels: bool, name: str) -> object:
        batch = BatchLevels.of([free])
        return getattr(batch if is_of_levels else start_batch(batch), name).fill(0)

    left, held = (0, LEVEL_EXIT, (1,), (1,), (False,), ((1, 1),)), (right, LEVEL_EXIT, (0,), (0,), (True,), ((1, 0),))
    three = [left, held, (0, right | EXIT, (1,), (0,), (True,), ((1, 1),))]
    free_and_closed = [((_OPEN, LEVEL_EXIT | RED, 0, 0), (0,), (0,), 0), ((PLAYER, LEVEL_EXIT, 0, 0), (0,), (0,), 0)]
    most, least = paying(GREATEST_POINTS // 12), paying(-(-GREATEST_POINTS // 12))
    asking = evolve(closed, min_performance=10**40)
    yield from (
        ("three games", "one leaves for 1, one is held, one removes a red dot for 1", three, played),
        ("at first", "of whom nothing is asked may leave", free_and_closed, at_first),
        ("goals that stay", "nothing changes, nothing may spawn", True, still, ((1, 1), BLUE)),
        ("goals with a spawner", "they ask for draws for ever", False, still, ((1, 1), SPAWNER)),
        ("nothing begins anew", "the same", (True, True, [1, 1], 2), anew),
        ("one of two begins anew", "its steps are 0", (False, False, [1, 0], 2), anew, 1),
        ("both begin anew", "their steps are 0", (False, False, [0, 0], 2), anew, 1, 0),
        ("one of 5 x 5 begins anew", "refused", InvalidParameter, partial(anew, 0, size=(5, 5))),
        ("12 cells of 2^53 / 12", "rounded down", [[GREATEST_POINTS // 12 * 12]], numbers, "initial_values", most),
        ("an exit that asks for more than arrays hold", "shut", [[GREATEST_POINTS]], numbers, "required", asking),
        ("actions", "one for each agent of each game", [1, 1, 1], stepped, numpy.full((2, 3), 8)),
        ("actions of small ints", "ints", [1, 1, 1], stepped, numpy.zeros((2, 3), dtype=numpy.uint8)),
        ("a tenth action", "of agent 1", (1, 9), out_of_range, 9),
        ("an action before the first", "of agent 1", (1, -1), out_of_range, -1),
        ("rows of two lengths", "2 and 1", InvalidParameter, play, [pair] * 2, [[[0, 0], [0]]], [()] * 2),
        ("too few draws", "one for two", InvalidParameter, play, [free] * 2, [], [()]),
    )
    yield from refusals("which begins anew", InvalidParameter, anew, (2,), (-1,), (-1, 0))
    other = (_level(one, size=(4, 4)), _level(one, size=(3, 5)), pair)
    wrong = ([], *([_level(one), each] for each in other), [least], [paying(-(2**60))])
    yield from refusals("levels of one size and number of agents", InvalidParameter, BatchLevels.of, *zip(wrong))
    shapes = (numpy.zeros((3, 2), dtype=int), numpy.zeros((2, 3)), [[0] * 3] * 2)
    yield from refusals("actions as ints of 2 x 3", InvalidParameter, stepped, *zip(shapes))
    of_levels = product((True,), ("tables", "required", "initial_values", "exits"))
    of_states = product((False,), ("locations", "steps", "draws_read", "points", "in_play"))
    yield from refusals("nobody writes to", ValueError, written, *of_levels, *of_states)


# --- Steps ---


def steps_refused_by_hand(packed: Callable[..., StepResult] = step_packed) -> Iterator[Example]:
    """Yield what steps and packed games refuse, and what is just within their limits."""
    level = _level(((0, 0), PLAYER), ((1, 2), PLAYER))
    spawning = _level(((0, 0), PLAYER), ((2, 3), SPAWNER), size=(5, 5))

    def out_of_range(begun: Callable[..., StepResult], action: Any) -> object:
        try:
            return begun((action, 0)).state.steps
        except ActionOutOfRange as error:
            return error.index

    for form in (step, packed):
        begun, at_spawner = partial(form, level, start(level)), partial(form, spawning, start(spawning), (0,))
        yield from refusals("two actions", InvalidParameter, begun, ((0,),), ((0,) * 3,), ({0, 1},), (None,))
        for action, named_or_steps in ((9, 0), (-1, 0), (True, 0), (8, 1)):
            yield (f"action {action} of agent 0", "it is named; 8 is one", named_or_steps, out_of_range, begun, action)
        yield ("too few draws", "eight places", DrawsExhausted, at_spawner, (0.5,))
        yield ("a draw that is none", "3/2", InvalidParameter, at_spawner, (0.5, 1.5))
    board = board_of(3, 4, [((1, 1), PLAYER)])
    yield from refusals("one of nine actions", ActionOutOfRange, partial(act, board, (1, 1)), (9,), (-1,), (True,))
    wrong = ((board, (3, 1), 0), (board, (1, 4), 0), (board, (1,), 0))
    small = ((Board.empty(2, 3), (0, 0), 0), (Board.empty(3, 2), (0, 0), 0))
    yield from refusals("a place on a board of sides of at least 3", InvalidParameter, act, *wrong, *small)
    yield from _packing_by_hand()

    def counts(level: Level) -> object:
        return PackedGame(level).start().counts, start(level).counts

    living = Level(board_of(3, 4, [((0, 0), PLAYER), ((1, 2), EXIT | ALIVE | RED)]), board_of(3, 4, [((1, 2), BLUE)]))
    flagged, more = ((0, 0), _OPEN), Fraction(3, 2)
    unopened = _level(flagged, goals=[((1, 1), BLUE)], min_performance=more)

    def paid() -> object:
        return PackedGame(living).step(PackedGame(living).start(), [NOTHING]).rewards

    def at_first(level: Level) -> object:
        return start(level).board[0, 0]

    def destroyed(cell: int) -> object:
        return act(board_of(3, 4, [((1, 1), PLAYER), ((1, 2), cell)]), (1, 1), TOGGLE_RIGHT).board[1, 2]

    yield from (
        ("a living exit at first", "counted as life on a blue goal, and then not: -(-3)", (3,), paid),
        ("its counts", "as the state has them", (start(living).counts,) * 2, counts, living),
        ("an agent that has the flag", "is no exit", _OPEN, at_first, _level(flagged, ((1, 1), LEVEL_EXIT))),
        ("an agent of whom 3/2 of 3 points are asked", "it loses the flag", PLAYER, at_first, unopened),
        ("an agent that was lost", "it holds no flag, and is in no exit", (False, False), _lost_by_hand),
        ("an agent out of its place", "no agent there", NoAgentThere, partial(_level, agents=[(0, 0)])),
        ("what is left of an agent that was not frozen", "it is", FROZEN, destroyed, AGENT | 8),
        ("of a green one", "the rest stays", FROZEN | ALIVE | GREEN, destroyed, AGENT | LIFE | GREEN),
    )


def _packing_by_hand() -> Iterator[Example]:
    """Yield states that a game cannot be in."""
    game, state = PackedGame(SHED), start(SHED)
    later = step(SHED, state, [NOTHING], HashedDraws(0)).state
    shut = state.board.with_cells({(3, 2): LEVEL_EXIT})
    changes: tuple[dict[str, Any], ...] = (
        *({"board": board} for board in (Board.empty(5, 6), shut)),
        *({"locations": locations} for locations in ((), ((7, 2),))),
        *({"goals": Board.empty(5, 5)}, {"in_play": (True, True)}, {"draws_read": -1}),
    )
    wrong = (*(state._replace(**change) for change in changes), later._replace(counts=state.counts[::-1]))
    yield ("the state at first", "as it starts", game.start(), game.packed, state)
    yield from refusals("a state of the game", InvalidParameter, game.packed, *zip(wrong))
    pair = _level(((0, 0), PLAYER), ((1, 2), PLAYER))
    yield ("nobody there", "two in play", InvalidParameter, game.packed, start(pair)._replace(board=Board.empty(3, 4)))


def _lost_by_hand() -> tuple[bool, bool]:
    level = _level(((1, 0), PLAYER), ((1, 1), PLAYER))
    state = step(level, start(level), (TOGGLE_RIGHT, NOTHING)).state
    return is_active(state, 1), has_exited(state, 1)


# --- Environments ---


def environments_by_hand(environment: Callable[..., Environment] = level_environment) -> Iterator[Example]:
    """Yield what a level as an environment shows and pays, and what it refuses."""
    level = _level(((1, 1), PLAYER), ((0, 1), LIFE | RED), size=(3, 3))
    first = Percept(0, SafeLifeObservation(level.board.with_cells({(1, 1): _OPEN}), level.goals))
    second = Percept(1, SafeLifeObservation(board_of(3, 3, [((1, 1), _OPEN)]), level.goals))

    def asked(*actions: Action) -> object:
        play: tuple[object, ...] = ()
        for action in actions:
            play = (*play, first, action)
        return environment(level)(play)

    def carried(*actions: Action) -> object:
        game, learner = LevelEnvironmentIncremental(level), ConstantLearner(0)
        percept, state = game.start(learner)
        for action in actions:
            percept, state = game.advance(learner, state, action)
        return percept

    def index(played: Callable[..., object], *actions: Action) -> object:
        try:
            return played(*actions)
        except ActionOutOfRange as error:
            return error.index, error.action

    for form, made in ((asked, environment), (carried, LevelEnvironmentIncremental)):
        yield ("at first", "the level, and 0", first, form)
        yield ("a red dot removed", "1", second, form, TOGGLE_UP)
        yield ("then nothing", "0", second._replace(reward=0), form, TOGGLE_UP, NOTHING)
        yield ("a tenth action, the second", "element 3 of the play", (3, 9), index, form, NOTHING, 9)
        two = _level(((0, 0), PLAYER), ((1, 1), PLAYER))
        yield from refusals("a level of one agent", InvalidParameter, made, (two,), (_level(),))


# --- Ways ---

_MAZE = parse_board("""
. . . . . . .
. # # # # # .
. # ^ o . # .
. # # # o # .
. . . C . # .
. . . # # # .
. . . . . . .
""")


def ways_by_hand() -> Iterator[Example]:
    """Yield which places are hard or clearable, and which ways there are."""
    path = ((2, 3), (2, 4), (3, 4), (4, 4))
    wall = [((row, 0), WALL) for row in range(9)]
    trees = board_of(9, 9, [*wall, ((4, 4), TREE), ((4, 6), TREE)])
    tree, hard = board_of(9, 9, [((4, 4), TREE)]), board_of(9, 9, [((4, 4), HARD_LIFE), ((0, 0), LIFE)])
    exits, exit_ahead = parse_board("# # # # #\n^ . E . #\n# # # # #\n# # # # #"), parse_board("^ E .\n. . .\n. . .")
    behind, above = parse_board("C ^ . .\n. # # #\n. # # #"), parse_board("C # #\n^ # #\n. # #")
    small = board_of(3, 4, [((0, 0), TREE), ((2, 3), LIFE), ((1, 1), CRATE), ((0, 2), SPAWNER)])
    edge = parse_board("^ # . #\n# # . #\n. . . .")
    steps = {(1, 0): (1, 0), (1, 1): (1, 0), (1, 2): (1, 1)}
    round_edge = {(0, 0): (0, 0), (2, 0): (0, 0), (2, 3): (2, 0)}
    free, start = ways_from(_MAZE, (2, 2), clearable(_MAZE)), ways_from(_MAZE, (2, 2), ())
    in_all = frozenset(place for place in trees.locations() if place[1])
    clear = frozenset(set(small.locations()) - {(0, 0), (1, 1)})
    cleared = _MAZE.with_cells({(2, 3): EMPTY})

    def reached(board: Board, place: Location, *free: Location) -> object:
        return dict(ways_from(board, place, frozenset(free) or clearable(board)))

    yield from (
        ("hard places of the maze", "none is hard", frozenset(), hard_places, _MAZE),
        ("one tree", "two of three parents are not hard", frozenset({(4, 4)}), hard_places, tree),
        ("hard life, and life", "the same", frozenset({(4, 4)}), hard_places, hard),
        ("two trees", "between them is near both, and so on; walls are frozen", in_all, hard_places, trees),
        ("clearable", "what is empty or destructible and not hard", clear, clearable, small),
        ("reached in the maze", "four steps; what would be pulled stops it", {(2, 2), *path}, set, free),
        ("the way to the end of the maze", "right twice, down twice", path, way, free, (4, 4)),
        ("the way to the start", "no step", (), way, start, (2, 2)),
        ("nothing free", "the start alone", {(2, 2)}, set, start),
        ("an exit", "nothing beyond it", steps, reached, exits, (1, 0)),
        ("an exit that is not free", "it is reached", steps, reached, exits, (1, 0), (1, 1)),
        ("a crate behind", "it would be pulled along", {(0, 1): (0, 1)}, reached, behind, (0, 1), (0, 2)),
        ("a crate above", "it would be pulled along", {(1, 0): (1, 0)}, reached, above, (1, 0), (2, 0)),
        ("round the edge", "up is row 2, left is column 3", round_edge, reached, edge, (0, 0), (2, 0), (2, 3)),
        ("what is in the way", "life: toggle right", TOGGLE_RIGHT, next_on_way, _MAZE, (2, 2), path),
        ("nothing in the way", "move right", RIGHT, next_on_way, cleared, (2, 2), path),
        ("from its second place", "empty: move right", RIGHT, next_on_way, _MAZE, (2, 3), path),
        ("from its middle", "life below: toggle down", TOGGLE_DOWN, next_on_way, _MAZE, (2, 4), path),
        ("from its third place", "empty below: move down", DOWN, next_on_way, _MAZE, (3, 4), path),
        ("an exit in the way", "move right", RIGHT, next_on_way, exit_ahead, (0, 0), ((0, 1),)),
        ("over the edge", "column 3 is left of column 0", LEFT, next_on_way, edge, (2, 0), ((2, 3),)),
        ("over the upper edge", "row 2 is above row 0", UP, next_on_way, edge, (0, 0), ((2, 0), (2, 3))),
    )
    yield from refusals("off all ways", InvalidParameter, way, (start, (0, 0)))
    wrong = ((_MAZE, (4, 4), path), (_MAZE, (0, 0), path))
    yield from refusals("at the end, or beside no part, of a way", InvalidParameter, next_on_way, *wrong)
