"""Boards as pictures: valid, complete, self-contained; every cell has a drawing and a tooltip."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import AGENT, COLOURS, EMPTY, EXIT, LIFE, Board, board_svg, turned
from formal_rl.safelife.board._svg import INKS, SHAPES, SIDE, TINTS, drawn, in_words
from formal_rl.safelife.board.cells import (
    GREATEST_CELL,
    NAMED_CELLS,
    ORIENTATIONS,
    PLAYER,
    UNUSED,
    coloured,
    described,
    named_cell,
)
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import shipped_level

SVG = "{http://www.w3.org/2000/svg}"

cells = st.integers(0, GREATEST_CELL)


def titles(picture):
    """The tooltips of a picture, in order."""
    return [title.text for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def squares(picture):
    """The squares of a picture by row and column: what each holds."""
    found = {}
    for parent in ElementTree.fromstring(picture).iter():
        title = parent.find(f"{SVG}title")
        if title is not None:
            found[tuple(map(int, re.findall(r"\d+", title.text.split(":")[0])))] = parent
    return found


@given(st.integers(1, 6).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1)))
def test_every_board_is_drawn(rows):
    """Any board of any cells is a valid picture with a tooltip for each location, which says where and what it is."""
    picture = board_svg(rows)

    assert titles(picture) == [
        f"row {row}, column {column}: {in_words(cell)}"
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
    ]


def test_each_of_the_cells_is_drawn():
    """Whatever its sixteen bits, a cell is drawn; only where nothing is at all, nothing is."""
    assert [cell for cell in range(GREATEST_CELL + 1) if not drawn(cell)] == [EMPTY]
    assert all(len(drawn(cell)) < 400 for cell in range(GREATEST_CELL + 1))


def test_different_cells_look_different():
    """No two cells of a name or orientation look alike, and of those without a name no two."""
    named = [value for name, value in NAMED_CELLS.items() if name != "player"]
    agents = [turned(PLAYER, number) for number in range(len(ORIENTATIONS))]
    leaving = [cell | EXIT for cell in agents]
    odd = [LIFE | UNUSED, UNUSED, named_cell("empty", "red"), 60_000, coloured(60_000, "green")]
    shown = Counter(drawn(cell) for cell in (*named, *agents, *leaving, *odd))

    assert set(SHAPES) == NAMED_CELLS.keys() - {"empty", "player"}
    assert set(shown.values()) == {1}


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_are_shown(colour):
    """A cell has the colour's own fill and line; the ground has the tint of the goal; no two colours share any."""
    number = COLOURS.index(colour)
    square = squares(board_svg([[coloured(LIFE, colour)]], [[coloured(EMPTY, colour)]]))[0, 0]
    ground = square.find(f"{SVG}path")
    shape = square.find(f"{SVG}g")

    assert (shape.get("fill"), shape.get("stroke")) == INKS[number]
    assert ground.get("fill") == (TINTS[number] if number else None)
    assert square.find(f"{SVG}title").text.endswith(
        f": {colour} life; goal: {colour}" if number else "row 0, column 0: life"
    )
    assert len({fill for fill, _ in INKS}) == len({ink for _, ink in INKS}) == len(set(TINTS)) == len(COLOURS)


def test_places_are_right():
    """A cell is drawn in its row and column, and the picture is as large as the board."""
    board = Board.empty(3, 5).with_cells({(1, 4): LIFE})
    picture = ElementTree.fromstring(board_svg(board.rows))
    square = squares(board_svg(board.rows))[1, 4]
    least_x, least_y, width, height = map(int, picture.get("viewBox").split())

    assert square.get("transform") == f"translate({4 * SIDE} {SIDE})"
    assert (least_x + width, least_y + height) == (5 * SIDE + 1, 3 * SIDE + 1)
    assert [text.text for text in picture.iter(f"{SVG}text")] == ["0", "0"]


@pytest.mark.parametrize("number", range(4))
def test_only_agents_are_turned(number):
    """Any other turned cell looks as it does upright, and the tooltip says so."""
    assert drawn(turned(LIFE, number)) == drawn(LIFE)
    assert in_words(turned(LIFE, number)) == ("life" if number == 0 else f"life turned {ORIENTATIONS[number]}")


@pytest.mark.parametrize("number", range(4))
def test_agents_point_where_they_are_turned(number):
    """An agent is an arrow, whatever its other flags; the tooltip says whether it may leave."""
    assert f"rotate({90 * number} 10 10)" in drawn(turned(PLAYER, number))
    assert f"rotate({90 * number} 10 10)" in drawn(turned(AGENT | UNUSED, number))
    assert "dasharray" in drawn(turned(PLAYER | EXIT, number))
    assert "dasharray" not in drawn(turned(PLAYER, number))
    assert in_words(turned(PLAYER | EXIT, number)) == f"{described(turned(PLAYER, number))} that may leave"


def test_tooltips_name_goals_that_are_more_than_colours():
    """The tooltip of a goal that lives, and so changes, describes it."""
    (title,) = titles(board_svg([[EMPTY]], [[named_cell("life", "blue")]]))

    assert title == "row 0, column 0: empty; goal: blue life"


def test_pictures_are_self_contained():
    """Nothing outside is referred to, no script is run, and nothing has an id; a picture of a level is small."""
    level = shipped_level("append-spawn-4")
    picture = level._repr_svg_()

    assert isinstance(level, Level)
    assert picture == board_svg(level.board.rows, level.goals.rows)
    assert level.board._repr_svg_() == board_svg(level.board.rows)
    assert re.findall(r"[\w:]*(?:href|src)=|url\(|<script|<style|<use|\bid=|@import|&(?!amp;)", picture) == []
    assert picture.count("://") == 1
    assert len(picture) < 120_000


@pytest.mark.parametrize("goals", [[[0, 0]], [[0], [0]], [[0, 0], [0]], []])
def test_goals_of_another_size_are_refused(goals):
    """Goals that are not of the size of the board are refused."""
    with pytest.raises(InvalidParameter, match="goals"):
        board_svg([[0, 0], [0, 0]], goals)
