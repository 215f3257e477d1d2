"""What the commands about conformance print and write: reports as text, JSON, JUnit XML and HTML."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from attrs import define
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.options import require_writable, written
from formal_rl.cli.output import DISAGREES, OUR_FAULT, UNUSABLE

if TYPE_CHECKING:
    from formal_rl.conformance import Report

WORST_FIRST = (OUR_FAULT, UNUSABLE, DISAGREES, 5, 0)
"""The exit codes, from the one that hides all others."""

SEVERAL = "conformance-reports/1"
"""The schema of several reports in one."""

_COLOURS = {
    "conforms": "green",
    "DIVERGES": "bold red",
    "FAILS": "bold red",
    "UNEXPECTED": "bold red",
    "CONFORMS UNEXPECTEDLY": "bold red",
    "fails as expected": "yellow",
    "skipped (earlier failure)": "dim",
}


def worst(codes: Sequence[int]) -> int:
    """Return the exit code of several."""
    return min(codes, key=WORST_FIRST.index)


def reports_json(reports: Sequence[Report], code: int, scripts: Sequence[Path | None] | None = None) -> dict[str, Any]:
    """Return one report, or several as one, as JSON values, with where their scripts are if that is to be told."""
    values = [report.to_json() for report in reports]
    for each, script in zip(values, scripts or (), strict=False):
        each["script_path"] = script and str(script)
    return values[0] if len(values) == 1 else {"schema": SEVERAL, "exit_code": code, "reports": values}


@define
class Showing:
    """Prints a report in colours, and its beginning before all of it is known; ``apart`` from what stands above."""

    console: Console
    apart: bool
    printed: str = ""

    def begin(self, report: Report) -> None:
        """Print the beginning, the first time."""
        if not self.printed:
            self.printed = report.beginning
            self._echo(self.printed, apart=self.apart)

    def finish(self, report: Report, script: Path | None, out: Path | None) -> None:
        """Print what has not been printed, and how the counterexample can be seen again."""
        text = str(report)
        if self.printed and text.startswith(self.printed):
            self._echo(text.removeprefix(self.printed).removeprefix("\n"))
        else:
            self._echo(text, apart=self.apart or bool(self.printed))
        shown = report.counterexample
        if shown is None:
            return
        output.echo(self.console)
        if script is not None:
            output.echo(
                self.console, f"  To see it again: python {shlex.quote(str(script))}   (exits 1 until it is fixed)"
            )
        elif shown.no_script is not None:
            why = f"{shown.no_script[0].upper()}{shown.no_script[1:]}."
            output.echo(self.console, fill(why, 100, initial_indent="  ", subsequent_indent="  "))
        else:
            output.echo(self.console, "  With --out DIR this is written as a script that exits 1 until it is fixed.")
        if out is not None:
            number = sum(each.witness is not None for each in report.counterexamples)
            what = f"{number} counterexamples, each" if number > 1 else "the counterexample"
            if number:
                output.echo(self.console, f"  In {out}: {what} as data, for formal-rl replay, with a trace.")

    def _echo(self, text: str, *, apart: bool = False) -> None:
        if apart:
            output.echo(self.console)
        for line in text.splitlines():
            style = next((colour for word, colour in _COLOURS.items() if f" {word}" in line), "")
            output.echo(self.console, line, style=style)


def echo_totals(console: Console, reports: Sequence[Report], suites: int) -> None:
    """Print how many suites came out how."""
    words = {0: "conform", 1: "diverge", 4: "cannot be used", 5: "with nothing compared"}
    counts = Counter(words[report.exit_code] for report in reports)
    counts["not finished"] = suites - len(reports)
    told = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    output.echo(console)
    output.echo(console, f"{suites} suites: {told}")


def require_all_writable(json_file: Path | None, junit: Path | None, html: Path | None) -> None:
    """Raise `InvalidParameter` where a report could not be written, before anything is computed."""
    for option, path in (("--json", json_file), ("--junit", junit), ("--html", html)):
        require_writable(option, path)


def write_reports(  # noqa: PLR0917 - each file is an option
    reports: Sequence[Report],
    code: int,
    json_file: Path | None,
    junit: Path | None,
    html: Path | None,
    seconds: Sequence[float] = (),
) -> bool:
    """Write the reports where that is asked for; return whether all went well, having said what did not.

    ``seconds`` is how long each check took, if that is told.
    """
    from formal_rl.conformance import junit_text, report_page  # noqa: PLC0415 - slow to import

    well = True
    if json_file is not None:
        well = written(json_file, output.json_text(reports_json(reports, code)) + "\n") and well
    if junit is not None:
        well = written(junit, junit_text(reports, seconds)) and well
    if html is not None:
        well = written(html, report_page(report.to_json() for report in reports)) and well
    return well
