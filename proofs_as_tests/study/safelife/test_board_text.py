"""Boards in a terminal: every cell has a symbol, colours are shown as colours or as letters."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from formal_rl.errors import MalformedLayout
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import COLOURS, EMPTY, LIFE, Board
from formal_rl.safelife.board.cells import GREATEST_CELL, NAMED_CELLS, coloured, named_cell
from formal_rl.study.safelife import board_text
from formal_rl.study.safelife.board_text import FINE, SIXTEEN, legend, legend_of_goals, symbol

EVERY_COLOUR = Board([[coloured(LIFE, colour) for colour in COLOURS], [coloured(EMPTY, colour) for colour in COLOURS]])


def shown(text, colours):
    """The bytes for a terminal with this number of colours."""
    console = Console(file=io.StringIO(), force_terminal=True, color_system=colours, no_color=False, width=200)
    console.print(text, soft_wrap=True)
    return console.file.getvalue()


@given(
    st.integers(1, 12).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(0, GREATEST_CELL), min_size=width, max_size=width), min_size=1, max_size=12
        )
    )
)
def test_every_board_is_shown(rows):
    """Any board has its rows, each location two characters, in every palette; the legend tells every cell."""
    board = Board(rows)
    for palette in (None, FINE, SIXTEEN):
        header, *lines = board_text(board, board, palette=palette).plain.split("\n")
        margin = len(str(len(rows) - 1)) + 1
        text = legend(board, palette=palette).plain
        for row, (line, cells) in enumerate(zip(lines, rows, strict=True)):
            assert line[:margin] == f"{row:>{margin - 1}} "
            assert line[margin::2] == "".join(symbol(cell) for cell in cells)
        assert header.split() == [str(column) for column in range(0, board.width, 5)]
        assert all(f"{cell:#06x}, " in text for row in rows for cell in row if symbol(cell) == "?")


def test_without_colours_there_are_letters():
    """Each colour but black has its letter, and an agent that may leave its mark."""
    picture = ". og .b #\n^ > v! <r"
    board = parse_board(picture)

    assert board_text(board, palette=None).plain == "  0\n0 . og.b#\n1 ^ > v!<r"
    assert [symbol(value) for value in NAMED_CELLS.values()] == [*".oO#CTPISHEFZW^"]


def test_the_text_without_colours_reads_back():
    """With blanks between its locations, the text of a board of named cells is one that `parse_board` reads."""
    board = Board([[named_cell(name, colour) for colour in COLOURS] for name in NAMED_CELLS])
    lines = board_text(board, palette=None).plain.split("\n")[1:]
    spaced = "\n".join(" ".join(line[3:][place : place + 2] for place in range(0, 16, 2)) for line in lines)

    assert parse_board(spaced) == board
    with pytest.raises(MalformedLayout):
        parse_board("\n".join(lines))


@pytest.mark.parametrize(("palette", "system"), [(FINE, "truecolor"), (FINE, "256"), (SIXTEEN, "standard")])
def test_colours_are_shown_as_colours(palette, system):
    """Every colour of a cell, and every colour of a goal, is sent as another; letters are not shown."""
    alone = {shown(board_text(Board([[cell]]), palette=palette), system) for cell in EVERY_COLOUR.rows[0]}
    on_goals = {
        shown(board_text(Board([[LIFE]]), Board([[goal]]), palette=palette), system) for goal in EVERY_COLOUR.rows[1]
    }

    assert len(alone) == len(on_goals) == len(COLOURS)
    assert all("\x1b[" in text and "o " in text for text in alone | on_goals)
    assert "\x1b[" not in shown(board_text(EVERY_COLOUR, palette=None), system)


def test_goals_are_shown_where_they_are():
    """A goal is the background of its own location, and of no other."""
    board, goal = Board.empty(3, 4), named_cell("empty", "blue")
    text = board_text(board, board.with_cells({(1, 3): goal}), palette=FINE)
    blue = [text.plain[: span.start].count("\n") for span in text.spans if span.style.endswith(FINE.grounds[4])]
    (start,) = [span.start for span in text.spans if span.style.endswith(FINE.grounds[4])]

    assert blue == [2]  # under the line of numbers
    assert start - text.plain.rindex("\n", 0, start) - 1 == 2 + 2 * 3


def test_the_legend_lists_the_cells_of_the_board():
    """The legend lists each cell once, in the order of symbols, agents last; unknown cells by number; and goals."""
    board = parse_board("og og #\n^! . .b\n. . x4009")

    assert legend(board, palette=None).plain == (
        ".  empty   .b blue empty   og green life   #  wall   ^! player that may leave\n"
        "?  0x4009, cell (alive, destructible, unused)"
    )
    assert legend(board, palette=None, of_goals=True).plain.startswith(".  empty   .b blue goal   og green life")
    assert legend_of_goals(EVERY_COLOUR, FINE).plain.split() == [w for c in COLOURS[1:] for w in (c, "goal")]
