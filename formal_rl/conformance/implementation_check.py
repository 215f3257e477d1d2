"""Check somebody's implementation against a definition. What is slow to import is imported once a worker is at work."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from formal_rl.conformance.apart.check import checked_apart, require_timeout
from formal_rl.conformance.apart.exec_faults import is_command
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.profiles import Profile, profile_named
from formal_rl.conformance.engine.tolerance import Precision, tolerance_of
from formal_rl.conformance.suites.by_name import suite_called
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.numbers import plain_integer

if TYPE_CHECKING:
    from formal_rl.conformance.engine.runner import Runner
    from formal_rl.conformance.reports.expected_divergences import Divergence, Look
    from formal_rl.conformance.reports.report import Report
    from formal_rl.conformance.reports.witness import Witness

Semantics = Literal["paper", "published"]


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
    in_process: bool = False,
) -> Report:
    """Return how an implementation compares with the definition that ``suite`` names, smallest counterexample first.

    ``implementation`` is the object itself, or its name as `check_named` takes it; its shape is detected. ``semantics``
    is the paper's definition or what the published library does. What can be imported by name is checked in a process
    of its own, which is ended where one question takes longer than ``timeout`` seconds. This process checks anything
    else, what stands in the script that runs, and what is to be checked ``in_process``. Numbers that are not exact may
    differ by ``tolerance`` times what is expected, and in single ``precision`` by what rounding comes to there. With
    ``keep_going`` every claim is looked at, whatever was found before; with ``first`` none after the first
    counterexample. The seed ``disguise`` renames and moves what the cases of every claim are made of, as far as the
    definition allows. ``expected`` are divergences that are known, or the file that lists them (`read_expected`).

    Raises `InvalidParameter` for a suite or a setting that there is not.
    """
    settings: dict[str, Any] = {"semantics": semantics, "profile": profile, "seed": seed}
    settings |= {"tolerance": tolerance, "precision": precision, "keep_going": keep_going}
    settings |= {"first": first, "disguise": disguise}
    follow: dict[str, Any] = {"timeout": timeout, "expected": expected, "progress": progress}
    if isinstance(implementation, str):
        return check_named(implementation, suite, **settings, **follow, in_process=in_process)
    spec = importable_name(implementation)
    if timeout is not None and (spec is None or in_process):
        why = "is checked in this process" if in_process else "has no module:object to import it by"
        raise InvalidParameter("timeout", timeout, f"None, since this implementation {why}")
    if spec is not None and not in_process and _may_be_imported_again(implementation, timeout):
        report = check_named(spec, suite, **settings, **follow)
        if timeout is not None or report.unusable is None or report.rows[0].outcome != FailureKind.CANNOT_BE_LOADED:
            return report

    def look(witness: Witness | None, outcomes: Mapping[str, Mapping[str, Any]]) -> Report:
        name = display_name(implementation)
        asked: dict[str, Any] = {"expected": outcomes, "witness": witness, "progress": progress}
        return examination(suite, name, spec, **settings, **asked).run(implementation)

    return _as_expected(look, suite, semantics, expected)


def _may_be_imported_again(implementation: Any, timeout: float | None) -> bool:
    """Whether a worker is to import it. A script would run once more, and what a worker imports would start another."""
    worker_process = sys.modules.get("formal_rl.conformance.apart.worker_process")
    if worker_process is not None and worker_process.AT_WORK:
        return False
    return timeout is not None or inspect.getmodule(implementation) is not sys.modules.get("__main__")


def check_named(
    spec: str,
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
    """Return what `check` does, for the object that ``module:object`` or ``path/to/file.py:object`` names.

    What cannot be loaded gives a report that says so. ``found`` is told the report so far, as soon as there is another
    counterexample and before that is seen again, where no divergence is expected. What raises in the process of its
    own, and is not a doing of the implementation's, is raised here as `FaultInWorker`. Asked for ``in_process``, an
    implementation that ends its process ends this one.
    """
    settings: dict[str, Any] = {"semantics": semantics, "profile": profile, "seed": seed}
    settings |= {"tolerance": tolerance, "precision": precision, "keep_going": keep_going}
    settings |= {"first": first, "disguise": disguise}
    follow: dict[str, Any] = {"progress": progress, "watch": watch}

    def look(witness: Witness | None, outcomes: Mapping[str, Mapping[str, Any]]) -> Report:
        asked: dict[str, Any] = {
            "witness": witness,
            "expected": outcomes,
            "found": found if expected == () else lambda _: None,
        }
        return _look_at_named(spec, suite, settings, timeout, {**follow, **asked}, in_process=in_process)

    return _as_expected(look, suite, semantics, expected)


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
    settings = {"semantics": witness.semantics, "profile": "quick", "seed": 0}
    asked: dict[str, Any] = {"watch": watch, "witness": witness, "expected": {}}
    name = spec or witness.implementation
    return _look_at_named(name, witness.suite, settings, timeout, asked, in_process=in_process)


def _look_at_named(
    spec: str,
    suite: str,
    settings: dict[str, Any],
    timeout: float | None,
    asked: dict[str, Any],
    *,
    in_process: bool,
) -> Report:
    found = asked.pop("found", lambda report: None)
    if is_command(spec) or in_process:
        if timeout is not None:  # a command is a process already, which is waited for so long
            asked["seconds"] = require_timeout(timeout)
        return examination(suite, spec, spec, **settings, **asked).load_and_run()
    watch, progress = asked["watch"] or Watch(), asked.get("progress", lambda sentence: None)
    witness = asked["witness"]
    task = {"spec": spec, "suite": suite_called(suite), **_required(settings), "expected": dict(asked["expected"])}
    task["witness"] = None if witness is None else witness.to_json()
    return checked_apart(task, timeout=timeout, watch=watch, progress=progress, found=found)


def _as_expected(look: Look, suite: str, semantics: str, expected: Path | str | Iterable[Divergence]) -> Report:
    if expected == ():
        return look(None, {})
    from formal_rl.conformance.reports.expected_divergences import Divergence, read_expected, with_expected  # noqa: PLC0415

    if isinstance(expected, Path | str):
        return with_expected(look, suite, semantics, read_expected(Path(expected)))
    known = tuple(expected) if isinstance(expected, Iterable) else (expected,)
    if not all(isinstance(each, Divergence) for each in known):
        raise InvalidParameter("expected", expected, "a file, or divergences as read_expected returns them")
    return with_expected(look, suite, semantics, known)


def examination(suite: str, name: str, spec: str | None, **more: Any) -> Runner:
    """Return the check, ready to run; ``more`` is semantics, profile and seed, and what `runner_of` takes.

    Raises `InvalidParameter` for a suite, semantics, profile or seed that there is not.
    """
    from formal_rl.conformance.engine.runner import runner_of  # noqa: PLC0415

    return runner_of(suite, name, spec, **_required(more))


def _required(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the same settings; raise `InvalidParameter` for semantics, a profile or a seed that there is not."""
    semantics = settings["semantics"]
    if semantics not in get_args(Semantics):
        raise InvalidParameter("semantics", semantics, f"one of {', '.join(get_args(Semantics))}")
    profile = profile_named(settings["profile"])
    seeds = {
        name: require_int(name, plain_integer(settings[name]), 0)
        for name in ("seed", "disguise")
        if name == "seed" or settings.get(name) is not None
    }
    tolerance_of(settings.get("tolerance"), settings.get("precision", "double"))
    if settings.get("first") and settings.get("keep_going"):
        raise InvalidParameter("first", True, "False where every claim is looked at")
    return {**settings, **seeds, "profile": profile}


def display_name(implementation: Any) -> str:
    """Return what an implementation is called in reports."""
    name = importable_name(implementation) or getattr(implementation, "__qualname__", None)
    return name or f"a {type(implementation).__qualname__}"


def importable_name(implementation: Any) -> str | None:
    """Return ``module:object``, or ``file.py:object`` of a script's object, if importing that gives this object."""
    module = inspect.getmodule(implementation)
    name = getattr(implementation, "__qualname__", None)
    if module is None or name is None:
        return None
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not implementation:
        return None
    file = getattr(module, "__file__", None)
    if module.__name__ != "__main__" and PathFinder.find_spec(module.__name__.partition(".")[0]) is not None:
        return f"{module.__name__}:{name}"
    return None if file is None else f"{file}:{name}"
