"""The work of a child: run rows of the ledger or test files, on a mutant, or with markers to record what they run."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from tools.children import Say, limit_processor_time
from tools.mutants.markers import forget, mark_package, replace_module

PACKAGE = "formal_rl"
SELF_CHECKS = "self-checks"
CHECK, TWINS = "check", "twins"


@frozen
class Question:
    """A row whose check, or whose mutants, are run; ``limit`` is its processor time, in seconds."""

    row: str
    what: str
    limit: float

    def __str__(self) -> str:
        """Return it in words."""
        return self.row if self.row == SELF_CHECKS else f"{self.row} {self.what}"


@frozen
class Change:
    """A changed source of a module; with ``in_place`` only the function is replaced, and nothing is imported again."""

    module: str
    function: str
    source: str
    in_place: bool

    def make(self) -> None:
        """Make the change in this process."""
        if self.module not in sys.modules:
            replace_module(self.module, self.source)
        elif not (self.in_place and self._put()):
            forget(PACKAGE)
            replace_module(self.module, self.source)

    def _put(self) -> bool:
        """Put the changed code into the function, and return whether that was possible."""
        patches = importlib.import_module(f"{PACKAGE}.statements.patches")
        try:
            patches.put_from(self.source, sys.modules[self.module], self.function)
        except (patches.PatchDoesNotApply, LookupError):
            return False
        return True


def ask_rows(change: Change | None, questions: Sequence[Question], say: Say) -> None:
    """Run the rows, and say which of them kills, and how."""
    say({"asked": "import", "limit": 30.0})
    limit_processor_time(30.0)
    try:
        if change is not None:
            change.make()
        _import_all()
    except BaseException as error:
        say({"killed": f"import: {_said(error)}"})
        return
    for question in questions:
        say({"asked": str(question), "limit": question.limit})
        limit_processor_time(question.limit)
        try:
            killed = _reason(question.row, question.what)
        except BaseException as error:
            killed = _said(error)
        if killed:
            say({"killed": f"{question}: {killed}"[:500]})
            return


def _import_all() -> None:
    list(importlib.import_module(f"{PACKAGE}.statements.ledger").LEDGER.values())
    importlib.import_module(f"{PACKAGE}.statements.self_checks").self_checks(every=True)


def _self_checks() -> str:
    package = importlib.import_module(f"{PACKAGE}.statements.self_checks")
    found = package.run_self_checks(clock=time.perf_counter, checks=package.self_checks(every=True))
    return "" if found.passed else "; ".join(": ".join(failed) for failed in found.failed) or "none ran"


def _reason(row: str, what: str) -> str:
    """Return why the self-checks, a check or the mutants fail `formal-rl verify`, or ""."""
    if row == SELF_CHECKS:
        return _self_checks() if what == CHECK else ""
    statement = importlib.import_module(f"{PACKAGE}.statements.ledger").LEDGER[row]
    scope = importlib.import_module(f"{PACKAGE}.checking.domains").Scope()
    if what == TWINS:
        for twin in statement.mutants:
            if not any(part.contradicted for part in twin.check(scope)):
                return f"twin {twin.name!r} not rejected"
        return ""
    parts = []
    for part in statement.check(scope):
        if not part.as_expected:
            return f"{part.name}: {part.refutation or 'not as expected'}"
        parts.append(part)
    if statement.verdict in {"refuted", "holds (repaired)"} and not any(part.expected == "fails" for part in parts):
        return "no part refutes the letter"
    return "" if parts else "nothing was checked"


def _said(error: BaseException) -> str:
    with contextlib.suppress(Exception):
        return f"{type(error).__name__}: {error}"[:300]
    return type(error).__name__


def record_rows(rows: Sequence[str], say: Say) -> None:
    """Run rows with markers, each in a process of its own; say what each ran and its processor time, with markers."""
    forget(PACKAGE)
    seen = mark_package(PACKAGE)
    _import_all()
    say({"subject": "import", "ran": _ran(seen), "seconds": 0.0, "failed": ""})
    for row in rows:
        say({"limit": 60.0})
        process = os.fork()
        if process == 0:
            try:
                for line in _recorded(row, seen):
                    say(line)
            finally:
                os._exit(0)
        os.waitpid(process, 0)


def _recorded(row: str, seen: dict[str, bytearray]) -> Iterator[dict[str, Any]]:
    for markers in seen.values():
        markers[:] = bytes(len(markers))
    for what in (CHECK, TWINS):
        begun = time.process_time()
        try:
            failed = _reason(row, what)
        except BaseException as error:
            failed = _said(error)
        seconds = time.process_time() - begun
        yield {"subject": f"{row} {what}", "ran": _ran(seen), "seconds": seconds, "failed": failed}


def _ran(seen: dict[str, bytearray]) -> dict[str, list[int]]:
    """Return the numbers of the stretches that ran, by module; modules of which none ran are left out."""
    ran = {name: [number for number, mark in enumerate(markers) if mark] for name, markers in seen.items()}
    return {name: numbers for name, numbers in ran.items() if numbers}


class _Listener:
    """A plugin of pytest: leaves out the tests that run a row again, and hears which test failed first."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what `verify` has run already, and a browser, which does not start in a child's memory."""
        by_rows = {"test_statement", "test_mutant"}
        items[:] = [each for each in items if each.originalname not in by_rows and "browser" not in each.fixturenames]

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        """Note a file that cannot be collected."""
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (collection)"


def _run_tests(files: Sequence[str]) -> str:
    """Run test files to the first failure, and return it, or nothing."""
    import pytest  # noqa: PLC0415 - only where tests are run

    listener = _Listener()
    seen_already = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", *seen_already, *files]
    code = pytest.main(arguments, plugins=[listener])
    return "" if code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED} else listener.failed or f"exit {code}"


def ask_tests(change: Change, files: Sequence[str], limit: float, say: Say) -> None:
    """Run test files, and say which test kills."""
    say({"asked": "tests", "limit": limit})
    limit_processor_time(limit)
    try:
        change.make()
        failed = _run_tests(files)
    except BaseException as error:
        failed = _said(error)
    if failed:
        say({"killed": failed})


def record_tests(file: str, say: Say) -> None:
    """Run a test file with markers, and say what it ran."""
    say({"limit": 60.0})
    forget(PACKAGE)
    seen = mark_package(PACKAGE)
    begun = time.process_time()
    failed = _run_tests([file])
    say({"subject": file, "ran": _ran(seen), "seconds": time.process_time() - begun, "failed": failed})


def prepare(root: Path) -> None:
    """Import the package of this work tree, and what it imports late, before any child is forked."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    os.environ["HYPOTHESIS_PROFILE"] = "ci"
    sys.path.insert(0, str(root))
    _import_all()
    for name in ("hypothesis", "pytest", "joblib", "scipy.optimize", "scipy.sparse", "scipy.signal", "highspy"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
