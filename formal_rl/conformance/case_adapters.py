"""How an implementation of each convention is called: plain Python, whose source also goes into the scripts we write.

``arguments(given)`` returns the arguments made from what is given by name; ``answer(implementation, arguments)`` calls
it with them and returns its answer as plain data. The two are apart so that what was handed can be looked at after.
"""

import inspect
from typing import Any


class ByPosition:
    """A function that is called with arguments in the order in which the parameters are listed."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the values."""
        return list(given.values())

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it."""
        return implementation(*arguments)


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
