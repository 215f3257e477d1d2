"""Checks of what the dynamics commute with: reflections, quarter turns and translations of the torus."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, product
from random import Random

from attrs import evolve

from formal_rl.agents import Draw
from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board import (
    AGENT,
    COLOURS,
    CRATE,
    EMPTY,
    EXIT,
    LIFE,
    ORIENTATION_MASK,
    WALL,
    Board,
    Cell,
    Location,
    advance,
    block_around,
    may_spawn,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import (
    FOUNTAIN,
    LEVEL_EXIT,
    PARASITE,
    PLAYER,
    PULLABLE,
    PUSHABLE,
    SPAWNER,
    TREE,
    coloured,
)
from formal_rl.safelife.game import ACTIONS, SYMMETRIES, Level, Symmetry, act, start, step, translations
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import Advance
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.dynamics import _advance_by, _one_way, boards_of_life, pictured
from formal_rl.statements.wainwright_2019.pairs import drawn_board
from formal_rl.statements.wainwright_2019.plays import refusals

Act = Callable[[Board, Location, Action], ActResult]
ToSymmetry = Callable[..., Symmetry]

_HALF = Fraction(1, 2)
_LOW_OR_HIGH: tuple[Draw, ...] = (0, _HALF)
"""A draw below a probability of 1/2, and one that is not."""


def upright(board: Board) -> Board:
    """Return the board with every cell but agents turned up, since no rule reads their orientation."""
    return Board([cell if cell & AGENT else cell & ~ORIENTATION_MASK for cell in row] for row in board.rows)


def turned_level(symmetry: Symmetry, level: Level) -> Level:
    """Return the level whose board and goals are those of a symmetry, its agents in the same order."""
    size = level.board.height, level.board.width
    return evolve(
        level,
        board=symmetry.board(level.board),
        goals=symmetry.board(level.goals),
        agents=[symmetry.location(agent, *size) for agent in level.agents],
    )


# --- By hand ---


def _by_hand(symmetry: ToSymmetry, act: Act) -> Iterator[Example]:
    turn, mirror, across, half = symmetry(1), symmetry(0, True), symmetry(1, True), symmetry(2)
    for about, arithmetic, of, after in (
        ("a quarter turn", "the first row is the last column", turn, "go .r .b"),
        ("a half turn", "backwards, from below", half, "..g bro"),
        ("three quarter turns", "the first row is the first column, from below", symmetry(3), "b. r. og"),
        ("left and right swapped", "each row backwards", mirror, "bro ..g"),
        ("swapped, then turned", "the last column is the first row, from below", across, ".b .r go"),
        ("moved down and right", "the last row and column first", symmetry(0, False, (1, 1)), ".g. bor"),
    ):
        yield (about, arithmetic, pictured(after), of.board, pictured("orb g.."))
    right, down, wall = turned(PLAYER, 1), turned(PLAYER, 2), turned(WALL, 1)
    crate = board_of(3, 4, [((1, 0), CRATE), ((1, 1), PLAYER)])
    pulled = board_of(3, 4, [((1, 1), CRATE), ((1, 2), right)])
    of_turn, of_mirror = (0, 2, 3, 4, 1, 6, 7, 8, 5), (0, 1, 4, 3, 2, 5, 8, 7, 6)
    moves = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    first = ActResult(turn.board(pulled), turn.location((1, 2), 3, 4))

    def actions(of: Symmetry) -> tuple[Action, ...]:
        return tuple(map(of.action, range(len(ACTIONS))))

    def moved_by(height: int, width: int) -> tuple[Location, ...]:
        return tuple(each.location((0, 0), height, width) for each in translations(height, width))

    yield from (
        ("all actions, turned", "up becomes right", of_turn, actions, turn),
        ("all actions, swapped", "left and right", of_mirror, actions, mirror),
        ("a move to the right, swapped and turned", "action 2", 1, across.action, 2),
        ("an agent that looks right, turned", "it looks down", down, turn.cell, right),
        ("a wall turned right", "it stays as it is", wall, turn.cell, wall),
        ("a crate that follows", "moved by one place", ActResult(pulled, (1, 2)), act, crate, (1, 1), 2),
        ("the same, turned", "down", first, act, turn.board(crate), turn.location((1, 1), 3, 4), 3),
        ("the translations of 2 x 3", "six", moves, moved_by, 2, 3),
        ("the top right of 2 x 3, turned", "the bottom right of 3 x 2", (2, 1), turn.location, (0, 2), 2, 3),
    )
    yield from refusals("one of nine actions", ActionOutOfRange, turn.action, (9,), (-1,), (True,))
    yield from refusals("quarter turns", InvalidParameter, symmetry, (4,), (-1,), (True,))


# --- Boards ---

_KINDS = (EMPTY, LIFE, coloured(SPAWNER, "red"), FOUNTAIN, PARASITE)
_GENERATORS = ("turned", "mirrored", "moved")


def _generators(symmetry: ToSymmetry) -> Iterator[tuple[str, Symmetry]]:
    """Return what all symmetries are made of: on boards of a closed kind, to commute with these is enough."""
    return zip(_GENERATORS, (symmetry(1), symmetry(0, True), symmetry(0, False, (1, 0))), strict=True)


def _boards_of(kinds: Sequence[Cell], *sizes: tuple[int, int]) -> Iterator[Board]:
    for height, width in sizes:
        for cells in product(kinds, repeat=height * width):
            yield Board(cells[row * width : (row + 1) * width] for row in range(height))


def _small_boards(*, full: bool) -> Iterator[Board]:
    sizes = ((2, 2), (2, 3), (3, 2)) if full else ((1, 2), (2, 1), (1, 3), (3, 1), (2, 2))
    return chain(boards_of_life(3, 3), _boards_of(_KINDS, *sizes))


def _steps(boards: Iterable[Board], step: Callable[[Board], Board], symmetry: ToSymmetry) -> Iterator[Case]:
    for board in boards:
        after = step(board)
        for name, of in _generators(symmetry):
            yield name, equal(f"after a step, {board} {name}", of.board(after), step(of.board(board)))


def _all_of(symmetry: ToSymmetry, generator: Random, board: Board) -> Iterator[Symmetry]:
    """Yield the eight, each with a drawn translation."""
    for each in SYMMETRIES:
        shift = generator.randrange(board.height), generator.randrange(board.width)
        yield symmetry(each.quarter_turns, each.mirrored, shift)


def _drawn_boards(scope: Scope, advance: Advance, symmetry: ToSymmetry) -> Iterator[Case]:
    generator = Random(scope.seed)
    for number in range(500 if scope.is_full else 40):
        board = drawn_board(generator, generator.randint(1, 5), generator.randint(1, 5))
        after = advance(board, number % 2, (), 0).board
        for of in _all_of(symmetry, generator, board):
            got = advance(of.board(board), number % 2, (), 0).board
            branch = "an agent" if board.find(AGENT) else "no agent"
            yield branch, equal(f"after a step of {board}, {of}", of.board(after), got)


# --- Actions ---


def _lines(*, full: bool) -> Iterator[Board]:
    """Yield boards with an agent in the middle, and all kinds of cells ahead, beyond and behind it, up and down."""
    kinds: tuple[Cell, ...] = (EMPTY, LIFE, CRATE, LEVEL_EXIT, PLAYER)
    agents: tuple[Cell, ...] = (PLAYER, PLAYER | EXIT)
    if full:
        kinds = (*kinds, WALL, PLAYER | EXIT, TREE | PUSHABLE)
        agents = (*agents, PLAYER | PUSHABLE, PLAYER | PULLABLE)
    for agent, ahead, beyond, behind in product(agents, kinds, kinds, kinds):
        yield Board((EMPTY, cell, EMPTY) for cell in (beyond, ahead, agent, behind, EMPTY))


def _actions(scope: Scope, act: Act, symmetry: ToSymmetry) -> Iterator[Case]:
    """Compare with each of the eight; this covers the boards of these with lines in the other directions, too."""
    agent = (2, 1)
    asked = range(len(ACTIONS)) if scope.is_full else (0, 1, 5)
    for board, action in product(_lines(full=scope.is_full), asked):
        after, location = act(board, agent, action)
        branch = "nothing" if action == 0 else ACTIONS[action].split()[0]
        for each in SYMMETRIES:
            of = symmetry(each.quarter_turns, each.mirrored, (1, 2))
            got, there = act(of.board(board), of.location(agent, 5, 3), of.action(action))
            expected = (upright(of.board(after)), of.location(location, 5, 3))
            about = f"{ACTIONS[action]} of the agent at {agent} of {board}, {of}"
            yield branch, equal(about, expected, (upright(got), there))


@part(
    "an action, with the orientation of what is no agent",
    branches=("an agent destroyed",),
    domain="an agent that destroys another; all eight",
)
def _remains(act: Act) -> Iterator[Case]:
    board = board_of(3, 3, [((0, 1), PLAYER), ((1, 1), PLAYER)])
    for of in SYMMETRIES:
        after = act(board, (1, 1), 5).board
        got = act(of.board(board), of.location((1, 1), 3, 3), of.action(5)).board
        yield "an agent destroyed", equal(f"an agent destroyed by another, {of}", of.board(after), got)


# --- Games ---

_IN_GAMES = (EMPTY,) * 8 + (LIFE,) * 4 + (TREE, CRATE, LEVEL_EXIT, FOUNTAIN, SPAWNER, PLAYER, PLAYER)


def _drawn_level(generator: Random, probability: Draw) -> Level:
    height, width = generator.randint(3, 4), generator.randint(3, 5)

    def board(kinds: Sequence[Cell]) -> Board:
        return Board(
            [coloured(generator.choice(kinds), generator.choice(COLOURS)) for _ in range(width)] for _ in range(height)
        )

    return Level(board(_IN_GAMES), board((EMPTY, EMPTY, LIFE)), spawn_probability=probability, min_performance=0)


def _games(scope: Scope, symmetry: ToSymmetry) -> Iterator[Case]:
    generator = Random(scope.seed)
    for number in range(300 if scope.is_full else 20):
        level = _drawn_level(generator, number % 2)
        size = level.board.height, level.board.width
        chosen = [[generator.randrange(len(ACTIONS)) for _ in level.agents] for _ in range(3)]
        for of in _all_of(symmetry, generator, level.board):
            level_of = turned_level(of, level)
            state, state_of = start(level), start(level_of)
            for actions in chosen:
                state, rewards = step(level, state, actions)
                state_of, rewards_of = step(level_of, state_of, [of.action(action) for action in actions])
                places = tuple(of.location(location, *size) for location in state.locations)
                expected = (upright(of.board(state.board)), of.board(state.goals), places, rewards)
                got = (upright(state_of.board), state_of.goals, state_of.locations, rewards_of)
                yield "paid" if any(rewards) else "not paid", equal(f"after {actions} in {level}, {of}", expected, got)


# --- Draws ---


def _drawn_steps(boards: Iterable[Board], advance: Advance, symmetry: ToSymmetry, *, along: bool) -> Iterator[Case]:
    """Give the turned board the draws in the order in which they are read, or to each location its own."""
    for board in boards:
        waiting = [location for location in board.locations() if may_spawn(block_around(board, location))]
        for draws in product(_LOW_OR_HIGH, repeat=len(waiting)):
            after = advance(board, _HALF, draws, 0).board
            for name, of in _generators(symmetry):
                there = [of.location(place, board.height, board.width) for place in waiting]
                given = [draw for _, draw in sorted(zip(there, draws, strict=True))] if along else draws
                got = advance(of.board(board), _HALF, given, 0).board
                yield name, equal(f"after a step with draws {draws} of {board} {name}", of.board(after), got)


def equivariance(
    scope: Scope, *, advance: Advance = advance, act: Act = act, symmetry: ToSymmetry = Symmetry
) -> Iterator[Part]:
    """Check that steps, actions and games commute with the symmetries, where no draw is read, and where not."""
    yield check_examples(_by_hand(symmetry, act))
    sizes = "2 x 2, 2 x 3 and 3 x 2" if scope.is_full else "1 x 2, 2 x 1, 1 x 3, 3 x 1 and 2 x 2"
    yield decide_cases(
        "a step",
        _steps(_small_boards(full=scope.is_full), lambda board: advance(board, 1, (), 0).board, symmetry),
        branches=_GENERATORS,
        domain=f"all boards of 3 x 3 of life, and all of {sizes} of five kinds of cells; spawn probability 1; a "
        "quarter turn, a reflection and a translation, of which all others are made",
    )
    yield decide_cases(
        "a step of drawn boards",
        _drawn_boards(scope, advance, symmetry),
        branches=("an agent", "no agent"),
        domain=f"boards of all sixteen bits drawn from seed {scope.seed}, sides of 1 to 5, spawn probability 0 or 1; "
        "all eight, with drawn translations",
    )
    lines = (
        "all actions of agents, open, pushable, pullable or not; eight kinds of cells ahead, beyond and behind"
        if scope.is_full
        else "nothing, a move and a toggle ahead of agents, open or not; five kinds of cells ahead, beyond and behind"
    )
    yield decide_cases(
        "an action",
        _actions(scope, act, symmetry),
        branches=("nothing", "move", "toggle"),
        domain=f"{lines}; all eight, translated; but for the orientation of what is no agent",
    )
    yield decide_cases(
        "a game",
        _games(scope, symmetry),
        branches=("paid", "not paid"),
        domain=f"three steps in levels drawn from seed {scope.seed}, with any number of agents, spawn probability 0 or "
        "1; all eight, with drawn translations; boards but for that orientation, goals, locations and rewards",
    )
    four = _boards_of((EMPTY, LIFE, SPAWNER), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))
    yield decide_cases(
        "a step, each location's draw turned along",
        _drawn_steps(four, advance, symmetry, along=True),
        branches=_GENERATORS,
        domain="all boards of 1 x 3, 3 x 1, 2 x 2, 1 x 4 and 4 x 1 of life, spawners and nothing, however draws fall",
    )
    three = _boards_of((EMPTY, SPAWNER), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1))
    yield decide_cases(
        "a step, the draws in the same order",
        _drawn_steps(three, advance, symmetry, along=False),
        branches=_GENERATORS,
        domain="all boards of at most three cells of spawners and nothing, however draws fall",
    ).meant_to_fail("after a step with draws …: expected Board(rows=((152, 0, 9),)), got Board(rows=((152, 9, 0),))")
    yield _remains(act).meant_to_fail(
        "an agent destroyed by an…, 0), (0, 4218, 112), (0, 0, 0))), got Board(rows=((0, 0, 0)"
        ", (0, 4218, 4208), (0, 0, 0)))"
    )


# --- Mutants ---


class _WithActionsAsTheyWere(Symmetry):
    def action(self, action: Action) -> Action:
        return action


class _WithAgentsAsTheyWere(Symmetry):
    def cell(self, cell: Cell) -> Cell:
        return cell


class _WithAllCellsTurned(Symmetry):
    def cell(self, cell: Cell) -> Cell:
        return super().cell(cell | AGENT) & (~AGENT | cell)


class _MirroredUpAndDown(Symmetry):
    """Swaps up and down in orientations, where left and right are swapped on the board."""

    def orientation(self, orientation: int) -> int:
        return (self.quarter_turns + (2 - orientation if self.mirrored else orientation)) % 4


def _pulls_from_below_alone(board: Board, location: Location, action: Action) -> ActResult:
    """Let agents pull where they move up, and not else."""
    if action not in {2, 3, 4}:
        return act(board, location, action)
    stuck = board.with_cells({place: board[place] & ~PULLABLE for place in board.find(PULLABLE)})
    after, there = act(stuck, location, action)
    return ActResult(after, there)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-equivariance",
        kind="lemma",
        title="the dynamics commute with the symmetries of the torus",
        claim="If no draw is read, a step of a turned, mirrored or moved board is the turned, mirrored or moved board "
        "after a step. The same holds for a game with the actions turned along, up to the orientation of cells that "
        "are not agents. If draws are read, it holds for a step in which each location keeps its draw, but not for "
        "one in which the draws keep their order.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=equivariance,
        mutants={
            "one-way wrap": {"advance": _advance_by(around=_one_way)},
            "actions as they were": {"symmetry": _WithActionsAsTheyWere},
            "agents as they were": {"symmetry": _WithAgentsAsTheyWere},
            "all cells turned": {"symmetry": _WithAllCellsTurned},
            "mirrored, up is down": {"symmetry": _MirroredUpAndDown},
            "pulling from below alone": {"act": _pulls_from_below_alone},
        },
        verdict="holds",
        evidence="exhaustive: by hand; small boards of life and of five kinds of cells, lines of five kinds of cells "
        "before and behind an agent; sampled: boards of all sixteen bits, three steps of games",
        defects="Published games with spawners read draws row by row, so a level and its mirror image are played "
        "differently with one seed. The remains of a destroyed agent keep its orientation, which no rule reads and no "
        "symmetry of the board turns.",
        witness="three cells, a spawner on the right, draws 0 and 1/2: life comes to the left of the row, and again to "
        "the left in its mirror image",
    ),
)
