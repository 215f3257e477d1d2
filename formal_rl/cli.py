"""The command line: statements, explain, verify, vectors check; ask, trace and classify are in `cli_study`,
conform in `cli_conform`, suites in `cli_suites`, replay in `cli_replay`, drest in `cli_drest`, safelife in
`cli_safelife`, tables in `cli_tables`.

Exit codes: 0 all agrees, 1 something does not, 2 interrupted, 3 a fault of ours met by conform, 4 unusable input or
usage, 5 nothing was checked.
"""

from __future__ import annotations

import json
import os
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from formal_rl import DEFINITIONS_REVISION, __version__, cli_output
from formal_rl.checking.scope import Profile, Scope
from formal_rl.cli_battery import add_battery_commands
from formal_rl.cli_conform import add_conform_command
from formal_rl.cli_departures import add_departures_command
from formal_rl.cli_drest import add_drest_commands
from formal_rl.cli_output import INTERRUPTED
from formal_rl.cli_replay import add_replay_command
from formal_rl.cli_safelife import add_safelife_commands
from formal_rl.cli_study import add_study_commands
from formal_rl.cli_suites import add_suites_command
from formal_rl.cli_tables import add_tables_command
from formal_rl.cli_vectors_record import add_record_command
from formal_rl.conformance import VectorReport, replay, shipped_recordings
from formal_rl.conformance.isolation import Watch, printing_kept
from formal_rl.conformance.totals import CELLS, FEW, compare_totals
from formal_rl.conformance.users_objects import users_objects
from formal_rl.errors import FormalRLError, UnknownStatement
from formal_rl.statements import LEDGER, Report, find
from formal_rl.statements.run import verify_all
from formal_rl.study.illustrations import ILLUSTRATIONS

DISAGREES, UNUSABLE = 1, 4

SIGNALLED = 130
"""What typer makes of an interruption."""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Executable reference semantics of extended environments, reality checks and shutdownable agents.",
    epilog="Examples: formal-rl verify | formal-rl explain A22-T10.3 | formal-rl vectors check | "
    "formal-rl trace ignore_rewards --agent simple",
)
vectors_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Recorded runs of published libraries, and vectors of the suites of conform.",
    epilog="Examples: formal-rl vectors check | formal-rl vectors record neutrality --out vectors",
)
app.add_typer(vectors_app, name="vectors")
add_study_commands(app)
add_conform_command(app)
add_suites_command(app)
add_replay_command(app)
add_departures_command(app)
add_drest_commands(app)
add_safelife_commands(app)
add_battery_commands(app)
add_tables_command(app)
add_record_command(vectors_app)

_Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"formal_rl {__version__}, definitions revision {DEFINITIONS_REVISION}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Set up nothing; the commands do it all."""


@app.command("statements", epilog="Examples: formal-rl statements | formal-rl statements --markdown")
def list_statements(
    as_json: _Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table of the README.")] = False,
    page: Annotated[bool, typer.Option("--page", help="Print the page of the docs.")] = False,
) -> None:
    """List the ledger: every statement, its verdict and its source."""
    if as_json + markdown + page > 1:
        raise typer.BadParameter("choose one of --json, --markdown and --page")
    if as_json:
        _print_json([cli_output.statement_json(statement) for statement in LEDGER.values()])
        return
    if page or markdown:
        typer.echo("\n".join((cli_output.page if page else cli_output.markdown_rows)(LEDGER.values())))
        return
    console = cli_output.PipeConsole()
    for row in cli_output.statement_rows(LEDGER.values()):
        cli_output.say(console, row)


@app.command(epilog="Example: formal-rl explain A22-D7")
def explain(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="A statement, such as A22-T10.3.")],
    as_json: _Json = False,
) -> None:
    """Print one statement: what it says, verdict, evidence, twins and code; and of an example a short run."""
    statement = find(identifier)
    if as_json:
        _print_json(cli_output.statement_json(statement))
        return
    console = cli_output.PipeConsole()
    cli_output.explain(console, statement)
    if statement.id in ILLUSTRATIONS:
        cli_output.illustrate(console, ILLUSTRATIONS[statement.id])


@app.command(
    epilog="Examples: formal-rl verify | formal-rl verify A22-T10.3 --parts | "
    "formal-rl verify 'A22-*' --profile full --jobs 2 | formal-rl verify --json > report.json"
)
def verify(
    identifiers: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Statements or patterns like 'A22-T*'; all if none.")
    ] = None,
    profile: Annotated[Profile, typer.Option(help="How far to go, where not said otherwise.")] = "quick",
    horizon: Annotated[int | None, typer.Option(min=1, help="Every check to this horizon.")] = None,
    percepts: Annotated[int | None, typer.Option(min=1, help="Number of percepts in the alphabets.")] = None,
    actions: Annotated[int | None, typer.Option(min=1, help="Number of actions in the alphabets.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of what is sampled.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to use.")] = os.cpu_count() or 1,
    parts: Annotated[bool, typer.Option("--parts", help="Show every part, branch, witness and twin.")] = False,
    as_json: _Json = False,
) -> None:
    """Check statements and reject their wrong twins; 0 if every verdict, refuted ones included, is reproduced."""
    scope = Scope(profile=profile, horizon=horizon, number_of_percepts=percepts, number_of_actions=actions, seed=seed)
    chosen = _chosen(identifiers or ["*"])
    console = cli_output.PipeConsole()
    reports: list[Report] = []
    with cli_output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("verifying", total=len(chosen))
        for report in verify_all(chosen, scope, jobs=min(jobs, len(chosen)), clock=perf_counter):
            reports.append(report)
            progress.advance(task)
            if not as_json:
                _say_report(progress.console, report, parts=parts)
    if as_json:
        _print_json(_verification(scope, reports))
    else:
        cli_output.say(console, cli_output.summary(reports, seed, profile))
    if not all(report.passed for report in reports):
        raise typer.Exit(DISAGREES)


@vectors_app.command(
    "check",
    epilog="Examples: formal-rl vectors check | formal-rl vectors check runs/ --json | "
    "formal-rl vectors check runs/IgnoreRewards.json --implementation my_envs:IgnoreRewards | "
    "formal-rl vectors check runs/ --agents my_agents | formal-rl vectors check --totals 200",
)
def check_vectors(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="PATH|N",
            help="A file or directory of recorded runs; those of the package if none. With --totals, how many totals.",
        ),
    ] = None,
    implementation: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE:OBJECT",
            help="Replay your class with start and step, instead of ours, where its name is the environment's (of one "
            "file: whatever its name); or a mapping of names to classes. For the vectors of a suite: whatever conform "
            "takes, exec:COMMAND too.",
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE",
            help="Replay your classes with act and train, instead of ours, that have the names of the recorded agents; "
            "they are given n_actions and draws as class attributes.",
        ),
    ] = None,
    totals: Annotated[
        bool,
        typer.Option(
            "--totals",
            help=f"Make N of the battery's {CELLS:,} runs of 100,000 steps again, {FEW} if not said, and compare their "
            "totals; the fast ones come first.",
        ),
    ] = False,
    as_json: _Json = False,
) -> None:
    """Replay recorded runs against the reference: 0 agrees, 1 mismatch, 4 unusable input, 5 nothing checked."""
    if totals:
        _check_totals(path, users=bool(implementation or agents), as_json=as_json)
        return
    console = cli_output.PipeConsole(file=sys.stdout)  # this one, whatever stands in for it later
    with cli_output.progress_bar(console, enabled=not as_json) as progress, printing_kept(Watch()) as printed:
        task = progress.add_task("replaying", total=None)
        report = replay(
            shipped_recordings() if path is None else path,
            progress=lambda name: progress.update(task, description=f"replaying {name}"),
            users=users_objects(implementation, agents, path),
        )
    if printed.text:
        cli_output.complain(f"what was replayed prints {printed.text[:200]!r}")
    _say_vectors(console, report, as_json=as_json)


def _check_totals(number: Path | None, *, users: bool, as_json: bool) -> None:
    if users:
        raise typer.BadParameter("--totals is of our runs; it goes without --implementation and --agents")
    if number is not None and not (str(number).isascii() and str(number).isdigit()):
        raise typer.BadParameter(f"with --totals comes how many, from 1 to {CELLS}, and not {str(number)!r}")
    console = cli_output.PipeConsole()
    with cli_output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("running", total=None)
        report = compare_totals(
            FEW if number is None else int(str(number)),
            progress=lambda name: progress.update(task, description=f"running {name}"),
        )
    _say_vectors(console, report, as_json=as_json)


def _say_vectors(console: Console, report: VectorReport, *, as_json: bool) -> None:
    if as_json:
        _print_json(report.to_json())
    else:
        for line in cli_output.vector_lines(report):
            cli_output.say(console, line)
    for fault in report.unusable:
        cli_output.complain(str(fault))
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def _chosen(patterns: list[str]) -> list[str]:
    wanted: set[str] = set()
    for pattern in patterns:
        matching = {identifier for identifier in LEDGER if fnmatchcase(identifier, pattern)}
        if not matching and set(pattern) & set("*?["):
            raise UnknownStatement(f"no statement matches {pattern!r}; see formal-rl statements")
        wanted |= matching or {find(pattern).id}
    return [identifier for identifier in LEDGER if identifier in wanted]


def _say_report(console: Console, report: Report, *, parts: bool) -> None:
    word = report.verdict if report.passed else "FAILED"
    cli_output.say(console, cli_output.report_row(report, LEDGER[report.id].title), style=cli_output.colour(word))
    if report.reason:
        cli_output.say(console, f"    not reproduced: {report.reason}")
    if parts or not report.passed:
        for line in cli_output.report_parts(report):
            cli_output.say(console, line)


def _verification(scope: Scope, reports: list[Report]) -> dict[str, Any]:
    return {
        "formal_rl": __version__,
        "definitions_revision": DEFINITIONS_REVISION,
        "profile": scope.profile,
        "horizon": scope.horizon,
        "percepts": scope.number_of_percepts,
        "actions": scope.number_of_actions,
        "seed": scope.seed,
        "statements": [report.to_json() for report in reports],
        "passed": sum(report.passed for report in reports),
        "failed": sum(not report.passed for report in reports),
    }


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def run() -> NoReturn:
    """Run the command line and exit; the entry point ``formal-rl``.

    Ledger: infrastructure
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = main(sys.argv[1:])
    if code == INTERRUPTED:
        sys.stderr.flush()
        os._exit(code)  # at once: worker processes have nothing more to say
    sys.exit(code)


def main(arguments: list[str]) -> int:
    """Run the command line on these arguments and return the exit code.

    Ledger: infrastructure
    """
    # what typer shows to a user: ClickException, wherever this version of typer keeps it
    shown_error: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    try:
        code = app(arguments, prog_name="formal-rl", standalone_mode=False)
    except BrokenPipeError:
        os._exit(INTERRUPTED)  # nobody reads any more, so there is nobody to tell
    except SystemExit as ending:
        cli_output.complain(f"what was asked ended the program: SystemExit({ending.code!r})")
        return UNUSABLE
    except (KeyboardInterrupt, typer.Abort):
        cli_output.complain("interrupted")
        return INTERRUPTED
    except shown_error as error:
        error.show()
        return UNUSABLE
    except FormalRLError as error:
        notes = getattr(error, "__notes__", [])
        cli_output.complain(f"{error} ({'; '.join(notes)})" if notes else str(error))
        return UNUSABLE
    if code == SIGNALLED:
        cli_output.complain("interrupted")
        return INTERRUPTED
    return code if isinstance(code, int) else 0
