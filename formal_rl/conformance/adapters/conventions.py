"""How conventions are recognised: by what an implementation is, and by how it can be called."""

import inspect
from collections.abc import Callable
from typing import Any

from formal_rl.conformance.adapters.cases import signature_of
from formal_rl.conformance.adapters.partial_classes import class_of_partial


def callable_by(*names: str) -> Callable[[Any], str | None]:
    """Return what fits a function that can be called with an argument for each name, by position or by keyword."""
    by_position, by_keyword = callable_with(len(names)), callable_with(0, *names)

    def fits(implementation: Any) -> str | None:
        reason = by_position(implementation)
        return None if reason is None or by_keyword(implementation) is None else reason

    return fits


def with_parameters(*names: str) -> Callable[[Any], str | None]:
    """Return what fits a function with these parameters: it takes the first of them by name, and can be called."""
    return all_of(takes_some_of(*names, one_of=names[:1]), callable_by(*names))


def callable_with(number: int, *names: str) -> Callable[[Any], str | None]:
    """Return what fits a function that can be called with so many arguments, or with these keywords."""

    def fits(implementation: Any) -> str | None:
        if isinstance(class_of_partial(implementation), type) or not callable(implementation):
            return f"{_called(implementation)} is not a function"
        try:
            signature = inspect.signature(implementation)
        except (TypeError, ValueError):
            return None
        try:
            signature.bind(*range(number), **dict.fromkeys(names))
        except TypeError as error:
            how = f"with {', '.join(names)}" if names else f"with {number} argument{'' if number == 1 else 's'}"
            return f"{_called(implementation)} cannot be called {how}: {error}"
        return None

    return fits


def has_methods(*names: str) -> Callable[[Any], str | None]:
    """Return what fits a class or an object with these methods."""

    def fits(implementation: Any) -> str | None:
        given = class_of_partial(implementation)
        missing = [name for name in names if not callable(getattr(given, name, None))]
        return f"{_called(implementation)} has no {', '.join(missing)}" if missing else None

    return fits


def class_with_methods(*names: str) -> Callable[[Any], str | None]:
    """Return what fits a class with these methods, or a partial of one: a new instance can be made each time."""
    has_them = has_methods(*names)

    def fits(implementation: Any) -> str | None:
        if not isinstance(class_of_partial(implementation), type):
            return f"{_called(implementation)} is not a class"
        return has_them(implementation)

    return fits


def made_with(name: str) -> Callable[[Any], str | None]:
    """Return what fits a function or a class that has a parameter of this name."""

    def fits(implementation: Any) -> str | None:
        try:
            parameters = signature_of(implementation).parameters
        except (TypeError, ValueError):
            parameters = {}  # type: ignore[assignment]
        return None if name in parameters else f"{_called(implementation)} takes no {name}"

    return fits


def makes(*names: str) -> Callable[[Any], str | None]:
    """Return what fits a function, as make_env(world), that takes some of these names, and needs no other."""
    takes_them = takes_some_of(*names, one_of=names)

    def fits(implementation: Any) -> str | None:
        if isinstance(class_of_partial(implementation), type):
            return f"{_called(implementation)} is not a function"
        return takes_them(implementation)

    return fits


def takes_some_of(*names: str, one_of: tuple[str, ...] = ()) -> Callable[[Any], str | None]:
    """Return what fits a function or a class that takes some of these names as keywords, and needs no other.

    It takes at least one of ``one_of``, where there are any.
    """

    def fits(implementation: Any) -> str | None:
        if not callable(implementation):
            return f"{_called(implementation)} is not a function"
        try:
            parameters = signature_of(implementation).parameters.values()
        except (TypeError, ValueError):
            return f"{_called(implementation)} does not say what it takes"
        needed = [each.name for each in parameters if each.default is each.empty and each.kind not in _ANY]
        others = [each for each in needed if each not in names]
        if others or any(each.kind is each.POSITIONAL_ONLY for each in parameters):
            return f"{_called(implementation)} cannot be called by keywords of {', '.join(names)}: it takes {needed}"
        takes_any = any(each.kind is each.VAR_KEYWORD for each in parameters)
        if one_of and not takes_any and not any(each.name in one_of for each in parameters):
            return f"{_called(implementation)} takes none of {', '.join(one_of)}"
        return None

    return fits


_ANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def all_of(*conditions: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
    """Return what fits where all of these do; the first that does not says why."""

    def fits(implementation: Any) -> str | None:
        reasons = (condition(implementation) for condition in conditions)
        return next((reason for reason in reasons if reason is not None), None)

    return fits


def _called(thing: Any) -> str:
    return str(getattr(thing, "__name__", None) or f"a {type(thing).__name__}")
