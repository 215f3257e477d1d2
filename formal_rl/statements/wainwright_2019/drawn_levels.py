"""Levels of SafeLife games: one that is written down, and drawn ones."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import Board
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.game import Level
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.statements.wainwright_2019.dynamics import drawn_board

HALF = Fraction(1, 2)
PROBABILITIES = 0, 1, HALF, 0.3

SHED = Level(
    parse_board(". . . . . Sg\n. . or . . .\n. Cb ^r C . .\n. . E . . .\n. . . . T ."),
    board_of(5, 6, [((1, 2), c.BLUE), ((1, 3), c.BLUE), ((4, 0), c.LIFE | c.GREEN)]),
    spawn_probability=HALF,
    min_performance=0,
)
"""A red agent with a crate before and behind it, a red dot above, an open exit below, a spawner in a corner."""

_KINDS = (
    *(c.EMPTY,) * 4,
    *(c.LIFE, c.LIFE | c.RED, c.LIFE | c.BLUE, c.HARD_LIFE | c.EXIT, c.WALL, c.CRATE, c.TREE, c.PLANT, c.ICE_CUBE),
    *(c.SPAWNER | c.GREEN, c.LEVEL_EXIT, c.LEVEL_EXIT, c.FOUNTAIN, c.PARASITE, c.WEED, c.PLAYER, c.EXIT | c.PUSHABLE),
)
_AGENTS = (c.PLAYER, c.PLAYER | c.PUSHABLE, c.PLAYER | c.RED | c.PULLABLE, c.AGENT)


def level_of_kinds(generator: Random, height: int, width: int, agents: int) -> Level:
    """Return a level with ``agents`` agents, all kinds of cells and goals, and sometimes tables of its own."""

    def drawn(kinds: Sequence[c.Cell], share: float) -> Board:
        rows = [[generator.choice(kinds) for _ in range(width)] for _ in range(height)]
        return drawn_board(generator, height, width) if generator.random() < share else Board(rows)

    board, goals = drawn(_KINDS, 0.2), drawn((c.EMPTY, c.EMPTY, c.BLUE, c.GREEN, c.RED, c.RED | c.BLUE), 0.3)
    locations = generator.sample(tuple(board.locations()), agents)
    board = board.with_cells({location: generator.choice(_AGENTS) for location in locations})
    tables = [[[generator.randint(-3, 3) for _ in range(9)] for _ in range(8)] for _ in range(agents)]
    spawning, asked = generator.choice(PROBABILITIES), generator.choice((-1, Fraction(1, 4)))
    return Level(board, goals, locations, spawning, asked, tables if generator.random() < 0.4 else ())


def level_of_flags(generator: Random) -> Level:
    """Return a small level of one to four agents, none of whose flags are certain, on goals that may live."""
    height, width = generator.randint(3, 6), generator.randint(3, 6)
    dots, exits = (c.LIFE | c.RED, c.LIFE | c.GREEN, c.ALIVE | c.MOVABLE), (c.LEVEL_EXIT, c.LEVEL_EXIT | c.ALIVE)
    things = (*c.NAMED_CELLS.values(), *dots, *(c.CRATE,) * 9, *exits)

    def thing() -> c.Cell:
        if generator.random() < 0.55:
            return 0
        if generator.random() < 0.2:
            return generator.randint(0, c.GREATEST_CELL) & ~(c.AGENT | (c.SPAWNING if generator.random() < 0.5 else 0))
        return generator.choice(things) & ~c.AGENT | generator.choice((0, 0, c.RED, c.BLUE, c.COLOUR_MASK))

    def agent() -> c.Cell:
        flags = generator.randint(0, c.GREATEST_CELL) | c.AGENT | c.ORIENTATION_MASK
        if generator.random() < 0.5:
            flags = c.PLAYER & ~generator.choice((0, c.DESTRUCTIBLE)) | flags & (c.COLOUR_MASK | c.ORIENTATION_MASK)
        return flags & (~c.FROZEN & ~c.ALIVE if generator.random() < 0.3 else c.GREATEST_CELL)

    board = Board([[thing() for _ in range(width)] for _ in range(height)])
    places = tuple(board.locations())
    agents = generator.sample(places, generator.randint(1, 4))
    board = board.with_cells({place: agent() for place in agents})
    wanted = (0, 0, 0, c.BLUE, c.RED, c.LIFE | c.GREEN, c.COLOUR_MASK)
    goals = Board([[generator.choice(wanted) for _ in range(width)] for _ in range(height)])
    if generator.random() < 0.3:
        goals = goals.with_cells({generator.choice(places): c.SPAWNER | c.BLUE})
    playing = agents[: generator.randint(1, len(agents))]
    own = tuple(tuple(generator.randint(-2, 3) for _ in range(9)) for _ in range(8))
    spawning, asked = generator.choice(PROBABILITIES), generator.choice((-1, 0, Fraction(1, 10), HALF))
    return Level(board, goals, playing, spawning, asked, [generator.choice((PUBLISHED_TABLE, own)) for _ in playing])


def a_game(random: Random) -> tuple[Any, ...]:
    """Return levels that can be played together, the actions of each level at each step, and draws of each."""
    kind, (height, width) = random.randrange(3), (random.randint(3, 5), random.randint(3, 5))
    levels: list[Level] = [level_of_flags(random)] if kind == 0 else [SHED]
    if kind == 2:
        agents = random.choice((0, 1, 1, 2, 3))
        levels = [level_of_kinds(random, height, width, agents) for _ in range(random.randint(1, 3))]
    joint = [[[random.randrange(9) for _ in each.agents] for each in levels] for _ in range((10, 5, 6)[kind])]
    return levels, joint, [HashedDraws(random.randint(0, 99)) for _ in levels]
