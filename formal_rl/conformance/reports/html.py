"""A report of a check as HTML that needs nothing else: a part for notebooks, and a page of several."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from formal_rl.conformance.engine.claims import STAGES
from formal_rl.conformance.engine.failure_kinds import shown_word
from formal_rl.conformance.engine.printable import printable
from formal_rl.view import html_page, shipped_text

_VERDICTS = {
    "conforms": ("good", "✓"),
    "diverges": ("bad", "✗"),
    "unexpected conformance": ("bad", "✗"),
    "expected divergence": ("known", "≈"),
    "not reached": ("quiet", "·"),
}

_DEFAULTS = {"semantics": "paper", "profile": "quick", "seed": 0}
"""The settings that need not be said."""

_DIFFERING = re.compile(r"(\[[^\[\]\s]+\])(?=[ \[]|$)|(?<=[ ])(<-- differs)$", re.MULTILINE)
"""What stands out in the text of a counterexample: a cell in brackets, and what is said of a line."""

_FAILED = ("diverges", "unexpected conformance")

_WORDS = {0: "conforms", 1: "diverges", 4: "cannot be used", 5: "nothing was compared"}


def report_page(reports: Iterable[Mapping[str, Any]]) -> str:
    """Return a page with these reports, given as the JSON values of `Report.to_json`; of several with a summary."""
    shown = tuple(reports)
    title = ", ".join(f"{each['suite']}: {_WORDS[each['exit_code']]}" for each in shown)
    summary = [_summary(shown)] if len(shown) > 1 else []
    return html_page(title, shipped_text("report_page.css"), "\n".join([*summary, *map(report_fragment, shown)]))


def _summary(reports: Iterable[Mapping[str, Any]]) -> str:
    rows = []
    for report in reports:
        verdict = f'<td class="verdict {_kind(report)}">{_WORDS[report["exit_code"]]}</td>'
        failed = next((each for each in report["rows"] if each["required"] and each["verdict"] in _FAILED), None)
        first = "" if failed is None else f"{failed['sentence']}: {shown_word(failed['outcome'] or failed['verdict'])}"
        cells = (f"<td>{escape(report[name])}</td>" for name in ("suite", "implementation"))
        rows.append(f"<tr>{''.join(cells)}{verdict}<td>{escape(first)}</td></tr>")
    head = "<tr><th>suite</th><th>implementation</th><th>verdict</th><th>first failing claim</th></tr>"
    return printable("\n".join([_begun(), "<table>", head, *rows, "</table>", "</div>"]))


def _begun() -> str:
    return f'<style>\n{shipped_text("report.css")}\n</style>\n<div class="conformance">'


def _kind(report: Mapping[str, Any]) -> str:
    return "good" if report["exit_code"] == 0 else "bad"


def report_fragment(report: Mapping[str, Any]) -> str:
    """Return one report, given as the JSON values of `Report.to_json`, as a part of a page."""
    heading = f"{report['suite']}: {report['implementation']}"
    parts = [
        _begun(),
        f'<h2>{escape(heading)} <span class="{_kind(report)}">{_WORDS[report["exit_code"]]}</span></h2>',
        f"<p>Compared with {escape(report['source'])}.{_read_as(report)}<br>",
        f'<span class="quiet">{escape(_settings(report))}</span></p>',
    ]
    if report["counterexample"] is not None:
        parts += _counterexample(report["suite"], report["counterexample"], first=True)
    if ":" in report["implementation"]:
        parts.append(f'<p>To run it again:</p>\n<pre class="broken">{escape(_command(report))}</pre>')
    if report["unusable"] is not None:
        parts.append(f'<pre class="broken">{escape(report["unusable"])}</pre>')
    else:
        parts += _table(report["rows"])
    parts += [f'<p class="quiet">warning: {escape(each)}</p>' for each in report["warnings"]]
    for each in report["further"]:
        parts += _counterexample(report["suite"], each, first=False)
    return printable("\n".join([*parts, "</div>"]))


def _command(report: Mapping[str, Any]) -> str:
    options = [("suite", report["suite"])]
    options += [(name, report[name]) for name, usual in _DEFAULTS.items() if report[name] != usual]
    words = (word for name, value in options for word in (f"--{name}", shlex.quote(str(value))))
    return " ".join(["formal-rl conform", shlex.quote(report["implementation"]), *words])


def _read_as(report: Mapping[str, Any]) -> str:
    return "" if report["shape"] is None else f" Read as {escape(report['shape'])}."


def _settings(report: Mapping[str, Any]) -> str:
    return (
        f"formal_rl {report['formal_rl']}, definitions revision {report['definitions_revision']}; semantics "
        f"{report['semantics']}, profile {report['profile']}, seed {report['seed']}"
    )


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
    lines.append(f"<pre>{_marked(shown['text'])}</pre>")
    name = f"{suite}_{shown['claim']}"
    for title, text in ((f"trace_{name}.txt", shown["trace"]), (f"repro_{name}.py", shown["script"])):
        if text:
            lines.append(f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>")
    return [*lines, "</details>"]


def _marked(text: str) -> str:
    """Return the text of a counterexample with what differs marked."""
    return "".join(_with_marks(text))


def _with_marks(text: str) -> Iterator[str]:
    done = 0
    for found in _DIFFERING.finditer(text):
        yield f"{escape(text[done : found.start()])}<mark>{escape(found[0])}</mark>"
        done = found.end()
    yield escape(text[done:])
