"""Lazy packages and lazy tables: importing one module of a package does not load the others.

A package lists its names once, by relative imports of each name as itself; only type checkers run these.
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
        """Set it, except that a module never replaces the offered object of its name, as an import would do."""
        if not (isinstance(value, ModuleType) and name in self._modules):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self._modules})


def on_demand(package: str) -> None:
    """Let a package import each name that it offers on first use; read from its source, which must be there."""
    modules = {
        alias.name: f"{package}.{node.module}"
        for node in ast.walk(ast.parse(get_data(package, "__init__.py") or b""))
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    face = sys.modules[package]
    vars(face).update(__all__=sorted(modules), _modules=modules)
    face.__class__ = _Face


class LazyMapping(Mapping[str, _Value]):
    """A mapping with known names, which makes each value on first use and keeps it.

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
