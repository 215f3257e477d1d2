"""A report of a check as HTML that needs nothing else: a part for notebooks, and a page."""

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from formal_rl.conformance.engine.failures import printable, shown_word
from formal_rl.conformance.engine.suite import STAGES, WORDS
from formal_rl.view.pages import html_page, shipped_text

_VERDICTS = {
    "conforms": ("good", "✓"),
    "diverges": ("bad", "✗"),
    "unexpected conformance": ("bad", "✗"),
    "expected divergence": ("known", "≈"),
    "not reached": ("quiet", "·"),
}

_DIFFERING = re.compile(r"\[[^\[\]\s]+\](?=[ \[]|$)|(?<= )&lt;-- differs$", re.MULTILINE)
"""Highlights in the text of a counterexample: a cell in brackets, and a mark on a line."""


def report_page(reports: Iterable[Mapping[str, Any]]) -> str:
    """Return a page with these reports, given as the JSON values of `Report.to_json`, one below the other."""
    shown = tuple(reports)
    title = ", ".join(f"{each['suite']}: {WORDS[each['exit_code']]}" for each in shown)
    return html_page(title, shipped_text("report_page.css"), "\n".join(map(report_fragment, shown)))


def report_fragment(report: Mapping[str, Any]) -> str:
    """Return one report, given as the JSON values of `Report.to_json`, as a part of a page."""
    kind = "good" if report["exit_code"] == 0 else "bad"
    read_as = "" if report["shape"] is None else f" Read as {escape(report['shape'])}."
    settings = (
        f"formal_rl {report['formal_rl']}, definitions revision {report['definitions_revision']}; semantics "
        f"{report['semantics']}, profile {report['profile']}, seed {report['seed']}"
    )
    heading = escape(f"{report['suite']}: {report['implementation']}")
    parts = [
        f'<style>\n{shipped_text("report.css")}\n</style>\n<div class="conformance">',
        f'<h2>{heading} <span class="{kind}">{WORDS[report["exit_code"]]}</span></h2>',
        f"<p>Compared with {escape(report['source'])}.{read_as}<br>",
        f'<span class="quiet">{escape(settings)}</span></p>',
    ]
    if report["counterexample"] is not None:
        parts += _counterexample(report["suite"], report["counterexample"], first=True)
    if report["unusable"] is not None:
        parts.append(f'<pre class="broken">{escape(report["unusable"])}</pre>')
    else:
        parts += _table(report["rows"])
    parts += [f'<p class="quiet">warning: {escape(each)}</p>' for each in report["warnings"]]
    for each in report["further"]:
        parts += _counterexample(report["suite"], each, first=False)
    return printable("\n".join([*parts, "</div>"]))


def _table(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    lines = ["<table>", "<tr><th>stage</th><th>claim</th><th>verdict</th><th>evidence</th></tr>"]
    for row in sorted(rows, key=lambda row: STAGES.index(row["stage"])):
        kind, mark = _VERDICTS[row["verdict"]] if row["required"] else ("quiet", "·")
        said = "; ".join(filter(None, (row["outcome"] and shown_word(row["outcome"]), row["evidence"], row["reason"])))
        said += "" if row["required"] else " (not required)"
        cells = (escape(row["stage"]), escape(row["sentence"]))
        verdict = f'<td class="verdict {kind}">{mark} {escape(shown_word(row["verdict"]))}</td>'
        lines.append(f"<tr><td>{cells[0]}</td><td>{cells[1]}</td>{verdict}<td>{escape(said)}</td></tr>")
    return [*lines, "</table>"]


def _counterexample(suite: str, shown: Mapping[str, Any], *, first: bool) -> list[str]:
    heading = f"{'The smallest counterexample, to' if first else 'To'}: {shown['sentence']}"
    note = f" ({shown['note']})" if shown["note"] else ""
    lines = [f"<details{' open' if first else ''}><summary>{escape(heading + note)}</summary>"]
    marked = _DIFFERING.sub(r"<mark>\g<0></mark>", escape(shown["text"]))
    lines.append(f"<pre>{marked}</pre>")
    name = f"{suite}_{shown['claim']}"
    for title, text in ((f"trace_{name}.txt", shown["trace"]), (f"repro_{name}.py", shown["script"])):
        if text:
            lines.append(f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>")
    return [*lines, "</details>"]
