"""Check somebody's implementation against a definition. What is slow to import is imported once a worker is at work."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formal_rl.conformance.apart import AT_WORK, checked_apart
from formal_rl.conformance.engine.failures import FailureKind
from formal_rl.conformance.engine.settings import (
    Precision,
    Profile,
    Semantics,
    Watch,
    is_command,
    require_settings,
)
from formal_rl.conformance.suites.by_name import name_of_suite
from formal_rl.errors import InvalidParameter, require_timeout

if TYPE_CHECKING:
    from formal_rl.conformance.engine.search import Witness
    from formal_rl.conformance.reports.expected_divergences import Divergence
    from formal_rl.conformance.reports.report import Report


def check(
    implementation: Any,
    suite: str,
    *,
    semantics: Semantics = "paper",
    profile: Profile = "quick",
    seed: int = 0,
    timeout: float | None = None,
    tolerance: float | None = None,
    precision: Precision = "double",
    keep_going: bool = False,
    first: bool = False,
    disguise: int | None = None,
    expected: Path | str | Iterable[Divergence] = (),
    progress: Callable[[str], None] = lambda sentence: None,
    found: Callable[[Report], None] = lambda report: None,
    watch: Watch | None = None,
    in_process: bool = False,
) -> Report:
    """Return how an implementation compares with the definition that ``suite`` names, smallest counterexample first.

    ``implementation`` is the object itself, whose shape is detected, or its name as ``module:object`` or
    ``path/to/file.py:object``. ``semantics`` is the paper's definition or what the published library does. What can be
    imported by name is checked in a process of its own, which ends if one question takes longer than ``timeout``
    seconds. This process checks anything else, objects of the script that runs, and all that is ``in_process``.
    Numbers that are not exact may differ by ``tolerance`` times what is expected, and in single ``precision`` by what
    rounding comes to there. ``keep_going`` looks at every claim; ``first`` stops at the first counterexample. The seed
    ``disguise`` renames and moves what the cases of every claim are made of, as far as the definition allows.
    ``expected`` are known divergences, or the file that lists them (`read_expected`). ``progress`` gets a sentence on
    each claim; ``found`` gets the report so far with each counterexample, before that is seen again, where no
    divergence is expected. The ``watch`` knows the current question. What cannot be loaded gives a report that says so.

    Raises `InvalidParameter` for a suite or a setting that there is not, and `FaultInWorker` for an exception in the
    process that the implementation did not cause.
    """
    settings: dict[str, Any] = {"semantics": semantics, "profile": profile, "seed": seed, "tolerance": tolerance}
    settings |= {"precision": precision, "keep_going": keep_going, "first": first, "disguise": disguise}
    settings |= {"watch": watch, "progress": progress}
    named = isinstance(implementation, str)
    spec: str | None = implementation if named else importable_name(implementation)
    if not named and timeout is not None and (spec is None or in_process):
        why = "is checked in this process" if in_process else "has no module:object to import it by"
        raise InvalidParameter("timeout", timeout, f"None, since this implementation {why}")

    def look(witness: Witness | None, outcomes: Mapping[str, Mapping[str, Any]]) -> Report:
        asked = {**settings, "witness": witness, "expected": outcomes}
        # a script would run once more, and what a worker imports would start another
        is_of_script = inspect.getmodule(implementation) is sys.modules.get("__main__")
        apart = not in_process and not named and not AT_WORK and (timeout is not None or not is_of_script)
        if spec is not None and (named or apart):
            earlier: dict[str, Any] = {"found": found} if expected == () else {}
            report = _look_at_named(spec, suite, timeout, {**asked}, in_process=in_process, **earlier)
            missing = report.unusable is not None and report.rows[0].outcome == FailureKind.CANNOT_BE_LOADED
            if named or timeout is not None or not missing:
                return report
        from formal_rl.conformance.runner import runner_of  # noqa: PLC0415

        return runner_of(suite, display_name(implementation), spec, **asked).run(implementation)

    if expected == ():
        return look(None, {})
    from formal_rl.conformance.reports.expected_divergences import Divergence, read_expected, with_expected  # noqa: PLC0415

    if isinstance(expected, Path | str):
        return with_expected(look, suite, semantics, read_expected(Path(expected)))
    known = tuple(expected) if isinstance(expected, Iterable) else (expected,)
    if not all(isinstance(each, Divergence) for each in known):
        raise InvalidParameter("expected", expected, "a file, or divergences as read_expected returns them")
    return with_expected(look, suite, semantics, known)


def check_named(spec: str, suite: str, **settings: Any) -> Report:
    """Return what `check` does, for the object that ``module:object`` or ``path/to/file.py:object`` names."""
    return check(spec, suite, **settings)


def replay_witness(
    witness: Witness,
    spec: str | None = None,
    *,
    timeout: float | None = None,
    watch: Watch | None = None,
    in_process: bool = False,
) -> Report:
    """Return a report of nothing but a counterexample that was kept.

    The implementation is the one that it was found in, or what ``spec`` names; ``in_process`` is that of `check_named`.

    Raises `InvalidParameter` where there is no suite of its name.
    """
    asked: dict[str, Any] = {"semantics": witness.semantics, "profile": "quick", "seed": 0, "expected": {}}
    asked |= {"watch": watch, "witness": witness}
    return _look_at_named(spec or witness.implementation, witness.suite, timeout, asked, in_process=in_process)


def _look_at_named(
    spec: str,
    suite: str,
    timeout: float | None,
    asked: dict[str, Any],
    *,
    found: Callable[[Report], None] = lambda report: None,
    in_process: bool,
) -> Report:
    if is_command(spec) or in_process:
        if timeout is not None:  # a command is a process already, which is waited for so long
            asked["seconds"] = require_timeout(timeout)
        from formal_rl.conformance.runner import runner_of  # noqa: PLC0415

        return runner_of(suite, spec, spec, **asked).load_and_run()
    watch, progress = asked.pop("watch") or Watch(), asked.pop("progress", lambda sentence: None)
    witness = asked["witness"] and asked["witness"].to_json()
    task = {"spec": spec, "suite": name_of_suite(suite), **require_settings(asked), "witness": witness}
    return checked_apart(task, timeout=timeout, watch=watch, progress=progress, found=found)


def display_name(implementation: Any) -> str:
    """Return what an implementation is called in reports."""
    name = importable_name(implementation) or getattr(implementation, "__qualname__", None)
    return name or f"a {type(implementation).__qualname__}"


def importable_name(implementation: Any) -> str | None:
    """Return ``module:object``, or ``file.py:object`` of a script's object, if importing that gives this object."""
    module: Any = inspect.getmodule(implementation)
    name = getattr(implementation, "__qualname__", None)
    if module is None or name is None:
        return None
    if reduce(lambda found, part: getattr(found, part, None), name.split("."), module) is not implementation:
        return None
    file = getattr(module, "__file__", None)
    if module.__name__ != "__main__" and PathFinder.find_spec(module.__name__.partition(".")[0]) is not None:
        return f"{module.__name__}:{name}"
    return None if file is None else f"{file}:{name}"
