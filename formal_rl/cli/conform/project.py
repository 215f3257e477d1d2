"""Runs of checks, of one object or of a project's file: their output, their files, and the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field
from rich.console import Console

import formal_rl
from formal_rl.cli import output
from formal_rl.cli.conform.reports import Showing, reports_json, require_places, worst, write_reports
from formal_rl.cli.output import DISAGREES, UNUSABLE
from formal_rl.conformance.engine.failures import shown_word
from formal_rl.conformance.reports.project import (
    Project,
    ProjectCheck,
    ProjectOutcome,
    find_project,
    read_project,
    run_project,
)
from formal_rl.errors import WrongUsage
from formal_rl.files import write_whole
from formal_rl.view.pages import columns

if TYPE_CHECKING:
    from formal_rl.conformance import Report

PROJECT_SCHEMA = "conformance-project/1"
"""The schema of the summary of a project, with its reports."""

_STYLES = {0: "green", 1: "bold red", 3: "bold red", 4: "bold red"}


def project_meant(named: str | None, suites: Collection[str]) -> Project:
    """Return the project of a named file, or of the nearest ``conform.toml``, with only these suites, if any.

    Raises `WrongUsage` where there is no such file, or it has no check of these suites.
    """
    file = find_project(Path.cwd()) if named is None else Path(named)
    if file is None:
        raise WrongUsage(
            "Missing argument 'MODULE:OBJECT'. See formal-rl suites. Without it the command runs the checks "
            "of the nearest conform.toml, and there is none."
        )
    project = read_project(Path(file.name) if file.parent == Path.cwd() else file)
    chosen = tuple(each for each in project.checks if not suites or each.suite in suites)
    if not chosen:
        raise WrongUsage(f"{file} has no check with the suite {' or '.join(suites)}")
    return evolve(project, checks=chosen)


@define
class Run:
    """A run of the checks of a project. ``files`` are the command line's report files, by the keys of ``[report]``.

    With ``expecting``, the run also writes a file of expected divergences to the folder of counterexamples.
    """

    project: Project
    console: Console
    files: Mapping[str, Path | None]
    as_json: bool
    expecting: bool
    outcomes: list[ProjectOutcome] = field(factory=list)
    scripts: list[Path | None] = field(factory=list)
    codes: list[int] = field(factory=list)
    known: dict[Path, str] = field(factory=dict)

    def all(
        self, checked: Callable[[ProjectCheck, Mapping[str, Any]], Report | None], clock: Callable[[], float]
    ) -> int:
        """Run the checks, print their reports and a summary, and return the worst exit code.

        ``checked`` runs one, with some settings. With a project's file, only reports that do not conform are printed.
        """
        of_file = self.project.file is not None
        typed = {key: file for key, file in self.files.items() if file is not None}
        places = {**self.project.reports, **typed}
        named = {key: f"{self.project.file}, report: {key}" for key in places.keys() - typed.keys()}
        require_places(places, named, self.project.file)
        showing = Showing(self.console)
        more = {} if self.as_json else {"found": showing.begin}
        for outcome in run_project(self.project, lambda each: checked(each, more), clock):
            out = places.get("out")
            if out is not None and of_file:
                out /= outcome.check.directory
            self.outcomes.append(outcome)
            self.codes.append(outcome.exit_code)
            self.scripts.append(self._kept(outcome.report, out))
            if outcome.report is not None and not self.as_json and (outcome.exit_code or showing.shown or not of_file):
                showing.finish(outcome.report, self.scripts[-1], out)
        finished = [each for each in self.outcomes if each.report is not None]
        reports = [each.report for each in finished if each.report is not None]
        if not write_reports(places, self._document(reports), reports, [each.seconds for each in finished]):
            self.codes.append(UNUSABLE)
        if self.as_json:
            output.print_json(self._document(reports))
        elif of_file or len(self.outcomes) > 1:
            if showing.begun:
                output.echo(self.console)
            self._echo_summary()
        return worst(self.codes)

    def _kept(self, report: Report | None, out: Path | None) -> Path | None:
        """Write the counterexamples, and return the script of the smallest; print an error if that fails."""
        if report is None or out is None:
            return None
        from formal_rl.conformance.reports.expected_divergences import expected_entries  # noqa: PLC0415 - slow

        try:
            files = report.write_counterexamples(out)
            if self.expecting and files:
                self.known[out] = "\n".join(filter(None, (self.known.get(out), expected_entries(report))))
                write_whole(out / "expected.toml", self.known[out].encode("utf-8"))
        except OSError as error:
            output.echo_error(f"the counterexample cannot be written: {error}")
            self.codes.append(UNUSABLE)
            return None
        return next((file for file in files if file.name == report.script_name), None)

    def _document(self, reports: list[Report]) -> dict[str, Any]:
        if self.project.file is None:
            pairs = zip(self.scripts, self.outcomes, strict=True)
            scripts = [script for script, each in pairs if each.report is not None]
            return reports_json(reports, worst(self.codes), scripts)
        checks = [
            {**each.to_json(), "script_path": script and str(script)}
            for each, script in zip(self.outcomes, self.scripts, strict=True)
        ]
        return {
            "schema": PROJECT_SCHEMA,
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "file": str(self.project.file),
            "exit_code": worst(self.codes),
            "counts": dict(Counter(each["verdict"] for each in checks)),
            "checks": checks,
            "reports": [report.to_json() for report in reports],
        }

    def _echo_summary(self) -> None:
        checks = [each.to_json() for each in self.outcomes]
        rows = [("object", "suite", "verdict", "first claim", "seconds")]
        for each in checks:
            suite = each["suite"] + (" (published)" if each["semantics"] == "published" else "")
            verdict = each["verdict"].upper() if each["exit_code"] == DISAGREES else each["verdict"]
            claim = ": ".join(map(shown_word, filter(None, (each["claim"], each["outcome"]))))
            rows.append((each["object"], suite, verdict, claim, f"{each['seconds']:.1f}"))
        heading, *lines = columns(rows)
        output.echo(self.console, heading)
        for line, each in zip(lines, checks, strict=True):
            output.echo(self.console, line, style=_STYLES.get(each["exit_code"], "yellow"))
        well = sum(each["exit_code"] == 0 for each in checks)
        output.echo(self.console)
        name = self.project.file or checks[0]["object"]
        output.echo(self.console, f"{name}: {well} of {len(checks)} checks conform")
