"""The mutants of a source file: small changes of its text, at the places that its syntax tree gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path

from attrs import evolve, frozen

LEFT_OUT = ("statements", "conformance", "cli", "recordings")
"""Rooms that have mutants of their own, or only print and read."""

Span = tuple[tuple[int, int], tuple[int, int]]
Change = tuple[str, int, int, str]
"""The kind of a change, the bytes that it replaces, and the new text."""

_SIGNS = {
    "+": ["-"],
    "-": ["+"],
    "*": ["+"],
    "/": ["*"],
    "//": ["*"],
    "%": ["//"],
    "**": ["*"],
    ">>": ["<<"],
    "<<": [">>"],
    "|": ["&"],
    "&": ["|"],
    "^": ["&"],
    "and": ["or"],
    "or": ["and"],
    "==": ["!="],
    "!=": ["=="],
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "is": ["is not"],
    "is not": ["is"],
    "in": ["not in"],
    "not in": ["in"],
}
"""What replaces the sign between two operands."""

_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)).encode())
_NOT_CODE = {"decorator_list", "annotation", "returns", "type_params"}


@frozen
class Mutant:
    """One change: the file (from the package's directory), the function it is in, and the lines before and after.

    ``text`` replaces the bytes from ``start`` to ``end``; ``place`` has both as lines and columns.
    """

    path: str
    function: str
    line: int
    kind: str
    place: Span
    start: int
    end: int
    text: str
    was: str = ""
    became: str = ""

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
        for file in sorted(root.rglob("*.py"))
        if file.relative_to(root).parts[0] not in LEFT_OUT
        and file.stem not in {"pictures", "svg"}  # a drawing is looked at, and no row is about it
    ]


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return the mutants of a source, without the texts of their lines, in the order of their places."""
    found = _Functions(path, source)
    found.walk(ast.parse(source), (), None)
    return sorted(found.mutants, key=lambda mutant: (mutant.start, mutant.end, mutant.kind, mutant.text))


def mutated(mutant: Mutant, source: str) -> tuple[Mutant, str] | None:
    """Return the mutant with its lines, and the changed source; ``None`` where that means the same or nothing."""
    whole = source.encode()
    changed = (whole[: mutant.start] + mutant.text.encode() + whole[mutant.end :]).decode()
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source)):
            return None
    except SyntaxError:
        return None
    old, new = source.splitlines(), changed.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    was, became = (" ".join(map(str.strip, lines)) for lines in (old, new))
    return evolve(mutant, was=was, became=became), changed


class _Functions:
    """Finds the changes of code inside functions, and not of annotations, decorators, and texts for people."""

    def __init__(self, path: str, source: str) -> None:
        self.path, self.source, self.mutants = path, source.encode(), list[Mutant]()
        self._lines = [0, *accumulate(len(line) for line in self.source.splitlines(keepends=True))]

    def walk(self, node: ast.AST, names: tuple[str, ...], function: ast.FunctionDef | None) -> None:
        """Add the mutants of a node and of all that is below it."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = (*names, node.name)
        if isinstance(node, ast.FunctionDef):
            function = node
        if isinstance(node, ast.JoinedStr) or names[-1:] in {("__repr__",), ("__str__",)}:
            return
        if function is not None:
            for kind, start, end, text in self._changes(node, function):
                place = self._place(start), self._place(end)
                self.mutants.append(Mutant(self.path, ".".join(names), place[0][0], kind, place, start, end, text))
        for name, value in ast.iter_fields(node):
            if name not in _NOT_CODE:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.walk(child, names, function)

    def _place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a byte, as the tree has them."""
        line = self.source.count(b"\n", 0, offset)
        return line + 1, offset - self._lines[line]

    def _span(self, node: ast.expr) -> tuple[int, int]:
        first, last = self._lines[node.lineno - 1], self._lines[(node.end_lineno or 0) - 1]
        return first + node.col_offset, last + (node.end_col_offset or 0)

    def _code(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _changes(self, node: ast.AST, function: ast.FunctionDef) -> Iterator[Change]:  # noqa: PLR0912
        match node:
            case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
                yield from self._signs("arithmetic", [left, right])
            case ast.Compare(left=left, comparators=others):
                yield from self._signs("comparison", [left, *others])
            case ast.BoolOp(values=values):
                yield from self._signs("boolean", values)
            case ast.UnaryOp(op=ast.USub() | ast.Invert() | ast.Not(), operand=operand):
                start = self._span(node)[0]
                sign = re.match(rb"-|~|not\s*", self.source[start : self._span(operand)[0]])
                new = "+" if isinstance(node.op, ast.USub) else ""
                kind = "boolean" if isinstance(node.op, ast.Not) else "arithmetic"
                yield kind, start, start + (sign.end() if sign else 0), new
            case ast.Constant(value=bool(value)):
                yield "boolean", *self._span(node), str(not value)
            case ast.Constant(value=int() | float() | complex() as value):
                for new in (value + 1, value - 1):
                    yield "constant", *self._span(node), str(new)
            case ast.Subscript(slice=inside):
                yield from self._indices(inside)
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from self._negated(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from self._negated(test)
            case ast.Return(value=ast.expr() as value) if (
                not isinstance(value, ast.Constant) or value.value is not None
            ):
                if not (isinstance(function.returns, ast.Name) and function.returns.id == "bool"):
                    yield "return", *self._span(value), "None"
                elif not _is_negated_otherwise(value):
                    yield "return", *self._span(value), f"not ({self._code(value)})"

    def _signs(self, kind: str, operands: list[ast.expr]) -> Iterator[Change]:
        """Yield the changes of the signs between operands; a comment between them is not searched."""
        for before, after in pairwise(operands):
            start, end = self._span(before)[1], self._span(after)[0]
            between = re.sub(rb"#.*", lambda comment: b" " * len(comment[0]), self.source[start:end])
            if sign := _SIGN.search(between):
                for new in _SIGNS[sign[0].decode()]:
                    yield kind, start + sign.start(), start + sign.end(), new

    def _negated(self, test: ast.expr) -> Iterator[Change]:
        if not _is_negated_otherwise(test):
            yield "branch", *self._span(test), f"(not ({self._code(test)}))"

    def _indices(self, inside: ast.expr) -> Iterator[Change]:
        """Leave out a bound of a slice, swap the first two of several indices, or look one place before the one."""
        start, end = self._span(inside)
        match inside:
            case ast.Slice(lower=lower, upper=upper, step=step):
                colon = self.source.index(b":", self._span(lower)[1] if lower else start)
                second = self.source.index(b":", self._span(upper)[1]) if upper and step else end
                if lower:
                    yield "index", start, colon, ""
                if upper:
                    yield "index", colon + 1, second, ""
            case ast.Tuple(elts=[first, second, *_]) if self._code(first) != self._code(second):
                between = self.source[self._span(first)[1] : self._span(second)[0]].decode()
                swapped = f"{self._code(second)}{between}{self._code(first)}"
                yield "index", self._span(first)[0], self._span(second)[1], swapped
            case ast.Constant() | ast.UnaryOp() | ast.JoinedStr() | ast.Tuple():
                return
            case _:
                yield "index", start, end, f"({self._code(inside)}) - 1"


def _is_negated_otherwise(condition: ast.expr) -> bool:
    """Whether another change is the negation: of one comparison, a ``not``, or a truth value written out."""
    match condition:
        case ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
    return False
