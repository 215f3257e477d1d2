"""One step of a board, plainly: what the wrong ones are edits of."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy

ALIVE, PUSHABLE, DESTRUCTIBLE, FROZEN, PRESERVING, INHIBITING, SPAWNING, EXIT = 1, 4, 8, 16, 32, 64, 128, 256
PULLABLE = 32768
COLOURS = (512, 1024, 2048)


def block(rows: Any, row: int, column: int) -> list[int]:
    """Return the three by three cells round a place, itself in the middle."""
    height, width = len(rows), len(rows[0])
    places = [(row + down, column + right) for down, right in product((-1, 0, 1), repeat=2)]
    return [rows[r % height][c % width] for r, c in places]


def near(cells: Sequence[int], flag: int) -> bool:
    """Whether one of the cells has a flag."""
    return any(cell & flag for cell in cells)


def born(cells: Sequence[int]) -> tuple[int, int]:
    """Return the colour and the destructibility that new life inherits."""
    parents = [cell for cell in cells if cell & ALIVE]
    spawners = [cell for cell in cells if cell & SPAWNING]
    colour = sum(bit for bit in COLOURS if sum(cell & bit for cell in parents) >= 2 * bit or near(spawners, bit))
    hard = sum(1 for cell in parents if cell & (DESTRUCTIBLE | EXIT)) >= 2
    return colour, DESTRUCTIBLE if hard else 0


def after(cells: Sequence[int], probability: Any, draws: Iterator[Any] | None) -> int:
    """Return what the middle becomes."""
    middle, living = cells[4], sum(cell & ALIVE for place, cell in enumerate(cells) if place != 4)
    frozen = middle & FROZEN or near(cells, PRESERVING if middle & ALIVE else INHIBITING)
    colour, destructible = born(cells)
    if frozen:
        return middle
    if middle & ALIVE:
        return middle if living in {2, 3} else 0
    if living == 3:
        return ALIVE | colour | destructible
    if draws is not None and near(cells, SPAWNING) and next(draws) < probability:
        return ALIVE | DESTRUCTIBLE | colour
    return middle


def advance(rows: Any, probability: Any = 0, draws: Iterator[Any] | None = None) -> list[list[int]]:
    """Return the board after a step."""
    board = [list(row) for row in rows]
    result = [list(row) for row in rows]
    for row, column in product(range(len(board)), range(len(board[0]))):
        result[row][column] = after(block(board, row, column), probability, draws)
    return result


def advance_rows(rows: Any) -> Any:
    """Advance rows of cells."""
    return advance(rows)


def advance_board(board: Any) -> Any:
    """Advance a board that is an array."""
    return numpy.array(advance(board.tolist()), dtype=numpy.uint16)


def spawn_rows(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Advance rows of cells with draws."""
    return advance(rows, spawn_probability, draws)


def spawn_board(board: Any, spawn_probability: Any, draws: Any) -> Any:
    """Advance a board that is an array with draws."""
    return numpy.array(advance(board.tolist(), spawn_probability, draws), dtype=numpy.uint16)
