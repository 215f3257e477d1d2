"""The optimised forms of games, each compared with the game on drawn levels; examples of games, views and ways."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy
from attrs import evolve, frozen

from formal_rl.agents import ConstantLearner, Draws, HashedDraws
from formal_rl.checking import Case, Example, Part, Scope, equal, part
from formal_rl.environments import Environment, IncrementalEnvironment
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter, NoAgentThere
from formal_rl.histories import Action, Percept, Play
from formal_rl.safelife import (
    BatchLevels,
    CellBits,
    PackedGame,
    PackedGameState,
    parse_board,
    restarted,
    start_batch,
    step_batch,
)
from formal_rl.safelife._engines.planes.actions import act_on_planes
from formal_rl.safelife._engines.planes.boards import PackedBoard, frame_of
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.mutable_planes import PlaneDraft
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.actions import MAY_ARISE, act_batch
from formal_rl.safelife._engines.words.game import GREATEST_POINTS, GameView, play_batch_packed
from formal_rl.safelife._engines.words.rule import BatchPlanes
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    CRATE,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    LIFE,
    NAMED_CELLS,
    ORIENTATION_MASK,
    SPAWNING,
    WALL,
    Board,
    Cell,
    Location,
    cells,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import (
    BLUE,
    HARD_LIFE,
    LEVEL_EXIT,
    MOVABLE,
    PLAYER,
    PULLABLE,
    PUSHABLE,
    RED,
    SPAWNER,
    TREE,
)
from formal_rl.safelife.game import (
    ACTIONS,
    GameState,
    Level,
    act,
    has_exited,
    is_active,
    level_environment,
    points,
    start,
    step,
    view,
)
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import StepResult
from formal_rl.safelife.game.level_environment import LevelEnvironmentIncremental, SafeLifeObservation
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.generation import ways_from
from formal_rl.safelife.generation.clearable_paths import clearable, hard_places, next_on_way, way
from formal_rl.statements.wainwright_2019.pairs import PROBABILITIES, drawn_board
from formal_rl.statements.wainwright_2019.plays import refusals

PlayBatch = Callable[..., tuple[tuple[GameView, ...], ...]]

_HALF = Fraction(1, 2)

GARDEN = Level(
    board_of(4, 5, [((1, 1), PLAYER | RED), ((1, 2), LIFE | RED), ((3, 4), SPAWNER), ((2, 1), LEVEL_EXIT)]),
    board_of(4, 5, [((0, 1), BLUE), ((1, 0), BLUE)]),
    spawn_probability=_HALF,
    min_performance=_HALF,
)
"""A red dot to the right of a red agent, an exit below it, goals above it and to its left, a spawner in a corner."""

_SHED_CELLS = [((2, 2), PLAYER | RED), ((2, 3), CRATE), ((1, 2), LIFE | RED), ((2, 1), CRATE | BLUE)]
SHED = Level(
    board_of(5, 6, [*_SHED_CELLS, ((3, 2), LEVEL_EXIT), ((0, 5), SPAWNER | GREEN), ((4, 4), TREE)]),
    board_of(5, 6, [((1, 2), BLUE), ((1, 3), BLUE), ((4, 0), LIFE | GREEN)]),
    spawn_probability=_HALF,
    min_performance=0,
)
"""A red agent with a crate before and behind it, a red dot above, an open exit below, a spawner in a corner."""

_YARD_CELLS = [((1, 1), PLAYER | RED), ((0, 1), LIFE | RED), ((2, 1), PLAYER), ((1, 3), LEVEL_EXIT), ((1, 0), CRATE)]
YARD = Level(board_of(4, 5, _YARD_CELLS), board_of(4, 5, [((0, 1), BLUE)]), [(1, 1)], min_performance=Fraction(1, 5))
"""A red agent with a red dot above, which is not wanted there, one below that nobody moves, and a shut exit."""

_PUSHED = [((2, 1), PLAYER), ((2, 2), SPAWNING | PUSHABLE | RED), ((4, 5), SPAWNER | BLUE), ((2, 0), CRATE)]
_MOVED = Level(board_of(5, 7, _PUSHED), board_of(5, 7, [((0, 1), LIFE | BLUE)]), ((2, 1),), 1)
"""A level in which a spawner can be pushed."""


# --- Drawn levels ---

_KINDS = (
    *(EMPTY,) * 4,
    *(LIFE, LIFE | RED, LIFE | BLUE, cells.HARD_LIFE | EXIT, WALL, CRATE, TREE, cells.PLANT, cells.ICE_CUBE),
    *(SPAWNER | GREEN, LEVEL_EXIT, LEVEL_EXIT, cells.FOUNTAIN, cells.PARASITE, cells.WEED, PLAYER, EXIT | PUSHABLE),
)
_AGENTS = (PLAYER, PLAYER | PUSHABLE, PLAYER | RED | PULLABLE, AGENT)


def level_of_kinds(generator: Random, height: int, width: int, agents: int) -> Level:
    """Return a level of so many agents, of all kinds of cells and goals, sometimes with tables of its own."""

    def drawn(kinds: Sequence[Cell], share: float) -> Board:
        rows = [[generator.choice(kinds) for _ in range(width)] for _ in range(height)]
        return drawn_board(generator, height, width) if generator.random() < share else Board(rows)

    board, goals = drawn(_KINDS, 0.2), drawn((EMPTY, EMPTY, BLUE, GREEN, RED, RED | BLUE), 0.3)
    locations = generator.sample(tuple(board.locations()), agents)
    board = board.with_cells({location: generator.choice(_AGENTS) for location in locations})
    tables = [[[generator.randint(-3, 3) for _ in range(9)] for _ in range(8)] for _ in range(agents)]
    spawning, asked = generator.choice(PROBABILITIES), generator.choice((-1, Fraction(1, 4)))
    return Level(board, goals, locations, spawning, asked, tables if generator.random() < 0.4 else ())


def level_of_flags(generator: Random) -> Level:
    """Return a small level of one to four agents, none of whose flags are certain, on goals that may live."""
    height, width = generator.randint(3, 6), generator.randint(3, 6)
    dots, exits = (LIFE | RED, LIFE | GREEN, ALIVE | MOVABLE), (LEVEL_EXIT, LEVEL_EXIT | ALIVE)
    things = (*NAMED_CELLS.values(), *dots, *(CRATE,) * 9, *exits)

    def thing() -> Cell:
        if generator.random() < 0.55:
            return 0
        if generator.random() < 0.2:
            return generator.randint(0, GREATEST_CELL) & ~(AGENT | (SPAWNING if generator.random() < 0.5 else 0))
        return generator.choice(things) & ~AGENT | generator.choice((0, 0, RED, BLUE, COLOUR_MASK))

    def agent() -> Cell:
        flags = generator.randint(0, GREATEST_CELL) | AGENT | ORIENTATION_MASK
        if generator.random() < 0.5:
            flags = PLAYER & ~generator.choice((0, DESTRUCTIBLE)) | flags & (COLOUR_MASK | ORIENTATION_MASK)
        return flags & (~FROZEN & ~ALIVE if generator.random() < 0.3 else GREATEST_CELL)

    board = Board([[thing() for _ in range(width)] for _ in range(height)])
    places = tuple(board.locations())
    agents = generator.sample(places, generator.randint(1, 4))
    board = board.with_cells({place: agent() for place in agents})
    wanted = (0, 0, 0, BLUE, RED, LIFE | GREEN, COLOUR_MASK)
    goals = Board([[generator.choice(wanted) for _ in range(width)] for _ in range(height)])
    if generator.random() < 0.3:
        goals = goals.with_cells({generator.choice(places): SPAWNER | BLUE})
    playing = agents[: generator.randint(1, len(agents))]
    own = tuple(tuple(generator.randint(-2, 3) for _ in range(9)) for _ in range(8))
    spawning, asked = generator.choice(PROBABILITIES), generator.choice((-1, 0, Fraction(1, 10), _HALF))
    return Level(board, goals, playing, spawning, asked, [generator.choice((PUBLISHED_TABLE, own)) for _ in playing])


# --- Games ---

HAPPENINGS = (
    *("an agent leaves", "an agent is lost otherwise", "goals move", "draws are read", "an agent is paid"),
    *("an exit opens", "an exit is shut", "nothing of these"),
)
"""What comes of a step, as the cases are named: the first that fits."""

_Joint = Sequence[Sequence[Sequence[Action]]]


def _games(scope: Scope) -> Iterator[tuple[tuple[Level, ...], _Joint, list[Draws]]]:
    """Yield levels that can be played together, actions for each step and level, and draws."""
    generator = Random(scope.seed)
    many = 10 if scope.is_full else 1

    def played(levels: Sequence[Level], steps: int) -> tuple[tuple[Level, ...], _Joint, list[Draws]]:
        agents = range(len(levels[0].agents))
        joint = [[[generator.randrange(len(ACTIONS)) for _ in agents] for _ in levels] for _ in range(steps)]
        return tuple(levels), joint, [HashedDraws(generator.randint(0, 99)) for _ in levels]

    for agents in (1, 2, 0, 1, 3) * 3 * many:
        height, width = generator.randint(3, 5), generator.randint(3, 5)
        number = generator.randint(1, 3)
        yield played([level_of_kinds(generator, height, width, agents) for _ in range(number)], 6)
    for _ in range(12 * many):
        yield played([level_of_flags(generator)], 10)
    for level in (SHED, YARD, _MOVED):
        for action in range(1, len(ACTIONS)):
            second = generator.randrange(len(ACTIONS))
            yield (level,), [[[each]] for each in (action, second, 0, action)], [HashedDraws(action)]


def play_each(
    levels: Sequence[Level], joint_actions: _Joint, draws: Sequence[Draws]
) -> tuple[tuple[GameView, ...], ...]:
    """Return what can be seen of each game when it is played alone."""
    played = []
    for number, level in enumerate(levels):
        state = start(level)
        seen = [_seen(level, state, (0,) * len(level.agents))]
        for actions in joint_actions:
            state, rewards = step(level, state, tuple(actions[number]), draws[number])
            seen.append(_seen(level, state, rewards))
        played.append(tuple(seen))
    return tuple(played)


def _seen(level: Level, state: GameState, rewards: tuple[int, ...]) -> GameView:
    has = tuple(points(level, state, agent) for agent in range(len(rewards)))
    return GameView(*state[:5], has, state.in_play, rewards)


def _happens(before: GameState, after: StepResult) -> str:
    state, rewards = after
    lost = [was and not now for was, now in zip(before.in_play, state.in_play, strict=True)]
    opened, shut = (sum(1 for place in each.board.find(EXIT) if each.board[place] & RED) for each in (state, before))
    found = {
        "an agent leaves": any(gone and has_exited(state, agent) for agent, gone in enumerate(lost)),
        "an agent is lost otherwise": any(lost),
        "an exit opens": opened > shut,
        "an exit is shut": opened < shut,
        "goals move": state.goals != before.goals,
        "an agent is paid": any(rewards),
        "draws are read": state.draws_read > before.draws_read,
    }
    return next((name for name, happens in found.items() if happens), "nothing of these")


class _Seen(NamedTuple):
    """What happens in a step, what can be seen after it, the states, and by name what the definition and a form say."""

    happens: str
    played: GameView
    state: GameState
    carried: PackedGameState
    pairs: dict[str, tuple[Any, Any]]


@part(
    "games on bit planes and in lockstep",
    branches=HAPPENINGS,
    domain="drawn levels of sides from 3 to 6, up to three at once, of no agent to four, for up to ten steps of "
    "drawn actions; three levels, each action first",
)
def games(
    scope: Scope,
    *,
    step: Callable[..., StepResult] = step,
    packed: Callable[..., StepResult] = step_packed,
    batch: PlayBatch = play_batch_packed,
    seen_packed: Callable[..., Any] = view_packed,
) -> Iterator[Case]:
    """Compare games on bit planes, carried on and begun at each step, and games in lockstep, with their steps."""

    def seen_alone(level: Level, joint: Sequence[Sequence[Action]], draws: Draws) -> Iterator[_Seen]:
        game, state, rewards = PackedGame(level), start(level), (0,) * len(level.agents)
        carried, happens = game.start(), "nothing of these"
        more: dict[str, tuple[Any, Any]] = {}
        for turn in range(len(joint) + 1):
            if turn:
                actions = joint[turn - 1]
                stepped = step(level, state, actions, draws)
                happens = _happens(state, stepped)
                more = {"step_packed": (stepped, packed(level, state, actions, draws))} if turn % 3 == 1 else {}
                state, rewards = stepped
                carried, paid = game.step(carried, actions, draws)
                more["rewards of a PackedGame"] = rewards, paid
            more["PackedGame"] = state, carried.to_state()
            more["what a PackedGame keeps"] = game.packed(state), carried
            yield _Seen(happens, _seen(level, state, rewards), state, carried, more)

    generator = Random(scope.seed)
    for levels, joint, draws in _games(scope):
        together = batch(levels, joint, draws)
        for number, level in enumerate(levels):
            alone = seen_alone(level, [actions[number] for actions in joint], draws[number])
            bits = CellBits(frame_of(level.board.height, level.board.width))
            for turn, seen in enumerate(alone):
                pairs = {**seen.pairs, "play_batch_packed": (seen.played, together[number][turn])}
                if level.agents:
                    agent = generator.randrange(len(level.agents))
                    sides = generator.randint(1, 9), generator.randint(1, 9)
                    one, other = view(seen.state, agent, *sides), seen_packed(seen.carried, agent, *sides, bits)
                    pairs["view_packed"] = (one.dtype, one.tolist()), (other.dtype, other.tolist())
                found = (equal(f"{name}, step {turn} of {level}", *each) for name, each in pairs.items())
                yield seen.happens, next(filter(None, found), None)


@part(
    "games that begin anew",
    branches=("the published table",),
    domain="three drawn levels of 4 x 4 with two agents each, of which two are replaced after three of six steps",
)
def begun_anew(scope: Scope) -> Iterator[Case]:
    """Compare games in lockstep, of which some begin anew, with those games alone."""
    for sample in range(60 if scope.is_full else 4):
        generator = Random(scope.seed + sample)
        levels = [level_of_kinds(generator, 4, 4, 2) for _ in range(5)]
        levels = levels if sample % 2 else [evolve(level, tables=()) for level in levels]
        draws = [HashedDraws(number) for number in range(5)]
        joint = [[[generator.randrange(9) for _ in range(2)] for _ in range(5)] for _ in range(6)]
        batch = BatchLevels.of(levels[:3])
        state, known, rewards = start_batch(batch), batch.draws(draws[:3]), numpy.zeros((2, 3), dtype=numpy.int64)
        for turn, actions in enumerate(joint):
            if turn == 3:
                batch, state = restarted(batch, state, {2: levels[3], 0: levels[4]})
                known.replace(2, levels[3].spawn_probability, draws[3])
                known.replace(0, levels[4].spawn_probability, draws[4])
            state, rewards = step_batch(batch, state, numpy.array(actions[:3]).T, known)
        for number, level, first in ((0, 4, 3), (1, 1, 0), (2, 3, 3)):
            chosen = [[actions[number]] for actions in joint[first:]]
            expected = play_each([levels[level]], chosen, [draws[level]])[0][-1]
            where = tuple(map(tuple, state.locations[:, :, number].T.tolist()))
            counts = int(state.steps[number]), int(state.draws_read[number])
            of_agents = (tuple(each[:, number].tolist()) for each in (state.points, state.in_play, rewards))
            got = GameView(state.boards.boards()[number], state.goals.boards()[number], where, *counts, *of_agents)
            tables = "own tables" if any(each.tables for each in levels) else "the published table"
            yield tables, equal(f"game {number} of sample {sample}", expected, got)


@part(
    "a level as an environment, carried on",
    branches=("draws read",),
    domain="a level of 4 x 5 with a spawner: drawn sequences of five of the nine actions, after each step",
)
def environments(
    scope: Scope, *, carried_on: Callable[[Level, Draws], IncrementalEnvironment] = LevelEnvironmentIncremental
) -> Iterator[Case]:
    """Compare a level as an environment that replays with the form that carries the game on."""
    for sample in range(100 if scope.is_full else 4):
        draws, generator = HashedDraws(scope.seed + sample), Random(scope.seed + sample)
        environment, learner, game = level_environment(GARDEN, draws), ConstantLearner(0), carried_on(GARDEN, draws)
        play: Play = ()
        expected, (got, state) = environment(play), game.start(learner)
        for _ in range(5):
            action = generator.randrange(len(ACTIONS))
            play = (*play, expected, action)
            expected = environment(play)
            got, state = game.advance(learner, state, action)
            yield "draws read" if state.draws_read else "no draws", equal(f"after {play[1::2]}", expected, got)


@frozen
class GamePair:
    """A game, and an optimised form of it, which is compared as the statement about agents compares it."""

    name: str
    definition: Callable[..., object]
    fast: Callable[..., Any]
    compared: Callable[[Scope, Any], Part]

    def parts(self, scope: Scope) -> tuple[Part]:
        """Compare step by step."""
        return (self.compared(scope, self.fast),)


SAFELIFE_GAME_PAIRS = (
    GamePair("step_packed", step, step_packed, lambda scope, form: games(scope, packed=form)),
    GamePair("view_packed", view, view_packed, lambda scope, form: games(scope, seen_packed=form)),
    GamePair("play_batch_packed", play_each, play_batch_packed, lambda scope, form: games(scope, batch=form)),
    GamePair(
        "LevelEnvironmentIncremental",
        level_environment,
        LevelEnvironmentIncremental,
        lambda scope, form: environments(scope, carried_on=form),
    ),
)
"""The pairs of SafeLife games."""


NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
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
