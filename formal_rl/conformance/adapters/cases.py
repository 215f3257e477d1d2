"""How an implementation of each convention is called: plain Python, whose source also goes into the scripts we write.

``arguments(given)`` returns the arguments made from what is given by name; ``answer(implementation, arguments)`` calls
it with them and returns its answer as plain data. The two are apart so that what was handed can be looked at after.
"""

import inspect
from typing import Any


class ByPosition:
    """A function that is called with arguments in the order in which the parameters are listed, or by their names."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the arguments by name."""
        return dict(given)

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it."""
        return called_with(implementation, arguments)


class InBatches(ByPosition):
    """A function of arrays, whose first axis is that of the cases: it is handed a batch of one."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it; the one answer of the batch is the answer."""
        import numpy  # noqa: PLC0415 - only what takes batches needs it

        batches = {name: numpy.array([each], dtype=float) for name, each in arguments.items()}
        return plain_data(called_with(implementation, batches))[0]


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
    parameters = inspect.signature(called).parameters
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
