"""Cases of boards: what they are made of, and what is tried in the place of a board on which a claim is false."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any, TypeAlias

from formal_rl.conformance.engine.smaller_cases import Table, emptied, fewer_sides
from formal_rl.safelife.board import (
    GREATEST_CELL,
    GREEN,
    NAMED_CELLS,
    ORIENTATIONS,
    SPAWNING,
    Board,
    Cell,
    Location,
    block_around,
    may_spawn,
)
from formal_rl.safelife.board.board import Rows, board_of
from formal_rl.safelife.board.cells import BLUE, FLAGS, ORIENTATION_SHIFT, RED, coloured
from formal_rl.safelife.levels import shipped_level

Placed: TypeAlias = Iterable[tuple[Location, Cell]]

_BITS = {**FLAGS, "red": RED, "green": GREEN, "blue": BLUE}
_TURNS = ", ".join(f"{name} = {number << ORIENTATION_SHIFT}" for number, name in enumerate(ORIENTATIONS))

BOARD_WORDS = (
    "rows of cells, ints that are sums of "
    f"{', '.join(f'{name} = {bit}' for name, bit in sorted(_BITS.items(), key=lambda named: named[1]))}, and the "
    f"orientation, {_TURNS}"
)
"""What a board is, for those who implement the rules: the bits of a cell by their names."""

AROUND: tuple[Location, ...] = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3))
"""The locations round (2, 2)."""

LEAST_SIDE = 3
"""From which side on no cell is its own neighbour."""


def rows_of(height: int, width: int, placed: Placed) -> Rows:
    """Return the rows of a board that holds nothing but these cells."""
    return board_of(height, width, placed).rows


def something_may_spawn(rows: Rows) -> bool:
    """Whether a draw decides what becomes of a board."""
    board = Board(rows)
    return bool(board.find(SPAWNING)) and any(may_spawn(block_around(board, place)) for place in board.locations())


def drawn_rows(draw: Random, height: int, width: int, cells: Callable[[Random], Cell], share: float) -> Rows:
    """Return drawn rows, of which about this share are cells that are drawn and the others empty."""
    return tuple(tuple(cells(draw) if draw.random() < share else 0 for _ in range(width)) for _ in range(height))


def any_cell(draw: Random) -> Cell:
    """Return a cell of any bits, which is more often alive and seldom frozen."""
    kept = draw.randrange(GREATEST_CELL + 1) & draw.randrange(GREATEST_CELL + 1)
    return kept & ~SPAWNING | draw.randrange(2)


def usual_cell(draw: Random) -> Cell:
    """Return a cell that has a name, of any colour; every other one is life."""
    names = [name for name in NAMED_CELLS if name not in {"player", "spawner", "hard spawner"}]
    name = draw.choice(("life", draw.choice(names)))
    return coloured(NAMED_CELLS[name], draw.choice(("black", "red", "green", "blue", "yellow")))


LEVELS = ("append-still-0", "append-dynamic-0", "prune-still-0", "prune-dynamic-0")
"""Shipped levels of 26 x 26 without spawners."""

SIZES = ((12, 12), (4, 70), (70, 4), (26, 26))
"""Sizes of boards that people use, and two that are longer than a word of 64 bits."""

LARGE = "so it is on boards of 12 x 12, 26 x 26, 4 x 70 and 70 x 4"


def transposed(rows: Rows) -> Rows:
    """Return rows and columns exchanged."""
    return tuple(zip(*rows, strict=True))


def large_boards(line: Iterable[Cell], levels: Iterable[str], *cells: Callable[[Random], Cell]) -> Iterator[Rows]:
    """Yield boards with a short line where blocks of 8 to 64 cells end, drawn boards of such cells, and levels."""
    for column in (7, 8, 15, 16, 31, 32, 63, 64):
        rows = rows_of(5, 70, (((row, column), cell) for row, cell in enumerate(line, 1)))
        yield from (rows, transposed(rows))
    for size, cell in product(SIZES, cells):
        yield drawn_rows(Random(0), *size, cell, 0.3)
    yield from (shipped_level(name).board.rows for name in levels)


KEPT = 1 << 12
"""How many expected answers are kept, since cases come back when smaller ones are tried, and in the next check."""


def smaller_rows(rows: Rows) -> Iterator[Rows]:
    """Yield rows with some cells emptied, fewer rows or columns, and with one bit of a cell taken away."""
    yield from smaller_tables(rows, 0)
    for place, cell in _cells(rows):
        for bit in (1 << number for number in range(16)):
            if cell & bit and cell != bit:
                yield with_cell(rows, place, cell & ~bit)


def smaller_tables(rows: Table, empty: Any = (0, 0)) -> Iterator[Table]:
    """Yield a table, of pairs unless said otherwise, with some cells emptied, and with fewer rows or columns."""
    yield from emptied(rows, empty)
    yield from fewer_sides(rows, LEAST_SIDE)


def emptied_rows(rows: Rows) -> Iterator[Rows]:
    """Yield rows with some cells emptied."""
    return emptied(rows, 0)


def _cells(rows: Rows) -> list[tuple[Location, Cell]]:
    """Return the places at which something is, and what."""
    return [((row, column), cell) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell]


def with_cell(rows: Rows, place: Location, cell: Cell) -> Rows:
    """Return rows with another cell at a place."""
    row, column = place
    return (*rows[:row], (*rows[row][:column], cell, *rows[row][column + 1 :]), *rows[row + 1 :])


def no_rows(answer: Any) -> str | None:
    """Return what is wrong with rows of numbers, if anything."""
    rows = isinstance(answer, tuple | list) and bool(answer) and all(isinstance(row, tuple | list) for row in answer)
    return None if rows else "expected rows of numbers, or an array of two dimensions"
