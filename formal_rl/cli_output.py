"""What the command line prints: rows as text, colours only on a terminal."""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Iterable, Sequence
from pkgutil import resolve_name
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from formal_rl import DEFINITIONS_REVISION
from formal_rl.conformance import VectorReport
from formal_rl.statements import Report, Statement
from formal_rl.study.illustrations import Illustration

INTERRUPTED = 2
"""The exit code of what was broken off."""

_COLOURS = {"holds": "green", "defined": "green", "refuted": "yellow", "ok": "green", "FAILED": "bold red"}


class PipeConsole(Console):
    """A console that ends the program where nobody reads any more.

    Ledger: infrastructure
    """

    def on_broken_pipe(self) -> None:
        """End at once, as interrupted: rich would give the code of a disagreement, and workers would complain."""
        os._exit(INTERRUPTED)


def say(console: Console, text: str = "", style: str = "") -> None:
    """Print one line as it is: no wrapping, no markup of its own.

    Ledger: infrastructure
    """
    console.print(Text(text, style=style), soft_wrap=True)


def progress_bar(console: Console, *, enabled: bool) -> Progress:
    """Return a progress bar that is seen on a terminal only, and gone at the end.

    Ledger: infrastructure
    """
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not (enabled and console.is_terminal),
    )


def complain(message: str) -> None:
    """Print one line on standard error, in the name of the program.

    Ledger: infrastructure
    """
    say(PipeConsole(stderr=True), f"formal-rl: {message}")


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the rows as lines with aligned columns.

    Ledger: infrastructure
    """
    table = [list(row) for row in rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))] if table else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def statement_rows(statements: Iterable[Statement]) -> list[str]:
    """Return the ledger as lines.

    Ledger: infrastructure
    """
    heading = ("statement", "kind", "verdict", "what it says", "source")
    return columns([heading, *((s.id, s.kind, s.verdict, s.title, s.source) for s in statements)])


def markdown_rows(statements: Iterable[Statement]) -> list[str]:
    """Return the ledger as a table in Markdown, as in the README.

    Ledger: infrastructure
    """
    rows = ["| statement | what it says | verdict | evidence |", "| --- | --- | --- | --- |"]
    for s in statements:
        verdict = f"{s.verdict}; repaired: {_plain(s.repair)}" if s.repair else s.verdict
        rows.append(f"| `{s.id}` | {_plain(s.title)} ({s.source}) | {verdict} | {_plain(s.evidence)} |")
    return rows


def _plain(text: str) -> str:
    """Keep the signs of the papers from being read as Markdown."""
    return text.replace("*", "\\*").replace("|", "\\|")


def page(statements: Iterable[Statement]) -> list[str]:
    """Return the whole ledger as a page of the docs, in Markdown.

    Ledger: infrastructure
    """
    lines = [
        "# The statements",
        "",
        "Made by `formal-rl statements --page`. Each is checked, and its wrong twins rejected, by `formal-rl verify`.",
    ]
    for s in statements:
        lines += ["", f"## {s.id}: {s.title}", "", f"{s.kind.capitalize()}; {s.source}.", "", _plain(s.claim), ""]
        fields = (("Verdict", s.verdict), ("Repair", s.repair), ("Evidence", s.evidence), ("Witness", s.witness))
        lines += [f"* {name}: {_plain(text)}" for name, text in (*fields, ("Defects", s.defects)) if text]
        lines.append(f"* Defined by: {', '.join(f'`{name}`' for name in s.code)}")
        lines.append(f"* Rejects: {'; '.join(twin.name for twin in s.twins)}")
    return lines


def statement_json(statement: Statement) -> dict[str, Any]:
    """Return a statement as JSON values.

    Ledger: infrastructure
    """
    fields = ("id", "kind", "title", "claim", "source", "verdict", "evidence", "defects", "repair", "witness")
    return {
        **{name: getattr(statement, name) for name in fields},
        "code": list(statement.code),
        "twins": [twin.name for twin in statement.twins],
    }


def explain(console: Console, statement: Statement) -> None:
    """Print a statement: what it says, how it stands, and the code that defines it.

    Ledger: infrastructure
    """
    say(console, f"{statement.id}  {statement.title}", style="bold")
    say(console, f"{statement.kind}; {statement.source}")
    say(console)
    say(console, statement.claim)
    say(console)
    labelled = (
        ("verdict", statement.verdict),
        ("evidence", statement.evidence),
        ("repair", statement.repair),
        ("witness", statement.witness),
        ("defects", statement.defects),
        ("rejects", "; ".join(twin.name for twin in statement.twins)),
    )
    for label, text in labelled:
        if text:
            say(console, f"{label + ':':<10}{text}")
    say(console)
    for name in statement.code:
        _source(console, name)
    say(console, f"run it:   formal-rl verify {statement.id} --parts")


def illustrate(console: Console, illustration: Illustration) -> None:
    """Print a short run that shows a statement, and the command that shows it.

    Ledger: infrastructure
    """
    say(console, f"see it:   {illustration.command}")
    say(console)
    for line in str(illustration.run()).splitlines():
        say(console, f"  {line}".rstrip())


def _source(console: Console, name: str) -> None:
    module, _, attribute = name.rpartition(".")
    value = getattr(resolve_name(module), attribute)
    if (inspect.isfunction(value) and value.__qualname__ == attribute) or inspect.isclass(value):
        source = inspect.getsource(value)
    else:
        source = _assignment(inspect.getsource(resolve_name(module)), attribute)
    say(console, f"# {name}", style="dim")
    say(console, source.rstrip())
    say(console)


def _assignment(source: str, name: str) -> str:
    """Return the statement of a module that gives a value to a name."""
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return ast.get_source_segment(source, node) or ""
    return ""


def count(number: int) -> str:
    """Return a count with separators, or in powers of ten where it is long.

    Ledger: infrastructure
    """
    return f"{number:,}" if number < 10**9 else f"{number:.2e}"


def report_row(report: Report, title: str) -> str:
    """Return one verified statement as a line, its title last.

    Ledger: infrastructure
    """
    cases = count(report.cases) + (f" + {count(report.merged_cases)} merged" if report.merged_cases else "")
    met = report.branches.values()
    branches = f"{len(met)}, least {count(min(met))}" if met else "none"
    return (
        f"{report.id:<23} {report.verdict:<16} {'ok' if report.passed else 'FAILED':<6}  cases {cases:<26}  "
        f"branches {branches:<16}  twins {report.twins_rejected}/{len(report.twins)}  {report.seconds:6.2f} s  {title}"
    )


def report_parts(report: Report) -> list[str]:
    """Return the parts and twins of a verified statement as indented lines.

    Ledger: infrastructure
    """
    lines = []
    for part in report.parts:
        met = ", ".join(f"{name}: {count(number)}" for name, number in part["branches"].items())
        came_out = "as expected" if part["as_expected"] else "NOT AS EXPECTED"
        meant = "" if part["expected"] == "holds" else " (is to fail)"
        lines.append(f"    {part['name']}{meant}: {count(part['cases'])} cases, {came_out}; {part['domain']}")
        if met:
            lines.append(f"        {met}")
        if part["witness"]:
            lines += [f"        {line}" for line in part["witness"].splitlines()]
    for twin in report.twins:
        verdict = f"rejected by {twin.by}" if twin.rejected else "NOT REJECTED"
        lines.append(f"    twin {twin.name}: {verdict}" + (f": {twin.witness}" if twin.witness else ""))
    return lines


def summary(reports: Sequence[Report], seed: int, profile: str) -> str:
    """Return the closing line of a verification.

    Ledger: infrastructure
    """
    reproduced = sum(report.reproduced for report in reports)
    twins, rejected = sum(len(report.twins) for report in reports), sum(report.twins_rejected for report in reports)
    return (
        f"{len(reports)} statements: {reproduced} reproduced, {len(reports) - reproduced} not; "
        f"{twins} twins: {rejected} rejected, {twins - rejected} not; "
        f"{count(sum(report.cases for report in reports))} cases; "
        f"profile {profile}, seed {seed}, definitions revision {DEFINITIONS_REVISION}"
    )


MOST_MISMATCHES = 20
"""How many mismatches of one file are printed as text."""


def vector_lines(report: VectorReport) -> list[str]:
    """Return a replay as lines, the closing line last; of one file, not more than `MOST_MISMATCHES` mismatches.

    Ledger: infrastructure
    """
    rows = [(f.file, str(f.cases), str(len(f.mismatches)), str(len(f.skips))) for f in report.files]
    lines = columns([("file", "cases", "mismatches", "skipped"), *rows]) if rows else []
    reasons: dict[str, int] = {}
    for skip in report.skips:
        reasons[skip.reason] = reasons.get(skip.reason, 0) + 1
    lines += [f"skipped {number}: {reason}" for reason, number in sorted(reasons.items())]
    lines += [f"ignored, not recorded runs: {name}" for name in report.ignored]
    lines += [f"{file.file}: {note}" for file in report.files for note in file.notes]
    for file in report.files:
        lines += [f"mismatch: {mismatch}" for mismatch in file.mismatches[:MOST_MISMATCHES]]
        left_out = len(file.mismatches) - MOST_MISMATCHES
        if left_out > 0:
            lines.append(f"mismatch: {file.file}: and {left_out} more, all of them with --json")
    return [*lines, report.closing_line]


def colour(word: str) -> str:
    """Return the style of a line that contains this verdict.

    Ledger: infrastructure
    """
    return _COLOURS.get(word, "")
