"""Check somebody's implementation against a definition."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Literal, get_args

from attrs import evolve

from formal_rl.conformance.capture import Watch
from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.exec_faults import is_command
from formal_rl.conformance.expected_divergences import Divergence, read_expected, with_expected
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.forked_check import CAN_FORK, forked_check
from formal_rl.conformance.own_process import check_in_child, require_timeout
from formal_rl.conformance.profiles import Profile, profile_named
from formal_rl.conformance.reproducibility import seen_again
from formal_rl.conformance.runner import Runner, runner_of
from formal_rl.conformance.shrink_crashes import minimise_crash
from formal_rl.conformance.witness import Witness
from formal_rl.errors import InvalidParameter

Semantics = Literal["paper", "published"]

LONG = 600.0
"""How many seconds a question may take where an implementation has ended its process, and nobody has said."""


def check(
    implementation: Any,
    suite: str,
    *,
    semantics: Semantics = "paper",
    profile: Profile = "quick",
    seed: int = 0,
    timeout: float | None = None,
    expected: Path | str | Iterable[Divergence] = (),
    progress: Callable[[str], None] = lambda sentence: None,
) -> Report:
    """Return how an implementation compares with the definition that ``suite`` names, smallest counterexample first.

    ``implementation`` is the object itself; its shape is detected. ``semantics`` is the paper's definition or what the
    published library does. With a ``timeout`` in seconds the check runs in a process of its own, which is ended where
    one question takes longer; the implementation must then be something that can be imported by name. ``expected`` are
    divergences that are known, or the file that lists them (`read_expected`).

    Raises `InvalidParameter` for a suite, semantics, profile, seed or timeout that there is not.
    """
    settings: dict[str, Any] = {"semantics": semantics, "profile": profile, "seed": seed}
    spec = importable_name(implementation)
    if timeout is None:

        def look(witness: Witness | None, outcomes: Mapping[str, Mapping[str, Any]]) -> Report:
            name = display_name(implementation)
            asked: dict[str, Any] = {"expected": outcomes, "witness": witness, "progress": progress}
            return examination(suite, name, spec, **settings, **asked).run(implementation)

        return with_expected(look, suite, semantics, _divergences(expected))
    if spec is None:
        raise InvalidParameter(
            "timeout", timeout, "None, since this implementation has no module:object to import it by"
        )
    return check_named(spec, suite, **settings, timeout=timeout, expected=expected, progress=progress)


def check_named(
    spec: str,
    suite: str,
    *,
    semantics: Semantics = "paper",
    profile: Profile = "quick",
    seed: int = 0,
    timeout: float | None = None,
    expected: Path | str | Iterable[Divergence] = (),
    progress: Callable[[str], None] = lambda sentence: None,
    watch: Watch | None = None,
    apart: bool = False,
) -> Report:
    """Return what `check` does, for the object that ``module:object`` or ``path/to/file.py:object`` names.

    What cannot be loaded gives a report that says so. Without a ``timeout``, an implementation that ends its process
    ends this one, unless it is asked ``apart``, in a copy of this process; what raises there that is no doing of the
    implementation's is raised here as `FaultInCopy`.
    """
    settings: dict[str, Any] = {"semantics": semantics, "profile": profile, "seed": seed}

    def look(witness: Witness | None, outcomes: Mapping[str, Mapping[str, Any]]) -> Report:
        asked: dict[str, Any] = {"progress": progress, "watch": watch, "witness": witness, "expected": outcomes}
        return _look_at_named(spec, suite, settings, timeout, asked, apart=apart)

    return with_expected(look, suite, semantics, _divergences(expected))


def replay_witness(
    witness: Witness,
    spec: str | None = None,
    *,
    timeout: float | None = None,
    watch: Watch | None = None,
    apart: bool = False,
) -> Report:
    """Return a report of nothing but a counterexample that was kept.

    The implementation is the one that it was found in, or what ``spec`` names; ``apart`` is that of `check_named`.

    Raises `InvalidParameter` where there is no suite of its name.
    """
    settings = {"semantics": witness.semantics, "profile": "quick", "seed": 0}
    asked: dict[str, Any] = {"watch": watch, "witness": witness}
    return _look_at_named(spec or witness.implementation, witness.suite, settings, timeout, asked, apart=apart)


def _look_at_named(
    spec: str,
    suite: str,
    settings: dict[str, Any],
    timeout: float | None,
    asked: dict[str, Any],
    *,
    apart: bool,
) -> Report:
    if is_command(spec) and timeout is not None:  # it is in a process of its own, and waited for so long
        return examination(suite, spec, spec, **settings, **asked, seconds=require_timeout(timeout)).load_and_run()
    ready = examination(suite, spec, spec, **settings, **asked)
    forks = apart and CAN_FORK
    if timeout is None and (is_command(spec) or not forks):
        return ready.load_and_run()
    report = _in_child(ready, timeout) if timeout is not None else forked_check(ready) or _ended(ready)
    if not forks or asked["witness"] is not None:
        return report

    def looked_at(witness: Witness) -> Runner:
        return examination(suite, spec, spec, **settings, **{**asked, "witness": witness})

    def shown(witness: Witness) -> Report:
        return _in_child(evolve(ready, witness=witness), LONG if timeout is None else timeout)

    return seen_again(minimise_crash(report, looked_at, shown), lambda witness: forked_check(looked_at(witness)))


def _in_child(ready: Runner, timeout: float) -> Report:
    settings: dict[str, Any] = {"semantics": ready.semantics, "profile": ready.profile, "seed": ready.seed}
    asked: dict[str, Any] = {"expected": ready.expected, "witness": ready.witness}
    return check_in_child(ready.name, ready.suite.name, **settings, **asked, timeout=timeout)


def _ended(ready: Runner) -> Report:
    """Return the report of what has ended the process that it was asked in, from one that knows what it is asked."""
    report = _in_child(ready, LONG)
    if report.exit_code:
        return report
    return ready.stopped(FailureKind.ENDS_THE_PROCESS, "its process ended, and did not when the same was asked again")


def _divergences(expected: Path | str | Iterable[Divergence]) -> Iterable[Divergence]:
    if isinstance(expected, Path | str):
        return read_expected(Path(expected))
    known = tuple(expected) if isinstance(expected, Iterable) else (expected,)
    if not all(isinstance(each, Divergence) for each in known):
        raise InvalidParameter("expected", expected, "a file, or divergences as read_expected returns them")
    return known


def examination(
    suite: str, name: str, spec: str | None, *, semantics: str, profile: str, seed: int, **more: Any
) -> Runner:
    """Return the check, ready to run.

    Raises `InvalidParameter` for a suite, semantics, profile or seed that there is not.
    """
    if semantics not in get_args(Semantics):
        raise InvalidParameter("semantics", semantics, f"one of {', '.join(get_args(Semantics))}")
    profile = profile_named(profile)
    if type(seed) is not int or seed < 0:
        raise InvalidParameter("seed", seed, "an int >= 0")
    return runner_of(suite, name, spec, semantics=semantics, profile=profile, seed=seed, **more)


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
