"""Runs as pages and as moving pictures: what they hold is the run, and nothing refers to anything outside."""

import io
import json
import re
from html.parser import HTMLParser
from importlib import import_module
from xml.etree import ElementTree

import pytest
from attrs import evolve

from formal_rl.errors import MissingExtra
from formal_rl.safelife.board import (
    COLOUR_MASK,
    COLOURS,
    EXIT,
    INKS,
    NAMED_CELLS,
    TINTS,
    Board,
    drawn,
    in_words,
    turned,
)
from formal_rl.safelife.board.cells import PLAYER, coloured
from formal_rl.safelife.levels import LESSONS, TEACHING_LEVELS, parse_level, shipped_level
from formal_rl.study.safelife import animation_html, animation_of, find_pillow, moving_picture
from formal_rl.study.safelife import moving_pictures as safelife_moving_pictures
from formal_rl.study.safelife._outlines import outlines
from formal_rl.study.safelife.animation import _script_safe, said_of
from formal_rl.study.safelife.moving_pictures import TILE
from formal_rl.study.safelife.run import run_level

CELLS = [*NAMED_CELLS.values(), *(turned(PLAYER, way) for way in range(4)), PLAYER | EXIT, 0x7FFF & ~PLAYER]


def animated(level, policy="greedy", steps=12, seed=1):
    """A run of a level, explained."""
    return animation_of(run_level(level, policy, steps=steps, seed=seed).run, "a level")


def data_of(page):
    """What the page's script is given."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def boards_of(data, kind):
    """The boards, or goals, after each step, as the numbers of cells: the first, and then what changes."""
    now, boards = list(data[kind]), []
    for step in data["steps"]:
        for place, number in zip(step[kind][::2], step[kind][1::2], strict=True):
            assert now[place] != number
            now[place] = number
        boards.append(tuple(now))
    return boards


# --- The page ---


@pytest.mark.parametrize("name", ["prune-spawn-2", "append-dynamic-3", "moving-goals", "two-agents"])
def test_the_page_holds_the_run(name):
    """From the first board and the changes comes each board, each goal, and what is said of each step."""
    level = TEACHING_LEVELS[name] if name in TEACHING_LEVELS else shipped_level(name)
    animation = animated(level)
    data = data_of(animation_html(animation))

    assert (data["height"], data["width"]) == (level.board.height, level.board.width)
    assert len(data["steps"]) == len(animation.moments)
    for step, (moment, board, goals) in enumerate(
        zip(animation.moments, boards_of(data, "board"), boards_of(data, "goals"), strict=True)
    ):
        cells = [cell for row in moment.state.board.rows for cell in row]
        assert [data["cells"][number] for number in board] == [in_words(cell) for cell in cells]
        tints = [TINTS[goal >> 9 & 7] for row in moment.state.goals.rows for goal in row]
        assert [data["grounds"][number][0] for number in goals] == tints
        assert data["steps"][step]["said"] == [list(line) for line in said_of(animation, step)]
        marks = data["steps"][step]["marks"]
        parts = [change.change for reward in moment.rewards for change in reward.changes]
        assert sum(marks[1::2]) == sum(parts)


class _Page(HTMLParser):
    """Collects what a page refers to, and its elements."""

    def __init__(self):
        super().__init__()
        self.references, self.tags, self.ids = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name in {"src", "href", "data", "action", "poster", "srcset"} or name.startswith("on"):
                self.references.append(value)
            if name == "id":
                self.ids.append(value)


def test_the_page_refers_to_nothing_outside():
    """Only its own symbols are referred to, each is there once, and the page forbids all that is from elsewhere."""
    page = animation_html(animated(shipped_level("prune-spawn-2")))
    parsed = _Page()
    parsed.feed(page)

    assert parsed.references
    assert {reference.removeprefix("#") for reference in parsed.references} <= set(parsed.ids)
    assert len(parsed.ids) == len(set(parsed.ids))
    assert "default-src 'none'" in page
    assert not re.search(r"https?:(?!//www\.w3\.org/)|url\(|@import|fetch\(", page)
    assert not {"link", "img", "iframe", "object"} & set(parsed.tags)


def test_the_page_without_scripts():
    """What stands in the page is the last board, with what is said of the last step."""
    animation = animated(TEACHING_LEVELS["exit"])
    page = animation_html(animation)
    picture = ElementTree.fromstring(re.search(r"<svg.*?</svg>", page, re.DOTALL)[0])
    shapes = {each.get("id"): each[0].text for each in picture.iter() if each.tag.endswith("symbol")}
    places = {
        (int(use.get("y")) // 20, int(use.get("x")) // 20): shapes[use.get("href")[1:]]
        for use in picture.iter()
        if use.tag.endswith("use")
    }
    board = animation.moments[-1].state.board

    assert places == {place: in_words(board[place]) for place in board.locations() if board[place]}
    for line, kind in said_of(animation, len(animation.moments) - 1):
        assert f'<p class="{kind}">{line}</p>' in page


def test_pages_are_small():
    """Two hundred steps of a lively level take less than a quarter of a million characters."""
    assert len(animation_html(animated(shipped_level("append-dynamic-3"), "random", 200))) < 250_000


def test_names_that_look_like_markup():
    """A name is shown as it is, whatever is in it."""
    level = evolve(TEACHING_LEVELS["exit"], name="</script><b>[[data]]&amp; \u2028")
    page = animation_html(animated(level))

    assert "<title>&lt;/script&gt;&lt;b&gt;[[data]]&amp;amp; \u2028, played by greedy with seed 1</title>" in page
    assert page.count("</script>") == 2
    assert data_of(page)["steps"]
    safe = _script_safe(["</script>\u2028"])
    assert "<" not in safe
    assert safe.isascii()
    assert json.loads(safe) == ["</script>\u2028"]


def test_what_is_said():
    """Of each step: how the agents stand, what they did, what it paid and why, each line with its kind."""
    lesson = LESSONS["exit"]
    run = run_level(lesson.level, "greedy", steps=5).run
    animation = animation_of(run, "lesson")

    assert animation.title.startswith("exit, played by greedy with seed 0")
    assert said_of(animation, 0) == [
        ("step 0 of 2", "heading"),
        ("points -1, earned 0 of 1; exit closed, 1 to go", "standing"),
    ]
    assert said_of(animation, 1) == [
        ("step 1 of 2", "heading"),
        ("points 0, earned 1 of 1; exit open", "standing"),
        ("toggled left: removed red life", "deed"),
        ("reward +1", "gain"),
        ("+1 row 2, column 1: red life went: counted -1", "why"),
    ]
    two = animated(TEACHING_LEVELS["two-agents"], "idle", 1)
    assert ("agent 1: waited", "deed") in said_of(two, 1)
    assert ("reward 0", "even") in said_of(two, 1)
    nameless = parse_level("^ . .\n. . .\n. . .\ngoals\n. . .\n. . .\n. . .\n")
    assert animation_of(run_level(nameless, "idle", steps=1).run, "a.txt").title.startswith("a.txt, ")


# --- Outlines ---


@pytest.mark.parametrize("cell", CELLS, ids=hex)
def test_outlines_are_those_of_the_shapes(cell):
    """Every part of a shape in SVG is an outline, within the square, in the colours of the cell."""
    found = outlines(coloured(cell, "red"))
    parts = ElementTree.fromstring(f"<g>{drawn(coloured(cell, 'red'))}</g>")

    expected = sum(max(1, len(re.findall("[Mm]", part.get("d", "")))) for part in parts)
    assert len(found) == expected
    for outline in found:
        assert all(-0.001 <= number <= 20.001 for point in outline.points for number in point)
        assert outline.fill in {None, INKS[1][0], "#fff", "#000", "#ffe88a"}
        assert outline.stroke in {None, INKS[1][1]}


def test_outlines_by_hand():
    """A box, a circle, lines relative and not, a half circle, a curve and an agent that looks right."""
    crate = outlines(NAMED_CELLS["crate"])
    assert crate[0].points == ((3, 3), (17, 3), (17, 17), (3, 17), (3, 3))
    assert [outline.points for outline in crate[1:]] == [((3, 3), (17, 17)), ((17, 3), (3, 17))]
    assert [outline.fill for outline in crate[1:]] == [None, None]
    (circle,) = outlines(NAMED_CELLS["life"])
    assert all(abs((x - 10) ** 2 + (y - 10) ** 2 - 36) < 1e-9 for x, y in circle.points)
    door = outlines(NAMED_CELLS["exit"])[0].points
    assert min(y for _, y in door) == pytest.approx(1)
    assert door[-3] == pytest.approx((17, 8))
    disc, arrow = outlines(turned(PLAYER, 1))
    assert disc.fill == "#fff"
    assert max(arrow.points) == pytest.approx((17.5, 10))
    bowl = outlines(NAMED_CELLS["fountain"])[1].points
    assert max(y for _, y in bowl) == pytest.approx(18.5)
    assert max(bowl) == (18, 13)
    plate = outlines(0x7FFF & ~PLAYER)
    assert plate[-1].label == f"{0x7FFF & ~PLAYER:04x}"
    assert outlines(0) == ()


def test_arcs_are_half_circles():
    """The shapes have no arcs but half circles, which is what outlines draw."""
    arcs = [
        [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", arc)]
        for cell in CELLS
        for arc in re.findall(r"a([^a-zA-Z]*)", "".join(re.findall(r' d="([^"]*)"', drawn(cell))))
    ]

    assert arcs
    for across, down, _, _, _, right, below in arcs:
        assert across == down
        assert right**2 + below**2 == (2 * across) ** 2


# --- Moving pictures ---


def test_without_pillow(monkeypatch):
    """Where pillow is not installed it is said how to get it."""

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(safelife_moving_pictures, "import_module", missing)
    with pytest.raises(MissingExtra, match=r'pip install "formal_rl\[pictures\]"'):
        moving_picture(animated(TEACHING_LEVELS["exit"]), "gif")


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_moving_pictures(form):
    """There is a frame for each moment, of one size, at the speed asked for; agents, life and goals can be seen."""
    image = pytest.importorskip("PIL.Image")
    animation, drawn_so_far = animated(TEACHING_LEVELS["blue-goals"], "greedy", 6), []
    content = moving_picture(animation, form, 10, drawn=lambda: drawn_so_far.append(0))
    picture = image.open(io.BytesIO(content))

    assert picture.format == {"gif": "GIF", "apng": "PNG"}[form]
    assert len(drawn_so_far) == len(animation.moments)
    assert 2 <= picture.n_frames <= len(animation.moments)  # frames alike are one, shown for longer
    assert picture.info["loop"] == 0
    row, column = animation.level.goals.find(COLOUR_MASK)[0]
    red, green, blue = picture.convert("RGB").getpixel((column * TILE + 2, row * TILE + 2))
    assert blue > max(red, green)
    total = 0
    for frame in range(picture.n_frames):
        picture.seek(frame)
        total += picture.info["duration"]
    assert total == 100 * (len(animation.moments) - 1) + 1500


def test_moving_pictures_show_every_cell():
    """Each kind of cell is seen: its picture is not that of nothing, and those of two colours differ."""
    pytest.importorskip("PIL.Image")
    painter = safelife_moving_pictures._Painter(*find_pillow())
    board = Board([[coloured(cell, colour) for cell in CELLS] for colour in COLOURS])
    painter.frame(board, Board.empty(board.height, board.width), ["title"])
    tiles = {cell: painter._tile(cell, TINTS[0]).tobytes() for row in board.rows for cell in row}

    assert len(set(tiles.values())) == len(tiles)


def test_text_that_does_not_fit():
    """More lines than there is room for end in dots; the picture stays as high."""
    pytest.importorskip("PIL.Image")
    painter = safelife_moving_pictures._Painter(*find_pillow())
    board = Board.empty(4, 4)
    few, many = (painter.frame(board, board, ["line"] * number) for number in (2, 40))

    assert few.size == many.size
    assert few.tobytes() != many.tobytes()


def test_what_is_imported_only_on_demand():
    """The module that draws can be imported without pillow."""
    assert import_module("formal_rl.study.safelife.moving_pictures") is safelife_moving_pictures
    assert not hasattr(safelife_moving_pictures, "PIL")
