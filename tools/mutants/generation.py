"""The mutants of a source file: where they are, what they change, and their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from cosmic_ray.ast import Visitor, get_ast

from mutants.operators import OPERATORS

PACKAGES = ("histories", "environments", "transforms", "gridworlds", "safelife", "checking")
_TEXTS = {"__repr__", "__str__"}
_DRAWN = {"shapes", "html_page"}

Span = tuple[tuple[int, int], tuple[int, int]]


@frozen
class Mutant:
    """One change: the file (from the package's directory), the function it is in, and the lines before and after.

    ``operator`` and ``occurrence`` say which change of which operator it is, counted through the file.
    """

    path: str
    function: str
    line: int
    kind: str
    operator: int
    occurrence: int
    position: Span
    was: str = ""
    became: str = ""

    @property
    def package(self) -> str:
        """The package it is in."""
        return self.path.split("/", maxsplit=1)[0]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names it, whatever the numbers of the lines are."""
        return self.path, self.function, self.was, self.became

    def __str__(self) -> str:
        """Return it on a line."""
        return f"{self.path}:{self.line} {self.function}: {self.was}  ->  {self.became}"


def source_files(root: Path) -> list[Path]:
    """Return the files of the package in ``root`` that are mutated, in order."""
    return [
        file
        for package in PACKAGES
        for file in sorted((root / package).rglob("*.py"))
        if not (file.stem.endswith("_svg") or file.stem in _DRAWN)
    ]


class _Visitor(Visitor):  # type: ignore[misc]
    """Applies one occurrence of one operator."""

    def __init__(self, operator: Any, occurrence: int) -> None:
        self.operator, self.left = operator, occurrence

    def visit(self, node: Any) -> Any:
        """Change the node, if it is the one."""
        if self.left < 0:
            return node
        for index, _ in enumerate(self.operator.mutation_positions(node)):
            if self.left == 0:
                node = self.operator.mutate(node, index)
            self.left -= 1
        return node


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return the mutants of a source, without the texts of their lines, in the order of their places."""
    places = _Places(ast.parse(source))
    nodes = list(_nodes(get_ast(source)))
    found = []
    for kind, operators in OPERATORS.items():
        for number, operator in enumerate(operators):
            occurrence = 0
            for node in nodes:
                for position in operator.mutation_positions(node):
                    function = places.function_at(position)
                    if function is not None:
                        line = position[0][0]
                        found.append(Mutant(path, function, line, kind, number, occurrence, position))
                    occurrence += 1
    return sorted(found, key=lambda mutant: (mutant.position, mutant.kind, mutant.operator, mutant.occurrence))


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def mutated(mutant: Mutant, source: str) -> str | None:
    """Return the source with the change, or ``None`` where it means the same or nothing."""
    tree = get_ast(source)
    changed = str(_Visitor(OPERATORS[mutant.kind][mutant.operator], mutant.occurrence).walk(tree).get_code())
    try:
        same = ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source))
    except SyntaxError:
        return None
    return None if same else changed


def changed_lines(source: str, changed: str) -> tuple[str, str]:
    """Return the lines that differ, before and after, each as one line without its indentation."""
    old, new = source.splitlines(), changed.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return " ".join(map(str.strip, old)), " ".join(map(str.strip, new))


class _Places:
    """What of a source is in a function and may be changed."""

    def __init__(self, tree: ast.Module) -> None:
        self._functions: list[tuple[Span, str]] = []
        self._left_out: list[Span] = []
        self._walk(tree, ())

    def _walk(self, node: ast.AST, names: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            inner = names
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = (*names, child.name)
                self._left_out += [_span(each) for each in child.decorator_list]
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                self._functions.append((_span(child), ".".join(inner)))
                if child.name in _TEXTS:
                    self._left_out.append(_span(child))
            annotations = [getattr(child, "annotation", None), getattr(child, "returns", None)]
            self._left_out += [_span(each) for each in annotations if isinstance(each, ast.AST)]
            if isinstance(child, ast.Raise):
                self._left_out += [_span(each) for each in ast.walk(child) if isinstance(each, ast.JoinedStr)]
            self._walk(child, inner)

    def function_at(self, position: Span) -> str | None:
        """Return the name of the innermost function at a place, or ``None`` if nothing is to be changed there."""
        if any(_within(position, span) for span in self._left_out):
            return None
        names = [name for span, name in self._functions if _within(position, span)]
        return names[-1] if names else None


def _span(node: Any) -> Span:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
