"""A page for each statement of the ledger, and the page of them all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import get_args

from formal_rl.cli.statements import BOARD
from formal_rl.gridworlds import parse_layout
from formal_rl.gridworlds._pictures import world_svg
from formal_rl.safelife.board import EMPTY, LIFE, WALL, board_svg
from formal_rl.safelife.board.cells import PLAYER, coloured
from formal_rl.statements import LEDGER, PAPERS, Statement, Verdict
from formal_rl.statements.citations import source_of
from formal_rl.statements.kill_table import KillTable, kill_table
from formal_rl.statements.merged import MERGED, RETIRED
from formal_rl.statements.uses import used_by
from tools.site import proof_pages
from tools.site.code import address
from tools.site.markup import badge, definitions, fence, filled, link, marked, plain, raw, table
from tools.site.mathematics import formulas

GLOSSARY = Path(__file__).parents[2] / "docs" / "reference" / "glossary.md"
INDEX = "statements/index"
_FORMER = "---\norphan: true\n{1}---\n\n# {0}\n\n{0} {2}.\n"
"""The page at the address of a statement that is no longer in the ledger."""


def page_of(identifier: str) -> str:
    """Return the page of a statement, of a merged one that of the row it went to, without its ending."""
    return f"statements/{MERGED.get(identifier, identifier)}"


@cache
def meanings() -> dict[str, str]:
    """Return what each verdict means, as the glossary says it."""
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", GLOSSARY.read_text("utf-8"), re.MULTILINE))
    return {verdict: rows[verdict] for verdict in get_args(Verdict)}


def pages() -> dict[str, str]:
    """Return the pages in Markdown, each by its path."""
    ids = list(LEDGER)
    around = {at: (before, after) for before, (at, after) in zip(["", *ids], pairwise([*ids, ""]), strict=False)}
    made = {f"{page_of(at)}.md": statement_page(LEDGER[at], *around[at]) for at in ids}
    for former, row in MERGED.items():
        sent_on = f'myst:\n  html_meta:\n    "http-equiv=refresh": "0; url={row}.html"\n'
        made[f"statements/{former}.md"] = _FORMER.format(former, sent_on, f"is now part of {{ledger}}`{row}`")
    for former, reason in RETIRED.items():
        made[f"statements/{former}.md"] = _FORMER.format(former, "", f"was retired: {plain(reason)}")
    return {**made, f"{INDEX}.md": index_page(LEDGER.values())}


def files() -> dict[str, bytes]:
    """Return what the search looks through: id, place, title and verdict of each statement, and its former ids."""
    former = {at: [old for old, row in MERGED.items() if row == at] for at in LEDGER}
    listed = [
        {"id": s.id, "source": s.source, "title": s.title, "verdict": s.verdict, "former": former[s.id]}
        for s in LEDGER.values()
    ]
    return {"_static/statements.js": f"const STATEMENTS = {json.dumps(listed, ensure_ascii=False)};\n".encode()}


def statement_page(statement: Statement, before: str = "", after: str = "") -> str:
    """Return the page of a statement: sentence, formula, what was found, explorer, code, and folded how we know."""
    s, page = statement, page_of(statement.id)
    source = f"<span>{escape(s.kind)}</span> <span>{escape(s.source)}</span>"
    found = (
        ("What was found", _text(s.finding)),
        ("Caveat", _text(s.caution)),
        ("Repair", _text(s.repair)),
        ("Witness", raw(witness_html(s)) if s.witness else ""),
        ("Proved", _proved(s, page)),
    )
    pieces = [
        "---\norphan: true\n---",
        f"# {s.id}: {plain(s.title)}",
        raw(f'<p class="statement-head">{badge(s.verdict)} {source}</p>'),
        "{.claim}\n" + _text(s.claim),
        formulas().get(s.id, ""),
        _facts(found),
        *_explored(s, page),
        *_code(s, page),
        "## How we know",
        raw("<details class='known'><summary>Evidence, dependencies, and the mutants of the check</summary>"),
        _facts(_known(s)),
        fence(f"$ formal-rl verify {s.id} --parts\n$ formal-rl explain {s.id}", "console"),
        *_kills(s),
        raw("</details>"),
        raw(_around(page, before, after)),
    ]
    return "\n\n".join(filter(None, pieces)) + "\n"


_SUBSCRIPT = re.compile(r"((?<![\w\\])\w'?|\))\\?_(?:(\w{1,4})\b|\\?\{(.*?)\\?\})")


def _text(text: str) -> str:
    """Return a text of the ledger in Markdown, with π_RC and x_1 as they are printed."""
    return _SUBSCRIPT.sub(lambda found: f"{found[1]}{{sub}}`{found[2] or found[3]}`", plain(text))


def _facts(entries: Iterable[tuple[str, str]]) -> str:
    listed = definitions(entries)
    return "{.facts}\n" + listed if listed else ""


def _known(s: Statement) -> Iterator[tuple[str, str]]:
    if s.verdict != "defined":
        yield "Verdict", f"**{s.verdict}**. {meanings()[s.verdict]}"
    yield "Evidence", _text(s.evidence)
    yield "Defects", _text(s.defects)
    for word, ids in (("Sentence uses", s.uses), ("Evidence uses", s.evidence_uses), ("Used by", used_by(s.id))):
        yield word, "; ".join(f"{{ledger}}`{each}`, {plain(LEDGER[each].title)}" for each in ids)


def _proved(s: Statement, page: str) -> str:
    """Return links to the theorems in Rocq that prove a statement; nothing where none does."""
    links = ", ".join(proof_pages.link_to(each, page) for each in s.proofs)
    return f"∎ machine-checked in Rocq: {links}" if links else ""


_HISTORY = re.compile(r"\(-?\d+, ?-?\d+\)(?: \d+(?![\d/.]\d?)(?: \(-?\d+, ?-?\d+\))?)*")
_BEAD = re.compile(r"\((-?)(\d+), ?(-?\d+)\)|(\d+)")
_WORLD = re.compile(r"(?<!\S)(?:[ABC#.]\d* )+[ABC#.]\d*, (?:default )?length \d+")
_CELLS = {"o": LIFE, "#": WALL, "g": coloured(LIFE, "green"), "@": PLAYER}
"""The cells of a board in a witness; any other sign is an empty one."""


def witness_html(s: Statement) -> str:
    """Return the witness of a statement in HTML: histories as beads, boards and gridworlds as pictures."""
    text = _SUBSCRIPT.sub(lambda found: f"{found[1]}<sub>{found[2] or found[3]}</sub>", marked(s.witness))
    match s.paper:
        case "A21" | "A22":
            return _HISTORY.sub(lambda found: f'<span class="beads">{_BEAD.sub(_bead, found[0])}</span>', text)
        case "T24":
            return _WORLD.sub(lambda found: _picture(_world(found[0]), found[0]) + found[0].partition(",")[2], text)
        case "W19":
            return BOARD.sub(lambda found: _picture(_board(found[0].split("/")), found[0]), text)
    return text


def _bead(found: re.Match[str]) -> str:
    minus, reward, observation, action = found.groups()
    if action:
        return f'<b class="action">{action}</b>'
    paid = "bad" if minus else "good" if int(reward) else ""
    return f'<b class="percept {paid}">({minus}{reward},{observation})</b>'


def _picture(drawn: str, letters: str) -> str:
    return f'<span class="drawn" role="img" aria-label="{letters}">{drawn}</span>'


def _board(lines: list[str]) -> str:
    width = max(map(len, lines))
    return board_svg([[_CELLS.get(sign, EMPTY) for sign in line.ljust(width)] for line in lines])


def _world(written: str) -> str:
    row, _, length = written.partition(",")
    return world_svg(parse_layout(f"{length.removeprefix(' default').strip()}\n{row}"))


def _explored(s: Statement, page: str) -> list[str]:
    from tools.site.explorers import explored  # noqa: PLC0415 - it asks this module which page is whose

    return [
        f"## Explore it: {name}\n\n"
        + raw(
            f'<iframe class="explorer" loading="lazy" title="Explorer of {name}" src="../{escape(file)}"></iframe>\n'
            f"<p>{link(page, file, 'Open the explorer on a page of its own')}</p>"
        )
        for name, file in explored(s)
    ]


def _code(s: Statement, page: str) -> list[str]:
    """Return the first definition, and folded the others: code, and links to what else cites the statement."""
    shown = [
        raw(f'<p class="defined">{link(page, address(name), name)}</p>') + "\n\n" + fence(source_of(name), "python")
        for name in s.main_code
    ]
    items = "".join(f"<li>{link(page, address(name), name)}</li>" for name in s.code[len(s.main_code) :])
    folded = [
        raw(f'<details class="others"><summary>Other forms, and what cites it ({len(s.code) - 1})</summary>'),
        *shown[1:],
        raw(f"<ul>{items}</ul></details>" if items else "</details>"),
    ]
    return [*(["## Code"] if s.code else []), *shown[:1], *(folded if len(s.code) > 1 else [])]


def _kills(s: Statement) -> list[str]:
    measured = kill_table(s.id)
    said = "A *mutant* is a deliberately wrong version. The check of this statement must reject each."
    if measured is None:
        names = "\n".join(f"* {plain(mutant.name)}" for mutant in s.mutants)
        return [said, names, "Which part rejects which was not measured yet: `make kills` does so."]
    parts = (f"{plain(each.name)}: {plain(each.domain)}; {each.cases:,} cases" for each in measured.parts)
    listed = "\n".join(f"{number}. {part}" for number, part in enumerate(parts, 1))
    machine = f"Of {len(measured.machine)} mutants made by machine, {measured.machine_killed} are rejected."
    changes = [fence(f"{mutant.name}\n{mutant.patch}", "diff") for mutant in s.mutants if mutant.patch]
    return [said, listed, raw(kills_table(measured)), *([machine] if measured.machine else []), *changes]


def kills_table(measured: KillTable) -> str:
    """Return a row for each mutant and a column for each part, with a cross where the part rejects the mutant."""
    parts = [f'<abbr title="{escape(part.name)}">{at}</abbr>' for at, part in enumerate(measured.parts, 1)]
    cross, unknown = '<span class="kill" title="rejects it">✕</span>', '<span title="not reached">?</span>'
    rows = (
        [
            escape(each.name),
            *(cross if at in each.killed_by else unknown * (at in each.unreached) for at in range(len(parts))),
        ]
        for each in measured.mutants
    )
    caption = "A cross: the part rejects the mutant. A question mark: it was not reached."
    return table(["mutant", *parts], rows, caption=caption, classes="kills")


def _around(page: str, before: str, after: str) -> str:
    links = [
        *([link(page, f"{page_of(before)}.html", f"← {before}")] if before else []),
        link(page, f"{INDEX}.html", "All statements"),
        *([link(page, f"{page_of(after)}.html", f"{after} →")] if after else []),
    ]
    return f'<nav class="around" aria-label="Statements before and after">{" ".join(links)}</nav>'


# --- The page of them all ---


def index_page(statements: Iterable[Statement]) -> str:
    """Return the page that lists the ledger, to be searched by paper, verdict and words."""
    found = list(statements)
    verdicts = [verdict for verdict in get_args(Verdict) if any(s.verdict == verdict for s in found)]
    rows = "\n".join(_row(s) for s in found)
    return filled(
        Path(__file__).with_name("statements.md"),
        number=str(len(found)),
        papers=_options({short: f"{short}: {name}" for short, name in PAPERS.items()}),
        verdicts=_options({verdict: verdict for verdict in verdicts}),
        rows=rows,
        meanings=definitions((verdict, meanings()[verdict]) for verdict in verdicts),
    )


def _row(s: Statement) -> str:
    cells = (
        f'<th scope="row"><a href="{s.id}.html">{escape(s.id)}</a></th>',
        f"<td>{escape(s.title)}<small>{escape(s.kind)}; {escape(s.source.partition(', ')[2] or s.source)}</small></td>",
        f"<td>{badge(s.verdict)}</td>",
    )
    return f'<tr data-paper="{s.paper}" data-verdict="{escape(s.verdict)}">{"".join(cells)}</tr>'


def _options(choices: dict[str, str]) -> str:
    return "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in choices.items())
