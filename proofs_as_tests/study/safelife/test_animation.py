"""Runs as pages: what they hold is the run, and nothing refers to anything outside; shapes are rendered."""

import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from attrs import evolve

from formal_rl.safelife.board import EXIT, INKS, MARGIN, TINTS, board_svg, drawn, in_words, turned
from formal_rl.safelife.board.cells import NAMED_CELLS, PLAYER, coloured
from formal_rl.safelife.levels import LESSONS, TEACHING_LEVELS, parse_level, shipped_level
from formal_rl.study.safelife import animation_html, animation_of
from formal_rl.study.safelife.animation import captions_of
from formal_rl.study.safelife.run import run_level
from formal_rl.view import rendered, script_safe

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
        assert data["steps"][step]["said"] == [list(line) for line in captions_of(animation, step)]
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
    still = re.search(r"<noscript>(.*?)</noscript>", page, re.DOTALL)[1]
    picture = ElementTree.fromstring(re.search(r"<svg.*?</svg>", still, re.DOTALL)[0])
    shapes = {each.get("id"): each[0].text for each in picture.iter() if each.tag.endswith("symbol")}
    places = {
        (int(use.get("y")) // 20, int(use.get("x")) // 20): shapes[use.get("href")[1:]]
        for use in picture.iter()
        if use.tag.endswith("use")
    }
    board = animation.moments[-1].state.board

    assert places == {place: in_words(board[place]) for place in board.locations() if board[place]}
    for line, kind in captions_of(animation, len(animation.moments) - 1):
        assert f'<p class="{kind}">{line}</p>' in still


def test_names_that_look_like_markup():
    """A name is shown as it is, whatever is in it."""
    level = evolve(TEACHING_LEVELS["exit"], name="</script><b>[[data]]&amp; \u2028")
    page = animation_html(animated(level))

    assert "<title>&lt;/script&gt;&lt;b&gt;[[data]]&amp;amp; \u2028, played by greedy with seed 1</title>" in page
    assert page.count("</script>") == 2
    assert data_of(page)["steps"]
    safe = script_safe(["</script>\u2028"])
    assert "<" not in safe
    assert safe.isascii()
    assert json.loads(safe) == ["</script>\u2028"]


def test_what_is_said():
    """Of each step: how the agents stand, what they did, what it paid and why, each line with its kind."""
    lesson = LESSONS["exit"]
    run = run_level(lesson.level, "greedy", steps=5).run
    animation = animation_of(run, "lesson")

    assert animation.title.startswith("exit, played by greedy with seed 0")
    assert captions_of(animation, 0) == [
        ("step 0 of 2", "heading"),
        ("points -1, earned 0 of 1; exit closed, 1 to go", "standing"),
    ]
    assert captions_of(animation, 1) == [
        ("step 1 of 2", "heading"),
        ("points 0, earned 1 of 1; exit open", "standing"),
        ("toggled left: removed red life", "deed"),
        ("reward +1", "gain"),
        ("+1 row 2, column 1: red life went: counted -1", "why"),
    ]
    two = animated(TEACHING_LEVELS["two-agents"], "idle", 1)
    assert ("agent 1: waited", "deed") in captions_of(two, 1)
    assert ("reward 0", "even") in captions_of(two, 1)
    nameless = parse_level("^ . .\n. . .\n. . .\ngoals\n. . .\n. . .\n. . .\n")
    assert animation_of(run_level(nameless, "idle", steps=1).run, "a.txt").title.startswith("a.txt, ")


def pixels(svg, zoom):
    """A picture in SVG as pillow sees it."""
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    return image.open(io.BytesIO(rendered(svg, zoom, system_fonts=False)))


def colour(text):
    """The numbers of a colour such as #fff or #ffe88a."""
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return tuple(bytes.fromhex(digits))


@pytest.mark.parametrize("cell", CELLS, ids=hex)
def test_shapes_stay_in_their_square(cell):
    """What is drawn of a cell stays within the square, but for half a line, and has the colours of the cell."""
    fill, ink = INKS[1]
    opening = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="-20 -20 60 60" '
    shape = drawn(coloured(cell, "red"))
    text = 'font-family="sans-serif" text-anchor="middle"'
    picture = pixels(f'{opening}{text} fill="{fill}" stroke="{ink}">{shape}</svg>', 8)
    left, top, right, bottom = (edge / 8 - 20 for edge in picture.getchannel("A").getbbox())
    seen = {rgb[:3] for _, rgb in picture.getcolors(480 * 480)}

    assert min(left, top) >= -0.51
    assert max(right, bottom) <= 20.51
    assert colour(ink) in seen
    assert colour("#000" if "<text" in shape else fill) in seen or "fill-opacity" in shape


@pytest.mark.parametrize(
    ("cell", "places"),
    [
        (NAMED_CELLS["crate"], {(10, 5): "fill", (10, 10): "ink", (3, 10): "ink", (1.5, 1.5): TINTS[0]}),
        (NAMED_CELLS["life"], {(10, 10): "fill", (10, 4): "ink", (16, 10): "ink", (5, 5): TINTS[0]}),
        (NAMED_CELLS["exit"], {(10, 1): "ink", (17, 8): "ink", (10, 15): "#fff", (4, 3): TINTS[0]}),
        (NAMED_CELLS["fountain"], {(10, 16): "fill", (10, 18.5): "ink", (3, 18.5): TINTS[0]}),
        (NAMED_CELLS["plant"], {(5, 5): "fill", (15, 5): "fill", (10, 3): TINTS[0]}),
        (turned(PLAYER, 1), {(17.5, 10): "ink", (12, 10): "fill", (5, 10): "#fff", (1, 10): "ink"}),
        (PLAYER | EXIT, {(10, 8): "fill", (16, 10): "#ffe88a"}),
        (0, {(10, 10): TINTS[0]}),
    ],
    ids=str,
)
def test_shapes_by_hand(cell, places):
    """A box, a circle, lines relative and not, half circles, curves and an agent that looks right are in place."""
    picture = pixels(board_svg([[cell]]), 20).convert("RGB")
    inks = dict(zip(("fill", "ink"), INKS[cell >> 9 & 7], strict=True))

    for (x, y), expected in places.items():
        assert picture.getpixel((round((MARGIN + x) * 20), round((MARGIN + y) * 20))) == colour(
            inks.get(expected, expected)
        )
