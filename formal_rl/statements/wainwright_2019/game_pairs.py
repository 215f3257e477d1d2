"""The optimised forms of games, each compared with the game, step by step, on drawn levels."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy
from attrs import evolve, frozen

from formal_rl.agents import ConstantLearner, Draws, HashedDraws
from formal_rl.checking import Case, Part, Scope, equal, part
from formal_rl.environments import IncrementalEnvironment
from formal_rl.histories import Action, Play
from formal_rl.safelife import BatchLevels, PackedGame, PackedGameState, restarted, start_batch, step_batch
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.game import GameView, play_batch_packed
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
    cells,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, MOVABLE, PLAYER, PULLABLE, PUSHABLE, RED, SPAWNER, TREE
from formal_rl.safelife.game import ACTIONS, GameState, Level, has_exited, level_environment, points, start, step, view
from formal_rl.safelife.game.game import StepResult
from formal_rl.safelife.game.level_environment import LevelEnvironmentIncremental
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.statements.wainwright_2019.pairs import PROBABILITIES, drawn_board

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
            for turn, seen in enumerate(alone):
                pairs = {**seen.pairs, "play_batch_packed": (seen.played, together[number][turn])}
                if level.agents:
                    agent = generator.randrange(len(level.agents))
                    sides = generator.randint(1, 9), generator.randint(1, 9)
                    one, other = view(seen.state, agent, *sides), seen_packed(seen.carried, agent, *sides)
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
