"""A project's file, ``conform.toml``: which objects are checked against which suites, and where the reports go.

Paths in it are seen from its own directory, and the checks run there.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias, get_args

from attrs import frozen

from formal_rl.conformance.apart.exec_faults import is_command
from formal_rl.conformance.engine.profiles import Profile
from formal_rl.conformance.implementation_check import Semantics
from formal_rl.conformance.reports.expected_divergences import read_expected
from formal_rl.conformance.reports.report import Report
from formal_rl.conformance.suites.by_name import suite_like, suite_named
from formal_rl.errors import FormalRLError, InvalidParameter, nearest, short_repr
from formal_rl.files import read_text
from formal_rl.loading import defined_names

PROJECT_FILE = "conform.toml"
"""What the file of a project is called."""

REPORTS = ("html", "junit", "json", "out")
"""The keys of ``[report]``, each a path."""

Wanted: TypeAlias = tuple[str, Callable[[Any], bool]]
"""What a value has to be: in words, and as a test."""


def _is_number(value: Any) -> bool:
    return type(value) in {int, float}


SETTINGS: Mapping[str, Wanted] = {
    "semantics": ("'paper' or 'published'", lambda value: value in get_args(Semantics)),
    "profile": ("'quick', 'ci' or 'full'", lambda value: value in get_args(Profile)),
    "seed": ("an int >= 0", lambda value: type(value) is int and value >= 0),
    "disguise": ("an int >= 0", lambda value: type(value) is int and value >= 0),
    "timeout": ("a number of seconds greater than 0", lambda value: _is_number(value) and value > 0),
    "tolerance": ("a number >= 0 and < 1", lambda value: _is_number(value) and 0 <= value < 1),
    "precision": ("'single' or 'double'", lambda value: value in {"single", "double"}),
    "expected": ("the path of a file of expected divergences", lambda value: type(value) is str),
}
"""The settings of a check, by their names as options and as parameters."""

CHECK_KEYS = ("object", "suite", *SETTINGS)


class UnusableProject(FormalRLError):
    """The file of a project is not as it should be; the message names file, entry and key, and says why."""

    def __init__(self, file: Path, place: str, reason: str) -> None:
        self.file = file
        self.place = place
        self.reason = reason
        super().__init__(f"{file}, {place}: {reason}")


@frozen
class ProjectCheck:
    """One object and one suite; ``number`` is that of the entry, from 1. ``settings`` has those that are written."""

    number: int
    implementation: str
    suite: str
    settings: Mapping[str, Any]

    @property
    def directory(self) -> str:
        """Where its counterexamples are written, so that no other check writes over them."""
        return f"{self.number}_{re.sub(r'[^A-Za-z0-9]+', '_', self.implementation).strip('_')}"


@frozen
class Project:
    """What is to be checked, in order, and where the reports go, by the keys of ``[report]``."""

    file: Path
    checks: tuple[ProjectCheck, ...]
    reports: Mapping[str, Path]


VERDICTS = {0: "conforms", 1: "diverges", 3: "fault of formal-rl", 4: "cannot be used", 5: "nothing compared"}
"""The verdict of a check in the summary, by its exit code."""


@frozen
class ProjectOutcome:
    """What came of one check: the report, or ``None`` where a fault of ours came in between."""

    check: ProjectCheck
    report: Report | None
    seconds: float

    @property
    def exit_code(self) -> int:
        """As a check by itself would have."""
        return 3 if self.report is None else self.report.exit_code

    @property
    def verdict(self) -> str:
        """In a word or two."""
        return VERDICTS[self.exit_code]

    @property
    def semantics(self) -> str:
        """What it was compared with, the paper or what is published."""
        return self.check.settings.get("semantics", "paper") if self.report is None else self.report.semantics

    @property
    def first_claim(self) -> tuple[str, str]:
        """The first claim that keeps it from conforming, and what came of it; nothing twice where there is none."""
        rows = () if self.report is None else self.report.rows
        wrong = (row for row in rows if row.required and row.verdict in {"diverges", "unexpected conformance"})
        return next(((row.claim, row.outcome or row.verdict) for row in wrong), ("", ""))

    def to_json(self) -> dict[str, Any]:
        """Return a row of the summary as JSON values."""
        claim, outcome = self.first_claim
        return {
            "check": self.check.number,
            "object": self.check.implementation,
            "suite": self.check.suite,
            "semantics": self.semantics,
            "exit_code": self.exit_code,
            "verdict": self.verdict,
            "claim": claim or None,
            "outcome": outcome or None,
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

    Raises `UnusableProject`, and `UnusableExpectations` or `UnusableWitness` for a file of expected divergences.
    """
    try:
        document = tomllib.loads(read_text(file))
    except OSError as error:
        raise UnusableProject(file, "the whole file", f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UnusableProject(file, "the whole file", f"is not TOML: {error}") from None
    _require_keys(file, "the whole file", document, ("check", "report"))
    entries = document.get("check")
    if not isinstance(entries, list) or not entries or not all(isinstance(each, dict) for each in entries):
        raise UnusableProject(file, "the whole file", "expected entries [[check]], each with object and suite")
    checks = [check for number, entry in enumerate(entries, start=1) for check in _checks(file, number, entry)]
    return Project(file, tuple(checks), _reports(file, document.get("report", {})))


def _checks(file: Path, number: int, entry: Mapping[str, Any]) -> Iterator[ProjectCheck]:
    place = f"check {number}"
    _require_keys(file, place, entry, CHECK_KEYS)
    implementation = entry.get("object")
    if not isinstance(implementation, str) or ":" not in implementation.strip(":"):
        raise UnusableProject(file, place, _no_object(file, implementation))
    settings = {key: entry[key] for key in SETTINGS if key in entry}
    for key, value in settings.items():
        wanted, is_so = SETTINGS[key]
        if not is_so(value):
            raise UnusableProject(file, place, f"{key} is {short_repr(value)}: expected {wanted}")
    if "expected" in settings:
        settings["expected"] = read_expected(file.parent / settings["expected"])
    for name in _suites(file, place, entry, implementation):
        yield ProjectCheck(number, implementation, name, settings)


def _suites(file: Path, place: str, entry: Mapping[str, Any], implementation: str) -> tuple[str, ...]:
    if "suite" not in entry:
        like = "" if is_command(implementation) else suite_like(implementation.rpartition(":")[2])
        hint = f": did you mean suite = {like!r}?" if like else ": see formal-rl suites"
        raise UnusableProject(file, place, f"suite is missing{hint}")
    named = entry["suite"]
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise UnusableProject(file, place, f"suite is {short_repr(named)}: expected the name of a suite, or several")
    try:
        return tuple(dict.fromkeys(suite_named(name).name for name in names))
    except InvalidParameter as error:
        hint = error.expected.removeprefix("the name of a suite: ")  # what is near comes first
        raise UnusableProject(file, place, f"suite is {short_repr(error.value)}: {hint}") from None


def _no_object(file: Path, implementation: Any) -> str:
    expected = "expected module:object, path/to/file.py:object or exec:COMMAND"
    if implementation is None:
        return f"object is missing: {expected}"
    defined = defined_names(file.parent / implementation) if isinstance(implementation, str) else ()
    there = f"; it defines {', '.join(defined)}" if defined else ""
    return f"object is {short_repr(implementation)}: {expected}{there}"


def _reports(file: Path, table: Any) -> dict[str, Path]:
    if not isinstance(table, dict):
        raise UnusableProject(file, "report", f"expected a table [report] with some of {', '.join(REPORTS)}")
    _require_keys(file, "report", table, REPORTS)
    for key, value in table.items():
        if not isinstance(value, str) or not value:
            raise UnusableProject(file, "report", f"{key} is {short_repr(value)}: expected a path")
    return {key: file.parent / value for key, value in table.items()}


def _require_keys(file: Path, place: str, table: Mapping[str, Any], known: Collection[str]) -> None:
    unknown = next((key for key in table if key not in known), None)
    if unknown is not None:
        raise UnusableProject(file, place, f"there is no key {unknown!r}: {nearest(unknown, known)}")


def run_project(
    project: Project,
    checked: Callable[[str, str, Mapping[str, Any]], Report | None],
    clock: Callable[[], float] = perf_counter,
) -> Iterator[ProjectOutcome]:
    """Yield what comes of each check, which runs in the directory of the file.

    ``checked`` checks an object by a suite with settings, and returns ``None`` where a fault of ours came in between.
    """
    for each in project.checks:
        begun = clock()
        with chdir(project.file.parent):
            report = checked(each.implementation, each.suite, each.settings)
        yield ProjectOutcome(each, report, clock() - begun)
