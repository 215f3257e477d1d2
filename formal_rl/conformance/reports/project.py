"""The checks of one run: an object by some suites, or all that a project's file, ``conform.toml``, lists.

Paths in the file are seen from its own directory, and the checks run there. What only a file needs is imported for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import chdir, nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from attrs import frozen

from formal_rl.conformance.engine.settings import UnusableToml, is_command, read_toml, require_settings
from formal_rl.conformance.suites.by_name import likeliest_suite_name, name_of_suite
from formal_rl.errors import InvalidParameter, nearest, short_repr
from formal_rl.loading import defined_names

if TYPE_CHECKING:
    from formal_rl.conformance.reports.report import Report

PROJECT_FILE = "conform.toml"
"""The name of a project's file."""

REPORTS = ("html", "junit", "json", "out")
"""The keys of ``[report]``, each a path."""

SETTINGS = ("semantics", "profile", "seed", "disguise", "timeout", "tolerance", "precision", "expected")
"""The settings of a check, by their names as options and as parameters."""

CHECK_KEYS = ("object", "suite", *SETTINGS)


@frozen
class ProjectCheck:
    """One object and one suite; ``number`` is that of the entry, from 1. ``settings`` has those that are written."""

    number: int
    implementation: str
    suite: str
    settings: Mapping[str, Any]

    @property
    def directory(self) -> str:
        """The directory of its counterexamples, so that no other check overwrites them."""
        return f"{self.number}_{re.sub(r'[^A-Za-z0-9]+', '_', self.implementation).strip('_')}"


@frozen
class Project:
    """The checks in order, and where the reports go, by the keys of ``[report]``; one object has no file."""

    file: Path | None
    checks: tuple[ProjectCheck, ...]
    reports: Mapping[str, Path]


def project_of(implementation: str, suites: Iterable[str]) -> Project:
    """Return what checks one object by these suites."""
    return Project(None, tuple(ProjectCheck(1, implementation, suite, {}) for suite in suites), {})


VERDICTS = {0: "conforms", 1: "diverges", 3: "fault of formal-rl", 4: "cannot be used", 5: "nothing compared"}
"""The verdict of a check in the summary, by its exit code."""


@frozen
class ProjectOutcome:
    """The outcome of one check: the report, or ``None`` if a fault of ours stopped it."""

    check: ProjectCheck
    report: Report | None
    seconds: float

    @property
    def exit_code(self) -> int:
        """As a check by itself would have."""
        return 3 if self.report is None else self.report.exit_code

    def to_json(self) -> dict[str, Any]:
        """Return a row of the summary as JSON values, with the first claim that keeps it from conforming."""
        report, semantics = self.report, self.check.settings.get("semantics", "paper")
        first = None if report is None else report.first_failure
        return {
            "check": self.check.number,
            "object": self.check.implementation,
            "suite": self.check.suite,
            "semantics": semantics if report is None else report.semantics,
            "exit_code": self.exit_code,
            "verdict": VERDICTS[self.exit_code],
            "claim": None if first is None else first.claim,
            "outcome": None if first is None else first.outcome or first.verdict,
            "counts": {} if report is None else report.counts,
            "seconds": round(self.seconds, 3),
        }


def find_project(directory: Path) -> Path | None:
    """Return the nearest ``conform.toml``: in a directory, or above it up to the root of its repository."""
    above = (directory, *directory.parents)
    root = next((each for each in above if (each / ".git").exists()), directory)
    files = (each / PROJECT_FILE for each in above[: above.index(root) + 1])
    return next((file for file in files if file.is_file()), None)


def read_project(file: Path) -> Project:
    """Return what the file of a project says.

    Raises `UnusableToml`, and `UnusableWitness` for a counterexample that a file of expected divergences names.
    """
    document = read_toml(file)
    _require_keys(file, "the whole file", document, ("check", "report"))
    entries = document.get("check")
    if not isinstance(entries, list) or not entries or not all(isinstance(each, dict) for each in entries):
        raise UnusableToml(file, "the whole file", "expected entries [[check]], each with object and suite")
    checks = [check for number, entry in enumerate(entries, start=1) for check in _checks(file, number, entry)]
    return Project(file, tuple(checks), _reports(file, document.get("report", {})))


def _checks(file: Path, number: int, entry: Mapping[str, Any]) -> Iterator[ProjectCheck]:
    def fault(reason: str) -> UnusableToml:
        return UnusableToml(file, f"check {number}", reason)

    _require_keys(file, f"check {number}", entry, CHECK_KEYS)
    implementation, named = entry.get("object"), entry.get("suite")
    if not isinstance(implementation, str) or ":" not in implementation.strip(":"):
        found = "missing" if implementation is None else short_repr(implementation)
        defined = defined_names(file.parent / implementation) if isinstance(implementation, str) else ()
        there = f"; it defines {', '.join(defined)}" if defined else ""
        raise fault(f"object is {found}: expected module:object, path/to/file.py:object or exec:COMMAND{there}")
    if named is None:
        like = "" if is_command(implementation) else likeliest_suite_name(implementation.rpartition(":")[2])
        raise fault(f"suite is missing: {f'did you mean suite = {like!r}?' if like else 'see formal-rl suites'}")
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise fault(f"suite is {short_repr(named)}: expected the name of a suite, or several")
    settings = {key: entry[key] for key in SETTINGS if key in entry}
    if not isinstance(settings.get("expected", ""), str):
        raise fault(f"expected is {short_repr(settings['expected'])}: expected the path of a file")
    try:
        require_settings(settings)
        suites = dict.fromkeys(map(name_of_suite, names))
    except InvalidParameter as error:
        raise fault(str(error)) from None
    if "expected" in settings:
        from formal_rl.conformance.reports.expected_divergences import read_expected  # noqa: PLC0415 - slow to import

        settings["expected"] = read_expected(file.parent / settings["expected"])
    for name in suites:
        yield ProjectCheck(number, implementation, name, settings)


def _reports(file: Path, table: Any) -> dict[str, Path]:
    if not isinstance(table, dict):
        raise UnusableToml(file, "report", f"expected a table [report] with some of {', '.join(REPORTS)}")
    _require_keys(file, "report", table, REPORTS)
    for key, value in table.items():
        if not isinstance(value, str) or not value:
            raise UnusableToml(file, "report", f"{key} is {short_repr(value)}: expected a path")
    return {key: file.parent / value for key, value in table.items()}


def _require_keys(file: Path, place: str, table: Mapping[str, Any], known: Collection[str]) -> None:
    unknown = next((key for key in table if key not in known), None)
    if unknown is not None:
        raise UnusableToml(file, place, f"there is no key {unknown!r}: {nearest(unknown, known)}")


def run_project(
    project: Project, checked: Callable[[ProjectCheck], Report | None], clock: Callable[[], float] = perf_counter
) -> Iterator[ProjectOutcome]:
    """Yield what comes of each check, which runs in the directory of the file.

    ``checked`` makes it, and returns ``None`` where a fault of ours came in between.
    """
    for each in project.checks:
        begun = clock()
        with nullcontext() if project.file is None else chdir(project.file.parent):
            report = checked(each)
        yield ProjectOutcome(each, report, clock() - begun)
