"""The pairs of games on bit planes: steps of a game, and what an agent sees of it."""

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from itertools import chain, product
from random import Random

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.agents import Draws, HashedDraws
from formal_rl.checking import Disagreement, Part, Scope, decide_cases
from formal_rl.histories import Action
from formal_rl.safelife import PackedGame, PackedGameState
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    CRATE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    LIFE,
    NAMED_CELLS,
    ORIENTATION_MASK,
    SPAWNING,
    Board,
    Cell,
    Location,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, MOVABLE, PLAYER, RED, SPAWNER, TREE
from formal_rl.safelife.game import ACTIONS, DIRECTIONS, GameState, Level, act, start, step, view
from formal_rl.safelife.game.game import StepResult
from formal_rl.safelife.game.points import PUBLISHED_TABLE

SHED = Level(
    board_of(
        5,
        6,
        [
            *(((2, 2), PLAYER | RED), ((2, 3), CRATE), ((1, 2), LIFE | RED), ((2, 1), CRATE | BLUE)),
            *(((3, 2), LEVEL_EXIT), ((0, 5), SPAWNER | GREEN), ((4, 4), TREE)),
        ],
    ),
    board_of(5, 6, [((1, 2), BLUE), ((1, 3), BLUE), ((4, 0), LIFE | GREEN)]),
    spawn_probability=Fraction(1, 2),
    min_performance=0,
)
"""A red agent with a crate before and behind it, a red dot above, an open exit below, a spawner in a corner."""

YARD = Level(
    board_of(
        4, 5, [((1, 1), PLAYER | RED), ((0, 1), LIFE | RED), ((2, 1), PLAYER), ((1, 3), LEVEL_EXIT), ((1, 0), CRATE)]
    ),
    board_of(4, 5, [((0, 1), BLUE)]),
    [(1, 1)],
    min_performance=Fraction(1, 5),
)
"""A red agent with a red dot above, which is not wanted there, one below that nobody moves, and a shut exit."""

MOVES = (
    *("does nothing", "no agent there", "moves", "is blocked", "pushes", "pulls", "leaves"),
    *("makes life", "removes", "shoves", "destroys an agent", "toggles in vain"),
)
"""What an agent may do in a step, as the cases are named."""

EVENTS = (
    *("paid", "punished", "not paid", "draws read", "no draws read", "life changed", "life unchanged"),
    *("goals changed", "goals unchanged", "exit opened", "exit shut", "exits as before", "agent lost", "none lost"),
)
"""What may come of a step, as the cases are named."""


def move_made(board: Board, location: Location, action: Action, after: Board, now: Location) -> str:
    """Return what an agent has done, by the boards before and after it has acted: one of `MOVES`."""
    if not board[location] & AGENT:
        return "no agent there"
    if action == 0:
        return "does nothing"
    (row, column), (down, right) = location, DIRECTIONS[(action - 1) % 4]
    ahead = row + down, column + right
    return _toggled(board, ahead, after) if action > 4 else _moved(board, location, ahead, after, now)


def _moves_made(state: GameState, actions: tuple[Action, ...]) -> Iterator[str]:
    board = state.board
    for location, action in zip(state.locations, actions, strict=True):
        after, now = act(board, location, action)
        yield move_made(board, location, action, after, now)
        board = after


def _moved(board: Board, location: Location, ahead: Location, after: Board, now: Location) -> str:
    if now == location:
        return "is blocked"
    if board[ahead] & EXIT and not after[ahead] & AGENT:
        return "leaves"
    if after[location]:
        return "pulls"
    return "pushes" if board[ahead] else "moves"


def _toggled(board: Board, ahead: Location, after: Board) -> str:
    if board[ahead] == after[ahead]:
        return "toggles in vain"
    if not board[ahead]:
        return "makes life"
    if board[ahead] & DESTRUCTIBLE:
        return "destroys an agent" if board[ahead] & AGENT else "removes"
    return "shoves"


def events(before: GameState, after: StepResult) -> Iterator[str]:
    """Yield what came of a step, of each kind one: of `EVENTS`."""
    state, rewards = after
    yield "paid" if max(rewards, default=0) > 0 else "punished" if min(rewards, default=0) < 0 else "not paid"
    yield "draws read" if state.draws_read > before.draws_read else "no draws read"
    same_life = state.board.find(ALIVE) == before.board.find(ALIVE)
    yield "life unchanged" if same_life else "life changed"
    yield "goals unchanged" if state.goals == before.goals else "goals changed"
    opened, shut = (set(each.board.find(EXIT)) & set(each.board.find(RED)) for each in (state, before))
    yield "exit opened" if opened > shut else "exit shut" if opened < shut else "exits as before"
    yield "none lost" if state.in_play == before.in_play else "agent lost"


def drawn_level(generator: Random) -> Level:
    """Return a small level of one to four agents, none of whose flags are certain, on goals that may live."""
    height, width = generator.randint(3, 6), generator.randint(3, 6)
    places = [(row, column) for row in range(height) for column in range(width)]
    things = [
        *NAMED_CELLS.values(),
        LIFE | RED,
        LIFE | GREEN,
        *(CRATE,) * 9,
        ALIVE | MOVABLE,
        LEVEL_EXIT,
        LEVEL_EXIT | ALIVE,
    ]

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
    agents = generator.sample(places, generator.randint(1, 4))
    board = board.with_cells({place: agent() for place in agents})
    goals = Board(
        [[generator.choice((0, 0, 0, BLUE, RED, LIFE | GREEN, COLOUR_MASK)) for _ in row] for row in board.rows]
    )
    if generator.random() < 0.3:
        goals = goals.with_cells({generator.choice(places): SPAWNER | BLUE})
    drawn_table = tuple(tuple(generator.randint(-2, 3) for _ in range(9)) for _ in range(8))
    playing = agents[: generator.randint(1, len(agents))]
    return Level(
        board,
        goals,
        playing,
        generator.choice((0, 1, Fraction(1, 2), 0.3)),
        generator.choice((-1, 0, Fraction(1, 10), Fraction(1, 2))),
        [generator.choice((PUBLISHED_TABLE, drawn_table)) for _ in playing],
    )


@frozen
class PackedGamePair:
    """The step of a game, the same step of its packed form, and a packed game that is carried forward."""

    name: str
    definition: Callable[..., StepResult]
    fast: Callable[..., StepResult]
    game: Callable[[Level], PackedGame] = PackedGame

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all sequences of actions in one level, then on long ones in drawn levels."""
        length = scope.steps(quick=2, full=3)
        return (
            decide_cases(
                f"{self.name}, all actions",
                chain(self._all(SHED, length), self._all(YARD, length)),
                branches=(*MOVES, *EVENTS),
                domain=f"a level of 5 x 6 with a spawner, one of 4 x 5: all sequences of nine actions, length {length}",
            ),
            decide_cases(
                f"{self.name}, drawn levels",
                self._drawn(scope),
                branches=(
                    "moves",
                    "is blocked",
                    "makes life",
                    "removes",
                    "no agent there",
                    "paid",
                    "punished",
                    "draws read",
                ),
                domain="levels with sides of 3 to 6, one to four agents and any flags, drawn; 30 steps",
            ),
        )

    def _all(self, level: Level, length: int) -> Iterator[tuple[str, Disagreement | None]]:
        game, draws = self.game(level), HashedDraws(0)
        known = [(start(level), game.start())]
        for _ in range(length):
            reached = []
            for (state, packed), action in product(known, range(len(ACTIONS))):
                reached.append((yield from self._stepped(game, state, packed, (action,), draws)))
            known = reached

    def _drawn(self, scope: Scope) -> Iterator[tuple[str, Disagreement | None]]:
        for sample in range(600 if scope.is_full else 12):
            generator = Random(1000 * scope.seed + sample)
            level, draws = drawn_level(generator), HashedDraws(sample)
            game = self.game(level)
            states = start(level), game.start()
            for _ in range(30):
                actions = tuple(generator.randrange(len(ACTIONS)) for _ in level.agents)
                states = yield from self._stepped(game, *states, actions, draws)

    def _stepped(
        self, game: PackedGame, state: GameState, packed: PackedGameState, actions: tuple[Action, ...], draws: Draws
    ) -> Generator[tuple[str, Disagreement | None], None, tuple[GameState, PackedGameState]]:
        """Yield for each thing that happens in a step whether the forms agree; return the states after it."""
        level = game.level
        expected = self.definition(level, state, actions, draws)
        carried = game.step(packed, actions, draws)
        found = {
            self.name: self.fast(level, state, actions, draws),
            "PackedGame, carried forward": StepResult(carried.state.to_state(), carried.rewards),
        }
        about = f"of {level}, step {state.steps}, actions {actions}"
        wrong = [Disagreement(f"{name} {about}", expected, got) for name, got in found.items() if got != expected]
        fresh = game.packed(expected.state)
        if carried.state != fresh:
            wrong.append(Disagreement(f"what is kept {about}", fresh, carried.state))
        different = wrong[0] if wrong else None
        for what in (*_moves_made(state, actions), *events(state, expected)):
            yield what, different
        return expected.state, carried.state


@frozen
class ViewPair:
    """What an agent sees of a game, and the same of a packed game."""

    name: str
    definition: Callable[[GameState, int, int, int], NDArray[numpy.uint16]]
    fast: Callable[[PackedGameState, int, int, int], NDArray[numpy.uint16]]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on drawn levels, before the first step and after a few, for views of many sizes."""

        def compared() -> Iterator[tuple[str, Disagreement | None]]:
            for sample in range(1000 if scope.is_full else 60):
                generator = Random(1000 * scope.seed + sample)
                level, draws = drawn_level(generator), HashedDraws(sample)
                game = PackedGame(level)
                packed = game.start()
                for _ in range(generator.randint(0, 4)):
                    packed = game.step(packed, [generator.randrange(len(ACTIONS)) for _ in level.agents], draws).state
                agent, sides = (
                    generator.randrange(len(level.agents)),
                    (generator.randint(1, 9), generator.randint(1, 9)),
                )
                expected, got = self.definition(packed.to_state(), agent, *sides), self.fast(packed, agent, *sides)
                larger = sides[0] > level.board.height or sides[1] > level.board.width
                branch = "larger than the board" if larger else "part of the board"
                same = got.dtype == expected.dtype and got.shape == expected.shape and bool((got == expected).all())
                about = f"agent {agent} of {level}, {sides[0]} x {sides[1]}"
                yield branch, None if same else Disagreement(about, expected.tolist(), got.tolist())

        domain = "levels with sides of 3 to 6 after at most 4 steps, views with sides of 1 to 9, all drawn"
        branches = ("part of the board", "larger than the board")
        return (decide_cases(self.name, compared(), branches=branches, domain=domain),)


SAFELIFE_PACKED_GAME_PAIRS = (
    PackedGamePair("step_packed", step, step_packed),
    ViewPair("view_packed", view, view_packed),
)
"""The pairs of games on bit planes."""
