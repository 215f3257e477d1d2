"""How conventions are recognised: by what an implementation is, and by how it can be called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def callable_with(number: int, *names: str) -> Callable[[Any], str | None]:
    """Return what fits a function that can be called with so many arguments, or with these keywords.

    Ledger: infrastructure
    """

    def fits(implementation: Any) -> str | None:
        if isinstance(implementation, type) or not callable(implementation):
            return f"{_called(implementation)} is no function"
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
    """Return what fits a class or an object with these methods.

    Ledger: infrastructure
    """

    def fits(implementation: Any) -> str | None:
        missing = [name for name in names if not callable(getattr(implementation, name, None))]
        return f"{_called(implementation)} has no {', '.join(missing)}" if missing else None

    return fits


def _called(thing: Any) -> str:
    return str(getattr(thing, "__name__", None) or f"a {type(thing).__name__}")
