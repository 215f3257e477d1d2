"""A report of a check as HTML that needs nothing else: a part for notebooks, and a page of several."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from formal_rl.conformance.claims import STAGES
from formal_rl.conformance.printable import printable
from formal_rl.view import html_page, shipped_text

_VERDICTS = {
    "conforms": ("good", "✓"),
    "diverges": ("bad", "✗"),
    "unexpected conformance": ("bad", "✗"),
    "expected divergence": ("known", "≈"),
    "not reached": ("quiet", "·"),
}

_WORDS = {0: "conforms", 1: "diverges", 4: "cannot be used", 5: "nothing was compared"}


def report_page(reports: Iterable[Mapping[str, Any]]) -> str:
    """Return a page with these reports, given as the JSON values of `Report.to_json`."""
    shown = tuple(reports)
    title = ", ".join(f"{each['suite']}: {_WORDS[each['exit_code']]}" for each in shown)
    return html_page(title, shipped_text("report_page.css"), "\n".join(map(report_fragment, shown)))


def report_fragment(report: Mapping[str, Any]) -> str:
    """Return one report, given as the JSON values of `Report.to_json`, as a part of a page."""
    word, kind = _WORDS[report["exit_code"]], "good" if report["exit_code"] == 0 else "bad"
    parts = [
        f"<style>\n{shipped_text('report.css')}\n</style>",
        '<div class="conformance">',
        f'<h2>{escape(report["suite"])}: {escape(report["implementation"])} <span class="{kind}">{word}</span></h2>',
        f"<p>Compared with {escape(report['source'])}.{_read_as(report)}<br>",
        f'<span class="quiet">{escape(_settings(report))}</span></p>',
    ]
    if report["unusable"] is not None:
        parts.append(f"<pre>{escape(report['unusable'])}</pre>")
    else:
        parts += _table(report["rows"])
    parts += [f"<pre>warning: {escape(each)}</pre>" for each in report["warnings"]]
    if report["counterexample"] is not None:
        parts += _counterexample(report["suite"], report["counterexample"], first=True)
    for each in report["further"]:
        parts += _counterexample(report["suite"], each, first=False)
    return printable("\n".join([*parts, "</div>"]))


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
        said = "; ".join(filter(None, (row["outcome"], row["evidence"], row["reason"])))
        said += "" if row["required"] else " (not required)"
        cells = (escape(row["stage"]), escape(row["sentence"]))
        verdict = f'<td class="{kind}">{mark} {escape(row["verdict"])}</td>'
        lines.append(f"<tr><td>{cells[0]}</td><td>{cells[1]}</td>{verdict}<td>{escape(said)}</td></tr>")
    return [*lines, "</table>"]


def _counterexample(suite: str, shown: Mapping[str, Any], *, first: bool) -> list[str]:
    heading = f"{'The smallest counterexample, to' if first else 'To'}: {shown['sentence']}"
    note = f" ({shown['note']})" if shown["note"] else ""
    lines = [f"<details{' open' if first else ''}><summary>{escape(heading + note)}</summary>"]
    lines.append(f"<pre>{escape(shown['text'])}</pre>")
    name = f"{suite}_{shown['claim']}"
    for title, text in ((f"trace_{name}.txt", shown["trace"]), (f"repro_{name}.py", shown["script"])):
        if text:
            lines.append(f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>")
    return [*lines, "</details>"]
