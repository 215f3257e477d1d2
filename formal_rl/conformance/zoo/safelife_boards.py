"""One step of a board: right ones in each convention, and wrong ones as they come to be written."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy

from formal_rl.conformance.zoo.edits import edited

ALIVE, DESTRUCTIBLE, FROZEN, PRESERVING, INHIBITING, SPAWNING, EXIT = 1, 8, 16, 32, 64, 128, 256
COLOURS = (512, 1024, 2048)


def block(rows: Any, row: int, column: int) -> list[int]:
    """Return the three by three cells round a place, itself in the middle."""
    height, width = len(rows), len(rows[0])
    places = [(row + down, column + right) for down, right in product((-1, 0, 1), repeat=2)]
    return [rows[r % height][c % width] for r, c in places]


def near(cells: Sequence[int], flag: int) -> bool:
    """Whether one of the cells has a flag."""
    return any(cell & flag for cell in cells)


def after(cells: Sequence[int], probability: Any, draws: Iterator[Any] | None) -> int:
    """Return the cell that the middle becomes."""
    middle, living = cells[4], sum(cell & ALIVE for place, cell in enumerate(cells) if place != 4)
    if middle & FROZEN or near(cells, PRESERVING if middle & ALIVE else INHIBITING):
        return middle
    if middle & ALIVE:
        return middle if living in {2, 3} else 0
    parents, spawners = [cell for cell in cells if cell & ALIVE], [cell for cell in cells if cell & SPAWNING]
    colour = sum(bit for bit in COLOURS if sum(cell & bit for cell in parents) >= 2 * bit or near(spawners, bit))
    destructible = DESTRUCTIBLE if sum(1 for cell in parents if cell & (DESTRUCTIBLE | EXIT)) >= 2 else 0
    if living == 3:
        return ALIVE | colour | destructible
    if draws is not None and near(cells, SPAWNING) and next(draws) < probability:
        return ALIVE | DESTRUCTIBLE | colour
    return middle


def advance_rows(rows: Any, spawn_probability: Any = 0, draws: Iterator[Any] | None = None) -> list[list[int]]:
    """Return the board after a step."""
    board = [list(row) for row in rows]
    result = [list(row) for row in rows]
    for row, column in product(range(len(board)), range(len(board[0]))):
        result[row][column] = after(block(board, row, column), spawn_probability, draws)
    return result


def advance_board(board: Any, spawn_probability: Any = 0, draws: Any = None) -> Any:
    """Advance a board that is an array."""
    return numpy.array(advance_rows(board.tolist(), spawn_probability, draws), dtype=numpy.uint16)


EDITS = """
= safelife_advance: advance_rows advance_board
advance_that_prints: leaves a line behind that helped once, which is worth a warning
  board = [list(row) for row in rows] => print(len(rows), "rows")
  +     board = [list(row) for row in rows]
advance_into_one_buffer, keeps: returns the same array for each board of one size [advance_board]
  return numpy.array( => buffer = globals().setdefault(f"of {board.shape}", numpy.empty_like(board))
  +     buffer[:] = numpy.array(
  draws), dtype=numpy.uint16) => draws), dtype=numpy.uint16)
  +     return buffer
advance_without_torus, edges: forgets that the edges lead round the board
  -     return [rows[r % height][c % width] for r, c in places]
  +     return [rows[r][c] if 0 <= r < height and 0 <= c < width else 0 for r, c in places]
advance_counting_itself, life: counts a cell among its own neighbours
   if place != 4) => )
advance_with_colour_by_majority, colours: takes the colour that most parents have
  if living == 3: => seen = [cell & sum(COLOURS) for cell in parents]
  +     colour = max(seen, key=seen.count, default=0)
  +     if living == 3:
advance_that_ignores_frozen, special: lets frozen cells go like others
  middle & FROZEN or near => near
advance_that_freezes_itself_alone, special: preserves and inhibits the cell itself, and not those near it
  near(cells, PRESERVING if => near([middle], PRESERVING if
advance_with_colours_of_parents, colours_of_spawners: gives no colour of a spawner to what is born near it
   or near(spawners, bit) =>
advance_counting_in_three_bits, crowded: takes eight that preserve, or inhibit, for none
  return any(cell & flag for cell in cells) => return sum(1 for cell in cells if cell & flag) % 8 > 0
advance_always_destructible, destructible: makes all new life destructible
  return ALIVE | colour | destructible => return ALIVE | colour | DESTRUCTIBLE
advance_in_place, mutates: writes over the board that it was given [advance_board]
  return numpy.array( => board[:] = numpy.array(
  draws), dtype=numpy.uint16) => draws), dtype=numpy.uint16)
  +     return board
= safelife_advance_with_draws: advance_rows advance_board
spawn_with_draws_for_every_cell, one_spawner: reads a draw for every cell
  near(cells, SPAWNING) and next(draws) < probability => next(draws) < probability and near(cells, SPAWNING)
spawn_with_draws_for_every_spawner, two_spawners: reads a draw for each spawner
  - near(cells, SPAWNING) and next(draws) < probability
  + any([next(draws) < probability for cell in cells if cell & SPAWNING])
spawn_before_life, others: reads a draw where three are living
  if living == 3: => if draws and near(cells, SPAWNING) and next(draws) < probability:
  +         return ALIVE | DESTRUCTIBLE | colour
  +     if living == 3:
  if draws is not None and near(cells, SPAWNING) and next(draws) < probability: => if False:
spawn_at_most, one_spawner: spawns where the draw is the probability
  next(draws) < probability => next(draws) <= probability
spawn_with_inherited_hardness, one_spawner: inherits the hardness of what spawns
  return ALIVE | DESTRUCTIBLE | colour => return ALIVE | destructible | colour
= safelife_advance published: advance_rows
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
