"""The rule of a board: the next value of each cell, from the three by three cells around it."""

from fractions import Fraction
from typing import NamedTuple, TypeAlias

from formal_rl.agents import Draw, Draws, draw
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import (
    ALIVE,
    BLUE,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    GREEN,
    INHIBITING,
    PRESERVING,
    RED,
    SPAWNING,
    Cell,
)

LEDGER = ("W19-cells*",)

Block: TypeAlias = tuple[Cell, ...]
"""Nine cells, row by row; the rule decides the fifth."""

MIDDLE = 4


class AdvanceResult(NamedTuple):
    """A board after a step, and how many draws have been read up to now."""

    board: Board
    draws_read: int


def block_around(board: Board, location: Location) -> Block:
    """Return the three by three cells round a location, itself included, on the torus.

    On a side of 2 a neighbour occurs twice, on a side of 1 three times.
    """
    row, column = location
    return tuple(board[row + down, column + right] for down in (-1, 0, 1) for right in (-1, 0, 1))


def how_many(block: Block, flag: Cell) -> int:
    """Return how many cells of a block have any bit of ``flag``."""
    return sum(1 for cell in block if cell & flag)


def inherited_colour(block: Block) -> Cell:
    """Return the colour of a cell that comes to life here: each bit that two living cells have, or one spawner.

    The paper's words, the colours of the majority of the parents, leave the counting open; this is each bit alone.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    """
    living = tuple(cell for cell in block if cell & ALIVE)
    spawners = tuple(cell for cell in block if cell & SPAWNING)
    return sum(bit for bit in (RED, GREEN, BLUE) if how_many(living, bit) >= 2 or how_many(spawners, bit) >= 1)


def inherited_destructibility(block: Block) -> Cell:
    """Return the destructible flag if two living cells have it, or are exits; else nothing.

    That exits count is a quirk of the published code.
    """
    living = tuple(cell for cell in block if cell & ALIVE)
    return DESTRUCTIBLE if how_many(living, DESTRUCTIBLE | EXIT) >= 2 else 0


def may_spawn(block: Block) -> bool:
    """Whether only a draw decides: nothing before the spawning row of the table applies, and a spawner is near."""
    cell = block[MIDDLE]
    return (
        not cell & (ALIVE | FROZEN)
        and how_many(block, INHIBITING) == 0
        and how_many(block, ALIVE) != 3
        and how_many(block, SPAWNING) > 0
    )


def next_cell(block: Block, *, spawns: bool = False) -> Cell:
    """Return the successor of the middle of a block; ``spawns`` is the outcome of the draw, if `may_spawn` needs one.

    A living cell stays if it is frozen, if something preserving is near, or if three or four cells of the block live,
    itself counted; else nothing is left of it. A dead cell stays as it is if it is frozen or something inhibiting is
    near. Otherwise it comes to life if exactly three live, or if it spawns. Near means in the block, itself included.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    """
    cell = block[MIDDLE]
    living = how_many(block, ALIVE)
    if cell & ALIVE:
        if cell & FROZEN or how_many(block, PRESERVING) > 0 or living in {3, 4}:
            return cell
        return EMPTY
    if cell & FROZEN or how_many(block, INHIBITING) > 0:
        return cell
    if living == 3:
        return ALIVE | inherited_colour(block) | inherited_destructibility(block)
    if may_spawn(block) and spawns:
        return ALIVE | DESTRUCTIBLE | inherited_colour(block)
    return cell


def advance(board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0) -> AdvanceResult:
    """Return the board after one step without any action, and how many draws have been read in all.

    Draws are read row by row from number ``draws_read``, one for each cell that `may_spawn`, which does so if the draw
    is below ``spawn_probability``. Where the probability is 0 or 1 no draw is read, since none could change anything.

    Raises `InvalidParameter` for a probability outside [0, 1], a negative number of draws read, or a draw that is
    none, and `DrawsExhausted`.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    Ledger: W19-cells*, W19-equivariance*
    """
    probability = require_probability(spawn_probability)
    require_draws_read(draws_read)
    rows: list[list[Cell]] = [[] for _ in range(board.height)]
    for location in board.locations():
        block = block_around(board, location)
        spawns = probability == 1
        if 0 < probability < 1 and may_spawn(block):
            spawns = draw(draws, draws_read) < probability
            draws_read += 1
        rows[location[0]].append(next_cell(block, spawns=spawns))
    return AdvanceResult(Board(rows), draws_read)


def require_probability(value: Draw) -> Draw:
    """Return the value if it is a number from 0 to 1, else raise `InvalidParameter`."""
    if type(value) not in {int, float, Fraction} or not 0 <= value <= 1:
        raise InvalidParameter("spawn probability", value, "a number from 0 to 1")
    return value


def require_draws_read(value: int) -> int:
    """Return the value if it can be how many draws have been read, else raise `InvalidParameter`."""
    return require_int("draws read", value, 0)
