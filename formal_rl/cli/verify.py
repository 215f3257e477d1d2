"""The command ``formal-rl verify``: statements are checked, and their mutants killed."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from attrs import asdict
from rich.console import Console

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.checking import Scope
from formal_rl.checking.domains import Profile as ScopeProfile
from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import (
    JobsHere,
    Json,
    LedgerFile,
    Profile,
    Reproducible,
    Scheduler,
    Where,
    clock,
    listed,
    require_dask,
    require_writable,
)
from formal_rl.cli.output import DISAGREES
from formal_rl.cli.statements import Identifiers, verdict_rows
from formal_rl.statements import LEDGER, Report, choose, own_ledger, verify_all
from formal_rl.statements.own_ledger import address
from formal_rl.statements.proofs import PROVED, ProofsChecked, check_proofs
from formal_rl.statements.report_file import ReportFile
from formal_rl.statements.self_checks import run_self_checks
from formal_rl.view.pages import columns

SCHEMA = "formal_rl/verify/1"
"""The form of a verification as JSON; ``docs/reference/schemas/verify-1.json`` is its JSON Schema."""

_COLOURS = {
    **dict.fromkeys(("holds", "defined", "reproduced", "reproduced (reconstructed layout)", "recomputed"), "green"),
    **dict.fromkeys(
        ("holds (repaired)", "refuted", "not reproduced", "not reproduced (reconstructed layout)"), "yellow"
    ),
    "FAILED": "bold red",
}

_PROCESSORS = os.cpu_count() or 1

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "verify",
    epilog=examples(
        "formal-rl verify",
        "formal-rl verify A22-T10.3 --parts",
        "formal-rl verify 'A22-*' --profile full --jobs 2",
        "formal-rl verify --json > report.json",
        "formal-rl verify --profile full --backend dask --scheduler tcp://host:8786 --out full.jsonl",
        "formal-rl verify --sort evidence",
    ),
)
def _verify(
    identifiers: Identifiers = None,
    profile: Profile = "quick",
    horizon: Annotated[int | None, typer.Option(min=1, help="Run every check to this horizon.")] = None,
    percepts: Annotated[int | None, typer.Option(min=1, help="The number of percepts in the alphabets.")] = None,
    actions: Annotated[int | None, typer.Option(min=1, help="The number of actions in the alphabets.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random sampling.")] = 0,
    jobs: JobsHere = _PROCESSORS,
    backend: Where = "loky",
    scheduler: Scheduler = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write each report as soon as it is done; the same command resumes."),
    ] = None,
    sort: Annotated[
        Literal["ledger", "evidence"],
        typer.Option(
            help="evidence: failures first, then the statements with the fewest cases beyond worked examples."
        ),
    ] = "ledger",
    parts: Annotated[bool, typer.Option("--parts", help="Show every part, branch, witness and mutant.")] = False,
    ledger: LedgerFile = None,
    reproducible: Reproducible = False,
    as_json: Json = False,
) -> None:
    """Check statements and kill their mutants; exit with 0 if every verdict, refuted ones included, is reproduced.

    A mutant is a deliberately wrong version of a definition; the check of the statement must reject it.
    ∎ marks a statement that is proved in Rocq, too; where Rocq is installed, verify has it check those proofs.

    Every run begins with the self-checks, which are quick and exact: they check the code that checks statements, and
    the code that refuses bad input. If one fails, the exit code is 1. For all statements every self-check is run; for
    some, only those of the code that they use. The profile ci is the same as quick here.

    To resume, run the same command again with the same --out: statements that passed are taken from the file, which has
    a line of JSON for each. If a process or a worker dies, its task is tried again, and reported if it dies again.
    """
    require_dask(backend, scheduler)
    require_writable("out", out)
    depth: ScopeProfile = "full" if profile == "full" else "quick"
    scope = Scope(profile=depth, horizon=horizon, number_of_percepts=percepts, number_of_actions=actions, seed=seed)
    entries = LEDGER if ledger is None else own_ledger(ledger)
    chosen = choose(listed(identifiers) or ["*"], entries)
    named = [address(ledger, identifier) for identifier in chosen]
    # Imported now, so that its time is not the statement's, and the self-checks are known.
    papers = {identifier: entries[identifier].paper for identifier in chosen}
    settings = _settings(scope, ledger)
    file = None if out is None else ReportFile(out, settings)
    done = {} if file is None else file.done
    known = {place: done[identifier] for place, identifier in zip(named, chosen, strict=True) if identifier in done}
    console = output.PipeConsole()
    tell = clock(reproducible=reproducible)
    begun = tell()
    reports: list[Report] = []
    self_checks = run_self_checks(clock=tell)
    if not as_json:
        cases = f", {_count(self_checks.cases)} cases"
        _echo_checked(console, "self-checks", self_checks.number, self_checks.failed, cases)
        if file is not None:
            output.echo(console, f"{len(known)} of {_statements(len(chosen))} taken from {out}")
    with ThreadPoolExecutor(1) as beside, output.progress_bar(console, enabled=not as_json) as progress:
        checking = beside.submit(check_proofs, chosen if ledger is None else ())  # Rocq runs while the statements do
        task = progress.add_task("verifying", total=len(chosen), completed=len(known))

        def finished(report: Report) -> None:
            if file is not None:
                file.add(report)
            progress.advance(task)

        for report in verify_all(
            named, scope, jobs=jobs, clock=tell, backend=backend, scheduler=scheduler, known=known, finished=finished
        ):
            reports.append(report)
            if not as_json and sort == "ledger":
                _echo_report(progress.console, report, entries[report.id].title, parts=parts)
    proofs = checking.result()
    seconds = tell() - begun
    if sort == "evidence":
        reports.sort(key=lambda report: (report.passed, report.cases_beyond_examples))
    if as_json:
        output.print_json(
            {
                "schema": SCHEMA,
                **settings,
                "done_before": len(known),
                "seconds": round(seconds, 3),
                "self_checks": self_checks.to_json(),
                "proofs": asdict(proofs),
                "statements": [report.to_json() for report in reports],
                "passed": sum(report.passed for report in reports),
                "failed": sum(not report.passed for report in reports),
            }
        )
    else:
        for report in reports if sort == "evidence" else ():
            beyond = f"beyond examples {_count(report.cases_beyond_examples):<11}"
            _echo_report(console, report, f"{beyond}  {entries[report.id].title}", parts=parts)
        if len(reports) > 1:
            output.echo_lines(_verdicts(reports, papers, seconds), console)
        _echo_proofs(console, proofs)
        output.echo(console, _summary(reports, seed, depth))
    if not (self_checks.passed and not proofs.failed and all(report.passed for report in reports)):
        raise typer.Exit(DISAGREES)


def _echo_checked(console: Console, what: str, number: int, failed: Sequence[tuple[str, str]], more: str) -> None:
    came_out = "FAILED" if failed else "ok"
    line = f"{what} {came_out}: {number - len(failed)} of {number}{more}"
    output.echo(console, line, style=_COLOURS.get(came_out, ""))
    output.echo_lines((f"    {name}: {why}" for name, why in failed), console)


def _echo_proofs(console: Console, found: ProofsChecked) -> None:
    number = len(found.theorems)
    theorems = f" theorem{'s' * (number != 1)}"
    if found.not_here:
        output.echo(console, f"proofs: {number}{theorems}, checked in CI, not here: {found.not_here}")
    elif number:
        _echo_checked(console, "proofs", number, found.failed, f"{theorems} accepted by Rocq")


def _echo_report(console: Console, report: Report, title: str, *, parts: bool) -> None:
    word = _word(report)
    output.echo(console, _row(report, title), style=_COLOURS.get(word, ""))
    if report.reason:
        output.echo(console, f"    not reproduced: {report.reason}")
    if parts or not report.passed:
        output.echo_lines(_parts(report), console)


def _word(report: Report) -> str:
    return report.verdict if report.passed else "FAILED"


def _settings(scope: Scope, ledger: str | None) -> dict[str, Any]:
    """Return the inputs of a report besides its statement: in a ledger of the user's, the content of the file."""
    return {
        **({} if ledger is None else {"ledger": sha256(Path(ledger).expanduser().read_bytes()).hexdigest()}),
        "formal_rl": __version__,
        "definitions_revision": DEFINITIONS_REVISION,
        "profile": scope.profile,
        "horizon": scope.horizon,
        "percepts": scope.number_of_percepts,
        "actions": scope.number_of_actions,
        "seed": scope.seed,
    }


def _count(number: int) -> str:
    """Return a count with separators, or in powers of ten where it is long."""
    return f"{number:,}" if number < 10**9 else f"{number:.2e}"


def _row(report: Report, title: str) -> str:
    """Return one verified statement as a line, its title last."""
    cases = _count(report.cases) + (f" + {_count(report.merged_cases)} merged" if report.merged_cases else "")
    cases += f" + ∞ in {report.every_horizon_states} states" if report.every_horizon_states else ""
    met = report.branches.values()
    branches = f"{len(met)}, least {_count(min(met))}" if met else "none"
    cases += " ∎" * (report.id in PROVED)
    return (
        f"{report.id:<23} {report.verdict:<16} {'ok' if report.passed else 'FAILED':<6}  cases {cases:<26}  "
        f"branches {branches:<16}  mutants {report.mutants_killed}/{len(report.mutants)}  {report.seconds:6.2f} s  "
        f"{title}"
    )


def _parts(report: Report) -> list[str]:
    """Return the parts and mutants of a verified statement as indented lines."""
    lines = []
    for part in report.parts:
        met = ", ".join(f"{name}: {_count(number)}" for name, number in part["branches"].items())
        came_out = "as expected" if part["as_expected"] else "NOT AS EXPECTED"
        meant = "" if part["expected"] == "holds" else " (meant to fail)"
        lines.append(f"    {part['name']}{meant}: {_count(part['cases'])} cases, {came_out}; {part['domain']}")
        if met:
            lines.append(f"        {met}")
        if part["witness"]:
            lines += [f"        {line}" for line in part["witness"].splitlines()]
    for mutant in report.mutants:
        verdict = f"killed by {mutant.by}" if mutant.killed else "NOT KILLED" if not mutant.untried else "no verdict"
        lines.append(f"    mutant {mutant.name}: {verdict}" + (f": {mutant.witness}" if mutant.witness else ""))
    return lines


def _verdicts(reports: Sequence[Report], papers: Mapping[str, str], seconds: float) -> Iterator[str]:
    """Yield a table of outcomes by paper, then the failures and the time."""
    yield ""
    yield from columns(verdict_rows((_word(report), papers[report.id]) for report in reports), right=True)
    failed = [report.id for report in reports if not report.passed]
    if failed:
        yield f"failed: {', '.join(failed)}"
    yield f"took {seconds:.1f} s"


def _statements(number: int) -> str:
    return f"{number} statement{'s' * (number != 1)}"


def _summary(reports: Sequence[Report], seed: int, profile: str) -> str:
    """Return the closing line of a verification."""
    reproduced = sum(report.reproduced for report in reports)
    every = [mutant for report in reports for mutant in report.mutants]
    mutants, killed, untried = len(every), sum(each.killed for each in every), sum(each.untried for each in every)
    return (
        f"{_statements(len(reports))}: {reproduced} reproduced, "
        f"{len(reports) - reproduced} not; "
        f"{mutants} mutant{'s' * (mutants != 1)}: {killed} killed, {mutants - killed - untried} not"
        f"{f', {untried} not tried' * (untried > 0)}; "
        f"{_count(sum(report.cases for report in reports))} cases; "
        f"profile {profile}, seed {seed}, definitions revision {DEFINITIONS_REVISION}"
    )
