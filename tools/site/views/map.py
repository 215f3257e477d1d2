"""The map of the site: the graph of statements, an overview and one of each paper, with a table for those who read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from attrs import frozen

from formal_rl.statements import LEDGER, PAPERS, Statement
from formal_rl.statements.uses import USES, used_by
from tools.site.markup import badge, filled, id_link, raw, slug, table

HERE = Path(__file__).parent

PROVED, NOTHING = "proved", "nothing"

KINDS: Mapping[str, str] = {
    PROVED: r"$.",
    "every horizon": r"state merging|symbolic|[Aa]rgued|every horizon",
    "exhaustive": r"[Ee]xhaustive",
    "exact computation": r"\bexact:|certified|by arithmetic|numeric",
    "recorded runs": r"[Tt]rained[:,]|recorded runs|published totals",
    "sampled": r"[Ss]ampled",
    "by hand": r"by hand",
}
"""The kinds of evidence, the strongest first, and how the ledger's texts speak of them."""

_MEANT = {
    PROVED: ": machine-checked in Rocq",
    "every horizon": ": argued, symbolic or by merging states",
    "recorded runs": ", or agents trained anew",
}

MARKS: Mapping[str, str] = {
    "holds": "✓",
    "reproduced": "✓",
    "reproduced (reconstructed layout)": "✓",
    "recomputed": "✓",
    "holds (repaired)": "≈",
    "refuted": "✗",
    "not reproduced": "✗",
    "not reproduced (reconstructed layout)": "✗",
    "open": "?",
    "not checked here": "–",
    "defined": "=",
}
"""A sign for each verdict, so that it does not depend on colour."""


def kinds(statement: Statement) -> tuple[str, ...]:
    """Return the kinds of evidence that a statement has, the strongest first."""
    found = [PROVED] if statement.proofs else []
    found += [kind for kind, words in KINDS.items() if re.search(words, statement.evidence)]
    return tuple(found) or (NOTHING,)


# --- Where the boxes are ---


class Place(NamedTuple):
    """Where a box is: its upper left corner."""

    x: float
    y: float


@frozen
class Sizes:
    """How large boxes are and how far apart."""

    width: float
    height: float
    right: float
    down: float


LARGE, SMALL = Sizes(196, 42, 256, 52), Sizes(152, 22, 186, 27)


def layers(uses: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return in which column each box is: after all that it uses."""

    @cache
    def depth(name: str) -> int:
        return 1 + max((depth(each) for each in uses[name] if each in uses), default=-1)

    return {name: depth(name) for name in uses}


def in_bands(uses: Mapping[str, Sequence[str]], sizes: Sizes) -> dict[str, Place]:
    """Return where each box is, each paper in a band of its own below the one before."""
    places: dict[str, Place] = {}
    top = 0.0
    for paper in PAPERS:
        band = laid_out(_of_paper(uses, paper), sizes, most=12)
        places |= {name: Place(place.x, place.y + top) for name, place in band.items()}
        top = max(place.y for place in places.values()) + sizes.height + 2 * sizes.down
    return places


def _of_paper(uses: Mapping[str, Sequence[str]], paper: str) -> dict[str, Sequence[str]]:
    return {identifier: needed for identifier, needed in uses.items() if LEDGER[identifier].paper == paper}


def laid_out(uses: Mapping[str, Sequence[str]], sizes: Sizes, most: int = 22) -> dict[str, Place]:
    """Return where each box is: columns by `layers`, ordered so that lines cross little; long columns are folded."""
    column = layers(uses)
    columns: list[list[str]] = [[] for _ in range(max(column.values()) + 1)]
    for name in uses:
        columns[column[name]].append(name)
    below = {name: [each for each in used if each in uses] for name, used in uses.items()}
    above = {name: [user for user, used in below.items() if name in used] for name in uses}
    at = {name: float(row) for names in columns for row, name in enumerate(names)}
    for turn in range(8):  # each column by the middle of its neighbours, now on the left, now on the right
        near = above if turn % 2 else below
        for names in columns:
            middle = {name: sum(at[each] for each in near[name]) / len(near[name]) for name in names if near[name]}
            names.sort(key=lambda name: (middle.get(name, at[name]), at[name]))
            at.update({name: float(row) for row, name in enumerate(names)})
    places: dict[str, Place] = {}
    folded = [names[first : first + most] for names in columns for first in range(0, len(names), most)]
    tallest = max(map(len, folded))
    for number, names in enumerate(folded):
        top = (tallest - len(names)) * sizes.down / 2
        for row, name in enumerate(names):
            places[name] = Place(number * sizes.right, top + row * sizes.down)
    return places


# --- The drawings ---


def drawing(name: str, title: str, uses: Mapping[str, Sequence[str]], places: Mapping[str, Place], sizes: Sizes) -> str:
    """Return the graph of some statements as SVG, to be zoomed; each box is a link to the page of its statement."""
    pad = 8
    width = max(place.x for place in places.values()) + sizes.width + 2 * pad
    height = max(place.y for place in places.values()) + sizes.height + 2 * pad
    lines = [(each, user) for user in uses for each in uses[user] if each in places]
    drawn = "".join(_line(places[each], places[user], sizes, each, user) for each, user in lines)
    boxes = "".join(_box(identifier, place, sizes) for identifier, place in places.items())
    return (
        f'<div class="fv-zoom fv-wide" data-map="map-{name}"></div>'
        f'<div class="fv-scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        f'<svg class="fv-map" id="map-{name}" viewBox="{-pad} {-pad} {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{drawn}{boxes}</svg></div>"
    )


def _line(used: Place, user: Place, sizes: Sizes, first: str, second: str) -> str:
    x, y = used.x + sizes.width, used.y + sizes.height / 2
    to_x, to_y = user.x, user.y + sizes.height / 2
    bend = max(24.0, (to_x - x) / 2)
    return (
        f'<path class="fv-line" data-from="{first}" data-to="{second}" '
        f'd="M{x:.0f} {y:.0f}C{x + bend:.0f} {y:.0f} {to_x - bend:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"/>'
    )


def _box(identifier: str, place: Place, sizes: Sizes) -> str:
    statement, (x, y) = LEDGER[identifier], place
    found = kinds(statement)
    is_small = sizes.height < 30
    most = 18 if is_small else 32
    said = f"{identifier}: {statement.title}. Verdict: {statement.verdict}. Evidence: {', '.join(found)}."

    def text(kind: str, right: float, down: float, words: str) -> str:
        fitted = f' textLength="{sizes.width - 30:.0f}" lengthAdjust="spacingAndGlyphs"' if len(words) > most else ""
        return f'<text class="fv-{kind}" x="{x + right:.0f}" y="{y + down:.0f}"{fitted}>{escape(words)}</text>'

    title = "" if is_small else text("title", 8, 33, _short(statement.title, 32))
    return (
        f'<a class="fv-node {slug(statement.verdict)} {_fill(found[0])}" href="statements/{identifier}.html" '
        f'data-id="{identifier}"><title>{escape(said)}</title>'
        f'<rect class="fv-box" x="{x:.0f}" y="{y:.0f}" width="{sizes.width:.0f}" height="{sizes.height:.0f}" rx="5"/>'
        f"{text('name', 8, 15 if is_small else 17, identifier)}"
        f"{text('mark', sizes.width - 8, 15, MARKS[statement.verdict])}{title}</a>"
    )


def _short(title: str, most: int) -> str:
    """Return a title cut after a word so that it fits into a box."""
    return title if len(title) <= most else title[: most - 1].rsplit(" ", 1)[0].rstrip(",:;(") + " …"


def _fill(kind: str) -> str:
    return "fv-by-" + kind.replace(" ", "-")


# --- The page ---


def pages() -> dict[str, str]:
    """Return the map."""
    overview = drawing("all", "The statements of all four papers", USES, in_bands(USES, SMALL), SMALL)
    parts = {
        "number": str(len(LEDGER)),
        "legend": raw(legend()),
        "overview": raw(overview),
        "papers": "\n\n".join(_paper(*each) for each in PAPERS.items()),
        "table": raw(_table() + '\n<script src="_static/views_map.js" defer></script>'),
    }
    return {"map.md": filled(HERE / "map.md", **parts)}


def files() -> dict[str, bytes]:
    """Return the style sheet of all views, and the script that zooms and shows what a box is joined to."""
    return {f"_static/{to}": (HERE / name).read_bytes() for to, name in _STATIC.items()}


_STATIC = {"views.css": "views.css", "views_map.js": "map.js"}


def _paper(paper: str, name: str) -> str:
    uses = _of_paper(USES, paper)
    shown = drawing(paper, f"The statements of {name}", uses, laid_out(uses, LARGE), LARGE)
    elsewhere = [
        f"{id_link(identifier, '')} uses {_links(others)}"
        for identifier, needed in uses.items()
        if (others := [each for each in needed if LEDGER[each].paper != paper])
    ]
    if elsewhere:
        shown += f'<p class="fv-elsewhere">From other papers: {"; ".join(elsewhere)}.</p>'
    return f"## {name}\n\n[Section by section](papers/{paper}.md)\n\n{raw(shown)}"


def legend() -> str:
    """Return what borders, signs and fills mean, and how many statements have each, in HTML."""
    verdicts = [statement.verdict for statement in LEDGER.values()]
    strongest = [kinds(statement)[0] for statement in LEDGER.values()]
    borders = "".join(
        f'<li><span class="fv-key {slug(word)}">{MARKS[word]}</span> {escape(word)} ({verdicts.count(word)})</li>'
        for word in MARKS
        if word in verdicts
    )
    fills = "".join(
        f'<li><span class="fv-key {_fill(kind)}"></span> {kind}{_MEANT.get(kind, "")} ({strongest.count(kind)})</li>'
        for kind in (*KINDS, NOTHING)
    )
    return (
        '<details><summary>What borders and fills mean</summary><div class="fv-legend">'
        f"<div><strong>Border: verdict</strong><ul>{borders}</ul></div>"
        f"<div><strong>Fill: evidence</strong><ul>{fills}</ul></div></div></details>"
    )


def _table() -> str:
    rows = [
        (
            f'{id_link(s.id, "")}<br><span class="fv-quiet">{escape(s.title)}</span>',
            badge(s.verdict),
            ", ".join(kinds(s)),
            _links(s.uses) + (f"; its evidence: {_links(s.evidence_uses)}" if s.evidence_uses else ""),
            _links(used_by(s.id)),
        )
        for s in LEDGER.values()
    ]
    return table(("statement", "verdict", "evidence", "uses", "used by"), rows, name="The map as a table")


def _links(identifiers: Iterable[str]) -> str:
    return ", ".join(id_link(each, "") for each in identifiers) or "–"
