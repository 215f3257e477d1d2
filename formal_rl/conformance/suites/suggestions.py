"""Which suites an object is likely for: by its name, by what it can be read as, and by the names of what it takes."""

import io
import re
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.conformance.adapters.cases import signature_of
from formal_rl.conformance.adapters.partial_classes import class_of_partial
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.case_suites import CaseSuite
from formal_rl.conformance.engine.unknowns_suites import Suite
from formal_rl.conformance.suites.by_name import SUITES, suite_like
from formal_rl.errors import NotLoadable
from formal_rl.loading import load_object


@frozen
class Suggestion:
    """What an object is likely for: one suite and why, or several ``others`` that it can be read for, or nothing."""

    name: str
    suite: str
    why: str
    others: tuple[str, ...] = ()


def suggestions(source: str) -> tuple[Suggestion, ...]:
    """Return what each object is likely for that a module, or a file of Python, defines; it is imported.

    Raises `NotLoadable`.
    """
    return tuple(_suggestion(name, each) for name, each in _defined(source).items())


def _defined(source: str) -> dict[str, Any]:
    try:
        module = sys.modules[str(load_object(f"{source}:__name__"))]
    except NotLoadable as error:
        raise NotLoadable(source, error.reason) from None
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(_in_partial(value), "__module__", None) == module.__name__
    }


def _in_partial(value: Any) -> Any:
    return _in_partial(value.func) if isinstance(value, partial) else value


def _suggestion(name: str, implementation: Any) -> Suggestion:
    like = suite_like(name)
    read_as = read_for(SUITES[like], implementation) if like else None
    if read_as is not None:
        return Suggestion(name, like, read_as)
    found = read_for_some(implementation)
    if len(found) == 1:
        return Suggestion(name, *next(iter(found.items())))
    return Suggestion(name, "", "", tuple(found))


def read_for(suite: Suite | CaseSuite, implementation: Any) -> str | None:
    """Return what a suite would read an object as, in words, or ``None`` where it cannot be used."""
    if isinstance(suite, CaseSuite):
        return next((each.words for each in suite.conventions if each.fits(implementation) is None), None)
    try:
        with redirect_stdout(io.StringIO()):
            return suite.detect(implementation, Watch()).words
    except KeyboardInterrupt:
        raise
    except BaseException:  # a shape that there is not, or a question of theirs that is not one
        return None


def read_for_some(implementation: Any) -> Mapping[str, str]:
    """Return what each suite would read an object as that it can be meant for; those that take the same are asked once.

    A function of any two things can be called with an agent and a play. So what it takes must be called as the suite
    calls it, while classes are known by their methods.
    """
    read: dict[tuple[str, ...], str | None] = {}
    for suite in SUITES.values():
        if suite.takes not in read:
            meant = _has_a_method_of_theirs(implementation) or _speaks_of(suite, implementation)
            read[suite.takes] = read_for(suite, implementation) if meant else None
    return {name: words for name, suite in SUITES.items() if (words := read[suite.takes]) is not None}


def _has_a_method_of_theirs(implementation: Any) -> bool:
    given = class_of_partial(implementation)
    return any(callable(getattr(given, name, None)) for name in ("start", "reset", "react", "act"))


def _speaks_of(suite: Suite | CaseSuite, implementation: Any) -> bool:
    try:
        parameters = signature_of(implementation).parameters.values()
    except (TypeError, ValueError):  # it cannot be called, or does not say how
        return False
    ways = (each.words for each in suite.conventions) if isinstance(suite, CaseSuite) else suite.takes
    words = {*re.findall(r"\w+", " ".join(ways))} - {"a"}
    names = [each.name for each in parameters if each.default is each.empty]
    return bool(names) and all(
        name in words or (len(name) > 2 and any(word.startswith(name) for word in words)) for name in names
    )
