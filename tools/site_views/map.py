"""The map of the site: the graph of statements, an overview and one of each paper, with a table for those who read."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from attrs import frozen

import formal_rl
from formal_rl.statements import LEDGER, PAPERS, USES, Statement, used_by
from formal_rl.statements.citations import citations
from site_views.markup import address, html, link, slug, table, verdict

PACKAGE = Path(formal_rl.__file__).parent

PROVED = "proved"

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

NOTHING = "nothing"

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

ROOMS = ("histories", "agents", "environments", "transforms", "gridworlds", "safelife")
"""The rooms of the definitions: what their modules have is to be about a statement."""


def kinds(statement: Statement) -> tuple[str, ...]:
    """Return the kinds of evidence that a statement has, the strongest first."""
    found = [PROVED] if statement.proofs else []
    found += [kind for kind, words in KINDS.items() if re.search(words, statement.evidence)]
    return tuple(found) or (NOTHING,)


@cache
def uncited() -> dict[str, tuple[int, int]]:
    """Return the modules of the definitions that have names which cite nothing: how many of these, of how many."""
    found = {}
    for room in ROOMS:
        for file in sorted((PACKAGE / room).rglob("*.py")):
            names = [cited for _, cited in citations(ast.parse(file.read_text("utf-8")))]
            if missing := sum(not cited for cited in names):
                found[str(file.relative_to(PACKAGE).with_suffix("")).replace("/", ".")] = (missing, len(names))
    return found


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
    found: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in found:
            found[name] = 1 + max((depth(each) for each in uses[name] if each in uses), default=-1)
        return found[name]

    for name in uses:
        depth(name)
    return found


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
    users: dict[str, list[str]] = {name: [] for name in uses}
    for name, used in uses.items():
        for each in used:
            if each in users:
                users[each].append(name)
    at = {name: float(row) for names in columns for row, name in enumerate(names)}
    for turn in range(8):
        near = users if turn % 2 else {name: [each for each in used if each in uses] for name, used in uses.items()}
        for names in columns:
            middle = {
                name: sum(at[each] for each in near[name]) / len(near[name]) if near[name] else at[name]
                for name in names
            }
            names.sort(key=lambda name: (middle[name], at[name]))
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
    """Return the graph of some statements as SVG; each box is a link to the page of its statement."""
    pad = 8
    width = max(place.x for place in places.values()) + sizes.width + 2 * pad
    height = max(place.y for place in places.values()) + sizes.height + 2 * pad
    lines = "".join(
        _line(places[each], places[user], sizes, each, user) for user in uses for each in uses[user] if each in places
    )
    boxes = "".join(_box(identifier, place, sizes) for identifier, place in places.items())
    return (
        f'<div class="fv-scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        f'<svg class="fv-map" id="map-{name}" viewBox="{-pad} {-pad} {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{lines}{boxes}</svg></div>"
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
    statement = LEDGER[identifier]
    found = kinds(statement)
    small = sizes.height < 30
    said = f"{identifier}: {statement.title}. Verdict: {statement.verdict}. Evidence: {', '.join(found)}."
    warned = "" if statement.code else " No code."
    x, y = place
    shapes = [
        f'<rect class="fv-box" x="{x:.0f}" y="{y:.0f}" width="{sizes.width:.0f}" height="{sizes.height:.0f}" rx="5"/>'
    ]
    if warned:
        shapes.append(_warning(x, y, sizes))
    shapes.append(
        f'<text class="fv-name" x="{x + 8:.0f}" y="{y + (15 if small else 17):.0f}">{escape(identifier)}</text>'
    )
    shapes.append(
        f'<text class="fv-mark" x="{x + sizes.width - 8:.0f}" y="{y + 15:.0f}">{MARKS[statement.verdict]}</text>'
    )
    if not small:
        shapes.append(
            f'<text class="fv-title" x="{x + 8:.0f}" y="{y + 33:.0f}">{escape(_short(statement.title, 32))}</text>'
        )
    return (
        f'<a class="fv-node {slug(statement.verdict)} {_fill(found[0])}" href="{address(identifier, 0)}" '
        f'data-id="{identifier}">'
        f"<title>{escape(said + warned)}</title>{''.join(shapes)}</a>"
    )


def _warning(x: float, y: float, sizes: Sizes) -> str:
    return (
        f'<rect class="fv-warning" x="{x - 3:.0f}" y="{y - 3:.0f}" width="{sizes.width + 6:.0f}" '
        f'height="{sizes.height + 6:.0f}" rx="7"/>'
    )


def _short(title: str, most: int) -> str:
    """Return a title cut after a word so that it fits into a box."""
    if len(title) <= most:
        return title
    return title[: most - 1].rsplit(" ", 1)[0].rstrip(",:;(") + " …"


def _fill(kind: str) -> str:
    return "fv-by-" + kind.replace(" ", "-")


# --- The page ---


def pages() -> dict[str, str]:
    """Return the map."""
    return {"map.md": "\n".join(_page())}


def files() -> dict[str, bytes]:
    """Return the script that zooms and shows what a box is joined to; without it the map can be read and followed."""
    return {"_static/views_map.js": Path(__file__).with_name("map.js").read_bytes()}


def _page() -> Iterator[str]:
    yield "---\nhide-toc: true\n---"
    yield "# The map"
    yield ""
    yield f"The {len(LEDGER)} statements, and which of them use which: from a statement, lines lead to the right to"
    yield "those whose sentences need it. Each box is a link to the statement's page. The border and the sign say the"
    yield "verdict, the fill says the strongest kind of evidence. Below the drawings, [a table](#map-as-a-table) says"
    yield "the same."
    yield ""
    yield html(legend())
    yield "## All papers"
    yield ""
    yield html(_zoomable("all", "The statements of all four papers", USES, in_bands(USES, SMALL), SMALL))
    for paper, name in PAPERS.items():
        yield f"## {name}"
        yield ""
        yield f"[Section by section](papers/{paper}.md)"
        yield ""
        uses = _of_paper(USES, paper)
        shown = _zoomable(paper, f"The statements of {name}", uses, laid_out(uses, LARGE), LARGE)
        yield html(shown + _from_elsewhere(paper))
    yield "## Code without a statement"
    yield ""
    yield "A definition cites its statements; what cites none is infrastructure. These modules in the rooms of the"
    yield "definitions have public names that cite none. A dashed border is a warning: no name of the module cites any."
    yield ""
    yield html(_modules())
    yield "(map-as-a-table)="
    yield "## The map as a table"
    yield ""
    yield html(_table() + '\n<script src="_static/views_map.js" defer></script>')


def legend() -> str:
    """Return what borders, signs and fills mean, and how many statements have each, in HTML."""
    verdicts = [statement.verdict for statement in LEDGER.values()]
    strongest = [kinds(statement)[0] for statement in LEDGER.values()]
    borders = "".join(
        f'<li><span class="fv-key {slug(word)}">{MARKS[word]}</span> {escape(word)} ({verdicts.count(word)})</li>'
        for word in dict.fromkeys(MARKS)
        if word in verdicts
    )
    fills = "".join(
        f'<li><span class="fv-key {_fill(kind)}"></span> {kind}{_MEANT.get(kind, "")} ({strongest.count(kind)})</li>'
        for kind in (*KINDS, NOTHING)
    )
    bare = sum(not statement.code for statement in LEDGER.values())
    warning = f'<li><span class="fv-key fv-dashed"></span> a statement without code ({bare}), or code without one</li>'
    return (
        f'<div class="fv-legend"><div><strong>Border: verdict</strong><ul>{borders}</ul></div>'
        f"<div><strong>Fill: evidence</strong><ul>{fills}</ul></div>"
        f"<div><strong>Dashed: a warning</strong><ul>{warning}</ul></div></div>"
    )


def _zoomable(name: str, *drawn: Any) -> str:
    return f'<div class="fv-zoom fv-wide" data-map="map-{name}"></div>{drawing(name, *drawn)}'


def _from_elsewhere(paper: str) -> str:
    """Return what the statements of a paper use of other papers, in HTML; nothing where that is nothing."""
    found = [
        f"{link(identifier, 0)} uses {', '.join(link(each, 0) for each in others)}"
        for identifier, needed in _of_paper(USES, paper).items()
        if (others := [each for each in needed if LEDGER[each].paper != paper])
    ]
    return f'<p class="fv-elsewhere">From other papers: {"; ".join(found)}.</p>' if found else ""


def _modules() -> str:
    found = uncited()
    parts = []
    for room in ROOMS:
        items = "".join(
            f'<li class="{"fv-dashed" if missing == number else "fv-some"}"><code>{escape(module)}</code> '
            f"<span>{missing} of {number}</span></li>"
            for module, (missing, number) in found.items()
            if module.partition(".")[0] == room
        )
        if items:
            parts.append(f'<h3 class="fv-room">{room}</h3><ul class="fv-modules">{items}</ul>')
    return "".join(parts)


def _table() -> str:
    heading = ("statement", "verdict", "evidence", "uses", "used by")
    rows = [
        (
            f'{link(s.id, 0)}<br><span class="fv-quiet">{escape(s.title)}</span>',
            verdict(s.id) + ("" if s.code else " (no code)"),
            ", ".join(kinds(s)),
            _links(s.uses) + (f"; its evidence: {_links(s.evidence_uses)}" if s.evidence_uses else ""),
            _links(used_by(s.id)),
        )
        for s in LEDGER.values()
    ]
    return table(heading, rows, name="The map as a table")


def _links(identifiers: tuple[str, ...]) -> str:
    return ", ".join(link(each, 0) for each in identifiers) or "–"
