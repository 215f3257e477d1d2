"""Where each public definition of the package stands, and the highlighted source of its module, read from the files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from tools.site.markup import filled

PACKAGE = Path(__file__).parents[2] / "formal_rl"

MODULES = ("formal_rl.errors", "formal_rl.strategies")
"""Modules that stand beside the packages and are used by their own name."""


@cache
def file_of(module: str) -> Path:
    """Return the file of a module, given by its dotted name."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(file_of(module).read_text("utf-8"))


@cache
def offered(package: str) -> dict[str, str]:
    """Return what a package offers, each name with the dotted name of its definition."""
    names = {}
    for node in ast.walk(tree_of(package)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{package}.{node.module}.{alias.name}"
    return names


def packages() -> Iterator[str]:
    """Yield the packages that offer something, the outermost first."""
    for path in sorted(PACKAGE.rglob("__init__.py"), key=lambda path: path.parts):
        name = ".".join(path.parent.relative_to(PACKAGE.parent).parts)
        if path.parent != PACKAGE and offered(name):
            yield name


def origin(dotted: str) -> str:
    """Return the name of a definition where it is defined, and not where a package passes it on."""
    module, _, name = dotted.rpartition(".")
    passed_on = offered(module).get(name) if file_of(module).name == "__init__.py" else None
    return origin(passed_on) if passed_on and passed_on != dotted else dotted


@cache
def node_of(dotted: str) -> tuple[ast.stmt, str] | None:
    """Return the definition of a name and its docstring; None for a name that is only passed on or computed."""
    module, _, name = dotted.rpartition(".")
    for node, after in pairwise([*tree_of(module).body, None]):
        if node is not None and name_of(node) == name:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                return node, ast.get_docstring(node) or ""
            match after:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    return node, text
            return node, ""
    return None


def name_of(node: ast.stmt) -> str:
    """Return the name that a statement of a module defines, or nothing; an alias of a type is none."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
            return name if ast.unparse(kind) != "TypeAlias" else ""
    return ""


def source_page(module: str) -> str:
    """Return the page of the site that shows a module, without its ending."""
    return "source/" + module.replace(".", "/")


def address(dotted: str) -> str:
    """Return where the site shows a definition: a page and the line on it."""
    module = dotted.rpartition(".")[0]
    found = node_of(dotted)
    return f"{source_page(module)}.html" + (f"#L-{first_line(found[0])}" if found else "")


def first_line(node: ast.stmt) -> int:
    """Return the line at which a definition begins, with its decorators."""
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])


def source_files(texts: Iterable[str]) -> dict[str, bytes]:
    """Return a page with its source, each line to be linked as L-12, for each module that one of the texts links."""
    linked = {page for text in texts for page in _SOURCE.findall(text)}
    formatter = HtmlFormatter(linespans="L", cssclass="highlight source", wrapcode=True)
    made = {}
    for page in sorted(linked):
        module = page.removeprefix("source/").replace("/", ".")
        source = lightened(highlight(file_of(module).read_text("utf-8"), PythonLexer(), formatter))
        up = "../" * page.count("/")
        made[f"{page}.html"] = filled(_TEMPLATE, module=module, up=up, source=source).encode()
    return made


def lightened(html: str) -> str:
    """Return highlighted code without the marks of what has the colour of text: names, signs and space."""
    return _UNCOLOURED.sub(r"\1", html)


_SOURCE = re.compile(r"\bsource/formal_rl(?:/\w+)*(?=\.html)")
_UNCOLOURED = re.compile(r'<span class="[nopw]">([^<]*)</span>')
_TEMPLATE = Path(__file__).with_name("source.html")
