"""How functions of plain data are asked: plain Python, of which scripts take what they need.

A driver is a function of an implementation; it returns what the arguments of a case can be put to, and that yields the
answer. What makes the arguments of a case is a function of its own, so that what was handed can be looked at after.
"""

import contextlib
import functools
import inspect
from fractions import Fraction
from typing import Any


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
    """Return lists in lists, so many deep, as tuples."""
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
    """Return what is shown first, whether or not a dict of information comes with it."""
    return shown[0] if isinstance(shown, tuple) and len(shown) == 2 and isinstance(shown[1], dict) else shown


def first_of_batch(batch: Any) -> Any:
    """Return the first of a batch, or of each batch in a dict or a tuple."""
    if isinstance(batch, dict):
        return {name: first_of_batch(each) for name, each in batch.items()}
    return tuple(first_of_batch(each) for each in batch) if isinstance(batch, tuple) else batch[0]
