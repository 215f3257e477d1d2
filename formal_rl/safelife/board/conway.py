"""Conway's rule as printed, on boards of life and empty cells; still lifes, oscillators and a glider."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from formal_rl.errors import InvalidParameter, MalformedBoard
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import EMPTY, LIFE, Cell

NEIGHBOURS: tuple[Location, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The offsets of the eight cells around one.

Source: Wainwright and Eckersley 2019, Section 2.
Ledger: W19-cells
"""


def living_neighbours(board: Board, location: Location) -> int:
    """Return how many of the eight neighbours of a location live, itself not counted.

    On a side of 2 a neighbour counts twice; on a side of 1 a cell is its own neighbour.

    Source: Wainwright and Eckersley 2019, Section 2.
    Ledger: W19-cells*
    """
    row, column = location
    return sum(1 for down, right in NEIGHBOURS if board[row + down, column + right] == LIFE)


def life_cell(cell: Cell, neighbours: int) -> Cell:
    """Return the successor of a living or empty cell with this number of living neighbours.

    Source: Wainwright and Eckersley 2019, Section 2, the three rules in their order.
    Ledger: W19-cells
    """
    if cell == EMPTY and neighbours == 3:
        return LIFE
    if cell == LIFE and (neighbours < 2 or neighbours > 3):
        return EMPTY
    return cell


def life_step(board: Board) -> Board:
    """Return the board after one step of Conway's rule.

    Raises `MalformedBoard` for a cell that is neither life nor empty.

    Source: Wainwright and Eckersley 2019, Section 2.
    Ledger: W19-cells*
    """
    for row, column in board.locations():
        if board[row, column] not in {EMPTY, LIFE}:
            raise MalformedBoard(row, column, board[row, column], f"life, {LIFE}, or nothing, {EMPTY}")
    columns = range(board.width)
    return Board(
        [life_cell(board[row, column], living_neighbours(board, (row, column))) for column in columns]
        for row in range(board.height)
    )


def is_still(board: Board, step: Callable[[Board], Board] = life_step) -> bool:
    """Whether a step changes nothing.

    Ledger: W19-cells*
    """
    return step(board) == board


def period(board: Board, step: Callable[[Board], Board] = life_step, *, most: int = 1000) -> int | None:
    """Return after how many steps the board first comes back; ``None`` if another one comes back before it.

    Raises `InvalidParameter` if neither happens in ``most`` steps.

    Ledger: W19-cells*
    """
    seen = {board}
    after = board
    for steps in range(1, most + 1):
        after = step(after)
        if after == board:
            return steps
        if after in seen:
            return None
        seen.add(after)
    raise InvalidParameter("most", most, "as many steps as it takes until a board comes back")


def life_board(text: str) -> Board:
    """Return the board of a picture: a line for each row, ``o`` for life and ``.`` for nothing.

    Raises `MalformedBoard` for another sign, or for lines that make no board.
    """
    rows = text.split()
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign not in "o.":
                raise MalformedBoard(row, column, sign, "o for life or . for nothing")
    return Board([LIFE if sign == "o" else EMPTY for sign in line] for line in rows)


LEDGER = ("W19-cells",)

STILL_LIFES: Mapping[str, Board] = MappingProxyType(
    {
        "nothing": Board.empty(4, 4),
        "block": life_board(".... .oo. .oo. ...."),
        "tub": life_board("..... ..o.. .o.o. ..o.. ....."),
        "boat": life_board("..... .oo.. .o.o. ..o.. ....."),
        "ship": life_board("..... .oo.. .o.o. ..oo. ....."),
        "beehive": life_board("...... ..oo.. .o..o. ..oo.. ......"),
        "loaf": life_board("...... ..oo.. .o..o. ..o.o. ...o.. ......"),
        "pond": life_board("...... ..oo.. .o..o. .o..o. ..oo.. ......"),
    }
)
"""Boards that a step leaves as they are."""

OSCILLATORS: Mapping[str, tuple[Board, int]] = MappingProxyType(
    {
        "blinker": (life_board("..... ..... .ooo. ..... ....."), 2),
        "toad": (life_board("...... ...... ..ooo. .ooo.. ...... ......"), 2),
        "beacon": (life_board("...... .oo... .oo... ...oo. ...oo. ......"), 2),
    }
)
"""Boards that come back, each with its period."""

GLIDER = life_board("..o... o.o... .oo... ...... ...... ......")
"""A glider: it moves down and right by one place in four steps, so on this torus of six by six it is back after 24."""
