"""The papers as they are read: sections in order, each numbered item with its rows, and what is not formalised."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

from attrs import frozen

from formal_rl.statements import LEDGER, PAPERS, Statement
from site_views.markup import html, link, marked, said, verdict
from site_views.outlines import ALSO, LEFT_OUT, OUTLINES

NOT_FORMALISED = Path(__file__).parents[2] / "docs" / "reference" / "not_formalised.md"

ITEMS = ("Definition", "Lemma", "Theorem", "Example", "Conjecture", "Algorithm", "Table", "Listing", "Equation")
"""What is numbered and says something; a source that names one of these is placed there."""

_WORDS = "|".join((*ITEMS, "Figure", "Footnote", "Section", "Appendix"))
_NUMBER = r"(?:[A-D]\.\d+|\d+(?:\.\d+)*|[A-D]\b|\(\d\))"
_NAMED = re.compile(
    rf"(?P<before>\S+ |)\b(?P<word>{_WORDS})(?:s|ces)? (?P<numbers>{_NUMBER}(?:(?:, | and | to |, and ){_NUMBER})*)",
    re.IGNORECASE,
)


_HOWS = ("after", "before", "on")


@frozen
class Item:
    """A section or a numbered item of a paper: what it is called, and why it is not in the ledger if it is not."""

    name: str
    title: str
    reason: str = ""

    @property
    def is_section(self) -> bool:
        """Whether it is a section or an appendix."""
        return self.name.startswith(("Section", "Appendix"))


@frozen
class Named:
    """An item that the source of a statement names, and what stands before it: such as after, before or on."""

    name: str
    how: str = ""


@cache
def outline(paper: str) -> tuple[Item, ...]:
    """Return the sections and items of a paper, in its order."""
    lines = OUTLINES[paper].strip().splitlines()
    return tuple(Item(*(field.strip() for field in line.split(" | "))) for line in lines)


def named_in(source: str) -> tuple[Named, ...]:
    """Return the items that a source names, in its order: each of "Figures 2, 5 and 8" and of "Figures 1 to 16"."""
    found: list[Named] = []
    for match in _NAMED.finditer(source):
        word, how = match["word"].capitalize(), match["before"].strip().strip("(").lower()
        for numbers in re.split(r", and |, | and ", match["numbers"]):
            first, _, last = numbers.replace("(", "").replace(")", "").partition(" to ")
            letter, dot, begin = first.rpartition(".")
            through: Iterable[str] = [first]
            if last:
                end = int(last.rpartition(".")[2])
                through = [f"{letter}{dot}{number}" for number in range(int(begin), end + 1)]
            found += [Named(f"{word} {number}", how if how in _HOWS else "") for number in through]
    if alias := re.search(r"Theorem 5\.1 \((D\.1)\)", source):
        found.append(Named(f"Theorem {alias[1]}"))
    return tuple(found)


def place(statement: Statement) -> Named:
    """Return the one place of a statement in its paper's view.

    It is the first numbered item that says something and that its source names; else the first figure or footnote, if
    the source begins with one; else the first section.
    """
    known = {item.name for item in outline(statement.paper)}
    named = [each for each in named_in(statement.source) if each.name in known and each.how != "on"]
    strong = [each for each in named if each.name.split()[0] in ITEMS]
    first = named[0]
    weak = [each for each in named[1:2] if first.name.startswith(("Section", "Appendix")) and _comma(statement, each)]
    return next(iter((*strong, *weak)), first)


def _comma(statement: Statement, named: Named) -> bool:
    """Return whether the source has an item after a comma, so that it is in the section before."""
    return bool(re.search(rf", {named.name}\b", statement.source, re.IGNORECASE))


@cache
def rows(paper: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return, for each item, the statements that are placed there, each with what stands before its name."""
    found: dict[str, list[tuple[str, str]]] = {item.name: [] for item in outline(paper)}
    for statement in LEDGER.values():
        if statement.paper == paper:
            at = place(statement)
            found[at.name].append((statement.id, at.how))
    return {name: tuple(each) for name, each in found.items()}


@cache
def also(paper: str) -> Mapping[str, tuple[str, ...]]:
    """Return, for each item, the statements that treat it too and are placed elsewhere."""
    found: dict[str, list[str]] = {item.name: [] for item in outline(paper)}
    for statement in LEDGER.values():
        if statement.paper == paper:
            at = place(statement).name
            for named in dict.fromkeys(each.name for each in named_in(statement.source)):
                if named in found and named != at:
                    found[named].append(statement.id)
    for name, identifiers in ALSO.items():
        item, _, of = name.partition(" of ")
        if of == paper:
            found[item] += [each for each in identifiers if each not in found[item]]
    return {name: tuple(each) for name, each in found.items()}


@cache
def left_out(paper: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return, for each section, what `docs/reference/not_formalised.md` leaves out of it, and why."""
    places = LEFT_OUT[paper]
    found: dict[str, list[tuple[str, str]]] = {}
    for what, why in lines_left_out(paper):
        (begins,) = (begins for begins in places if what.startswith(begins))
        found.setdefault(places[begins], []).append((what, why))
    return {name: tuple(each) for name, each in found.items()}


def lines_left_out(paper: str) -> list[tuple[str, str]]:
    """Return the lines of `docs/reference/not_formalised.md` that are about a paper."""
    _, _, text = NOT_FORMALISED.read_text("utf-8").partition(f"## Left out on purpose: {PAPERS[paper]}\n")
    found = re.findall(r"^\| (.*?) \| (.*?) \|$", text.partition("\n## ")[0], re.MULTILINE)
    return [(what, why) for what, why in found if what != "what the paper says"]


def pages() -> dict[str, str]:
    """Return the view of each paper, and a page that lists them."""
    views = {f"papers/{paper}.md": "\n".join(_view(paper)) for paper in PAPERS}
    return {"papers/index.md": "\n".join(_index()), **views}


def files() -> dict[str, bytes]:
    """Return no file."""
    return {}


def _index() -> Iterator[str]:
    yield "# The papers, in their own order"
    yield ""
    yield "Each page follows one paper from its first section to its last. A numbered item stands with the statements"
    yield "that formalise it and their verdicts. What is not formalised stands at its place, with the reason."
    yield ""
    yield "| paper | statements | sections | numbered items |"
    yield "|---|--:|--:|--:|"
    for paper, name in PAPERS.items():
        items = outline(paper)
        sections = sum(item.is_section for item in items)
        statements = sum(statement.paper == paper for statement in LEDGER.values())
        yield f"| [{name}]({paper}.md) | {statements} | {sections} | {len(items) - sections} |"
    yield ""
    yield "```{toctree}\n:hidden:\n:maxdepth: 1\n"
    yield from PAPERS
    yield "```"


def _view(paper: str) -> Iterator[str]:
    statements = [statement for statement in LEDGER.values() if statement.paper == paper]
    counts = {s.verdict: sum(each.verdict == s.verdict for each in statements) for s in statements}
    yield f"# {PAPERS[paper]}, section by section"
    yield ""
    yield f"The paper has {len(statements)} statements in the ledger, each once on this page: "
    yield ", ".join(f"{count} {word}" for word, count in counts.items()) + ". Titles are ours."
    items = outline(paper)
    starts = [index for index, item in enumerate(items) if item.is_section]
    for start, end in zip(starts, [*starts[1:], len(items)], strict=True):
        section = items[start]
        yield ""
        yield f"{'###' if '.' in section.name else '##'} {section.name}: {said(section.title)}"
        yield ""
        yield html(f'<dl class="fv-outline">{"".join(_entry(paper, item) for item in items[start:end])}</dl>')


def _entry(paper: str, item: Item) -> str:
    """Return an item with its rows, or with the reason why it has none, in HTML; nothing of a section without any."""
    here, elsewhere, left = rows(paper)[item.name], also(paper)[item.name], left_out(paper).get(item.name, ())
    lines = []
    for identifier, how in here:
        before = f"<em>{how} {escape(item.name)}:</em> " if how else ""
        title = escape(LEDGER[identifier].title)
        lines.append(f"<dd>{verdict(identifier)} {link(identifier)} {before}{title}</dd>")
    if elsewhere:
        lines.append(f"<dd>see {'also ' if here else ''}{', '.join(map(link, elsewhere))}</dd>")
    reasons = [escape(item.reason)] if item.reason else []
    reasons += [f"{marked(what)}: {marked(why)}" for what, why in left]
    lines += [f'<dd><span class="fv-verdict fv-not-in">not formalised</span> {reason}</dd>' for reason in reasons]
    if not lines and not item.is_section:
        raise ValueError(f"{paper}, {item.name}: neither a statement nor a reason")
    if not lines:
        return ""
    name = "in the text" if item.is_section else escape(item.name)
    title = "" if item.is_section else f' <span class="fv-quiet">{escape(item.title)}</span>'
    return f"<div><dt>{name}{title}</dt>{''.join(lines)}</div>"
