"""The command ``formal-rl replay``, which runs saved counterexamples again."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.conform.reports import reports_json, worst
from formal_rl.cli.help import examples
from formal_rl.cli.options import Json
from formal_rl.cli.output import OUR_FAULT
from formal_rl.conformance import FailureKind, FaultInWorker, Report, Witness, read_witness, replay_witness
from formal_rl.conformance.engine.settings import Watch
from formal_rl.conformance.runner import SECONDS

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "replay",
    epilog=examples(
        "formal-rl replay repro/repro_ignore_rewards_later_percepts.json",
        "formal-rl replay repro/*.json --implementation my_envs:IgnoreRewards",
    ),
)
def _replay(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="A repro_*.json that formal-rl conform --out wrote.")
    ],
    implementation: Annotated[
        str | None,
        typer.Option(metavar="MODULE:OBJECT", help="Run another implementation than the one it was found in."),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Stop the implementation if one question takes longer. For a counterexample that hung or ended its "
            f"process the default is {SECONDS}.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Run saved counterexamples again, and report which are fixed.

    Exit codes: 0 all are fixed, 1 one is still there, 4 one cannot be used, 5 for one nothing was compared.
    """
    console, watch = output.PipeConsole(file=sys.stdout), Watch()
    witnesses = [read_witness(file) for file in files]  # all before any is run, so that a bad file is found at once
    reports, codes = [], []
    for file, witness in zip(files, witnesses, strict=True):
        may_not_end = witness.outcome in {FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS}
        waited = SECONDS if timeout is None and may_not_end else timeout
        try:
            report = replay_witness(witness, implementation, timeout=waited, watch=watch)
        except FaultInWorker as fault:
            output.echo_error(f"{file}: this is a fault of formal-rl, please report it: {fault}")
            raise typer.Exit(OUR_FAULT) from None
        reports.append(report)
        codes.append(_code(report, witness))
        if not as_json:
            output.echo_lines(_lines(file, report, witness, codes[-1]), console)
    if as_json:
        output.print_json(reports_json(reports, worst(codes)))
    if worst(codes):
        raise typer.Exit(worst(codes))


def _code(report: Report, witness: Witness) -> int:
    if report.exit_code in {1, 4}:
        return report.exit_code
    return 0 if any((row.claim, row.verdict) == (witness.claim, "conforms") for row in report.rows) else 5


_WORDS = {0: "fixed", 1: "STILL THERE", 4: "cannot be used", 5: "nothing was compared"}


def _lines(file: Path, report: Report, witness: Witness, code: int) -> list[str]:
    lines = [f"{file}: {_WORDS[code]}", f"  {report.suite}, {report.implementation}: {witness.sentence}"]
    if report.unusable is not None:
        return [*lines, *(f"  {line}" for line in report.unusable.splitlines())]
    if code == 5:
        lines += [f"  {row.sentence}" for row in report.rows]
    if report.counterexample is not None:
        shown = report.counterexample
        lines += [shown.text, *([f"  ({shown.note})"] if shown.note else [])]
    return lines
