"""Checks of the optimised forms of games, what an agent sees, the ways it can go, and levels as environments."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy
from attrs import evolve

from formal_rl.agents import ConstantLearner, Draws, HashedDraws
from formal_rl.checking import Disagreement, Example, Part, Scope, part
from formal_rl.environments import Environment
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter, NoAgentThere
from formal_rl.histories import Action, Percept, Play
from formal_rl.safelife import BatchLevels, PackedGame, PackedGameState, parse_board, restarted, start_batch, step_batch
from formal_rl.safelife._engines.planes.actions import act_on_planes
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.mutable_planes import PlaneDraft
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.actions import MAY_ARISE, act_batch
from formal_rl.safelife._engines.words.game import GREATEST_POINTS, GameView, play_batch_packed
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
    SPAWNING,
    WALL,
    Board,
    Location,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, HARD_LIFE, LEVEL_EXIT, PLAYER, PUSHABLE, RED, SPAWNER, TREE
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
from formal_rl.safelife.generation import ways_from
from formal_rl.safelife.generation.clearable_paths import clearable, hard_places, next_on_way, way
from formal_rl.statements.wainwright_2019 import batch_pairs, packed_game_pairs
from formal_rl.statements.wainwright_2019.pairs import GARDEN

Cases = Iterator[tuple[str, Disagreement | None]]
PlayBatch = Callable[..., tuple[tuple[GameView, ...], ...]]

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
_HALF = Fraction(1, 2)


# --- Actions ---


def act_packed(board: Board, location: Location, action: Action) -> ActResult:
    """Do what `act` does, on bit planes."""
    draft = PlaneDraft(PackedBoard.from_board(board))
    now = act_on_planes(draft, location, action)
    return ActResult(draft.board().to_board(), now)


def act_on_each(
    boards: Sequence[Board], locations: Sequence[Location], actions: Sequence[Action]
) -> tuple[ActResult, ...]:
    """Do what `act` does, on many boards of one size at once."""
    batch = BatchPlanes.from_array(numpy.stack([board.array() for board in boards]), MAY_ARISE)
    planes = batch.planes.copy()
    rows, columns = act_batch(planes, batch.frame, numpy.array(locations).T, numpy.array(actions))
    now = zip(rows.tolist(), columns.tolist(), strict=True)
    return tuple(map(ActResult, BatchPlanes(batch.frame, planes).boards(), now))


def act_among_others(board: Board, location: Location, action: Action) -> ActResult:
    """Do what `act` does, between two boards on which nobody acts."""
    return act_on_each([board] * 3, [location] * 3, [NOTHING, action, NOTHING])[1]


# --- Games ---


def _games(scope: Scope) -> Iterator[tuple[tuple[Level, ...], list[list[list[Action]]], list[Draws]]]:
    """Yield levels that can be played together, actions and draws."""
    generator = Random(scope.seed)
    many = 10 if scope.is_full else 1
    for agents in (1, 2, 0, 1, 3) * 3 * many:
        height, width = generator.randint(3, 5), generator.randint(3, 5)
        number = generator.randint(1, 3)
        levels = [batch_pairs.drawn_level(generator, height, width, agents) for _ in range(number)]
        yield tuple(levels), *_actions_and_draws(generator, levels, 6)
    for _ in range(12 * many):
        levels = [packed_game_pairs.drawn_level(generator)]
        yield tuple(levels), *_actions_and_draws(generator, levels, 10)
    for level in (packed_game_pairs.SHED, packed_game_pairs.YARD, _MOVED):
        for action in range(1, len(ACTIONS)):
            second = generator.randrange(len(ACTIONS))
            yield (level,), [[[action]], [[second]], [[NOTHING]], [[action]]], [HashedDraws(action)]


def _actions_and_draws(
    generator: Random, levels: Sequence[Level], steps: int
) -> tuple[list[list[list[Action]]], list[Draws]]:
    agents, most = len(levels[0].agents), len(ACTIONS) - 1
    actions = [[[generator.randint(0, most) for _ in range(agents)] for _ in levels] for _ in range(steps)]
    return actions, [HashedDraws(generator.randint(0, 99)) for _ in levels]


_MOVED = evolve(
    Level(
        board_of(
            5, 7, [((2, 1), PLAYER), ((2, 2), SPAWNING | PUSHABLE | RED), ((4, 5), SPAWNER | BLUE), ((2, 0), CRATE)]
        ),
        Board([[0, LIFE | BLUE, 0, 0, 0, 0, 0], *([0] * 7 for _ in range(4))]),
        (),
        1,
    ),
    agents=((2, 1),),
)
"""A level in which a spawner can be pushed."""

HAPPENINGS = (
    *("an agent leaves", "an agent is lost otherwise", "goals move", "draws are read", "an agent is paid"),
    *("an exit opens", "an exit is shut", "nothing of these"),
)
"""What comes of a step, as the cases are named: the first that fits."""


def _happens(level: Level, before: Any, after: StepResult) -> str:
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


def games(
    scope: Scope,
    *,
    step: Callable[..., StepResult] = step,
    packed: Callable[..., StepResult] = step_packed,
    batch: PlayBatch = play_batch_packed,
) -> Part:
    """Compare games on bit planes, carried on and begun at each step, and games in lockstep, with their steps."""

    def seen_alone(level: Level, joint: Sequence[Sequence[Action]], draws: Draws) -> Iterator[_Seen]:
        """Yield what happens in each step, and what every form says of it: first the definition, then the others."""
        game, state, rewards = PackedGame(level), start(level), (0,) * len(level.agents)
        carried, happens = game.start(), "nothing of these"
        more: dict[str, tuple[Any, Any]] = {}
        for turn in range(len(joint) + 1):
            if turn:
                actions = joint[turn - 1]
                stepped = step(level, state, actions, draws)
                happens = _happens(level, state, stepped)
                more = {"step_packed": (stepped, packed(level, state, actions, draws))} if turn % 3 == 1 else {}
                state, rewards = stepped
                carried, paid = game.step(carried, actions, draws)
                more["rewards of a PackedGame"] = rewards, paid
            of_agents = tuple(points(level, state, agent) for agent in range(len(level.agents)))
            more["PackedGame"] = state, carried.to_state()
            more["what a PackedGame keeps"] = game.packed(state), carried
            yield _Seen(happens, GameView(*state[:5], of_agents, state.in_play, rewards), state, carried, more)

    @part(
        "games on bit planes and in lockstep",
        branches=HAPPENINGS,
        domain="drawn levels of sides from 3 to 6, up to three at once, of no agent to four, for up to ten steps of "
        "drawn actions; three levels, each action first",
    )
    def compared() -> Cases:
        generator = Random(scope.seed)
        for levels, joint, draws in _games(scope):
            together = batch(levels, joint, draws)
            for number, level in enumerate(levels):
                alone = seen_alone(level, [actions[number] for actions in joint], draws[number])
                for turn, seen in enumerate(alone):
                    pairs = {**seen.pairs, "play_batch_packed": (seen.played, together[number][turn])}
                    if level.agents:
                        agent = generator.randrange(len(level.agents))
                        sides = generator.randint(1, 7), generator.randint(1, 7)
                        one, other = view(seen.state, agent, *sides), view_packed(seen.carried, agent, *sides)
                        pairs["view_packed"] = (one.dtype, one.tolist()), (other.dtype, other.tolist())
                    about = f"step {turn} of {level}"
                    found = (_other(f"{name}, {about}", *each) for name, each in pairs.items())
                    yield seen.happens, next(filter(None, found), None)

    return compared()


def _other(about: str, expected: object, got: object) -> Disagreement | None:
    return None if got == expected else Disagreement(about, expected, got)


@part(
    "games that begin anew",
    branches=("the published table",),
    domain="three drawn levels of 4 x 4 with two agents each, of which two are replaced after three of six steps",
)
def begun_anew(scope: Scope) -> Cases:
    """Compare games in lockstep, of which some begin anew, with those games alone."""
    for sample in range(60 if scope.is_full else 4):
        generator = Random(scope.seed + sample)
        levels = [batch_pairs.drawn_level(generator, 4, 4, 2) for _ in range(5)]
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
            expected = batch_pairs.play_each([levels[level]], chosen, [draws[level]])[0][-1]
            got = GameView(
                state.boards.boards()[number],
                state.goals.boards()[number],
                tuple(map(tuple, state.locations[:, :, number].T.tolist())),
                int(state.steps[number]),
                int(state.draws_read[number]),
                tuple(state.points[:, number].tolist()),
                tuple(state.in_play[:, number].tolist()),
                tuple(rewards[:, number].tolist()),
            )
            tables = "own tables" if levels[0].tables else "the published table"
            yield tables, _other(f"game {number} of sample {sample}", expected, got)


# --- By hand ---


def _level(*cells: tuple[Location, int], size: tuple[int, int] = (3, 4), goals: Any = (), **numbers: Any) -> Level:
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


_CORNER = Level(
    board_of(4, 5, [((0, 0), PLAYER), ((0, 1), CRATE), ((3, 4), LIFE), ((2, 2), WALL)]),
    board_of(4, 5, [((3, 0), BLUE), ((2, 2), BLUE)]),
)
_OPEN = PLAYER | EXIT


def views_by_hand(packed: Callable[..., Any] = view_packed) -> Iterator[Example]:
    """Yield what an agent in a corner sees, and what is refused."""
    forms = {
        "view": lambda *arguments: view(start(_CORNER), *arguments).tolist(),
        "view_packed": lambda *arguments: packed(PackedGame(_CORNER).start(), *arguments).tolist(),
    }
    for name, form in forms.items():

        def fifteen(form: Callable[..., Any] = form) -> Any:
            seen = form(0)
            return len(seen), len(seen[0]), len(seen[0][0]), seen[0][7][7], seen[0][3][12], seen[1][6][7]

        for about, arithmetic, expected, compute in (
            (
                "three by three",
                "over the edges, row 3 is above, column 4 to the left",
                [[[LIFE, 0, 0], [0, _OPEN, CRATE], [0, 0, 0]], [[0, BLUE, 0], [0, 0, 0], [0, 0, 0]]],
                partial(form, 0, 3, 3),
            ),
            ("one by two", "the middle is column 1", [[[0, _OPEN]], [[0, 0]]], partial(form, 0, 1, 2)),
            ("one cell", "the agent", [[[_OPEN]], [[0]]], partial(form, 0, 1, 1)),
            ("as published", "15 x 15, repeated after 4 rows and 5 columns", (2, 15, 15, _OPEN, _OPEN, BLUE), fifteen),
            ("a second agent", "there is one", InvalidParameter, partial(form, 1, 3, 3)),
            ("an agent before the first", "there is none", InvalidParameter, partial(form, -1, 3, 3)),
            ("an agent that is no int", "False", InvalidParameter, partial(form, False, 3, 3)),
            ("a height of 0", "at least 1", InvalidParameter, partial(form, 0, 0, 3)),
            ("a width of 0", "at least 1", InvalidParameter, partial(form, 0, 3, 0)),
            ("half a width", "an int", InvalidParameter, partial(form, 0, 3, 2.5)),
        ):
            yield (f"{name}: {about}", arithmetic, expected, compute)


def batches_by_hand(play: PlayBatch = play_batch_packed) -> Iterator[Example]:
    """Yield games in lockstep by hand, and what is refused."""
    row = (((1, 0), PLAYER), ((1, 1), LEVEL_EXIT))
    free = _level(*row, min_performance=0)
    closed = _level(*row, goals=[((0, 3), BLUE)], min_performance=_HALF)
    dot = _level(((1, 1), PLAYER), ((1, 2), LIFE | RED))
    one, two = ((0, 0), PLAYER), ((2, 2), PLAYER)
    pair = _level(one, two)

    def paying(worth: int) -> Level:
        return _level(one, tables=[[[0] * 8 + [worth]] * 8])

    def of(*levels: Level) -> Callable[[], object]:
        return partial(BatchLevels.of, levels)

    def numbers(name: str, level: Level) -> object:
        return getattr(BatchLevels.of([level]), name).tolist()

    def played() -> object:
        return [
            (*seen[1].board.rows[1][:2], seen[1].rewards, seen[1].points, seen[1].in_play, seen[1].locations)
            for seen in play([free, closed, dot], [[[RIGHT], [RIGHT], [TOGGLE_RIGHT]]], [(), (), ()])
        ]

    def at_first() -> object:
        return [
            (seen[0].board.rows[1], seen[0].rewards, seen[0].points, seen[0].steps)
            for seen in play([free, closed], [], [(), ()])
        ]

    def stepped(actions: Any) -> object:
        batch = BatchLevels.of([pair] * 3)
        return step_batch(batch, start_batch(batch), actions, batch.draws([()] * 3)).state.steps.tolist()

    def out_of_range(wrong: int) -> object:
        try:
            stepped(numpy.array([[0, 0, 0], [0, wrong, 0]]))
        except ActionOutOfRange as error:
            return error.index, error.action
        return None

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

    right, least = turned(PLAYER, 1), -(-GREATEST_POINTS // 12)
    examples: list[tuple[str, str, object, Callable[[], object]]] = [
        (
            "three games",
            "one leaves for 1, one is held, one removes a red dot for 1",
            [
                (0, LEVEL_EXIT, (1,), (1,), (False,), ((1, 1),)),
                (right, LEVEL_EXIT, (0,), (0,), (True,), ((1, 0),)),
                (0, right | EXIT, (1,), (0,), (True,), ((1, 1),)),
            ],
            played,
        ),
        (
            "at first",
            "of whom nothing is asked may leave",
            [
                ((_OPEN, LEVEL_EXIT | RED, 0, 0), (0,), (0,), 0),
                ((PLAYER, LEVEL_EXIT, 0, 0), (0,), (0,), 0),
            ],
            at_first,
        ),
        ("goals that stay", "nothing changes, nothing may spawn", True, lambda: still(((1, 1), BLUE))),
        ("goals with a spawner", "they ask for draws for ever", False, lambda: still(((1, 1), SPAWNER))),
        ("nothing begins anew", "the same", (True, True, [1, 1], 2), anew),
        ("one of two begins anew", "its steps are 0", (False, False, [1, 0], 2), lambda: anew(1)),
        ("both begin anew", "their steps are 0", (False, False, [0, 0], 2), lambda: anew(1, 0)),
        ("a third begins anew", "there are two", InvalidParameter, lambda: anew(2)),
        ("one before the first begins anew", "there are two", InvalidParameter, lambda: anew(-1)),
        ("one of another size", "5 x 5", InvalidParameter, lambda: anew(0, size=(5, 5))),
        ("no level", "at least one", InvalidParameter, of()),
        ("levels of two heights", "3 and 4", InvalidParameter, of(_level(one), _level(one, size=(4, 4)))),
        ("levels of two widths", "4 and 5", InvalidParameter, of(_level(one), _level(one, size=(3, 5)))),
        ("levels of one agent and two", "1 and 2", InvalidParameter, of(_level(one), pair)),
        ("a table that pays too much", "12 cells of 2^53 / 12, rounded up", InvalidParameter, of(paying(least))),
        ("a table that takes too much", "12 cells of 2^60", InvalidParameter, of(paying(-(2**60)))),
        (
            "a table that just does not",
            "12 cells of 2^53 / 12, rounded down; the player counts",
            [[9007199254740984]],
            partial(numbers, "initial_values", paying(GREATEST_POINTS // 12)),
        ),
        (
            "an exit that asks for more than arrays hold",
            "it stays shut",
            [[GREATEST_POINTS]],
            partial(numbers, "required", evolve(closed, min_performance=10**40)),
        ),
        ("actions", "one for each agent of each game", [1, 1, 1], lambda: stepped(numpy.full((2, 3), 8))),
        ("actions of small ints", "ints", [1, 1, 1], lambda: stepped(numpy.zeros((2, 3), dtype=numpy.uint8))),
        ("actions of another shape", "3 x 2", InvalidParameter, lambda: stepped(numpy.zeros((3, 2), dtype=int))),
        ("actions that are floats", "no ints", InvalidParameter, lambda: stepped(numpy.zeros((2, 3)))),
        ("actions in a list", "no array", InvalidParameter, lambda: stepped([[0] * 3] * 2)),
        ("a tenth action", "of agent 1", (1, 9), lambda: out_of_range(9)),
        ("an action before the first", "of agent 1", (1, -1), lambda: out_of_range(-1)),
        (
            "actions of rows of two lengths",
            "2 and 1",
            InvalidParameter,
            lambda: play([pair] * 2, [[[0, 0], [0]]], [()] * 2),
        ),
        ("too few draws", "one for two", InvalidParameter, lambda: play([free] * 2, [], [()])),
        *(
            (f"an array that is written to, {number}", "nobody writes", ValueError, partial(written, *which))
            for number, which in enumerate(
                (
                    *product((True,), ("tables", "required", "initial_values", "exits")),
                    *product((False,), ("locations", "steps", "draws_read", "points", "in_play")),
                )
            )
        ),
    ]
    for about, arithmetic, expected, compute in examples:
        yield (f"lockstep: {about}", arithmetic, expected, compute)


def steps_refused_by_hand(packed: Callable[..., StepResult] = step_packed) -> Iterator[Example]:
    """Yield what steps and packed games refuse, and what is just within their limits."""
    level = _level(((0, 0), PLAYER), ((1, 2), PLAYER))
    spawning = _level(((0, 0), PLAYER), ((2, 3), SPAWNER), size=(5, 5))
    row = board_of(3, 4, [((1, 1), PLAYER)])
    shed = packed_game_pairs.SHED
    game, state = PackedGame(shed), start(shed)
    later, nobody = step(shed, state, [NOTHING], HashedDraws(0)).state, Board.empty(3, 4)
    living = Level(board_of(3, 4, [((0, 0), PLAYER), ((1, 2), EXIT | ALIVE | RED)]), board_of(3, 4, [((1, 2), BLUE)]))

    def out_of_range(begun: Callable[..., StepResult], action: Any) -> object:
        try:
            begun((0, action))
        except ActionOutOfRange as error:
            return error.index
        return None

    def packing(first: GameState = state, **changes: Any) -> Callable[[], object]:
        return lambda: game.packed(first._replace(**changes))

    for name, form in (("step", step), ("step_packed", packed)):
        begun, at_spawner = partial(form, level, start(level)), partial(form, spawning, start(spawning), (0,))
        for about, arithmetic, expected, compute in (
            ("one action for two agents", "", InvalidParameter, partial(begun, (0,))),
            ("three actions for two agents", "", InvalidParameter, partial(begun, (0,) * 3)),
            ("a set of actions", "", InvalidParameter, partial(begun, {0, 1})),
            ("no actions", "", InvalidParameter, partial(begun, None)),
            ("a tenth action", "of agent 1", 1, partial(out_of_range, begun, 9)),
            ("an action before the first", "of agent 1", 1, partial(out_of_range, begun, -1)),
            ("an action that is no int", "of agent 1", 1, partial(out_of_range, begun, True)),
            ("the ninth action", "8", 1, lambda begun=begun: begun((8, 8)).state.steps),
            ("too few draws", "eight places", DrawsExhausted, partial(at_spawner, (0.5,))),
            ("a draw that is none", "3/2", InvalidParameter, partial(at_spawner, (0.5, 1.5))),
        ):
            yield (f"{name}: {about}", arithmetic, expected, compute)
    examples: tuple[tuple[str, str, object, Callable[[], object]], ...] = (
        ("a tenth action", "there are nine", ActionOutOfRange, lambda: act(row, (1, 1), 9)),
        ("an action before the first", "there are nine", ActionOutOfRange, lambda: act(row, (1, 1), -1)),
        ("an action that is no int", "True", ActionOutOfRange, lambda: act(row, (1, 1), True)),
        ("a place beyond the last row", "row 3", InvalidParameter, lambda: act(row, (3, 1), 0)),
        ("a place beyond the last column", "column 4", InvalidParameter, lambda: act(row, (1, 4), 0)),
        ("a place that is none", "one number", InvalidParameter, lambda: act(row, (1,), 0)),  # type: ignore[arg-type]
        ("two rows", "sides of at least 3", InvalidParameter, lambda: act(Board.empty(2, 3), (0, 0), 0)),
        ("two columns", "sides of at least 3", InvalidParameter, lambda: act(Board.empty(3, 2), (0, 0), 0)),
        ("the state at first", "as it starts", True, lambda: game.packed(state) == game.start()),
        ("another board", "no agent", InvalidParameter, packing(board=Board.empty(5, 6))),
        ("an exit shut", "it is open", InvalidParameter, packing(board=state.board.with_cells({(3, 2): LEVEL_EXIT}))),
        ("smaller goals", "5 x 5", InvalidParameter, packing(goals=Board.empty(5, 5))),
        ("no agents", "there is one", InvalidParameter, packing(locations=())),
        ("an agent off the board", "row 7", InvalidParameter, packing(locations=((7, 2),))),
        ("two in play", "there is one", InvalidParameter, packing(in_play=(True, True))),
        ("other counts", "those of the boards", InvalidParameter, packing(later, counts=state.counts[::-1])),
        ("draws read before the first", "-1", InvalidParameter, packing(draws_read=-1)),
        ("an agent in play that is gone", "no agent there", InvalidParameter, packing(start(level), board=nobody)),
        (
            "a living exit at first",
            "it is counted as life on a blue goal, and then is not: -(-3)",
            (3,),
            lambda: PackedGame(living).step(PackedGame(living).start(), [NOTHING]).rewards,
        ),
        (
            "its counts",
            "as the state has them",
            True,
            lambda: PackedGame(living).start().counts == start(living).counts != PackedGame(shed).start().counts,
        ),
        (
            "an agent that has the flag is no exit",
            "it is put on no place",
            PLAYER | EXIT,
            lambda: start(_level(((0, 0), PLAYER | EXIT), ((1, 1), LEVEL_EXIT))).board[0, 0],
        ),
        (
            "an agent that is asked for more loses the flag",
            "3/2 of 3 points",
            PLAYER,
            lambda: start(
                _level(((0, 0), PLAYER | EXIT), goals=[((1, 1), BLUE)], min_performance=Fraction(3, 2))
            ).board[0, 0],
        ),
        ("an agent that was lost", "it holds no flag, and is in no exit", (False, False), _lost_by_hand),
        ("an agent out of its place", "no agent there", NoAgentThere, lambda: _level(agents=[(0, 0)])),
        (
            "what is destroyed, of one that was not frozen",
            "agent, destructible: it is frozen, and no agent",
            FROZEN,
            lambda: act(board_of(3, 4, [((1, 1), PLAYER), ((1, 2), AGENT | 8)]), (1, 1), TOGGLE_RIGHT).board[1, 2],
        ),
        (
            "the same, green and alive",
            "the rest stays",
            FROZEN | ALIVE | GREEN,
            lambda: act(board_of(3, 4, [((1, 1), PLAYER), ((1, 2), AGENT | LIFE | GREEN)]), (1, 1), 6).board[1, 2],
        ),
    )
    yield from examples


def _lost_by_hand() -> tuple[bool, bool]:
    level = _level(((1, 0), PLAYER), ((1, 1), PLAYER))
    state = step(level, start(level), (TOGGLE_RIGHT, NOTHING)).state
    return is_active(state, 1), has_exited(state, 1)


# --- Environments ---

_RED_DOT = Level(board_of(3, 3, [((1, 1), PLAYER), ((0, 1), LIFE | RED)]), Board.empty(3, 3))


def environments_by_hand(environment: Callable[..., Environment] = level_environment) -> Iterator[Example]:
    """Yield what a level as an environment shows and pays, and what it refuses."""
    dots = _RED_DOT.board.with_cells({(1, 1): _OPEN})
    first = Percept(0, SafeLifeObservation(dots, _RED_DOT.goals))
    second = Percept(1, SafeLifeObservation(board_of(3, 3, [((1, 1), _OPEN)]), _RED_DOT.goals))
    learner = ConstantLearner(0)
    two = _level(((0, 0), PLAYER), ((1, 1), PLAYER))

    def asked(*play: object) -> Percept:
        return environment(_RED_DOT)(play)

    def carried(*actions: Action) -> Percept:
        game = LevelEnvironmentIncremental(_RED_DOT)
        percept, state = game.start(learner)
        for action in actions:
            percept, state = game.advance(learner, state, action)
        return percept

    def index(play: Callable[..., object], *given: object) -> object:
        try:
            return play(*given)
        except ActionOutOfRange as error:
            return error.index, error.action

    for about, arithmetic, expected, compute in (
        ("at first", "the level, and 0", first, asked),
        ("a red dot removed", "1", second, lambda: asked(first, TOGGLE_UP)),
        ("then nothing", "0", second._replace(reward=0), lambda: asked(first, TOGGLE_UP, second, NOTHING)),
        ("carried on: at first", "the level, and 0", first, carried),
        ("carried on: a red dot removed", "1", second, lambda: carried(TOGGLE_UP)),
        ("carried on: then nothing", "0", second._replace(reward=0), lambda: carried(TOGGLE_UP, NOTHING)),
        ("a tenth action, the second", "element 3 of the play", (3, 9), lambda: index(asked, first, NOTHING, first, 9)),
        ("a tenth action, the first", "element 1 of the play", (1, 9), lambda: index(asked, first, 9)),
        ("carried on: a tenth action, the second", "element 3 of the play", (3, 9), lambda: index(carried, NOTHING, 9)),
        ("two agents", "one", InvalidParameter, lambda: environment(two)),
        ("no agent", "one", InvalidParameter, lambda: environment(_level())),
        ("carried on: two agents", "one", InvalidParameter, lambda: LevelEnvironmentIncremental(two)),
        ("carried on: no agent", "one", InvalidParameter, lambda: LevelEnvironmentIncremental(_level())),
    ):
        yield (f"environment: {about}", arithmetic, expected, compute)


@part(
    "a level as an environment, carried on",
    branches=("draws read",),
    domain="a level of 4 x 5 with a spawner: drawn sequences of five of the nine actions, after each step",
)
def environments(scope: Scope) -> Cases:
    """Compare a level as an environment that replays with the form that carries the game on."""
    for sample in range(100 if scope.is_full else 4):
        draws, generator = HashedDraws(scope.seed + sample), Random(scope.seed + sample)
        environment, learner = level_environment(GARDEN, draws), ConstantLearner(0)
        game = LevelEnvironmentIncremental(GARDEN, draws)
        play: Play = ()
        expected, (got, state) = environment(play), game.start(learner)
        for _ in range(5):
            action = generator.randrange(len(ACTIONS))
            play = (*play, expected, action)
            expected = environment(play)
            got, state = game.advance(learner, state, action)
            yield "draws read" if state.draws_read else "no draws", _other(f"after {play[1::2]}", expected, got)


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
    trees = board_of(9, 9, [*(((row, 0), WALL) for row in range(9)), ((4, 4), TREE), ((4, 6), TREE)])
    hard = board_of(9, 9, [((4, 4), HARD_LIFE), ((0, 0), LIFE)])
    between = frozenset({(3, 5), (4, 5), (5, 5), (4, 4), (4, 6)})
    exits = parse_board("# # # # #\n^ . E . #\n# # # # #\n# # # # #")
    pulled = parse_board("C ^ . .\n. # # #\n. # # #")
    small = board_of(3, 4, [((0, 0), TREE), ((2, 3), LIFE), ((1, 1), CRATE), ((0, 2), SPAWNER)])
    round_edge = parse_board("^ # . #\n# # . #\n. . . .")
    steps = {(1, 0): (1, 0), (1, 1): (1, 0), (1, 2): (1, 1)}
    in_maze = partial(ways_from, _MAZE, (2, 2))
    free = partial(in_maze, clearable(_MAZE))

    for about, arithmetic, expected, compute in (
        ("hard places of the maze", "none is hard", frozenset(), lambda: hard_places(_MAZE)),
        (
            "one tree",
            "two of three parents are not hard",
            frozenset({(4, 4)}),
            lambda: hard_places(board_of(9, 9, [((4, 4), TREE)])),
        ),
        ("hard life, and life", "the same", frozenset({(4, 4)}), lambda: hard_places(hard)),
        (
            "two trees near each other",
            "between them is near both, and so on",
            True,
            lambda: between < hard_places(trees),
        ),
        (
            "walls beside it",
            "frozen: nothing is born",
            frozenset(),
            lambda: hard_places(trees) & {(row, 0) for row in range(9)},
        ),
        ("all others of that board", "each is near two hard places in the end", 9 * 8, lambda: len(hard_places(trees))),
        (
            "clearable",
            "what is empty or destructible and not hard",
            frozenset(set(small.locations()) - {(0, 0), (1, 1)}),
            lambda: clearable(small),
        ),
        ("reached in the maze", "by four steps; what would be pulled stops it", {(2, 2), *path}, lambda: set(free())),
        ("the way to the end of the maze", "right twice, down twice", path, lambda: way(free(), (4, 4))),
        ("the way to the start", "no step", (), lambda: way(in_maze(()), (2, 2))),
        ("nothing free", "the start alone", {(2, 2): (2, 2)}, lambda: dict(in_maze(frozenset()))),
        ("an exit", "nothing beyond it", steps, lambda: dict(ways_from(exits, (1, 0), clearable(exits)))),
        ("an exit that is not free", "it is reached", steps, lambda: dict(ways_from(exits, (1, 0), {(1, 1)}))),
        (
            "a crate behind",
            "it would be pulled along",
            {(0, 1)},
            lambda: set(ways_from(pulled, (0, 1), frozenset({(0, 2)}))),
        ),
        (
            "round the edge",
            "up is row 2, from there left is column 3",
            {(0, 0): (0, 0), (2, 0): (0, 0), (2, 3): (2, 0)},
            lambda: dict(ways_from(round_edge, (0, 0), {(2, 0), (2, 3)})),
        ),
        (
            "a crate above, the way down",
            "it would be pulled along",
            {(1, 0)},
            lambda: set(ways_from(parse_board("C # #\n^ # #\n. # #"), (1, 0), {(2, 0)})),
        ),
        ("off all ways", "no way", InvalidParameter, lambda: way(in_maze(()), (0, 0))),
        ("what is in the way", "life: toggle right", 6, lambda: next_on_way(_MAZE, (2, 2), path)),
        ("nothing in the way", "move right", 2, lambda: next_on_way(_MAZE.with_cells({(2, 3): EMPTY}), (2, 2), path)),
        ("from its second place", "empty: move right", 2, lambda: next_on_way(_MAZE, (2, 3), path)),
        ("from its middle", "life below: toggle down", 7, lambda: next_on_way(_MAZE, (2, 4), path)),
        ("from its third place", "empty below: move down", 3, lambda: next_on_way(_MAZE, (3, 4), path)),
        (
            "an exit in the way",
            "move right",
            2,
            lambda: next_on_way(parse_board("^ E .\n. . .\n. . ."), (0, 0), ((0, 1),)),
        ),
        ("over the edge", "column 3 is left of column 0", 4, lambda: next_on_way(round_edge, (2, 0), ((2, 3),))),
        ("over the upper edge", "row 2 is above row 0", 1, lambda: next_on_way(round_edge, (0, 0), ((2, 0), (2, 3)))),
        ("at its end", "nowhere to go", InvalidParameter, lambda: next_on_way(_MAZE, (4, 4), path)),
        ("beside no part of it", "nowhere to go", InvalidParameter, lambda: next_on_way(_MAZE, (0, 0), path)),
    ):
        yield (f"ways: {about}", arithmetic, expected, compute)


def rows_on_planes(boards: Sequence[tuple[str, Board, Action, ActResult]]) -> Cases:
    """Compare actions on bit planes and on many boards with these of one agent in the third row and column."""
    together = act_on_each([each[1] for each in boards], [(2, 2)] * len(boards), [each[2] for each in boards])
    for number, ((row, board, action, expected), got) in enumerate(zip(boards, together, strict=True)):
        alone = expected if number % 7 else act_packed(board, (2, 2), action)
        wrong = next((each for each in (got, alone) if each != expected), None)
        yield row, None if wrong is None else Disagreement(f"{ACTIONS[action]} on {board}", expected, wrong)
