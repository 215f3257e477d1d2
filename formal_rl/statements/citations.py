"""What each statement is about: the definitions that cite it, read from the source.

A definition cites its statements in its docstring, in lines such as ``Ledger: A22-D7*, A22-T10.1``; the star marks
a main definition of the statement. Where the names of a module share one citation, the module has it once, as
``LEDGER = ("A22-D7",)``, and a name's own line stands before it. What cites nothing is infrastructure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def citing(identifier: str) -> tuple[tuple[str, bool], ...]:
    """Return the dotted names of the definitions that cite a statement, and which are main ones; these come first."""
    found = [
        (f"{module}.{name}", f"{identifier}*" in cited)
        for module, text in _sources()
        if identifier in text
        for name, cited in citations(ast.parse(text))
        if {identifier, f"{identifier}*"} & set(cited)
    ]
    return tuple(sorted(found, key=lambda each: not each[1]))


def citations(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the public functions, classes and documented constants of a module, each with what it cites."""
    shared = _shared(tree)
    for name, text in documented(tree):
        lines = re.findall(r"^[ \t]*Ledger: (.*)$", text, re.MULTILINE)
        yield name, tuple(each for line in lines for each in line.split(", ")) or shared


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield every public function and class of a module, and every public constant that has a docstring."""
    for node, after in zip_longest(tree.body, tree.body[1:]):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                text = ast.get_docstring(node) or ""
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                match after:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        pass
                    case _:
                        continue
            case _:
                continue
        if not name.startswith("_"):
            yield name, text


def _shared(tree: ast.Module) -> tuple[str, ...]:
    """Return what the names of a module cite together."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="LEDGER")], value=ast.Tuple() as value):
                return tuple(ast.literal_eval(value))
    return ()


@cache
def _sources() -> tuple[tuple[str, str], ...]:
    """Return every module of the package that may cite, by its dotted name, with its source."""
    texts = ((_dotted(file), file.read_text("utf-8")) for file in sorted(PACKAGE.rglob("*.py")))
    return tuple((module, text) for module, text in texts if re.search(r"^ *Ledger: |^LEDGER = \(", text, re.MULTILINE))


def _dotted(file: Path) -> str:
    parts = (PACKAGE.name, *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
