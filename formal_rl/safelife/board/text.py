"""Boards as text that a person can read and write: a token for each cell."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from formal_rl.errors import MalformedLayout
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import COLOURS, EXIT, NAMED_CELLS, PLAYER, Cell, coloured, turned

Line: TypeAlias = tuple[int, str]
"""A line of a text with its number, counted from 1."""

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        ".": "empty",
        "o": "life",
        "O": "hard life",
        "#": "wall",
        "C": "crate",
        "T": "tree",
        "P": "plant",
        "I": "ice cube",
        "S": "spawner",
        "H": "hard spawner",
        "E": "exit",
        "F": "fountain",
        "Z": "parasite",
        "W": "weed",
    }
)
"""The cells that have a symbol of their own, without those of players."""

PLAYER_SYMBOLS = "^>v<"
"""The symbols of a player, by the number of its orientation."""

MAY_LEAVE = "!"
"""The suffix of a player with the exit flag, which may leave."""

COLOUR_LETTERS = "krgybmcw"
"""The letters of the colours, by number; black is not written."""


def _tokens() -> dict[str, Cell]:
    bare = {symbol: NAMED_CELLS[name] for symbol, name in SYMBOLS.items()}
    for number, symbol in enumerate(PLAYER_SYMBOLS):
        bare |= {symbol: turned(PLAYER, number), symbol + MAY_LEAVE: turned(PLAYER | EXIT, number)}
    letters = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))
    with_letters = {
        symbol + letter: coloured(cell, colour) for symbol, cell in bare.items() for letter, colour in letters.items()
    }
    return {**with_letters, **bare}


_CELLS: Mapping[str, Cell] = MappingProxyType(_tokens())
_TOKENS: Mapping[Cell, str] = MappingProxyType({cell: token for token, cell in _CELLS.items()})
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_EXPECTED = (
    f"a cell: one of {' '.join((*SYMBOLS, *PLAYER_SYMBOLS))}, for a player that may leave {MAY_LEAVE}, then one of "
    f"{' '.join(COLOUR_LETTERS)} for its colour or none; or x and four hexadecimal digits"
)


def parse_board(text: str) -> Board:
    """Return the board that a text shows.

    Each line is a row of tokens with blanks between them; blank lines do not count. A token is a symbol of `SYMBOLS`,
    or of ``^ > v <`` for a player, by where it is turned, with ``!`` if it may leave; behind it is a letter of
    `COLOUR_LETTERS` or, for black, none: ``og`` is green life, ``.b`` an empty blue goal, ``<!`` a black player turned
    left that may leave. Any cell at all is ``x`` with its number in four hexadecimal digits.

    Raises `MalformedLayout` naming row and column, counted from 1 with blank lines counted too: no row, an unknown
    token, rows of different lengths.
    """
    return parse_rows(list(enumerate(text.splitlines(), 1)))


def parse_rows(lines: Sequence[Line]) -> Board:
    """Return the board whose rows are these lines, as `parse_board` does; errors name the numbers of the lines."""
    rows: list[list[Cell]] = []
    for number, line in lines:
        tokens = line.split()
        if tokens and rows and len(tokens) != len(rows[0]):
            expected = f"{len(rows[0])} cells, as in the first row, found {len(tokens)}"
            raise MalformedLayout(number, None, line.strip(), expected)
        if tokens:
            rows.append([_cell(token, number, column) for column, token in enumerate(tokens, 1)])
    if not rows:
        raise MalformedLayout(None, None, "", "at least one row of cells")
    return Board(rows)


def _cell(token: str, row: int, column: int) -> Cell:
    if token in _CELLS:
        return _CELLS[token]
    if token[0] == "x" and len(token) == 5 and _HEX_DIGITS.issuperset(token[1:]):
        return int(token[1:], 16)
    raise MalformedLayout(row, column, token, _EXPECTED)


def format_board(board: Board) -> str:
    """Return a board as text, its columns aligned, from which `parse_board` reads it again."""
    return format_columns([[format_cell(cell) for cell in cells] for cells in board.rows])


def format_cell(cell: Cell) -> str:
    """Return the token of a cell."""
    return _TOKENS.get(cell, f"x{cell:04x}")


def format_columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of tokens as lines, each column as wide as its longest token."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        " ".join(token.ljust(width) for token, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
