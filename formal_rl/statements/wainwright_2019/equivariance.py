"""The symmetries of the dynamics: reflections, quarter turns and translations of the torus."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.checking import among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import drawn
from formal_rl.safelife import board as b
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.rule import block_around, may_spawn
from formal_rl.safelife.game import ACTIONS, act, start, step
from formal_rl.safelife.game.symmetries import SYMMETRIES, Symmetry, translations
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.drawn_levels import level_of_kinds
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life, pictured

HALF = Fraction(1, 2)


def upright(board: Any) -> Any:
    """Return the board with every cell but agents turned up, since no rule reads their orientation."""
    return b.Board([cell if cell & c.AGENT else cell & ~c.ORIENTATION_MASK for cell in row] for row in board.rows)


def examples() -> Rows:
    """Yield symmetries by hand."""
    turn, mirror = Symmetry(1), Symmetry(0, True)
    for arithmetic, of, picture in (
        ("a quarter turn: the first row is the last column", turn, "go .r .b"),
        ("swapped, then turned: the last column is the first row, from below", Symmetry(1, True), ".b .r go"),
        ("moved down and right: the last row and column first", Symmetry(0, False, (1, 1)), ".g. bor"),
    ):
        yield arithmetic, pictured(picture), of.board(pictured("orb g.."))
    for of, actions in ((turn, [0, 2, 3, 4, 1, 6, 7, 8, 5]), (mirror, [0, 1, 4, 3, 2, 5, 8, 7, 6])):
        yield "turned, up becomes right; swapped, left and right", actions, [of.action(each) for each in range(9)]
    board = board_of(3, 3, [((0, 1), c.PLAYER), ((1, 1), c.PLAYER)])
    destroyed = turn.board(act(board, (1, 1), 5).board), act(turn.board(board), (1, 1), turn.action(5)).board
    left = [each[1, 2] for each in destroyed]
    yield "what is left of a destroyed agent: turned after, and before", [112, 4208], left
    moved = [each.location((0, 0), 2, 3) for each in translations(2, 3)]
    yield "the translations of 2 x 3: six", [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], moved


def a_game(random: Random) -> tuple[tuple[Any, ...], ...]:
    """Return what three steps of a drawn level come to, turned, by the eight; and what the turned levels come to."""
    height, width = random.randint(3, 4), random.randint(3, 5)
    level = evolve(level_of_kinds(random, height, width, random.randint(1, 2)), spawn_probability=random.randrange(2))
    chosen = [[random.randrange(len(ACTIONS)) for _ in level.agents] for _ in range(3)]
    shift = (random.randrange(height), random.randrange(width))
    games = (turned_game(evolve(each, translation=shift), level, chosen) for each in SYMMETRIES)
    return tuple(zip(*games, strict=True))


def turned_game(of: Any, level: Any, chosen: Any) -> tuple[Any, Any]:
    """Return boards, goals, locations and rewards of a game, turned, and those of the turned game."""
    size = level.board.height, level.board.width
    agents = [of.location(agent, *size) for agent in level.agents]
    level_of = evolve(level, board=of.board(level.board), goals=of.board(level.goals), agents=agents)
    state, state_of, expected, got = start(level), start(level_of), [], []
    for actions in chosen:
        state, rewards = step(level, state, actions)
        state_of, rewards_of = step(level_of, state_of, [of.action(action) for action in actions])
        places = tuple(of.location(location, *size) for location in state.locations)
        expected.append((upright(of.board(state.board)), of.board(state.goals), places, rewards))
        got.append((upright(state_of.board), state_of.goals, state_of.locations, rewards_of))
    return expected, got


def with_draws(along: bool, board: Any, draws: Sequence[Any], of: Any) -> tuple[Any, Any]:
    """Compare steps that read draws: each location's turned along, or all in the same order."""
    there = [of.location(place, board.height, board.width) for place in waiting(board)]
    given = [draw for _, draw in sorted(zip(there, draws, strict=True))] if along else draws
    return of.board(b.advance(board, HALF, draws).board), b.advance(of.board(board), HALF, given).board


def waiting(board: Any) -> list[Any]:
    """Return the locations that read a draw."""
    return [place for place in board.locations() if may_spawn(block_around(board, place))]


def however_draws_fall(kinds: Sequence[int], *sizes: tuple[int, int]) -> Iterator[tuple[Any, ...]]:
    """Yield all boards of these cells and sizes, with all draws below a probability of 1/2 and not."""
    for height, width in sizes:
        for cells in product(kinds, repeat=height * width):
            board = b.Board(cells[row * width : (row + 1) * width] for row in range(height))
            for draws in product((0, HALF), repeat=len(waiting(board))):
                yield board, draws


@lemma(
    "W19-equivariance",
    "the dynamics commute with the symmetries of the torus",
    "Section 2",
    "holds",
    defects="Published games with spawners read draws row by row, so a level and its mirror image are played "
    "differently with one seed. The remains of a destroyed agent keep its orientation, which no rule reads and no "
    "symmetry of the board turns.",
    witness="three cells, a spawner on the right, draws 0 and 1/2: life comes to the left of the row, and again to "
    "the left in its mirror image",
)
def equivariance() -> Evidence:
    """If no draw is read, a step of a turned, mirrored or moved board is the turned, mirrored or moved board after a
    step. The same holds for a game with the actions turned along, up to the orientation of cells that are not agents.
    If draws are read, it holds for a step in which each location keeps its draw, but not for one in which the draws
    keep their order.
    """
    small = among("all boards of 3 x 3 of life", lambda scope: boards_of_life((3, 3), each=True))
    generators = (Symmetry(1), Symmetry(0, True), Symmetry(0, False, (1, 0)))  # what they keep, all others keep
    three = among("a quarter turn, a reflection and a translation, of which all others are made", generators)
    yield by_hand(examples)
    step_turned = lambda of, board: of.board(b.advance(board, 1).board)  # noqa: E731
    yield equal("a step", step_turned, lambda of, board: b.advance(of.board(board), 1).board, three, small)
    games = drawn("levels, three steps, each turned by all eight", a_game, 30, 300)
    yield every("a game", lambda pair: pair, games)
    along = among(
        "all boards of 3 and 4 cells of life, spawners and nothing, however draws fall",
        lambda scope: however_draws_fall((c.EMPTY, c.LIFE, c.SPAWNER), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1)),
        many=True,
    )
    yield every("a step, each location's draw turned along", partial(with_draws, True), along, three)
    in_order = among(
        "all rows of three spawners and nothing, however draws fall",
        lambda scope: however_draws_fall((c.EMPTY, c.SPAWNER), (1, 3)),
        many=True,
    )
    keeping = every("a step, the draws in the same order", partial(with_draws, False), in_order, three)
    yield keeping.fails("…: expected Board(rows=((152, 0, 9),)), got Board(rows=((152, 9, 0),))")
    yield mutants("""
        safelife.board.rule:block_around
            one-way wrap: board[row + down, column + right] → (board[row + down, column + right] if row + down <
                board.height and column + right < board.width else 0)
        safelife.game.symmetries:Symmetry.action
            actions as they were: first + self.orientation(action - first) → action
        safelife.game.symmetries:Symmetry.cell
            agents as they were: if cell & AGENT → if False
            all cells turned: if cell & AGENT → if True
        safelife.game.symmetries:Symmetry.orientation
            mirrored, up is down: (-orientation if → (2 - orientation if
        safelife.game.actions:_pull
            pulling from below alone: board[behind] & PULLABLE → orientation == 0 and board[behind] & PULLABLE
    """)


STATEMENTS = statements_in(globals())
