"""The command ``formal-rl conform log``: a log of training is checked, line by line."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.conform.reports import (
    AsJson,
    Html,
    JsonFile,
    Junit,
    ReportCommand,
    Showing,
    require_places,
    write_reports,
)
from formal_rl.cli.help import examples
from formal_rl.cli.options import listed
from formal_rl.cli.output import UNUSABLE
from formal_rl.conformance import check_log
from formal_rl.conformance.suites.by_name import name_of_suite
from formal_rl.errors import WrongUsage

COMMANDS = typer.Typer(rich_markup_mode=None, add_completion=False)


@COMMANDS.command("log", cls=ReportCommand, epilog=examples("formal-rl conform log run.jsonl"))
def _log(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.jsonl",
            help="A JSON object for each mini-episode: length, coins and reward, and mini_episode or meta_episode.",
        ),
    ],
    *,
    suite: Annotated[list[str] | None, typer.Option(hidden=True)] = None,
    as_json: AsJson = False,
    json_file: JsonFile = None,
    junit: Junit = None,
    html: Html = None,
) -> None:
    """Check the log of a training loop against the definition of the DREST reward, the suite drest_return.

    Exit codes: 0 it conforms, 1 it diverges, 4 it cannot be read.
    """
    if {*map(name_of_suite, listed(suite))} - {"drest_return"}:
        raise WrongUsage(f"a log is checked with --suite drest_return, not {', '.join(listed(suite))}")
    places = {"json": json_file, "junit": junit, "html": html}
    require_places(places, {}, file)
    report = check_log(file)
    if as_json:
        output.print_json(report.to_json())
    else:
        Showing(output.PipeConsole(file=sys.stdout)).finish(report)
    well = write_reports(places, report.to_json(), [report])
    if code := report.exit_code if well else UNUSABLE:
        raise typer.Exit(code)
