"""What ``formal-rl conform`` does without an object: all checks of the project's file, and one summary of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.conform.reports import Showing, worst, write_reports
from formal_rl.cli.options import require_directory, require_not_input, require_writable, written
from formal_rl.cli.output import DISAGREES, UNUSABLE
from formal_rl.conformance import Project, ProjectOutcome, Report, find_project, read_project, run_project, shown_word
from formal_rl.errors import WrongUsage
from formal_rl.view import columns

PROJECT_SCHEMA = "conformance-project/1"
"""The schema of the summary of a project, with its reports."""

_STYLES = {0: "green", 1: "bold red", 3: "bold red", 4: "bold red"}


def project_meant(named: str | None, suites: Collection[str]) -> Project:
    """Return the project of a file that is named, or of the nearest ``conform.toml``; of it only these suites, if any.

    Raises `WrongUsage` where there is no such file, or none of its checks is of the suites.
    """
    file = find_project(Path.cwd()) if named is None else Path(named)
    if file is None:
        raise WrongUsage(
            "Missing argument 'MODULE:OBJECT'. See formal-rl suites. Without it the checks of the nearest conform.toml "
            "are run, and there is none: formal-rl conform init FILE.py writes one."
        )
    project = read_project(Path(file.name) if file.parent == Path.cwd() else file)
    chosen = tuple(each for each in project.checks if not suites or each.suite in suites)
    if not chosen:
        raise WrongUsage(f"{file} has no check with the suite {' or '.join(suites)}")
    return evolve(project, checks=chosen)


def check_project(
    project: Project,
    checked: Callable[[str, str, Mapping[str, Any]], Report | None],
    write: Callable[[Report, Path | None, list[int]], Path | None],
    files: Mapping[str, Path | None],
    console: Console,
    *,
    tell: Callable[[], float],
    as_json: bool,
) -> int:
    """Run the checks, print those that do not conform and then the summary, and return the exit code, the worst.

    ``files`` are those that were typed, by the keys of ``[report]``; they win over those of the project.
    """
    places = {**project.reports, **{key: file for key, file in files.items() if file is not None}}
    for key, place in places.items():
        named = f"{project.file}, report: {key}" if files[key] is None else f"--{key}"
        (require_directory if key == "out" else require_writable)(named, place)
        require_not_input(named, place, project.file)
    outcomes: list[ProjectOutcome] = []
    scripts: list[Path | None] = []
    codes: list[int] = []
    for outcome in run_project(project, checked, tell):
        outcomes.append(outcome)
        codes.append(outcome.exit_code)
        out = places["out"] / outcome.check.directory if "out" in places else None
        scripts.append(None if outcome.report is None else write(outcome.report, out, codes))
        if outcome.report is not None and outcome.exit_code and not as_json:
            Showing(console, apart=False).finish(outcome.report, scripts[-1], out)
            output.echo(console)
    reports = [each.report for each in outcomes if each.report is not None]
    if not write_reports(reports, worst(codes), None, places.get("junit"), places.get("html")):
        codes.append(UNUSABLE)
    summary = _summary_json(project, outcomes, scripts, worst(codes))
    if "json" in places and not written(places["json"], output.json_text(summary) + "\n"):
        codes.append(UNUSABLE)
    if as_json:
        output.print_json({**summary, "exit_code": worst(codes)})
    else:
        _echo_summary(console, project, outcomes)
    return worst(codes)


def _summary_json(
    project: Project, outcomes: Sequence[ProjectOutcome], scripts: Sequence[Path | None], code: int
) -> dict[str, Any]:
    return {
        "schema": PROJECT_SCHEMA,
        "file": str(project.file),
        "exit_code": code,
        "checks": [
            {**each.to_json(), "script_path": script and str(script)}
            for each, script in zip(outcomes, scripts, strict=True)
        ],
        "reports": [each.report.to_json() for each in outcomes if each.report is not None],
    }


def _echo_summary(console: Console, project: Project, outcomes: Sequence[ProjectOutcome]) -> None:
    rows = [("object", "suite", "verdict", "first claim", "seconds")]
    for each in outcomes:
        suite = each.check.suite + (" (published)" if each.semantics == "published" else "")
        verdict = each.verdict.upper() if each.exit_code == DISAGREES else each.verdict
        claim = ": ".join(map(shown_word, filter(None, each.first_claim)))
        rows.append((each.check.implementation, suite, verdict, claim, f"{each.seconds:.1f}"))
    heading, *lines = columns(rows)
    output.echo(console, heading)
    for line, each in zip(lines, outcomes, strict=True):
        output.echo(console, line, style=_STYLES.get(each.exit_code, "yellow"))
    well = sum(each.exit_code == 0 for each in outcomes)
    output.echo(console)
    output.echo(console, f"{project.file}: {well} of {len(outcomes)} checks conform")
