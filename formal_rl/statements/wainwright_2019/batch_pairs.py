"""The pairs of many boards and many games at once: each board, and each game, is what it is alone."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from attrs import frozen

from formal_rl.agents import Draw, Draws, HashedDraws
from formal_rl.checking import FunctionPair, Pair, Part, Scope
from formal_rl.histories import Action
from formal_rl.safelife._engines.words.game import GameView, play_batch_packed
from formal_rl.safelife._engines.words.rule import advance_batch_packed
from formal_rl.safelife.board import (
    AGENT,
    CRATE,
    EMPTY,
    EXIT,
    GREATEST_CELL,
    GREEN,
    LIFE,
    WALL,
    AdvanceResult,
    Board,
    advance,
)
from formal_rl.safelife.board.cells import (
    BLUE,
    FOUNTAIN,
    HARD_LIFE,
    ICE_CUBE,
    LEVEL_EXIT,
    PARASITE,
    PLANT,
    PLAYER,
    PULLABLE,
    PUSHABLE,
    RED,
    SPAWNER,
    TREE,
    WEED,
)
from formal_rl.safelife.game import ACTIONS, GameState, Level, points, start, step
from formal_rl.safelife.game.game import Advance
from formal_rl.statements.wainwright_2019.pairs import AdvancePair, drawn_board

Case = tuple[str, tuple[Any, ...]]

_SIDES = ("a side of 1 or 2", "sides of 3 and more", "sides of 33 and more")
_HAPPENS = ("an agent leaves", "goals move", "draws are read", "an agent is paid")
_PROBABILITIES: tuple[Draw, ...] = (0, 1, Fraction(1, 2), 0.3)
_KINDS = (
    *(EMPTY,) * 4,
    *(LIFE, LIFE | RED, LIFE | BLUE, HARD_LIFE | EXIT, WALL, CRATE, TREE, PLANT, ICE_CUBE, SPAWNER | GREEN),
    *(LEVEL_EXIT, LEVEL_EXIT, FOUNTAIN, PARASITE, WEED, PLAYER, EXIT | PUSHABLE),
)
_AGENTS = (PLAYER, PLAYER | PUSHABLE, PLAYER | RED | PULLABLE, AGENT)


def advance_each(
    boards: Sequence[Board],
    spawn_probabilities: Sequence[Draw],
    draws: Sequence[Draws],
    draws_read: Sequence[int],
) -> tuple[AdvanceResult, ...]:
    """Return what `advance` returns for each of these boards."""
    return tuple(map(advance, boards, spawn_probabilities, draws, draws_read))


def advance_one_of_many(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int) -> AdvanceResult:
    """Return a board after a step that it makes between two others."""
    empty, full = Board.empty(board.height, board.width), Board([[GREATEST_CELL] * board.width] * board.height)
    boards, none = (empty, board, full), HashedDraws(0)
    return advance_batch_packed(boards, [spawn_probability] * 3, (none, draws, none), (0, draws_read, 0))[1]


def play_each(
    levels: Sequence[Level], joint_actions: Sequence[Sequence[Sequence[Action]]], draws: Sequence[Draws]
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
    seen = state.board, state.goals, state.locations, state.steps, state.draws_read
    return GameView(*seen, has, state.in_play, rewards)


def batch_cases(scope: Scope) -> Iterator[Case]:
    """Yield boards of one size, each with a probability, draws and a number of draws read."""
    generator = Random(scope.seed)
    for sample in range(2000 if scope.is_full else 60):
        branch = _SIDES[sample % 10 // 4]
        least, most = {_SIDES[0]: (1, 2), _SIDES[1]: (3, 7), _SIDES[2]: (33, 70)}[branch]
        sides = generator.randint(least, most), generator.randint(1, 5)
        height, width = sides if generator.random() < 0.3 else sides[::-1]
        number = generator.randint(1, 4)
        boards = [drawn_board(generator, height, width) for _ in range(number)]
        if sample % 3 == 0:
            # Without some bits in any of them, the batch has no planes for these.
            kept = generator.randint(0, GREATEST_CELL)
            boards = [Board([cell & kept for cell in row] for row in board.rows) for board in boards]
        probabilities = [generator.choice(_PROBABILITIES) for _ in range(number)]
        draws = [HashedDraws(generator.randint(0, 99)) for _ in range(number)]
        yield branch, (boards, probabilities, draws, [generator.randint(0, 9) for _ in range(number)])


def drawn_level(generator: Random, height: int, width: int, agents: int) -> Level:
    """Return a level of so many agents, of all kinds of cells and goals, sometimes with tables of its own."""
    rows = ([generator.choice(_KINDS) for _ in range(width)] for _ in range(height))
    board = drawn_board(generator, height, width) if generator.random() < 0.2 else Board(rows)
    locations = generator.sample([(row, column) for row in range(height) for column in range(width)], agents)
    board = board.with_cells({location: generator.choice(_AGENTS) for location in locations})
    colours = (EMPTY, EMPTY, BLUE, GREEN, RED, RED | BLUE)
    goals = Board([generator.choice(colours) for _ in range(width)] for _ in range(height))
    goals = drawn_board(generator, height, width) if generator.random() < 0.3 else goals
    tables = [[[generator.randint(-3, 3) for _ in range(9)] for _ in range(8)] for _ in range(agents)]
    return Level(
        board,
        goals,
        locations,
        generator.choice(_PROBABILITIES),
        generator.choice((-1, Fraction(1, 4))),
        tables if generator.random() < 0.4 else (),
    )


def play_cases(scope: Scope) -> Iterator[Case]:
    """Yield levels of one size, each with draws, and actions for some steps of each."""
    generator = Random(scope.seed)
    for sample in range(500 if scope.is_full else 24):
        height, width, agents = generator.randint(3, 5), generator.randint(3, 5), (1, 2, 0, 1, 3)[sample % 5]
        number = generator.randint(1, 3)
        levels = [drawn_level(generator, height, width, agents) for _ in range(number)]
        joint = [[[generator.randrange(len(ACTIONS)) for _ in range(agents)] for _ in range(number)] for _ in range(8)]
        draws = [HashedDraws(generator.randint(0, 99)) for _ in range(number)]
        yield _what_happens(sample, levels, joint, draws), (levels, joint, draws)


def _what_happens(sample: int, levels: Sequence[Level], joint: Any, draws: Sequence[Draws]) -> str:
    """Return one of the things that happen in some of these games, beginning with another for each sample."""
    games = play_each(levels, joint, draws)
    happens = {
        "an agent leaves": any(has_left(seen) for game in games for seen in game),
        "goals move": any(game[0].goals != game[-1].goals for game in games),
        "draws are read": any(game[-1].draws_read for game in games),
        "an agent is paid": any(any(seen.rewards) for game in games for seen in game),
    }
    first = sample % len(_HAPPENS)
    return next((name for name in _HAPPENS[first:] + _HAPPENS[:first] if happens.get(name)), "nothing of these")


def has_left(seen: GameView) -> bool:
    """Whether an agent of a game has gone through an exit."""
    return any(seen.board[location] & (EXIT | AGENT) == EXIT for location in seen.locations)


ADVANCE_BATCH = FunctionPair(
    "advance_batch_packed",
    advance_each,
    advance_batch_packed,
    batch_cases,
    _SIDES,
    "up to four drawn boards at once, of all sixteen bits or some, of sides to 70, each with its own probability and "
    "draws",
)
ADVANCE_TOGETHER = AdvancePair("advance_batch", fast=advance_one_of_many)


@frozen
class BatchPair:
    """The rule on many boards at once, compared in several ways."""

    name: str
    definition: Advance
    fast: Callable[..., object]
    ways: tuple[Pair, ...]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare in every way."""
        return tuple(part for way in self.ways for part in way.parts(scope))


BATCH = BatchPair("advance_batch_packed", advance, advance_batch_packed, (ADVANCE_BATCH, ADVANCE_TOGETHER))
PLAY_BATCH = FunctionPair(
    "play_batch_packed",
    play_each,
    play_batch_packed,
    play_cases,
    (*_HAPPENS, "nothing of these"),
    "up to three drawn levels at once, of sides from 3 to 5 with up to three agents each, for eight steps of drawn "
    "actions",
)

SAFELIFE_BATCH_PAIRS = (BATCH, PLAY_BATCH)
"""The pairs of many boards and many games at once."""
