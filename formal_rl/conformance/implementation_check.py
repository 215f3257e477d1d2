"""Check somebody's implementation against a definition."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.machinery import PathFinder
from typing import Any, Literal, get_args

from formal_rl.checking.scope import Profile
from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.examination import Examination
from formal_rl.conformance.examinations import examination_of
from formal_rl.conformance.isolation import Watch
from formal_rl.conformance.own_process import check_in_child
from formal_rl.errors import InvalidParameter

Semantics = Literal["paper", "published"]


def check(
    implementation: Any,
    suite: str,
    *,
    semantics: Semantics = "paper",
    profile: Profile = "quick",
    seed: int = 0,
    timeout: float | None = None,
    progress: Callable[[str], None] = lambda sentence: None,
) -> Report:
    """Return how an implementation compares with the definition that ``suite`` names, smallest counterexample first.

    ``implementation`` is the object itself; its shape is detected. ``semantics`` is the paper's definition or what the
    published library does. With a ``timeout`` in seconds the check runs in a process of its own, which is ended where
    one question takes longer; the implementation must then be something that can be imported by name.

    Raises `InvalidParameter` for a suite, semantics, profile, seed or timeout that there is not.

    Ledger: infrastructure
    """
    spec = importable_name(implementation)
    if timeout is None:
        name = spec or getattr(implementation, "__qualname__", None) or f"a {type(implementation).__qualname__}"
        return _examination(suite, name, spec, semantics, profile, seed, progress).run(implementation)
    if spec is None:
        raise InvalidParameter(
            "timeout", timeout, "None, since this implementation has no module:object to import it by"
        )
    return check_named(spec, suite, semantics=semantics, profile=profile, seed=seed, timeout=timeout, progress=progress)


def check_named(
    spec: str,
    suite: str,
    *,
    semantics: Semantics = "paper",
    profile: Profile = "quick",
    seed: int = 0,
    timeout: float | None = None,
    progress: Callable[[str], None] = lambda sentence: None,
    watch: Watch | None = None,
) -> Report:
    """Return what `check` does, for the object that ``module:object`` or ``path/to/file.py:object`` names.

    What cannot be loaded gives a report that says so.

    Ledger: infrastructure
    """
    if timeout is not None:
        _examination(suite, spec, spec, semantics, profile, seed, progress)
        return check_in_child(spec, suite, semantics=semantics, profile=profile, seed=seed, timeout=timeout)
    return _examination(suite, spec, spec, semantics, profile, seed, progress, watch).load_and_run()


def _examination(  # noqa: PLR0917
    suite: str,
    name: str,
    spec: str | None,
    semantics: str,
    profile: str,
    seed: int,
    progress: Callable[[str], None],
    watch: Watch | None = None,
) -> Examination:
    for what, value, choices in (
        ("semantics", semantics, get_args(Semantics)),
        ("profile", profile, get_args(Profile)),
    ):
        if value not in choices:
            raise InvalidParameter(what, value, f"one of {', '.join(choices)}")
    if type(seed) is not int or seed < 0:
        raise InvalidParameter("seed", seed, "an int >= 0")
    return examination_of(
        suite, name, spec, semantics=semantics, profile=profile, seed=seed, watch=watch, progress=progress
    )


def importable_name(implementation: Any) -> str | None:
    """Return ``module:object``, or ``file.py:object`` for what a script defines, if importing that gives this object.

    Ledger: infrastructure
    """
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
