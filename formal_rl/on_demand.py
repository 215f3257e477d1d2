"""Names that a package offers, each imported from its module when it is asked for.

So who needs one module of the package does not wait for what its other modules need. None of them may be called as a
name that is offered: once imported, a module stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(package: str, **names: tuple[str, ...]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package that offers names, given by module of the package."""
    modules = {name: f"{package}.{module}" for module, offered in names.items() for name in offered}

    def offered_name(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    def all_names() -> list[str]:
        return sorted({*vars(import_module(package)), *modules})

    return offered_name, all_names
