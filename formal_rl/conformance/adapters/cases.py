"""Call functions of plain data, and recognise shapes: plain Python, which scripts copy in part.

A driver is a function of an implementation; it returns what the arguments of a case can be put to, and that yields the
answer. What makes the arguments of a case is a function of its own, so that what was handed can be looked at after.
A shape is recognised by what an implementation has, by how it can be called, and by what it makes then.
"""

import contextlib
import functools
import inspect
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from formal_rl.errors import describe_exception


def answering(answer: Any) -> Any:
    """Write above a function of an implementation and arguments that returns the answer: then it is a driver."""

    @functools.wraps(answer)
    def driver(implementation: Any) -> Any:
        def ask(arguments: Any) -> Any:
            answered = answer(implementation, arguments)
            with contextlib.suppress(RecursionError):  # it holds itself
                answered = plain_data(answered)
            yield answered

        return ask

    return driver


@answering
def by_position(implementation: Any, arguments: Any) -> Any:
    """Call a function with arguments in the order in which the parameters are listed, or by their names."""
    return called_with(implementation, arguments)


@answering
def by_name(implementation: Any, arguments: Any) -> Any:
    """Call a function with those arguments that it takes, by their names."""
    return implementation(**taken_by_name(implementation, arguments))


@answering
def in_batches(implementation: Any, arguments: Any) -> Any:
    """Call a function of arrays, whose first axis is that of the cases, with a batch of one."""
    return plain_data(called_with(implementation, arguments))[0]


def arrays_of(given: Any) -> Any:
    """Return an array of float64 for each parameter."""
    import numpy  # noqa: PLC0415 - only what takes arrays needs it

    return {name: numpy.array(each, dtype=float) for name, each in given.items()}


def batches_of(given: Any) -> Any:
    """Return a batch of one for each parameter."""
    return arrays_of({name: [each] for name, each in given.items()})


def in_floats(value: Any) -> Any:
    """Return plain data with a float in the place of each Fraction; ints stay ints."""
    if isinstance(value, dict):
        return {name: in_floats(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return tuple(in_floats(each) for each in value)
    return float(value) if isinstance(value, Fraction) else value


def signature_of(called: Any) -> inspect.Signature:
    """Return the signature; where a class passes ``**kwargs`` on to the next class, with the parameters of that one."""
    try:
        return _signature(called)
    except TypeError:  # it cannot be hashed, or has none
        return _signature.__wrapped__(called)


@functools.lru_cache(maxsize=64)  # each case asks for it
def _signature(called: Any) -> inspect.Signature:
    signature = inspect.signature(called)
    made = called.func if isinstance(called, functools.partial) else called
    kinds = [each.kind for each in signature.parameters.values()]
    if not isinstance(made, type) or inspect.Parameter.VAR_KEYWORD not in kinds:
        return signature
    found: dict[str, Any] = {}
    for init in (vars(each)["__init__"] for each in made.__mro__ if inspect.isfunction(vars(each).get("__init__"))):
        _, *parameters = inspect.signature(init).parameters.values()
        found.update({each.name: each for each in parameters if each.name not in found})
        passes = "__init__" in inspect.unwrap(init).__code__.co_names
        if not (passes and any(each.kind is each.VAR_KEYWORD for each in parameters)):
            break
        found = {name: each for name, each in found.items() if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)}
    parameters = sorted(found.values(), key=lambda each: (each.kind, each.default is not each.empty))
    whole = signature.replace(parameters=parameters)
    given = () if made is called else whole.bind_partial(*called.args, **called.keywords).arguments
    return whole.replace(parameters=[each for each in parameters if each.name not in given])


def class_of_partial(thing: Any) -> Any:
    """Return the class that a `functools.partial` makes instances of; anything else as it is."""
    return thing.func if isinstance(thing, functools.partial) and isinstance(thing.func, type) else thing


def called_with(called: Any, arguments: Any) -> Any:
    """Call a function by position, or by keyword where it takes what it needs by keyword only."""
    try:
        parameters = [*inspect.signature(called).parameters.values()]
    except (TypeError, ValueError):
        parameters = []
    if any(each.kind is each.KEYWORD_ONLY and each.default is each.empty for each in parameters):
        return called(**arguments)
    return called(*arguments.values())


def taken_by_name(called: Any, named: Any) -> Any:
    """Return what a function, or a class to be made, takes of what there is, by the names of its parameters."""
    parameters = signature_of(called).parameters
    if any(each.kind is each.VAR_KEYWORD for each in parameters.values()):
        return dict(named)
    return {name: value for name, value in named.items() if name in parameters}


def plain_data(value: Any) -> Any:
    """Return arrays and lists as tuples, and numbers of numpy in arrays as plain ones."""
    if hasattr(value, "tolist") and getattr(value, "shape", ()) != ():
        if getattr(value.dtype, "kind", "O") in "biuf":  # numbers, which need no look one by one
            return nested_tuples(value.tolist(), len(value.shape))
        value = value.tolist()
    if isinstance(value, dict):
        return {name: plain_data(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(plain_data(each) for each in value)
    return value


def nested_tuples(nested: Any, depth: int) -> Any:
    """Return lists in lists, ``depth`` deep, as tuples."""
    if depth <= 2:
        return tuple(nested) if depth == 1 else tuple(map(tuple, nested))
    return tuple(nested_tuples(each, depth - 1) for each in nested)


def single(made: Any) -> Any:
    """Return a vector environment of one as the environment that it has; any other as it is."""
    return VectorOfOne(made) if getattr(made, "num_envs", None) == 1 else made


class VectorOfOne:
    """A vector environment of one, of gymnasium or Stable-Baselines3, without the axis of its environments."""

    def __init__(self, vector: Any) -> None:
        self.vector = vector

    def reset(self) -> Any:
        """Return the observation."""
        return first_of_batch(without_information(self.vector.reset()))

    def step(self, action: Any) -> Any:
        """Return observation, reward and whether it ended; then the observation is that before a reset."""
        observations, rewards, *ended, information = self.vector.step([action])
        last = information[0] if isinstance(information, list | tuple) else information
        shown = [last[name] for name in ("final_obs", "final_observation") if name in last]
        done = any(bool(each[0]) for each in ended)
        observation = first_of_batch(shown[0] if done and shown else observations)
        return last.get("terminal_observation", observation), plain_data(rewards)[0], done, {}


def without_information(shown: Any) -> Any:
    """Return the first observation, whether or not a dict of information comes with it."""
    return shown[0] if isinstance(shown, tuple) and len(shown) == 2 and isinstance(shown[1], dict) else shown


def first_of_batch(batch: Any) -> Any:
    """Return the first of a batch, or of each batch in a dict or a tuple."""
    if isinstance(batch, dict):
        return {name: first_of_batch(each) for name, each in batch.items()}
    return tuple(first_of_batch(each) for each in batch) if isinstance(batch, tuple) else batch[0]


# --- How shapes are recognised ---


class ImproperQuestion(BaseException):
    """An implementation asks what is not a question; no `Exception`, so no guard of a user's catches it."""


class StaleQuestion(BaseException):
    """An implementation asks an agent that it was handed for an earlier instance."""


NOT_THEIRS = (KeyboardInterrupt, ImproperQuestion, StaleQuestion)
"""Exceptions that pass through an implementation's code and are not its own."""

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
    """Return a test for callables with ``number`` arguments and these keywords, as far as their signature says so."""

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
    """Return a test for functions with ``number`` arguments and these keywords."""
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
    if isinstance(thing, functools.partial):
        return f"a partial of {_called(thing.func)}"
    return str(getattr(thing, "__name__", None) or f"a {type(thing).__name__}")
