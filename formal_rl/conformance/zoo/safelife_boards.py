"""One step of a board: right ones in each convention, and wrong ones as they come to be written."""

from typing import Any

from formal_rl.conformance.zoo import plain_boards
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_boards import advance_board, advance_rows, spawn_board, spawn_rows
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

ADVANCE, SPAWN = "safelife_advance", "safelife_advance_with_draws"


def advance_that_prints(rows: Any) -> Any:
    """Leave a line behind that helped once, which is worth a warning."""
    print(len(rows), "rows")
    return advance_rows(rows)


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a board of rows", advance_rows, ADVANCE),
    RightImplementation("a board as an array", advance_board, ADVANCE),
    RightImplementation("a board of rows, which prints", advance_that_prints, ADVANCE),
    RightImplementation("a board of rows, as published", advance_rows, ADVANCE, "published"),
    RightImplementation("a board of rows with draws", spawn_rows, SPAWN),
    RightImplementation("a board as an array with draws", spawn_board, SPAWN),
)
"""The definitions, in each convention."""

_OF_ADVANCE = r"""
advance_into_one_buffer, keeps: returns the same array for each board of one size [advance_board]
  - def advance_board(board: Any) -> Any:
  + BUFFERS: Any = {}
  + def advance_board(board: Any) -> Any:
  -     return numpy.array(advance(board.tolist()), dtype=numpy.uint16)
  +     buffer = BUFFERS.setdefault(board.shape, numpy.empty_like(board))
  +     buffer[:] = advance(board.tolist())
  +     return buffer
advance_without_torus, edges: forgets that the edges lead round the board
  -     return [rows[r % height][c % width] for r, c in places]
  +     return [rows[r][c] if 0 <= r < height and 0 <= c < width else 0 for r, c in places]
advance_counting_itself, life: counts a cell among its own neighbours
  -  if place != 4)
  + )
advance_with_colour_by_majority, colours: takes the colour that most parents have
  -     colour = sum(bit for bit in COLOURS if
  +     seen = [cell & sum(COLOURS) for cell in parents]
  +     colour = max(seen, key=seen.count, default=0)
  +     _ = sum(bit for bit in COLOURS if
advance_with_all_colours, colours: mixes the colours of all parents
  - >= 2 * bit
  + >= bit
advance_that_ignores_frozen, special: lets frozen cells go like others
  - middle & FROZEN or near
  + near
advance_that_freezes_itself_alone, special: preserves and inhibits the cell itself, and not those near it
  - near(cells, PRESERVING if
  + near([middle], PRESERVING if
advance_with_colours_of_parents, colours_of_spawners: gives no colour of a spawner to what is born near it
  -  or near(spawners, bit)
advance_that_thaws_what_is_pulled, special: lets frozen cells that can only be pulled go like others
  - middle & FROZEN or near
  + middle & FROZEN and not (middle & PULLABLE and not middle & PUSHABLE) or near
advance_counting_in_three_bits, crowded: takes eight that preserve, or inhibit, for none
  -     return any(cell & flag for cell in cells)
  +     return sum(1 for cell in cells if cell & flag) % 8 > 0
advance_always_destructible, destructible: makes all new life destructible
  - DESTRUCTIBLE if hard else 0
  + DESTRUCTIBLE
advance_in_place, mutates: writes over the board that it was given [advance_board]
  -     return numpy.array(advance(board.tolist()), dtype=numpy.uint16)
  +     board[:] = advance(board.tolist())
  +     return board
advance_row_by_row, life: looks at rows that have advanced already
  -     result = [list(row) for row in rows]
  +     result = board
"""

_OF_SPAWNING = r"""
spawn_with_draws_for_every_cell, one_spawner: reads a draw for every cell
  - near(cells, SPAWNING) and next(draws) < probability
  + next(draws) < probability and near(cells, SPAWNING)
spawn_with_draws_for_every_spawner, two_spawners: reads a draw for each spawner
  - near(cells, SPAWNING) and next(draws) < probability
  + any([next(draws) < probability for cell in cells if cell & SPAWNING])
spawn_before_life, others: reads a draw where three are living
  -     if living == 3:
  +     if draws and near(cells, SPAWNING) and next(draws) < probability:
  +         return ALIVE | DESTRUCTIBLE | colour
  +     if living == 3:
  -     if draws is not None and near(cells, SPAWNING) and next(draws) < probability:
  +     if False:
spawn_at_most, one_spawner: spawns where the draw is the probability
  - next(draws) < probability
  + next(draws) <= probability
spawn_with_inherited_hardness, one_spawner: inherits the hardness of what spawns
  - return ALIVE | DESTRUCTIBLE | colour
  + return ALIVE | destructible | colour
"""

WRONG: tuple[WrongImplementation, ...] = (
    *edited(plain_boards, __name__, ADVANCE, "advance_rows", _OF_ADVANCE),
    *edited(plain_boards, __name__, SPAWN, "spawn_rows", _OF_SPAWNING),
)
"""Wrong ones, each with the claim that catches it."""

__getattr__ = by_name(WRONG)
