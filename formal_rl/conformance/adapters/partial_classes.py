"""Classes that are given with some of their arguments already."""

from functools import partial
from typing import Any


def class_of_partial(thing: Any) -> Any:
    """Return the class that a `functools.partial` makes instances of; anything else as it is."""
    return thing.func if isinstance(thing, partial) and isinstance(thing.func, type) else thing
