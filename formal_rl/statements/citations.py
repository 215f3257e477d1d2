"""The subjects of each statement: the definitions that cite it, read from the source.

A definition cites its statements in its docstring, in lines such as ``Ledger: A22-D7*, A22-T10.1``; the star marks
a main definition of the statement. Where names of a module share one citation, the module has it once, before them, as
``LEDGER = ("A22-D7",)``; a name's own line counts more. What cites nothing is infrastructure.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import zip_longest


@cache
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
    shared: tuple[str, ...] = ()
    for node, after in zip_longest(tree.body, tree.body[1:]):
        name, text = _name(node), _docstring(node, after)
        if name == "LEDGER" and isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple):
            shared = tuple(ast.literal_eval(node.value))
        elif text is not None and name and not name.startswith("_"):
            lines = re.findall(r"^[ \t]*Ledger: (.*)$", text, re.MULTILINE)
            yield name, tuple(each for line in lines for each in line.split(", ")) or shared


def cited_by(name: str) -> tuple[str, ...]:
    """Return the statements that a definition cites, given by its dotted name; nothing is imported."""
    module, _, attribute = name.rpartition(".")
    found = dict(citations(ast.parse(dict(_sources()).get(module, ""))))
    return tuple(each.removesuffix("*") for each in found.get(attribute, ()))


def _docstring(node: ast.stmt, after: ast.stmt | None) -> str | None:
    """Return the docstring of a function or class, or of a constant that has one behind it; else ``None``."""
    match node, after:
        case ((ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef()), _):
            return ast.get_docstring(node) or ""
        case _, ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return None


def source_of(name: str) -> str:
    """Return the source of a definition that cites a statement, given by its dotted name; nothing is imported."""
    return "\n".join(_found(name)[1])


def place_of(name: str) -> str:
    """Return the file of such a definition in the package, and the number of its first line there."""
    return f"{name.rpartition('.')[0].replace('.', '/')}.py:{_found(name)[0]}"


def _found(name: str) -> tuple[int, list[str]]:
    module, _, attribute = name.rpartition(".")
    text = dict(_sources())[module]
    return lines_of(defined(ast.parse(text))[attribute], text)


def defined(tree: ast.Module) -> dict[str, ast.stmt]:
    """Return the statements of a module that define something, by the name that they define."""
    return {name: node for node in tree.body if (name := _name(node))}


def lines_of(node: ast.stmt, text: str) -> tuple[int, list[str]]:
    """Return the number of the first line of a statement in a text, and its lines, decorators included."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return first, text.splitlines()[first - 1 : node.end_lineno]


def _name(node: ast.stmt) -> str:
    """Return the name of a function or class, or the one name that a value is given to; else nothing."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return ""


@cache
def _sources() -> tuple[tuple[str, str], ...]:
    """Return every module of the package that may cite, by its dotted name, with its source."""
    package = __name__.partition(".")[0]
    sources = ((name, file.read_bytes()) for name, file in sorted(_modules(package, files(package))))
    return tuple((name, text.decode()) for name, text in sources if b"Ledger: " in text or b"\nLEDGER" in text)


def _modules(name: str, package: Traversable) -> Iterator[tuple[str, Traversable]]:
    """Yield the modules below a package, which may be in an archive, each by its dotted name."""
    for each in package.iterdir():
        if each.is_dir():
            yield from _modules(f"{name}.{each.name}", each)
        elif each.name.endswith(".py"):
            yield f"{name}.{each.name}".removesuffix(".py").removesuffix(".__init__"), each
