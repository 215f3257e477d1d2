"""Levels of SafeLife games: four that are written down, and drawn ones."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from formal_rl.agents import HashedDraws
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
from formal_rl.safelife.game import Level
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.statements.wainwright_2019.dynamics import drawn_board

HALF = Fraction(1, 2)
PROBABILITIES = 0, 1, HALF, 0.3

GARDEN = Level(
    board_of(4, 5, [((1, 1), PLAYER | RED), ((1, 2), LIFE | RED), ((3, 4), SPAWNER), ((2, 1), LEVEL_EXIT)]),
    board_of(4, 5, [((0, 1), BLUE), ((1, 0), BLUE)]),
    spawn_probability=HALF,
    min_performance=HALF,
)
"""A red dot to the right of a red agent, an exit below it, goals above it and to its left, a spawner in a corner."""

_SHED_CELLS = [((2, 2), PLAYER | RED), ((2, 3), CRATE), ((1, 2), LIFE | RED), ((2, 1), CRATE | BLUE)]
SHED = Level(
    board_of(5, 6, [*_SHED_CELLS, ((3, 2), LEVEL_EXIT), ((0, 5), SPAWNER | GREEN), ((4, 4), TREE)]),
    board_of(5, 6, [((1, 2), BLUE), ((1, 3), BLUE), ((4, 0), LIFE | GREEN)]),
    spawn_probability=HALF,
    min_performance=0,
)
"""A red agent with a crate before and behind it, a red dot above, an open exit below, a spawner in a corner."""

_YARD_CELLS = [((1, 1), PLAYER | RED), ((0, 1), LIFE | RED), ((2, 1), PLAYER), ((1, 3), LEVEL_EXIT), ((1, 0), CRATE)]
YARD = Level(board_of(4, 5, _YARD_CELLS), board_of(4, 5, [((0, 1), BLUE)]), [(1, 1)], min_performance=Fraction(1, 5))
"""A red agent with a red dot above, which is not wanted there, one below that nobody moves, and a shut exit."""

_PUSHED = [((2, 1), PLAYER), ((2, 2), SPAWNING | PUSHABLE | RED), ((4, 5), SPAWNER | BLUE), ((2, 0), CRATE)]
MOVED = Level(board_of(5, 7, _PUSHED), board_of(5, 7, [((0, 1), LIFE | BLUE)]), ((2, 1),), 1)
"""A level in which a spawner can be pushed."""

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
    spawning, asked = generator.choice(PROBABILITIES), generator.choice((-1, 0, Fraction(1, 10), HALF))
    return Level(board, goals, playing, spawning, asked, [generator.choice((PUBLISHED_TABLE, own)) for _ in playing])


def a_game(random: Random) -> tuple[Any, ...]:
    """Return levels that can be played together, the actions of each level at each step, and draws of each."""
    kind, (height, width) = random.randrange(3), (random.randint(3, 5), random.randint(3, 5))
    levels: list[Level] = [level_of_flags(random)] if kind == 0 else [random.choice((SHED, YARD, MOVED))]
    if kind == 2:
        agents = random.choice((0, 1, 1, 2, 3))
        levels = [level_of_kinds(random, height, width, agents) for _ in range(random.randint(1, 3))]
    joint = [[[random.randrange(9) for _ in each.agents] for each in levels] for _ in range((10, 5, 6)[kind])]
    return levels, joint, [HashedDraws(random.randint(0, 99)) for _ in levels]
