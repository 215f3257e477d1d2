"""Boards in a terminal: a symbol for each cell, with colours where they are shown, and with letters where not."""

from typing import NamedTuple

from rich.text import Text

from formal_rl.safelife import board as b
from formal_rl.safelife.board import Board, Cell
from formal_rl.safelife.board._svg import in_words
from formal_rl.safelife.board.cells import COLOUR_MASK, ORIENTATION_MASK, orientation_of
from formal_rl.safelife.board.text import COLOUR_LETTERS, MAY_LEAVE, PLAYER_SYMBOLS, SYMBOLS, format_cell


class Palette(NamedTuple):
    """The colours of a terminal: of symbols and of backgrounds, by the number of the colour, and of empty cells."""

    inks: tuple[str, ...]
    grounds: tuple[str, ...]
    empty: str


FINE = Palette(
    inks=("#b0b0b0", "#ff7b72", "#7ee787", "#ffdf5d", "#8cb8ff", "#f29af2", "#66e6f0", "#ffffff"),
    grounds=("#1c1c1c", "#6e2020", "#1d5526", "#5c4c00", "#1f3f86", "#5c215c", "#0e5560", "#4e4e4e"),
    empty="#808080",
)
"""For terminals of many colours; black is grey, so that it is visible."""

SIXTEEN = Palette(
    inks=("white", *(f"bright_{name}" for name in b.COLOURS[1:])),
    grounds=("black", *b.COLOURS[1:-1], "bright_black"),
    empty="white",
)
"""For terminals of sixteen colours."""

OTHER = "?"
NUMBERED = 5


def symbol(cell: Cell) -> str:
    """Return the one character that stands for a cell, whatever its colour."""
    if cell & b.AGENT:
        return PLAYER_SYMBOLS[orientation_of(cell)]
    token = format_cell(cell & ~COLOUR_MASK & ~ORIENTATION_MASK)
    return token if len(token) == 1 else OTHER


def board_text(board: Board, goals: Board | None = None, *, palette: Palette | None) -> Text:
    """Return a board as lines: every location two characters wide, every fifth column numbered above, and the rows.

    With a palette the symbols have the colours of the cells, on those of the goals, if they are given. Without one each
    symbol has the letter of its colour behind it, none for black; goals are not shown. In either case an agent that may
    leave and is black has ``!`` behind it.
    """
    margin = len(str(board.height - 1)) + 1
    columns = "".join(f"{column:<{2 * NUMBERED}}" for column in range(0, board.width, NUMBERED))
    text = Text(" " * margin + columns.rstrip())
    for row, cells in enumerate(board.rows):
        text.append(f"\n{row:>{margin - 1}} ")
        line = Text()
        for column, cell in enumerate(cells):
            goal = b.EMPTY if goals is None else goals[row, column]
            line.append_text(_shown(cell, goal, palette))
        if palette is None:
            line.rstrip()
        text.append_text(line)
    return text


def legend(board: Board, *, palette: Palette | None, of_goals: bool = False, width: int = 100) -> Text:
    """Return the meaning of the symbols on a board, or on one of goals, in the order of `SYMBOLS`, agents last."""
    order = [*SYMBOLS, *PLAYER_SYMBOLS, OTHER]
    cells = {cell for row in board.rows for cell in row}
    text, used = Text(), 0
    for cell in sorted(cells, key=lambda cell: (order.index(symbol(cell)), cell)):
        words = _words(cell, of_goals=of_goals)
        length = len(f"xx {words}   ")
        if used + length > width and used:
            text.rstrip()
            text.append("\n")
            used = 0
        text.append_text(_shown(cell, b.EMPTY, palette))
        text.append(f" {words}   ")
        used += length
    text.rstrip()
    return text


def _words(cell: Cell, *, of_goals: bool) -> str:
    if of_goals and cell and not cell & ~COLOUR_MASK:
        return f"{b.COLOURS[b.colour_of(cell)]} goal"
    return f"{cell:#06x}, {in_words(cell)}" if symbol(cell) == OTHER else in_words(cell)


def legend_of_goals(goals: Board, palette: Palette) -> Text:
    """Return the backgrounds of the goals on the board, by colour."""
    text = Text()
    for colour in sorted({b.colour_of(goals[location]) for location in goals.find(COLOUR_MASK)}):
        text.append("  ", style=f"on {palette.grounds[colour]}")
        text.append(f" {b.COLOURS[colour]} goal   ")
    text.rstrip()
    return text


def _shown(cell: Cell, goal: Cell, palette: Palette | None) -> Text:
    colour = b.colour_of(cell)
    mark = MAY_LEAVE if cell & b.AGENT and cell & b.EXIT else " "
    if palette is None:
        return Text(symbol(cell) + (COLOUR_LETTERS[colour] if colour else mark))
    emphasis = "bold reverse " if cell & b.AGENT else ""
    ink = palette.inks[colour] if cell else palette.empty
    return Text(f"{symbol(cell)}{mark}", style=f"{emphasis}{ink} on {palette.grounds[b.colour_of(goal)]}")
