"""Still lifes by Algorithm 1, with nothing kept from one iteration to the next."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from formal_rl.agents import Draws
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, EMPTY, LIFE, Cell
from formal_rl.safelife.board.conway import NEIGHBOURS
from formal_rl.safelife.board.rule import MIDDLE, Block, block_around, how_many, next_cell
from formal_rl.safelife.generation.patterns import (
    Constraint,
    GeneratedPattern,
    Penalties,
    Settings,
    Violations,
    generate_pattern,
)
from formal_rl.safelife.generation.random_choice import Number

LEDGER = ("W19-alg1",)

NO_PENALTIES: Mapping[Cell, int] = MappingProxyType({EMPTY: 0, LIFE: 0})
"""Life and nothing, both as good."""

BLOCK: tuple[Location, ...] = (*NEIGHBOURS[:MIDDLE], (0, 0), *NEIGHBOURS[MIDDLE:])
"""The offsets of a block: another reading of *adjacent*, in which a cell is adjacent to itself."""


def violation(block: Block) -> int:
    """Return the least number of neighbours to switch, to alive or dead, for the middle to stay as it is.

    Nothing, if it stays as it is; frozen cells do, and so do those that something preserves or inhibits. Nothing
    spawns. A living cell needs two or three living neighbours, so the number is that of the missing or excess ones;
    for a dead cell with three living neighbours it is one.

    Source: Wainwright and Eckersley 2019, Appendix A.
    Ledger: W19-alg1*
    """
    if next_cell(block) == block[MIDDLE]:
        return 0
    if not block[MIDDLE] & ALIVE:
        return 1
    neighbours = how_many(block, ALIVE) - 1
    return 2 - neighbours if neighbours < 2 else neighbours - 3


def still_life_violations(board: Board) -> Violations:
    """Return the number of each cell that would not stay as it is.

    Source: Wainwright and Eckersley 2019, Appendix A.
    """
    numbers = {location: violation(block_around(board, location)) for location in board.locations()}
    return Violations({location: number for location, number in numbers.items() if number})


def generate_still_life(
    board: Board,
    eta: Number,
    temperature: Number,
    penalties: Penalties,
    draws: Draws,
    *,
    most_iterations: int,
    open_locations: Collection[Location] | None = None,
    draws_read: int = 0,
    adjacent: tuple[Location, ...] = NEIGHBOURS,
) -> GeneratedPattern:
    """Return the result of Algorithm 1 on a board, as `generate_pattern` does; adjacent are the eight neighbours.

    Where it halts, a step without spawning changes no cell in reach, and so, if everything is open, none at all; and
    at least the share ``eta`` of the open locations is not empty.

    Raises as `Settings` and `generate_pattern` do.

    Source: Wainwright and Eckersley 2019, Appendix A, Algorithm 1.
    Ledger: W19-alg1*
    """
    settings = Settings(eta, temperature, penalties, most_iterations)
    constraint = Constraint(still_life_violations, adjacent)
    return generate_pattern(board, settings, draws, constraint, open_locations=open_locations, draws_read=draws_read)
