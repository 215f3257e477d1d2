"""The papers as they are read: sections in order, each numbered item with its rows, and what is not formalised."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

from attrs import frozen

from formal_rl.statements import LEDGER, PAPERS, Statement
from tools.site.markup import badge, id_link, marked, plain, raw, toctree

OUTLINES = Path(__file__).with_suffix(".md")
NOT_FORMALISED = Path(__file__).parents[3] / "docs" / "reference" / "not_formalised.md"

ITEMS = ("Definition", "Lemma", "Theorem", "Example", "Conjecture", "Algorithm", "Table", "Listing", "Equation")
"""What is numbered and says something; a source that names one of these is placed there."""

_LINE = re.compile(r"^(?:##|\*) (\w+ \S+): (.*?)(?: \(see (.*?)\))?(?: \(not formalised: (.*)\))?$", re.MULTILINE)
_WORDS = "|".join((*ITEMS, "Figure", "Footnote", "Section", "Appendix"))
_NUMBER = r"(?:[A-D]\.\d+|\d+(?:\.\d+)*|[A-D]\b|\(\d\))"
_NAMED = re.compile(
    rf"(?P<before>\S+ |)\b(?P<word>{_WORDS})(?:s|ces)? (?P<numbers>{_NUMBER}(?:(?:, | and | to |, and ){_NUMBER})*)",
    re.IGNORECASE,
)


@frozen
class Item:
    """A section or a numbered item of a paper, which statements treat it too, and why it is not in the ledger."""

    name: str
    title: str
    also: tuple[str, ...] = ()
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
    text = OUTLINES.read_text("utf-8").partition(f"\n# {paper}\n")[2].partition("\n# ")[0]
    return tuple(
        Item(name, title, tuple(also.split(", ")) if also else (), reason)
        for name, title, also, reason in _LINE.findall(text)
    )


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
            found += [Named(f"{word} {number}", how if how in {"after", "before", "on"} else "") for number in through]
    if alias := re.search(r"Theorem 5\.1 \((D\.1)\)", source):
        found.append(Named(f"Theorem {alias[1]}"))
    return tuple(found)


def place(statement: Statement) -> Named:
    """Return the one place of a statement in its paper's view.

    It is the first numbered item that says something and that its source names; else the first figure or footnote, if
    the source begins with one; else the first section.
    """
    known = {item.name for item in outline(statement.paper)}
    first, *others = [each for each in named_in(statement.source) if each.name in known and each.how != "on"]
    strong = [each for each in (first, *others) if each.name.split()[0] in ITEMS]
    in_section = first.name.startswith(("Section", "Appendix"))
    weak = [each for each in others[:1] if in_section and f", {each.name}".lower() in statement.source.lower()]
    return next(iter((*strong, *weak)), first)


def of_paper(paper: str) -> list[Statement]:
    """Return the statements of a paper."""
    return [statement for statement in LEDGER.values() if statement.paper == paper]


@cache
def rows(paper: str) -> Mapping[str, list[tuple[str, str]]]:
    """Return, for each item, the statements that are placed there, each with what stands before its name."""
    found: dict[str, list[tuple[str, str]]] = {item.name: [] for item in outline(paper)}
    for statement in of_paper(paper):
        at = place(statement)
        found[at.name].append((statement.id, at.how))
    return found


@cache
def also(paper: str) -> Mapping[str, list[str]]:
    """Return, for each item, the statements that treat it too and are placed elsewhere."""
    found: dict[str, list[str]] = {item.name: [] for item in outline(paper)}
    for statement in of_paper(paper):
        at = place(statement).name
        for named in dict.fromkeys(each.name for each in named_in(statement.source)):
            if named in found and named != at:
                found[named].append(statement.id)
    for item in outline(paper):
        found[item.name] += [each for each in item.also if each not in found[item.name]]
    return found


@cache
def left_out(paper: str) -> tuple[tuple[str, str, str], ...]:
    """Return what `docs/reference/not_formalised.md` leaves out of a paper, where that stands, and why."""
    _, _, text = NOT_FORMALISED.read_text("utf-8").partition(f"## Left out on purpose: {PAPERS[paper]}\n")
    found = re.findall(r"^\| (.*?) \| (.*?) \| (.*?) \|$", text.partition("\n## ")[0], re.MULTILINE)
    return tuple(found[1:])


def pages() -> dict[str, str]:
    """Return the view of each paper, and a page that lists them."""
    views = {f"papers/{paper}.md": "\n\n".join(_view(paper)) + "\n" for paper in PAPERS}
    return {"papers/index.md": _index(), **views}


def _index() -> str:
    lines = []
    for paper, name in PAPERS.items():
        items = outline(paper)
        sections = sum(item.is_section for item in items)
        lines.append(f"| [{name}]({paper}.md) | {len(of_paper(paper))} | {sections} | {len(items) - sections} |")
    listed = "\n".join(["| paper | statements | sections | numbered items |", "|---|--:|--:|--:|", *lines])
    about = (
        "Each page follows one paper from its first section to its last. A numbered item stands with the statements "
        "that formalise it and their verdicts. What is not formalised stands at its place, with the reason."
    )
    return "\n\n".join(["# The papers, in their own order", about, listed, toctree(PAPERS)]) + "\n"


def _view(paper: str) -> Iterator[str]:
    statements = of_paper(paper)
    counts = {s.verdict: sum(each.verdict == s.verdict for each in statements) for s in statements}
    counted = ", ".join(f"{count} {word}" for word, count in counts.items())
    yield f"# {PAPERS[paper]}, section by section"
    yield f"The paper has {len(statements)} statements in the ledger, each once here: {counted}. Titles are ours."
    items = outline(paper)
    starts = [index for index, item in enumerate(items) if item.is_section]
    for start, end in zip(starts, [*starts[1:], len(items)], strict=True):
        section = items[start]
        yield f"{'###' if '.' in section.name else '##'} {section.name}: {plain(section.title)}"
        yield raw(f'<dl class="fv-outline">{"".join(_entry(paper, item) for item in items[start:end])}</dl>')


def _entry(paper: str, item: Item) -> str:
    """Return an item with its rows, or with the reason why it has none, in HTML; nothing of a section without any."""
    here, elsewhere = rows(paper)[item.name], also(paper)[item.name]
    lines = []
    for identifier, how in here:
        before = f"<em>{how} {escape(item.name)}:</em> " if how else ""
        statement = LEDGER[identifier]
        lines.append(f"<dd>{badge(statement.verdict)} {id_link(identifier)} {before}{escape(statement.title)}</dd>")
    if elsewhere:
        lines.append(f"<dd>see {'also ' if here else ''}{', '.join(map(id_link, elsewhere))}</dd>")
    reasons = [escape(item.reason)] if item.reason else []
    reasons += [f"{marked(what)}: {marked(why)}" for what, where, why in left_out(paper) if where == item.name]
    lines += [f'<dd><span class="fv-verdict fv-not-in">not formalised</span> {reason}</dd>' for reason in reasons]
    if not lines and not item.is_section:
        raise ValueError(f"{paper}, {item.name}: neither a statement nor a reason")
    if not lines:
        return ""
    name = "in the text" if item.is_section else escape(item.name)
    title = "" if item.is_section else f' <span class="fv-quiet">{escape(item.title)}</span>'
    return f"<div><dt>{name}{title}</dt>{''.join(lines)}</div>"
