"""Output of the commands about conformance: reports as text, JSON, JUnit XML and HTML."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import define, field
from rich.console import Console
from typer.core import TyperCommand

from formal_rl.cli import output
from formal_rl.cli.options import require_directory, require_not_input, require_writable, written
from formal_rl.cli.output import DISAGREES, OUR_FAULT, UNUSABLE

if TYPE_CHECKING:
    from formal_rl.conformance import Report
    from formal_rl.conformance.reports.report import Line

WORST_FIRST = (OUR_FAULT, UNUSABLE, DISAGREES, 5, 0)
"""The exit codes, the most serious first."""

SEVERAL = "conformance-reports/1"
"""The schema of several reports in one."""

_JSON_FILE = "--json-file"

AsJson = Annotated[
    bool, typer.Option("--json", help="Print JSON, for machines; --json FILE writes it to a file instead.")
]
JsonFile = Annotated[Path | None, typer.Option(_JSON_FILE, metavar="FILE", hidden=True)]
Junit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write the report as JUnit XML.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the report as an HTML page.")]

_STYLES = {
    "conforms": "green",
    "diverges": "bold red",
    "unexpected conformance": "bold red",
    "expected divergence": "yellow",
    "not reached": "dim",
}


class ReportCommand(TyperCommand):
    """A command in which ``--json`` may be followed by a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read ``--json FILE`` and ``--json=FILE`` as the option of that file."""
        return super().parse_args(ctx, list(_with_json_file(args)))


def _with_json_file(arguments: list[str]) -> Iterator[str]:
    for argument, after in zip(arguments, [*arguments[1:], "-"], strict=False):
        is_object = after.endswith((".py", ".toml")) or ":" in after
        is_file = not after.startswith("-") and (after.endswith(".json") or not is_object)
        if argument == "--json" and is_file:
            yield _JSON_FILE
        elif argument.startswith("--json="):
            yield _JSON_FILE + argument.removeprefix("--json")
        else:
            yield argument


def worst(codes: Iterable[int]) -> int:
    """Return the exit code of several."""
    return min(codes, key=WORST_FIRST.index)


def reports_json(reports: Sequence[Report], code: int, scripts: Sequence[Path | None] | None = None) -> dict[str, Any]:
    """Return one report, or several as one, as JSON values; ``scripts`` adds the path of each script."""
    values = [report.to_json() for report in reports]
    for each, script in zip(values, scripts or (), strict=False):
        each["script_path"] = script and str(script)
    return values[0] if len(values) == 1 else {"schema": SEVERAL, "exit_code": code, "reports": values}


@define
class Showing:
    """Prints reports in colours, one after another, and the beginning of each before the rest is known."""

    console: Console
    begun: bool = False
    shown: list[Line] = field(factory=list)

    def begin(self, report: Report) -> None:
        """Print the beginning of the next report, the first time."""
        if not self.shown:
            self._open()
            self.shown = report.beginning
            self._echo(self.shown)

    def finish(self, report: Report, script: Path | None = None, out: Path | None = None) -> None:
        """Print the rest of the report, and the command that repeats the counterexample."""
        lines, before = report.lines(), len(self.shown)
        if not before or lines[:before] != self.shown:
            self._open()
            before = 0
        self._echo(lines[before:])
        self.shown = []
        if report.counterexample is not None:
            self._echo([("", ""), *((line, "") for line in _seen_again(report, script, out))])

    def _open(self) -> None:
        if self.begun:
            output.echo(self.console)
        self.begun = True

    def _echo(self, lines: Iterable[Line]) -> None:
        for text, verdict in lines:
            output.echo(self.console, text, style=_STYLES.get(verdict, ""))


def _seen_again(report: Report, script: Path | None, out: Path | None) -> Iterator[str]:
    reason = None if report.counterexample is None else report.counterexample.no_script
    if script is not None:
        yield f"  To see it again: python {shlex.quote(str(script))}   (exits 1 until it is fixed)"
    elif reason is not None:
        yield from fill(f"  {reason[0].upper()}{reason[1:]}.", 100, subsequent_indent="  ").splitlines()
    else:
        yield "  With --out DIR this is written as a script that exits 1 until it is fixed."
    number = sum(each.witness is not None for each in report.counterexamples)
    if out is not None and number:
        what = f"{number} counterexamples, each" if number > 1 else "the counterexample"
        yield f"  In {out}: {what} as data, for formal-rl replay, with a trace."


def require_places(places: Mapping[str, Path | None], named: Mapping[str, str], *inputs: Path | None) -> None:
    """Raise `InvalidParameter` before any computation if a report cannot be written.

    ``named`` has the names of places in messages, where they are not the options of the keys.
    """
    for key, place in places.items():
        option = named.get(key, f"--{key}")
        (require_directory if key == "out" else require_writable)(option, place)
        require_not_input(option, place, *inputs)


def write_reports(
    places: Mapping[str, Path | None], document: object, reports: Sequence[Report], seconds: Sequence[float] = ()
) -> bool:
    """Write each report that has a place; report what fails, and return whether nothing failed.

    ``document`` is the content of the JSON file; ``seconds`` are the durations of the checks, if known.
    """
    from formal_rl.conformance.reports.html import report_page  # noqa: PLC0415 - slow to import
    from formal_rl.conformance.reports.junit import junit_text  # noqa: PLC0415 - slow to import

    texts: dict[str, Callable[[], str]] = {
        "json": lambda: output.json_text(document) + "\n",
        "junit": lambda: junit_text(reports, seconds),
        "html": lambda: report_page(report.to_json() for report in reports),
    }
    wanted = ((place, text) for key, text in texts.items() if (place := places.get(key)) is not None)
    return False not in [written(place, text()) for place, text in wanted]
