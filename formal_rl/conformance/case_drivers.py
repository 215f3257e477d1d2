"""How an implementation of each convention is called: plain Python, whose source also goes into the scripts we write.

``handed(given)`` returns the arguments made from what is given by name; ``answer(implementation, arguments)`` calls
it with them and returns its answer as plain data. The two are apart so that what was handed can be looked at after.
"""

from __future__ import annotations

from typing import Any


class ByKeyword:
    """A function that is called with keywords."""

    @staticmethod
    def handed(given: Any) -> Any:
        """Return the keywords."""
        return dict(given)

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it."""
        return implementation(**arguments)


class ByPosition:
    """A function that is called with arguments in the order in which the parameters are listed."""

    @staticmethod
    def handed(given: Any) -> Any:
        """Return the values."""
        return list(given.values())

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it."""
        return implementation(*arguments)


def plain_data(value: Any) -> Any:
    """Return arrays and lists as tuples, and numbers of numpy in arrays as plain ones."""
    if hasattr(value, "tolist") and getattr(value, "shape", ()) != ():
        value = value.tolist()
    if isinstance(value, dict):
        return {name: plain_data(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(plain_data(each) for each in value)
    return value
