"""Markers in the code that say what of it was run, and the loader that puts changed code in place of a module's."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from attrs import define, field, frozen

SEEN = "__mutants_seen__"

Place = tuple[int, int]
Code = Callable[[str, str], ast.Module]
Seen = dict[str, bytearray]


@frozen
class Stretch:
    """A run of statements that is entered at its beginning, with its number in the file."""

    start: Place
    end: Place
    number: int


@define
class Marked:
    """The tree of a source with a marker at the beginning of each stretch of its functions, and the stretches."""

    tree: ast.Module
    stretches: list[Stretch] = field(factory=list)

    @classmethod
    def of(cls, source: str) -> Marked:
        """Mark a source."""
        marked = cls(ast.parse(source))
        marked._outside(marked.tree)
        ast.fix_missing_locations(marked.tree)
        return marked

    def at(self, position: tuple[Place, Place]) -> int | None:
        """Return the number of the innermost stretch that has this place, or ``None`` outside of all."""
        around = [each for each in self.stretches if each.start <= position[0] and position[1] <= each.end]
        return max(around, key=lambda each: (each.start, -each.number)).number if around else None

    def _outside(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                child.body = self._suite(child.body, of_function=True)
            elif isinstance(child, ast.stmt | ast.ExceptHandler):
                self._outside(child)

    def _suite(self, statements: list[ast.stmt], *, of_function: bool = False) -> list[ast.stmt]:
        marked: list[ast.stmt] = []
        number = -1
        for place, statement in enumerate(statements):
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if of_function and place == 0 and is_text:
                marked.append(statement)
                continue
            if number < 0:
                number = len(self.stretches)
                marked.append(_marker(number, statement))
                self.stretches.append(Stretch(_start(statement), _end(statement), number))
            first = self.stretches[number]
            self.stretches[number] = Stretch(first.start, _end(statement), number)
            marked.append(statement)
            if self._inside(statement):
                number = -1
        return marked

    def _inside(self, statement: ast.stmt) -> bool:
        """Mark the suites of a statement; return whether it has any."""
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            statement.body = self._suite(statement.body, of_function=True)
            return True
        if isinstance(statement, ast.ClassDef):
            self._outside(statement)
            return True
        found = False
        for owner in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            for name in ("body", "orelse", "finalbody"):
                suite = getattr(owner, name, None)
                if suite:
                    setattr(owner, name, self._suite(suite))
                    found = True
        return found


def _start(statement: ast.stmt) -> Place:
    decorators = getattr(statement, "decorator_list", [])
    return min((each.lineno, each.col_offset) for each in (statement, *decorators))


def _end(statement: ast.stmt) -> Place:
    return statement.end_lineno or 0, statement.end_col_offset or 0


def _marker(number: int, statement: ast.stmt) -> ast.stmt:
    target = ast.Subscript(ast.Name(SEEN, ast.Load()), ast.Constant(number), ast.Store())
    return ast.copy_location(ast.Assign([target], ast.Constant(1)), statement)


class _Loader(SourceFileLoader):
    """Loads a module from code made from its source; notes nothing on disk."""

    def __init__(self, name: str, path: str, code: Code, seen: Seen | None) -> None:
        super().__init__(name, path)
        self._code, self._seen = code, seen

    def get_code(self, fullname: str) -> CodeType:
        """Return the changed code."""
        made: CodeType = compile(self._code(fullname, self.path), self.path, "exec", dont_inherit=True)
        return made

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, with a place for its markers."""
        if self._seen is not None:
            module.__dict__[SEEN] = self._seen.setdefault(module.__name__, bytearray())
        super().exec_module(module)


class _Finder:
    """Finds the modules whose code is changed before any other finder does."""

    def __init__(self, wanted: Callable[[str], bool], code: Code, seen: Seen | None) -> None:
        self._wanted, self._code, self._seen = wanted, code, seen

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the module's place, with our loader."""
        if not self._wanted(name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self._code, self._seen)
        return spec


def forget(package: str) -> None:
    """Forget every module of a package, so that importing it runs it anew."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]


def replace_module(module: str, source: str) -> None:
    """From now on, import this module from this source."""
    sys.meta_path.insert(0, _Finder(lambda name: name == module, lambda _, path: ast.parse(source, path), None))


def mark_package(package: str) -> Seen:
    """From now on, import the modules of a package with markers; return, by module, which were reached so far."""
    seen: Seen = {}

    def code(name: str, path: str) -> ast.Module:
        with open(path, encoding="utf-8") as file:
            marked = Marked.of(file.read())
        seen.setdefault(name, bytearray()).extend(bytes(len(marked.stretches)))
        return marked.tree

    sys.meta_path.insert(0, _Finder(lambda name: name == package or name.startswith(f"{package}."), code, seen))
    return seen
