"""The pages made of the ledger, the worlds and the code: each fact is there, once, and every link leads somewhere."""

import json
import re
from fractions import Fraction
from html import unescape
from xml.etree import ElementTree

import pytest

from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC, greatest_coins, named_world, parse_layout
from formal_rl.safelife.levels import SHIPPED_KINDS, parse_level, shipped_levels
from formal_rl.safelife.levels.own_levels import LESSONS, play
from formal_rl.statements import LEDGER, PAPERS
from formal_rl.statements.uses import USES
from tools.site import markup
from tools.site.sources import VIEWS
from tools.site.views import gridworlds, papers
from tools.site.views import map as drawn_map


def made(what):
    """What all views offer."""
    return {path: each for view in VIEWS if hasattr(view, what) for path, each in getattr(view, what)().items()}


@pytest.fixture(scope="module")
def pages():
    """All pages, by their paths."""
    return made("pages")


@pytest.fixture(scope="module")
def files():
    """All static files, by their paths."""
    return made("files")


# --- All pages ---


def test_raw_html_is_well_formed(pages):
    """Every block of HTML is closed as it is opened."""
    for path, text in pages.items():
        for _, block in re.findall(r"^(`{3,})\{raw\} html\n(.*?)\n\1$", text, re.DOTALL | re.MULTILINE):
            closed = re.sub(r"<(br|img[^>]*?)>", r"<\1/>", block).replace(" download>", ">").replace(" defer>", ">")
            try:
                ElementTree.fromstring(f"<all>{closed}</all>")
            except ElementTree.ParseError as error:
                pytest.fail(f"{path}: {error}")


# --- The map ---


def drawing_of(pages, name):
    """The boxes of a drawing of the map, each with its place, and its lines."""
    (svg,) = re.findall(rf'<svg class="fv-map" id="map-{name}".*?</svg>', pages["map.md"], re.DOTALL)
    boxes = {
        identifier: (float(x), float(y), float(width), float(height))
        for identifier, x, y, width, height in re.findall(
            r'data-id="([^"]+)".*?<rect class="fv-box" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', svg
        )
    }
    return svg, boxes, re.findall(r'data-from="(.*?)" data-to="(.*?)"', svg)


@pytest.mark.parametrize("name", ["all", *PAPERS])
def test_the_graph_has_every_statement_and_every_use(pages, name):
    """Each statement is one box, each use one line; what is used is on the left; no two boxes overlap."""
    svg, boxes, lines = drawing_of(pages, name)
    ours = [identifier for identifier in LEDGER if name in {"all", LEDGER[identifier].paper}]

    assert sorted(re.findall(r'data-id="(.*?)"', svg)) == sorted(boxes) == sorted(ours)
    assert sorted(lines) == sorted((each, user) for user in ours for each in USES[user] if each in ours)
    for used, user in lines:
        if LEDGER[used].paper == LEDGER[user].paper:
            assert boxes[used][0] + boxes[used][2] < boxes[user][0]
    placed = sorted(boxes.values())
    for index, (x, y, width, height) in enumerate(placed):
        for other_x, other_y, _, _ in placed[index + 1 :]:
            assert other_x >= x + width or abs(other_y - y) >= height


def test_what_a_box_says(pages):
    """Its title, its class and its sign say the verdict; its fill the strongest evidence; it leads to the statement."""
    svg, _, _ = drawing_of(pages, "T24")
    (box,) = re.findall(r'<a [^>]*data-id="T24-T5.1".*?</a>', svg)

    assert 'class="fv-node fv-refuted fv-by-proved" href="statements/T24-T5.1.html"' in box
    assert "<title>T24-T5.1: optimal policies are USEFUL and NEUTRAL. Verdict: refuted. Evidence: proved" in box
    assert ">✗</text>" in box


def test_every_statement_has_a_kind_of_evidence_and_a_sign():
    """No text of the ledger speaks of its evidence in words that the map does not know; the strongest is first."""
    for statement in LEDGER.values():
        assert drawn_map.kinds(statement) != (drawn_map.NOTHING,)
        assert statement.verdict in drawn_map.MARKS
    assert drawn_map.kinds(LEDGER["A22-T10.3"]) == ("proved", "every horizon", "exhaustive")
    assert drawn_map.kinds(LEDGER["T24-lopsided"]) == ("exact computation", "recorded runs", "by hand")


def test_the_legend_counts_every_statement(pages):
    """The numbers beside the borders, and those beside the fills, are all statements."""
    borders, fills = (
        sum(map(int, re.findall(r"\((\d+)\)", part)))
        for part in re.search(r"Border(.*?)Fill(.*?)</div></div>", pages["map.md"], re.DOTALL).groups()
    )

    assert borders == fills == len(LEDGER)


def test_the_map_in_a_browser(pages, files, screen):
    """A box that is focused shows its lines alone; buttons zoom; a box leads to its statement."""
    svg, _, lines = drawing_of(pages, "A22")
    script = files["_static/views_map.js"].decode()
    zoom = '<div class="fv-zoom" data-map="map-A22"></div>'
    screen.set_content(f"<!doctype html>{zoom}<div>{svg}</div><script>{script}</script>")
    drawing, node = screen.locator("#map-A22"), screen.locator('[data-id="A22-D7"]')
    width = float(drawing.get_attribute("width"))
    node.focus()
    joined = {end for line in lines if "A22-D7" in line for end in line}

    assert set(screen.eval_on_selector_all(".fv-node.fv-near", "all => all.map(each => each.dataset.id)")) == joined
    assert screen.locator(".fv-line.fv-near").count() == sum("A22-D7" in line for line in lines)
    node.evaluate("each => each.blur()")
    assert screen.locator(".fv-near").count() == 0
    screen.get_by_role("button", name="Zoom in").click()
    assert float(drawing.get_attribute("width")) == pytest.approx(width * 1.25)
    screen.get_by_role("button", name="1:1").click()
    assert float(drawing.get_attribute("width")) == pytest.approx(float(drawing.get_attribute("viewBox").split()[2]))
    assert node.get_attribute("href") == "statements/A22-D7.html"


def test_the_map_as_a_table(pages):
    """It has a row for each statement, with what it uses."""
    (body,) = re.findall(r'aria-label="The map as a table".*?<tbody>(.*?)</tbody>', pages["map.md"], re.DOTALL)
    rows = [re.findall(r'<a class="fv-id"[^>]*>(.*?)</a>', row) for row in body.split("</tr>")[:-1]]

    assert [row[0] for row in rows] == list(LEDGER)
    for row in rows:
        assert set(USES[row[0]]) <= set(row[1:])


# --- The papers ---


@pytest.mark.parametrize("paper", PAPERS)
def test_every_row_stands_once_in_its_paper(pages, paper):
    """Each statement of the paper has one line with its verdict, and no other paper's has one."""
    text = pages[f"papers/{paper}.md"]
    placed = re.findall(r'<dd><span class="fv-verdict[^>]*>([^<]*)</span> <a [^>]*>([^<]*)</a>', text)

    assert sorted(identifier for _, identifier in placed) == sorted(
        statement.id for statement in LEDGER.values() if statement.paper == paper
    )
    assert all(LEDGER[identifier].verdict == word for word, identifier in placed)


NUMBERED = {
    "A21": (("Definition Lemma Example", range(1, 20)),),
    "A22": (
        ("Definition Example Theorem Conjecture", range(1, 11)),
        ("Table Listing", range(1, 4)),
    ),
    "T24": (
        ("Figure", range(1, 17)),
        ("Footnote", range(1, 4)),
        ("Equation", range(1, 10)),
        ("Definition", ("A.1", "A.2", *(f"B.{n}" for n in range(1, 6)), *(f"D.{n}" for n in range(1, 5)))),
        ("Theorem Lemma", ("5.1", "D.1", "D.2")),
        ("Appendix", ("A", "B", "C", *(f"C.{n}" for n in range(1, 9)), "D")),
    ),
    "W19": (("Equation", range(1, 4)), ("Table", range(1, 3)), ("Figure", range(1, 7)), ("Algorithm", range(1, 2))),
}
"""The numbers that the papers give, by what they number; no number is left out."""


@pytest.mark.parametrize("paper", PAPERS)
def test_every_numbered_item_of_a_paper_is_there(pages, paper):
    """Where a paper counts, nothing is missing or out of order; the page shows each item once."""
    names = [item.name for item in papers.outline(paper)]
    for words, numbers in NUMBERED[paper]:
        found = [name.split()[1] for name in names if name.split()[0] in words.split()]
        assert sorted(found) == sorted(map(str, numbers))
    for name in names:
        if not name.startswith(("Section", "Appendix")):
            assert pages[f"papers/{paper}.md"].count(f"<dt>{name} <") == 1
    assert len(names) == len(set(names))
    sections = [name.split()[1] for name in names if name.startswith("Section")]
    whole = [name for name in sections if "." not in name]
    assert whole == [str(number) for number in range(1, len(whole) + 1)]
    assert sections == sorted(sections, key=lambda name: [int(part) for part in name.split(".")])


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_not_formalised_stands_at_its_place(pages, paper):
    """Each line of the page on what is left out is in the view of its paper once, with its reason."""
    lines = papers.left_out(paper)
    text = unescape(re.sub(r"<.*?>", "", pages[f"papers/{paper}.md"]))

    assert lines
    for what, _, why in lines:
        assert text.count(f"{what}: {why}".replace("`", "")) == 1


@pytest.mark.parametrize(
    ("identifier", "name", "how"),
    [
        ("A22-D1", "Definition 1", ""),
        ("A21-S3-runtime", "Example 11", "after"),
        ("T24-DB-equivalence", "Definition B.4", "before"),
        ("A22-S4-reverse", "Section 4", ""),
        ("A22-D6", "Definition 6", ""),
        ("T24-eqs", "Equation 1", ""),
        ("T24-C5", "Figure 13", ""),
        ("T24-reinforce", "Section 5", ""),
        ("W19-penalty", "Section 5", ""),
        ("W19-fence", "Footnote 10", ""),
    ],
)
def test_rows_are_placed_by_their_sources(identifier, name, how):
    """The item that says something, else what the source begins with."""
    assert papers.place(LEDGER[identifier]) == papers.Named(name, how)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("X, Figures 2, 5 and 8 and Appendix C", ["Figure 2", "Figure 5", "Figure 8", "Appendix C"]),
        ("X, Appendix D, equations (1) to (3)", ["Appendix D", "Equation 1", "Equation 2", "Equation 3"]),
        ("X, Theorem 5.1 (D.1)", ["Theorem 5.1", "Theorem D.1"]),
        ("X, Sections 6.1 and 7, Figures 6 and 7", ["Section 6.1", "Section 7", "Figure 6", "Figure 7"]),
        ("X, Section 5 and footnote 12", ["Section 5", "Footnote 12"]),
        ("X, the proof", []),
    ],
)
def test_what_a_source_names(source, names):
    """Every number of a list and of a range."""
    assert [each.name for each in papers.named_in(source)] == names


# --- The worlds ---


@pytest.mark.parametrize("name", [*RECONSTRUCTED, *SYNTHETIC])
def test_the_data_of_a_gridworld_are_the_world(pages, files, name):
    """Both files give the world again; the greatest coins are those of the definition in small worlds."""
    world = named_world(name)
    data = json.loads(files[f"_static/worlds/{name}.json"])

    assert parse_layout(files[f"_static/worlds/{name}.txt"].decode()) == world
    assert parse_layout("\n".join(data["layout"])) == world
    assert (data["agent"], data["default_length"]) == (list(world.agent), world.default_length)
    assert sorted(map(tuple, data["walls"])) == sorted(world.walls)
    assert f"# Gridworld: {name.replace('_', ' ').capitalize()}" in pages[f"worlds/{name}.md"]
    if max(map(int, data["lengths"])) <= 8:
        for gamma in gridworlds.DISCOUNTS:
            greatest = {
                int(length): Fraction(of["greatest_coins"][str(gamma)]) for length, of in data["lengths"].items()
            }
            assert greatest == dict(greatest_coins(world, gamma))


def test_the_card_of_the_example_world(pages):
    """The most coins, the exact optimum, which is off NEUTRAL for 64 mini-episodes, and the fixed points are there."""
    text = pages["worlds/example.md"]

    assert '<td data-label="m_l, γ = 0.95">1.805</td>' in text
    assert "about 0.6830 for one length, whichever, and 0.3170 for each other" in text
    assert "length 4: 0.5000<br>length 8: 0.5000" in text
    assert "length 8, for sure" in text
    assert gridworlds.statements_about("example") == (
        "T24-reinforce",
        "T24-default",
        "T24-tax",
        "T24-replication",
        "T24-main-result",
    )
    assert "T24-C5" in gridworlds.statements_about("around_the_corner")
    assert gridworlds.statements_about("memoryless_conflict")[:2] == ("T24-m", "T24-T5.1-useful")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_shown_as_it_is_played(pages, files, name):
    """A step for each of its actions and the start; what is paid adds up; the data are the level."""
    lesson = LESSONS[name]
    text = pages[f"worlds/lesson-{name}.md"]
    paid = [int(each) for each in re.findall(r"; reward (-?\d+)<", text)]
    data = json.loads(files[f"_static/worlds/lesson-{name}.json"])

    assert lesson.shows in unescape(text.replace("\\", ""))
    assert len(re.findall(r"<strong>step \d+</strong>", text)) == len(lesson.steps) + 1
    assert sum(paid) == sum(lesson.paid) == sum(play(lesson).paid)
    assert data["board"] == [list(map(int, row)) for row in lesson.level.board.rows]
    again = parse_level(files[f"_static/worlds/lesson-{name}.txt"].decode())
    assert (again.board, again.goals, again.agents) == (lesson.level.board, lesson.level.goals, lesson.level.agents)


@pytest.mark.parametrize("kind", SHIPPED_KINDS)
def test_the_levels_of_a_kind(pages, files, kind):
    """The kind is listed; each level has its picture, with a shape for each cell that is not empty, and its data."""
    assert f"| [{kind}](levels-{kind}.md) |" in pages["worlds/safelife.md"]
    text = pages[f"worlds/levels-{kind}.md"]
    for level in shipped_levels(kind):
        assert text.count(f'src="../_static/worlds/{level.name}.svg"') == 1
        picture = files[f"_static/worlds/{level.name}.svg"].decode()
        inhabited = sum(map(bool, (cell for row in level.board.rows for cell in row)))
        assert picture.count("<use ") == inhabited
        ElementTree.fromstring(picture)
        assert parse_level(files[f"_static/worlds/{level.name}.txt"].decode()) == level


# --- What the pages are written with ---


def test_markdown_is_shown_as_it_is():
    """Signs of Markdown are quoted; ids in the texts of the docs are links, and longer words are not."""
    assert markup.marked("see A22-D7, `f(x)` & A22-D77") == (
        'see <a class="fv-id" href="../statements/A22-D7.html">A22-D7</a>, <code>f(x)</code> &amp; A22-D77'
    )
    assert markup.raw("a ``` b").startswith("````{raw} html\n")
