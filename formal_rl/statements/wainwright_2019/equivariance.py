"""What the dynamics commute with: reflections, quarter turns and translations of the torus."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.checking import Rows, Scope, among, both, by_hand, drawn, every, raised
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife import board as b
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.game import ACTIONS, SYMMETRIES, Level, Symmetry, act, start, step, translations
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life, drawn_board, pictured

HALF = Fraction(1, 2)
GENERATORS = Symmetry(1), Symmetry(0, True), Symmetry(0, False, (1, 0))
"""What all symmetries are made of: on boards of a closed kind, to commute with these is enough."""

EIGHT = [evolve(each, translation=(1, 2)) for each in SYMMETRIES]


def upright(board: Any) -> Any:
    """Return the board with every cell but agents turned up, since no rule reads their orientation."""
    return b.Board([cell if cell & c.AGENT else cell & ~c.ORIENTATION_MASK for cell in row] for row in board.rows)


def boards_of(kinds: Sequence[int], *sizes: tuple[int, int]) -> Iterator[Any]:
    """Yield all boards of these cells and sizes."""
    for height, width in sizes:
        for cells in product(kinds, repeat=height * width):
            yield b.Board(cells[row * width : (row + 1) * width] for row in range(height))


def commutes(of: Any, board: Any, chance: int) -> tuple[Any, Any]:
    """Return a board after a step and then turned, and turned and then after a step."""
    return of.board(b.advance(board, chance).board), b.advance(of.board(board), chance).board


def eight_of(random: Random, board: Any) -> list[Symmetry]:
    """Return the eight, each with a drawn translation."""
    shifts = [(random.randrange(board.height), random.randrange(board.width)) for _ in SYMMETRIES]
    return [evolve(each, translation=shift) for each, shift in zip(SYMMETRIES, shifts, strict=True)]


def of_drawn(random: Random) -> tuple[tuple[Any, ...], ...]:
    """Return a drawn board after a step, turned, by the eight; and the steps of the turned ones."""
    board, chance = drawn_board(random, random.randint(1, 5), random.randint(1, 5)), random.randrange(2)
    return tuple(zip(*(commutes(of, board, chance) for of in eight_of(random, board)), strict=True))


def examples() -> Rows:
    """Yield symmetries by hand, and what they refuse."""
    turn, mirror, across, half = Symmetry(1), Symmetry(0, True), Symmetry(1, True), Symmetry(2)
    for arithmetic, of, picture in (
        ("a quarter turn: the first row is the last column", turn, "go .r .b"),
        ("a half turn: backwards, from below", half, "..g bro"),
        ("three quarter turns: the first row is the first column, from below", Symmetry(3), "b. r. og"),
        ("left and right swapped: each row backwards", mirror, "bro ..g"),
        ("swapped, then turned: the last column is the first row, from below", across, ".b .r go"),
        ("moved down and right: the last row and column first", Symmetry(0, False, (1, 1)), ".g. bor"),
    ):
        yield arithmetic, pictured(picture), of.board(pictured("orb g.."))
    right, wall = c.turned(c.PLAYER, 1), c.turned(c.WALL, 1)
    crate = board_of(3, 4, [((1, 0), c.CRATE), ((1, 1), c.PLAYER)])
    pulled = board_of(3, 4, [((1, 1), c.CRATE), ((1, 2), right)])
    for of, actions in ((turn, [0, 2, 3, 4, 1, 6, 7, 8, 5]), (mirror, [0, 1, 4, 3, 2, 5, 8, 7, 6])):
        yield "turned, up becomes right; swapped, left and right", actions, [of.action(each) for each in range(9)]
    yield "a move to the right, swapped and turned", 1, across.action(2)
    yield (
        "an agent that looks right looks down; a wall stays",
        (c.turned(c.PLAYER, 2), wall),
        (
            turn.cell(right),
            turn.cell(wall),
        ),
    )
    yield "a crate follows by one place", (pulled, (1, 2)), act(crate, (1, 1), 2)
    after = act(turn.board(crate), turn.location((1, 1), 3, 4), 3)
    yield "the same, turned: down", (turn.board(pulled), turn.location((1, 2), 3, 4)), after
    moved = [each.location((0, 0), 2, 3) for each in translations(2, 3)]
    yield "the translations of 2 x 3: six", [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], moved
    yield "the top right of 2 x 3, turned: the bottom right of 3 x 2", (2, 1), turn.location((0, 2), 2, 3)
    for action in (9, -1, True):
        yield "one of nine actions", ActionOutOfRange, raised(turn.action, action)
    for turns in (4, -1, True):
        yield "quarter turns", InvalidParameter, raised(Symmetry, turns)


# --- Actions and games ---


def acts_alike(cells: Sequence[int], action: int) -> tuple[Any, Any]:
    """Return what an agent does in a column of cells, turned by the eight, and what it does in the turned columns."""
    board, expected, found = b.Board((c.EMPTY, cell, c.EMPTY) for cell in cells), [], []
    after, location = act(board, (2, 1), action)
    for of in EIGHT:
        got, there = act(of.board(board), of.location((2, 1), 5, 3), of.action(action))
        expected.append((upright(of.board(after)), of.location(location, 5, 3)))
        found.append((upright(got), there))
    return expected, found


def columns(scope: Scope) -> Iterator[tuple[int, ...]]:
    """Yield columns with an agent in the middle, and all kinds of cells ahead, beyond and behind it."""
    kinds: tuple[int, ...] = (c.EMPTY, c.LIFE, c.CRATE, c.LEVEL_EXIT, c.PLAYER)
    agents: tuple[int, ...] = (c.PLAYER, c.PLAYER | c.EXIT)
    if scope.is_full:
        kinds = (*kinds, c.WALL, c.PLAYER | c.EXIT, c.TREE | c.PUSHABLE)
        agents = (*agents, c.PLAYER | c.PUSHABLE, c.PLAYER | c.PULLABLE)
    for agent, ahead, beyond, behind in product(agents, kinds, kinds, kinds):
        yield beyond, ahead, agent, behind, c.EMPTY


IN_GAMES = (c.EMPTY,) * 8 + (c.LIFE,) * 4 + (c.TREE, c.CRATE, c.LEVEL_EXIT, c.FOUNTAIN, c.SPAWNER, c.PLAYER, c.PLAYER)


def a_game(random: Random) -> tuple[tuple[Any, ...], ...]:
    """Return what three steps of a drawn level come to, turned, by the eight; and what the turned levels come to."""
    height, width, chance = random.randint(3, 4), random.randint(3, 5), random.randrange(2)

    def board(kinds: Sequence[int]) -> Any:
        cells = [
            [c.coloured(random.choice(kinds), random.choice(c.COLOURS)) for _ in range(width)] for _ in range(height)
        ]
        return b.Board(cells)

    level = Level(board(IN_GAMES), board((c.EMPTY, c.EMPTY, c.LIFE)), spawn_probability=chance, min_performance=0)
    chosen = [[random.randrange(len(ACTIONS)) for _ in level.agents] for _ in range(3)]
    return tuple(zip(*(turned_game(of, level, chosen) for of in eight_of(random, level.board)), strict=True))


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


# --- Draws ---


def with_draws(along: bool) -> Callable[[Any, Any, Any], tuple[Any, Any]]:
    """Return the claim for steps that read draws: each location's turned along, or all in the same order."""

    def claim(board: Any, draws: Sequence[Any], of: Any) -> tuple[Any, Any]:
        there = [of.location(place, board.height, board.width) for place in waiting(board)]
        given = [draw for _, draw in sorted(zip(there, draws, strict=True))] if along else draws
        return of.board(b.advance(board, HALF, draws).board), b.advance(of.board(board), HALF, given).board

    return claim


def waiting(board: Any) -> list[Any]:
    """Return the locations that read a draw."""
    return [place for place in board.locations() if b.may_spawn(b.block_around(board, place))]


def however_draws_fall(boards: Iterator[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield boards with all draws below a probability of 1/2 and not."""
    for board in boards:
        for draws in product((0, HALF), repeat=len(waiting(board))):
            yield board, draws


def of_an_agent_destroyed(of: Any) -> tuple[Any, Any]:
    """Return what is left of an agent that another destroys, turned, and what is left on the turned board."""
    board = board_of(3, 3, [((0, 1), c.PLAYER), ((1, 1), c.PLAYER)])
    after = act(of.board(board), of.location((1, 1), 3, 3), of.action(5))
    return of.board(act(board, (1, 1), 5).board), after.board


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
    sizes = ((1, 2), (2, 1), (1, 3), (3, 1), (2, 2)), ((2, 2), (2, 3), (3, 2))
    five = partial(boards_of, (c.EMPTY, c.LIFE, c.coloured(c.SPAWNER, "red"), c.FOUNTAIN, c.PARASITE))
    small = both(
        among("all boards of 3 x 3 of life", lambda scope: boards_of_life((3, 3), each=True)),
        among("all small ones of five kinds of cells", lambda scope: five(*sizes[scope.is_full])),
    )
    three = among("a quarter turn, a reflection and a translation, of which all others are made", GENERATORS)
    actions = among("nothing, a move and a toggle", lambda scope: range(9) if scope.is_full else (0, 1, 5))
    yield by_hand(examples)
    yield every("a step", lambda of, board: commutes(of, board, 1), three, small)
    drawn_boards = drawn("boards of all sixteen bits, sides to 5, each turned by all eight", of_drawn, 40, 500)
    yield every("a step of drawn boards", lambda pair: pair, drawn_boards)
    yield every(
        "an action, turned by all eight", acts_alike, among("agents among five kinds of cells", columns), actions
    )
    games = drawn("levels, three steps, each turned by all eight", a_game, 20, 300)
    yield every("a game", lambda pair: pair, games)
    of_life = partial(boards_of, (c.EMPTY, c.LIFE, c.SPAWNER), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))
    along = among(
        "all boards of 3 and 4 cells of life, spawners and nothing, however draws fall",
        lambda scope: however_draws_fall(of_life()),
        many=True,
    )
    yield every("a step, each location's draw turned along", with_draws(along=True), along, three)
    of_spawners = partial(boards_of, (c.EMPTY, c.SPAWNER), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1))
    in_order = among(
        "all boards of at most three cells of spawners and nothing, however draws fall",
        lambda scope: however_draws_fall(of_spawners()),
        many=True,
    )
    yield every("a step, the draws in the same order", with_draws(along=False), in_order, three).fails(
        "…: expected Board(rows=((152, 0, 9),)), got Board(rows=((152, 9, 0),))"
    )
    destroyed = every("what is left of a destroyed agent", of_an_agent_destroyed, among("all eight", SYMMETRIES))
    yield destroyed.fails("…, 0), (0, 4218, 112), (0, 0, 0))), got Board(rows=((0, 0, 0), (0, 4218, 4208), (0, 0, 0)))")
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
        safelife.game.actions:_followed
            pulling from below alone: board[behind] & PULLABLE → orientation == 0 and board[behind] & PULLABLE
    """)


STATEMENTS = statements_in(globals())
