"""How shapes are recognised: by what an implementation has, by how it can be called, and by what it makes then."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from formal_rl.conformance.adapters.cases import class_of_partial, signature_of
from formal_rl.errors import describe_exception


class ImproperQuestion(BaseException):
    """An implementation asks what is not a question; no `Exception`, so no guard of a user's catches it."""


class StaleQuestion(BaseException):
    """An implementation asks an agent that it was handed for an earlier instance."""


NOT_THEIRS = (KeyboardInterrupt, ImproperQuestion, StaleQuestion)
"""What passes through the code of an implementation without being an exception of its own."""

Fits: TypeAlias = Callable[[Any], str | None]
"""Returns None, or in words why an implementation does not fit."""

_ANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

_NAME_WHAT_IT_MAKES = (
    "; it needs no arguments: if it makes what is to be checked, name what it makes, or the class itself"
)


def all_of(*conditions: Fits) -> Fits:
    """Return what fits where all of these do; the first that does not says why."""
    return lambda thing: next(filter(None, (condition(thing) for condition in conditions)), None)


def is_class(thing: Any) -> str | None:
    """Fit a class, or a partial of one: a new instance can be made each time."""
    return None if isinstance(class_of_partial(thing), type) else f"{_called(thing)} is not a class"


def is_function(thing: Any) -> str | None:
    """Fit what can be called, and is not a class."""
    return None if callable(thing) and is_class(thing) else f"{_called(thing)} is not a function"


def has_methods(*names: str) -> Fits:
    """Return what fits a class or an object with these methods."""

    def fits(thing: Any) -> str | None:
        missing = [name for name in names if not callable(getattr(class_of_partial(thing), name, None))]
        return f"{_called(thing)} has no {', '.join(missing)}" if missing else None

    return fits


def class_with_methods(*names: str) -> Fits:
    """Return what fits a class with these methods, or a partial of one."""
    return all_of(is_class, has_methods(*names))


def takes(number: int, *names: str) -> Fits:
    """Return what fits what can be called with so many arguments, and these keywords, as far as it says so."""

    def fits(thing: Any) -> str | None:
        how = f"with {', '.join(names)}" if names else f"with {number} argument{'' if number == 1 else 's'}"
        if not callable(thing):
            return f"{_called(thing)} cannot be called {how}"
        parameters = _parameters(thing)
        if parameters is None:
            return None
        try:
            inspect.Signature(parameters).bind(*range(number), **dict.fromkeys(names))
        except TypeError as error:
            return f"{_called(thing)} cannot be called {how}: {error}{'' if _needed(thing) else _NAME_WHAT_IT_MAKES}"
        return None

    return fits


def callable_with(number: int, *names: str) -> Fits:
    """Return what fits a function that can be called with so many arguments, and these keywords."""
    return all_of(is_function, takes(number, *names))


def callable_by(*names: str) -> Fits:
    """Return what fits a function that can be called with an argument for each name, by position or by keyword."""
    by_position, by_keyword = callable_with(len(names)), callable_with(0, *names)
    return lambda thing: by_position(thing) and by_keyword(thing) and by_position(thing)


def with_parameters(*names: str) -> Fits:
    """Return what fits a function with these parameters: it takes the first of them by name, and can be called."""
    return all_of(takes_some_of(*names, one_of=names[:1]), callable_by(*names))


def made_with(name: str) -> Fits:
    """Return what fits a function or a class that has a parameter of this name."""

    def fits(thing: Any) -> str | None:
        names = [each.name for each in _parameters(thing) or ()]
        return None if name in names else f"{_called(thing)} takes no {name}"

    return fits


def makes(*names: str) -> Fits:
    """Return what fits a function, as make_env(world), that takes some of these names, and needs no other."""
    return all_of(is_function, takes_some_of(*names, one_of=names))


def takes_some_of(*names: str, one_of: tuple[str, ...] = ()) -> Fits:
    """Return what fits a function or a class that takes some of these names as keywords, and needs no other.

    It takes at least one of ``one_of``, where there are any.
    """

    def fits(thing: Any) -> str | None:
        parameters = _parameters(thing)
        if not callable(thing):
            return f"{_called(thing)} is not a function"
        if parameters is None:
            return f"{_called(thing)} does not say what it takes"
        needed = _needed(thing)
        if {*needed} - {*names} or any(each.kind is each.POSITIONAL_ONLY for each in parameters):
            return f"{_called(thing)} cannot be called by keywords of {', '.join(names)}: it takes {needed}"
        takes_any = any(each.kind is each.VAR_KEYWORD for each in parameters)
        if one_of and not takes_any and not any(each.name in one_of for each in parameters):
            return f"{_called(thing)} takes none of {', '.join(one_of)}"
        return None

    return fits


def returns(then: Fits, words: str, argument: Callable[[], Any]) -> Fits:
    """Return what fits what, called with an argument that is made for it, returns something that fits ``then``."""

    def fits(thing: Any) -> str | None:
        reason = takes(1)(thing)
        if reason is not None:
            return reason
        try:
            made = thing(argument())
        except NOT_THEIRS:
            raise
        except BaseException as error:
            return f"called with {words} it raises {describe_exception(error)}"
        reason = then(made)
        return reason and f"called with {words} it returns {made!r}, and {reason}"

    return fits


def _parameters(thing: Any) -> list[inspect.Parameter] | None:
    try:
        return [*signature_of(thing).parameters.values()]
    except (TypeError, ValueError):
        return None


def _needed(thing: Any) -> list[str]:
    parameters = _parameters(thing) or ()
    return [each.name for each in parameters if each.default is each.empty and each.kind not in _ANY]


def _called(thing: Any) -> str:
    if isinstance(thing, partial):
        return f"a partial of {_called(thing.func)}"
    return str(getattr(thing, "__name__", None) or f"a {type(thing).__name__}")
