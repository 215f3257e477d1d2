"""The rule on whole arrays at once: the same board as `advance`, and the same draws read."""

from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, draw
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import (
    ALIVE,
    BLUE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREEN,
    INHIBITING,
    PRESERVING,
    RED,
    SPAWNING,
)
from formal_rl.safelife.board.rule import Advanced, check_draws_read, check_probability

Cells: TypeAlias = NDArray[numpy.uint16]
Flags: TypeAlias = NDArray[numpy.bool_]


def advance_vectorised(board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0) -> Advanced:
    """Return what `advance` returns, by sums over shifted arrays.

    Raises as `advance` does.

    Ledger: W19-cells*
    """
    probability = check_probability(spawn_probability)
    check_draws_read(draws_read)
    cells, draws_read = advance_array(board.array(), probability, draws, draws_read)
    return Advanced(Board.from_array(cells), draws_read)


def advance_array(cells: Cells, probability: Draw, draws: Draws, draws_read: int) -> tuple[Cells, int]:
    """Return an array of cells after one step, and how many draws have been read in all.

    Where the probability is 0 or 1, a third axis may number boards, which are then advanced side by side.
    """
    alive, frozen = _has(cells, ALIVE), _has(cells, FROZEN)
    living = _in_blocks(alive)
    keeps = frozen | (_in_blocks(_has(cells, PRESERVING)) > 0) | (living == 3) | (living == 4)
    open_cells = ~alive & ~frozen & (_in_blocks(_has(cells, INHIBITING)) == 0)
    born = open_cells & (living == 3)
    spawning = _has(cells, SPAWNING)
    waiting = open_cells & (living != 3) & (_in_blocks(spawning) > 0)
    spawned, draws_read = _spawned(waiting, probability, draws, draws_read)
    colour = numpy.zeros_like(cells)
    for bit in (RED, GREEN, BLUE):
        inherited = (_in_blocks(alive & _has(cells, bit)) >= 2) | (_in_blocks(spawning & _has(cells, bit)) > 0)
        colour |= numpy.where(inherited, numpy.uint16(bit), numpy.uint16(0))
    destructible = _in_blocks(alive & _has(cells, DESTRUCTIBLE | EXIT)) >= 2
    after = numpy.where(alive & ~keeps, numpy.uint16(0), cells)
    life = colour | numpy.uint16(ALIVE)
    hard_or_not = numpy.where(destructible, numpy.uint16(DESTRUCTIBLE), numpy.uint16(0))
    after = numpy.where(born, life | hard_or_not, after)
    return numpy.where(spawned, life | numpy.uint16(DESTRUCTIBLE), after), draws_read


def _spawned(waiting: Flags, probability: Draw, draws: Draws, draws_read: int) -> tuple[Flags, int]:
    if probability in {0, 1}:
        return waiting & (probability == 1), draws_read
    spawned = numpy.zeros_like(waiting)
    for row, column in numpy.argwhere(waiting):
        spawned[row, column] = draw(draws, draws_read) < probability
        draws_read += 1
    return spawned, draws_read


def _has(cells: Cells, flag: int) -> Flags:
    return numpy.asarray((cells & numpy.uint16(flag)) != 0)


def _in_blocks(flags: Flags) -> NDArray[Any]:
    rows = flags.astype(numpy.int8)
    rows = rows + numpy.roll(rows, 1, axis=0) + numpy.roll(rows, -1, axis=0)
    return rows + numpy.roll(rows, 1, axis=1) + numpy.roll(rows, -1, axis=1)
