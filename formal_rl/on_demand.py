"""What is imported when it is asked for by name: what packages offer, and what tables have.

So who needs one module of a package does not wait for what its other modules need. What a package offers it says once:
by relative imports, of each name as itself, which only type checkers run.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import get_data
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

_Value = TypeVar("_Value")


class _Face(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name not in vars(self)["_modules"]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(import_module(self._modules[name]), name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set it; but no module takes the place of what is offered by its name, as each would when it is imported."""
        if not (isinstance(value, ModuleType) and name in self._modules):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self._modules})


def on_demand(package: str) -> None:
    """Let a package import what it offers when it is asked for it; read from its source, which must be there."""
    modules = {
        alias.name: f"{package}.{node.module}"
        for node in ast.walk(ast.parse(get_data(package, "__init__.py") or b""))
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    face = sys.modules[package]
    vars(face).update(__all__=sorted(modules), _modules=modules)
    face.__class__ = _Face


class WhenAskedFor(Mapping[str, _Value]):
    """A mapping whose names are known before what they name: each is made when it is asked for, and then kept.

    An alias is looked up as the name that it stands for; it is not among the names.
    """

    def __init__(
        self, names: Iterable[str], make: Callable[[str], _Value], aliases: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._names = dict.fromkeys(names)
        self._make = make
        self._aliases = aliases
        self._made: dict[str, _Value] = {}

    def __getitem__(self, name: str) -> _Value:
        name = self._aliases.get(name, name)
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names or name in self._aliases

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
