"""The commands ``formal-rl vectors``: check replays recorded runs and totals, record writes the cases of a suite."""

import sys
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import As, Json, Profile, Semantics
from formal_rl.cli.output import UNUSABLE
from formal_rl.conformance import SUITES, suite_named
from formal_rl.conformance.engine.settings import CapturedOutput, Watch
from formal_rl.errors import UnusableVectors, WrongUsage
from formal_rl.files import InUse
from formal_rl.recordings import VectorReport, recorded_vectors, replay, shipped_recordings, write_vectors
from formal_rl.recordings.totals import CELLS, FEW, compare_totals
from formal_rl.recordings.vector_replay import users_objects
from formal_rl.view.pages import columns

MOST_MISMATCHES = 20
"""The greatest number of mismatches that the text lists for one file."""

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "check",
    epilog=examples(
        "formal-rl vectors check",
        "formal-rl vectors check runs/ --json",
        "formal-rl vectors check runs/IgnoreRewards.json --implementation my_envs:IgnoreRewards",
        "formal-rl vectors check runs/ --agents my_agents",
        "formal-rl vectors check --totals 200",
    ),
)
def _check(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="PATH|N",
            help="A file or directory of recorded runs; by default those of the source, "
            "which the wheel does without. With --totals, a number.",
        ),
    ] = None,
    implementation: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE:OBJECT",
            help="Check your class with start and step instead of ours: for a directory, a class or a mapping of names "
            "to classes, matched by the environment's name; for one file, a class of any name. For vectors of a suite: "
            "whatever conform takes, also exec:COMMAND.",
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE",
            help="Check your classes with act and train instead of ours. They are matched by the names of the recorded "
            "agents, and get n_actions and draws as class attributes.",
        ),
    ] = None,
    totals: Annotated[
        bool,
        typer.Option(
            "--totals",
            help=f"Repeat N of the battery's {CELLS:,} runs of 100,000 steps (default: {FEW}) and compare the totals, "
            "fast runs first.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Replay recorded runs against the reference.

    Exit codes: 0 all agree, 1 a mismatch, 4 unusable input, 5 nothing was checked.
    """
    if totals:
        _check_totals(path, users=bool(implementation or agents), as_json=as_json)
        return
    if path is not None and not as_json and not path.exists():
        raise UnusableVectors(str(path), "the whole file", "cannot be read: No such file or directory")
    console = output.PipeConsole(file=sys.stdout)  # fixed now: later code may replace sys.stdout
    with (
        output.progress_bar(console, enabled=not as_json) as progress,
        redirect_stdout(CapturedOutput(Watch())) as printed,
    ):
        task = progress.add_task("replaying", total=None)
        report = replay(
            shipped_recordings() if path is None else path,
            progress=lambda name: progress.update(task, description=f"replaying {name}"),
            users=users_objects(implementation, agents, path),
        )
    if printed.text:
        output.echo_error(f"the replayed code printed {printed.text[:200]!r}")
    _echo_report(console, report, as_json=as_json)


def _check_totals(number: Path | None, *, users: bool, as_json: bool) -> None:
    if users:
        raise WrongUsage("--totals checks our own runs; it does not go with --implementation and --agents")
    if number is not None and not (str(number).isascii() and str(number).isdigit()):
        raise WrongUsage(f"--totals takes a number from 1 to {CELLS}, not {str(number)!r}")
    console = output.PipeConsole()
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("running", total=None)
        report = compare_totals(
            FEW if number is None else int(str(number)),
            progress=lambda name: progress.update(task, description=f"running {name}"),
        )
    _echo_report(console, report, as_json=as_json)


def _echo_report(console: Console, report: VectorReport, *, as_json: bool) -> None:
    output.emit(report.to_json, lambda: vector_lines(report), as_json=as_json, console=console)
    for fault in report.unusable:
        output.echo_error(str(fault))
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def vector_lines(report: VectorReport) -> list[str]:
    """Return a replay as lines, the closing line last; of one file, not more than `MOST_MISMATCHES` mismatches."""
    rows = [(f.file, str(f.cases), str(len(f.mismatches)), str(len(f.skips))) for f in report.files]
    lines = columns([("file", "cases", "mismatches", "skipped"), *rows]) if rows else []
    reasons = Counter(skip.reason for skip in report.skips)
    lines += [f"skipped {number}: {reason}" for reason, number in sorted(reasons.items())]
    lines += [f"ignored, since it has no recorded runs: {name}" for name in report.ignored]
    lines += [f"{file.file}: {note}" for file in report.files for note in file.notes]
    for file in report.files:
        lines += [f"mismatch: {mismatch}" for mismatch in file.mismatches[:MOST_MISMATCHES]]
        left_out = len(file.mismatches) - MOST_MISMATCHES
        if left_out > 0:
            lines.append(f"mismatch: {file.file}: and {left_out} more, all of them with --json")
    return [*lines, report.closing_line]


# --- Recording ---


@COMMANDS.command(
    "record",
    epilog=examples(
        "formal-rl vectors record neutrality --out vectors",
        "formal-rl vectors record ignore_rewards --out vectors --profile full --seed 1",
        "formal-rl vectors check vectors/neutrality.json --implementation my_metrics:neutrality",
    ),
)
def _record(
    suite: Annotated[
        str, typer.Argument(metavar="SUITE", help="A suite of formal-rl conform.", autocompletion=completing(SUITES))
    ],
    *,
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR", file_okay=False, help="Write SUITE.json to this directory, which is made if needed."
        ),
    ],
    reading: As = None,
    semantics: Semantics = None,
    profile: Profile = "quick",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random cases.")] = 0,
) -> None:
    """Record the cases of a suite and the reference's answers.

    docs/reference/conformance_protocol.md says how to read them.
    """
    name = suite_named(suite).name
    try:
        out.mkdir(parents=True, exist_ok=True)
        with InUse(out / f"{name}.json"):
            values = recorded_vectors(suite, semantics=semantics or reading or "paper", profile=profile, seed=seed)
            path = write_vectors(values, out)
    except OSError as error:
        output.echo_error(f"the vectors cannot be written: {error}")
        raise typer.Exit(UNUSABLE) from None
    console = output.PipeConsole(file=sys.stdout)
    cases = sum(len(claim["cases"]) for claim in values["claims"])
    output.echo(console, f"{path}: {len(values['claims'])} claims, {cases:,} cases")
    for each in values["not_recorded"]:
        output.echo(console, f"  not recorded: {each['sentence']} ({each['id']}): {each['reason']}")
