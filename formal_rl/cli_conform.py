"""The command ``formal-rl conform``: an implementation of the user's against a definition."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from traceback import format_exception_only
from typing import Annotated

import typer
from rich.console import Console

from formal_rl import cli_output
from formal_rl.checking.scope import Profile
from formal_rl.conformance import SUITES, Report, Semantics, check_named
from formal_rl.conformance.isolation import Watch
from formal_rl.errors import FormalRLError

OUR_FAULT = 3
"""The exit code of a fault that is ours."""

_COLOURS = {"conforms": "green", "DIVERGES": "bold red", "not reached": "dim"}


def add_conform_command(app: typer.Typer) -> None:
    """Add the command to the command line.

    Ledger: infrastructure
    """
    app.command(
        "conform",
        epilog="Examples: formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards | "
        "formal-rl conform src/checks.py:reality_check --suite reality_check --out repro | "
        "formal-rl conform my_envs:Button --suite tempting_button --semantics published --timeout 5",
    )(_conform)


def _conform(
    implementation: Annotated[
        str, typer.Argument(metavar="MODULE:OBJECT", help="What to check: module:object or path/to/file.py:object.")
    ],
    *,
    suite: Annotated[str, typer.Option(metavar="NAME", help=f"The definition: {', '.join(SUITES)}.")],
    semantics: Annotated[
        Semantics, typer.Option(help="The paper's definition, or what the published library does.")
    ] = "paper",
    profile: Annotated[Profile, typer.Option(help="How far to go.")] = "quick",
    seed: Annotated[int, typer.Option(min=0, help="Seed of what is sampled.")] = 0,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Run in a child process, for what may hang or end it; end it where one question takes longer.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", file_okay=False, help="Write the counterexample there, as a stand-alone script."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")] = False,
) -> None:
    """Check your implementation against a definition: 0 conforms, 1 diverges, 4 cannot be used, 5 nothing compared."""
    console, watch = cli_output.PipeConsole(file=sys.stdout), Watch()  # this one, whatever stands in for it later
    try:
        with cli_output.progress_bar(console, enabled=not as_json) as progress:
            task = progress.add_task("checking", total=None)
            report = check_named(
                implementation,
                suite,
                semantics=semantics,
                profile=profile,
                seed=seed,
                timeout=timeout,
                progress=lambda sentence: progress.update(task, description=sentence),
                watch=watch,
            )
        script = None if out is None else report.write_script(out)
    except KeyboardInterrupt:
        if str(watch):
            cli_output.complain(f"interrupted while asking the {watch}; with --timeout SECONDS this ends by itself")
        raise
    except FormalRLError:
        raise
    except OSError as error:
        cli_output.complain(f"the script cannot be written: {error}")
        raise typer.Exit(4) from None
    except Exception as error:
        cli_output.complain(
            f"this is a fault of formal-rl, please report it: {format_exception_only(error)[-1].strip()}"
        )
        raise typer.Exit(OUR_FAULT) from error
    if as_json:
        typer.echo(
            json.dumps({**report.to_json(), "script_path": script and str(script)}, indent=2, ensure_ascii=False)
        )
    else:
        _say(console, report, script)
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def _say(console: Console, report: Report, script: Path | None) -> None:
    for line in str(report).splitlines():
        style = next((colour for word, colour in _COLOURS.items() if f" {word}" in line), "")
        cli_output.say(console, line, style=style)
    shown = report.counterexample
    if shown is None:
        return
    cli_output.say(console)
    if script is not None:
        cli_output.say(console, f"  To see it again: python {script}   (exits 1 until it is fixed)")
    elif shown.no_script is not None:
        cli_output.say(console, f"  {shown.no_script[0].upper()}{shown.no_script[1:]}.")
    else:
        cli_output.say(console, "  With --out DIR this is written as a script that exits 1 until it is fixed.")
