"""Levels as text: every level is read back, and what cannot be read is named with its line."""

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, MalformedLayout, NoAgentThere
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import AGENT, Board
from formal_rl.safelife.board.cells import GREATEST_CELL
from formal_rl.safelife.game import Level
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.levels import format_level, parse_level

TABLES = st.lists(
    st.lists(st.integers(-3, 5) | st.integers(), min_size=9, max_size=9).map(tuple), min_size=8, max_size=8
).map(tuple)


@st.composite
def levels(draw):
    """Levels of up to 5 by 5 cells: any cells, agents in any order, tables or none, any name."""
    height, width = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    cells = st.lists(st.integers(0, GREATEST_CELL), min_size=width, max_size=width)
    board, goals = (Board(draw(st.lists(cells, min_size=height, max_size=height))) for _ in range(2))
    found = draw(st.permutations(board.find(AGENT)))
    agents = draw(st.sampled_from([board.find(AGENT), tuple(found), tuple(found[:2])]))
    tables = draw(st.lists(TABLES, min_size=len(agents), max_size=len(agents))) if len(agents) < 3 else ()
    return Level(
        board,
        goals,
        agents,
        draw(st.fractions(0, 1) | st.floats(0, 1) | st.sampled_from([0, 1])),
        draw(st.fractions() | st.integers()),
        draw(st.sampled_from([(), tables])),
        draw(st.text()),
    )


@given(level=levels())
def test_levels_round_trip(level):
    """A level is read back from its text: board, goals, agents, numbers, tables and name."""
    assert parse_level(format_level(level)) == level


@example(name="a\nb")
@example(name="a\u2028b")
@example(name='"a')
@given(name=st.text(alphabet='a "\\\n\r\t\x0b\x1c\x85\u2028', max_size=5))
def test_names_round_trip(name):
    """A name of quotes, blanks and ends of lines is read back."""
    level = Level(parse_board("^ . .\n. . .\n. . ."), Board.empty(3, 3), name=name)

    assert parse_level(format_level(level)) == level


BARE = "^ . .\n. . >\n. . .\ngoals\n. . .b\n. . .\n. . ."


def test_tables_are_aligned():
    """The columns of a table are aligned."""
    lines = format_level(evolve(parse_level(BARE), agents=((0, 0),), tables=(PUBLISHED_TABLE,))).splitlines()

    assert lines[lines.index("table") + 2] == "-3 3  -3 0 -3 0 -3 -3 0"


@pytest.mark.parametrize(
    ("text", "row", "column", "expected"),
    [
        ("", None, None, "a line 'goals'"),
        (". . .\n. . .\n. . .", None, None, "a line 'goals'"),
        ("spawn 1/2\ngoals\n. . .", 2, None, "the rows of the board before it"),
        ("\n. . .\n. . .\n. . .\ngoals\n\n", 5, None, "the rows of the goals after it"),
        (f"spwan 1/2\n{BARE}", 1, None, "did you mean spawn?"),
        (f"spawn 1/0\n{BARE}", 1, None, "a number, such as 1/2"),
        (f"spawn\n{BARE}", 1, None, "a number"),
        (f"spawn 1e-1\n{BARE}", 1, None, "a number"),
        (f"spawn nan\n{BARE}", 1, None, "a number"),
        (f"spawn 3/2\n{BARE}", 1, None, "a number from 0 to 1"),
        (f"require 1/2\n\nrequire 1/2\n{BARE}", 3, None, "one line 'require' only"),
        (f"require {'1' * 5000}\n{BARE}", 1, None, "a number"),
        (f'name "a\n{BARE}', 1, None, "in quotes as in JSON"),
        (f'name "a" b\n{BARE}', 1, None, "in quotes as in JSON"),
        (f"agents 1, 2\n{BARE}", 1, None, "locations, such as"),
        (f"agents (1, 2) (0, -1)\n{BARE}", 1, None, "locations, such as"),
        ("table\n0 0\n", 1, None, "8 lines of 9 whole numbers"),
        ("table\n" + "0 0 0 0 0 0 0 0 0\n" * 7 + "0 0 0 0 0 0 0 0\n" + BARE, 9, None, "9 whole numbers, found 8"),
        ("table\n" + "0 0 0 0 0 0 0 0 0\n" * 6 + "0 0 1.5\n" + BARE, 8, 3, "a whole number"),
        (BARE.replace("\ngoals", "\nspawn 1/2\ngoals"), 4, None, "3 cells, as in the first row"),
        (BARE.replace(".b", "q"), 5, 3, "a cell: one of"),
        (f"spawn 1/2\n{BARE.replace('>', 'q')}", 3, 3, "a cell: one of"),
    ],
)
def test_malformed_levels_name_their_line(text, row, column, expected):
    """What cannot be read is named with its line, counted from 1."""
    with pytest.raises(MalformedLayout) as caught:
        parse_level(text)

    assert (caught.value.row, caught.value.column) == (row, column)
    assert expected in str(caught.value)


def test_parts_that_do_not_fit_are_refused():
    """A location without an agent, goals of another size, and tables for others than the agents are refused."""
    with pytest.raises(NoAgentThere, match="agent 0 is placed at row 2, column 2"):
        parse_level(f"agents (2, 2)\n{BARE}")
    with pytest.raises(InvalidParameter, match="goals is '3 x 2'"):
        parse_level(BARE.replace(". . .b\n. . .\n. . .", ". .\n. .\n. ."))
    with pytest.raises(InvalidParameter, match="tables is 1"):
        parse_level("table\n" + "0 0 0 0 0 0 0 0 0\n" * 8 + BARE)
