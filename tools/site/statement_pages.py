"""A page for each statement of the ledger, and the page of them all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import get_args

from formal_rl.statements import LEDGER, PAPERS, RETIRED, KillTable, Statement, Verdict, kill_table, source_of, used_by
from formal_rl.statements.merged import MERGED
from formal_rl.study import ILLUSTRATIONS
from tools.kills.page import page as kills_page
from tools.site import proof_pages
from tools.site.code import address
from tools.site.markup import badge, definitions, fence, filled, link, plain, raw, table

GLOSSARY = Path(__file__).parents[2] / "docs" / "reference" / "glossary.md"
INDEX = "statements/index"
_MANY = 12

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
    return {**made, f"{INDEX}.md": index_page(LEDGER.values()), "reference/kills.md": kills_page()}


def files() -> dict[str, bytes]:
    """Return what the search looks through: id, place, title and verdict of each statement, and its former ids."""
    former = {at: [old for old, row in MERGED.items() if row == at] for at in LEDGER}
    listed = [
        {"id": s.id, "source": s.source, "title": s.title, "verdict": s.verdict, "former": former[s.id]}
        for s in LEDGER.values()
    ]
    return {"_static/statements.js": f"const STATEMENTS = {json.dumps(listed, ensure_ascii=False)};\n".encode()}


def statement_page(statement: Statement, before: str = "", after: str = "") -> str:
    """Return the page of a statement."""
    s, page = statement, page_of(statement.id)
    said = f"<span>{escape(s.kind)}</span> <span>{escape(s.source)}</span>"
    head = f'<p class="statement-head">{badge(s.verdict)} {said}</p>'
    facts = (
        ("Verdict", f"**{s.verdict}**. {meanings()[s.verdict]}"),
        ("Proved", _proved(s, page)),
        ("Evidence", plain(s.evidence)),
        ("What was found", plain(s.finding)),
        ("What that does not mean", plain(s.caution)),
        ("Repair", plain(s.repair)),
        ("Witness", plain(s.witness)),
        ("Defects", plain(s.defects)),
    )
    pieces = [
        "---\norphan: true\n---",
        f"# {s.id}: {plain(s.title)}",
        raw(head),
        "{.claim}\n" + plain(s.claim),
        "{.facts}\n" + definitions(facts),
        *_explored(s, page),
        *_illustrated(s),
        *_uses(s),
        *_code(s, page),
        "## Run it",
        fence(f"$ formal-rl verify {s.id} --parts\n$ formal-rl explain {s.id}", "console"),
        *_kills(s),
        raw(_around(page, before, after)),
    ]
    return "\n\n".join(pieces) + "\n"


def _proved(s: Statement, page: str) -> str:
    """Return links to the theorems in Rocq that prove a statement; nothing where none does."""
    links = ", ".join(proof_pages.link_to(each, page) for each in s.proofs)
    return f"∎ machine-checked in Rocq: {links}" if links else ""


def _uses(s: Statement) -> list[str]:
    entries = (
        ("Its sentence uses", s.uses),
        ("Its evidence uses", s.evidence_uses),
        ("Used by", used_by(s.id)),
    )
    said = definitions(
        (word, "; ".join(f"{{ledger}}`{each}`, {plain(LEDGER[each].title)}" for each in ids)) for word, ids in entries
    )
    return ["## What it uses, and what uses it", said, "[The map](../map.md) shows all."] if said else []


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


def _illustrated(s: Statement) -> list[str]:
    if s.id not in ILLUSTRATIONS:
        return []
    illustration = ILLUSTRATIONS[s.id]
    return ["## See it run", fence(f"$ {illustration.command}\n{illustration.run()}", "console")]


def _code(s: Statement, page: str) -> list[str]:
    pieces = ["## Code"] if s.code else []
    for name in s.main_code:
        heading = f'<p class="defined">{link(page, address(name), name)}</p>'
        pieces += [raw(heading), fence(source_of(name), "python")]
    others = s.code[len(s.main_code) :]
    if others:
        items = "".join(f"<li>{link(page, address(name), name)}</li>" for name in others)
        opened = "" if len(others) > _MANY else " open"
        said = f"{len(others)} other definition{'s' * (len(others) > 1)} that cite{'s' * (len(others) == 1)} it"
        pieces.append(raw(f'<details class="others"{opened}><summary>{said}</summary><ul>{items}</ul></details>'))
    return pieces


def _kills(s: Statement) -> list[str]:
    measured = kill_table(s.id)
    said = "A *mutant* is a deliberately wrong version. The check of this statement must reject each."
    if measured is None:
        names = "\n".join(f"* {plain(mutant.name)}" for mutant in s.mutants)
        return ["## Mutants", said, names, "Which part rejects which was not measured yet: `make kills` does so."]
    changes = [fence(f"{mutant.name}\n{mutant.patch}", "diff") for mutant in s.mutants if mutant.patch]
    tables = [raw(kills_table(measured)), raw(parts_table(measured))]
    return ["## Mutants, and the parts that reject them", said, *tables, *changes]


def kills_table(measured: KillTable) -> str:
    """Return a row for each mutant and a column for each part, with a cross where the part rejects the mutant."""
    parts = [f'<abbr title="{escape(part.name)}">{at}</abbr>' for at, part in enumerate(measured.parts, 1)]
    rows = (
        [escape(mutant.name), *(_cell(at, mutant.killed_by, mutant.unreached) for at in range(len(parts)))]
        for mutant in measured.mutants
    )
    caption = "A cross: the part rejects the mutant. A question mark: it was not reached."
    return table(["mutant", *parts], rows, caption=caption, classes="kills")


def _cell(part: int, killed_by: Iterable[int], unreached: Iterable[int]) -> str:
    if part in killed_by:
        return '<span class="kill" title="rejects it">✕</span>'
    return '<span title="not reached">?</span>' if part in unreached else ""


def parts_table(measured: KillTable) -> str:
    """Return what each part is: its domain, its cases, and how many mutants it rejects."""
    machine = ["made by machine"] if measured.machine else []
    rows = (
        [str(at + 1), escape(part.name), escape(part.domain), f"{part.cases:,}", str(measured.kills(at))]
        + [str(measured.machine_kills(at))] * len(machine)
        for at, part in enumerate(measured.parts)
    )
    caption = "The parts of the check in the quick profile, and how many mutants each rejects."
    if machine:
        caption += f" Of {len(measured.machine)} made by machine, {measured.machine_killed} are rejected."
    heading = ["part", "what it compares", "domain", "cases", "rejects", *machine]
    return table(heading, rows, caption=caption, classes="parts")


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
