"""A page for each package: what its face offers, with signatures and docstrings, read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from formal_rl.statements import LEDGER
from tools.site.code import MODULES, address, file_of, node_of, offered, origin, packages, tree_of
from tools.site.markup import fence, link, plain, raw, toctree

_CITES = re.compile(r"^Ledger: (.*)$", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return the pages in Markdown, each by its path."""
    names = [*packages(), *MODULES]
    made = {f"{page_of(name)}.md": page(name) for name in names}
    return {**made, "api/index.md": index(names)}


def page_of(package: str) -> str:
    """Return the page of a package, without its ending."""
    return f"api/{package.removeprefix('formal_rl.').replace('.', '-')}"


def index(names: list[str]) -> str:
    """Return the page that lists the packages."""
    places = {name: page_of(name).removeprefix("api/") for name in names}
    said = {name: plain(_first(ast.get_docstring(tree_of(name)) or "")) for name in names}
    rows = "\n".join(f"| [`{name}`]({places[name]}.md) | {said[name]} |" for name in names)
    return (
        "# The packages\n\nWhat each package offers, read from its face. Import such a name from the package, any "
        f"other from its module.\n\n| package | what it has |\n|---|---|\n{rows}\n\n{toctree(places.values())}\n"
    )


def page(name: str) -> str:
    """Return the page of a package or module."""
    is_package = file_of(name).name == "__init__.py"
    names = offered(name) if is_package else _public(name)
    kinds: dict[str, list[str]] = {"Functions": [], "Classes": [], "Constants": []}
    for short in sorted(names, key=str.lower):
        dotted = origin(names[short])
        node = (node_of(dotted) or [None])[0]
        is_class, is_function = (isinstance(node, each) for each in (ast.ClassDef, ast.FunctionDef))
        kind = "Classes" if is_class else "Functions" if is_function else "Constants"
        kinds[kind].append("\n\n".join(entry(short, dotted, page_of(name))))
    pieces = [f"# `{name}`", prose(ast.get_docstring(tree_of(name)) or "")]
    for kind, entries in kinds.items():
        if entries:
            pieces += [f"## {kind}", *entries]
    return "\n\n".join(pieces) + "\n"


def _public(module: str) -> dict[str, str]:
    names = [getattr(node, "name", "") for node in tree_of(module).body]
    return {name: f"{module}.{name}" for name in names if name and not name.startswith("_")}


def entry(short: str, dotted: str, own: str) -> Iterator[str]:
    """Yield the pieces of one name: heading, signature, docstring, the methods of a class, a link to the source."""
    yield f"### `{short}`"
    found = node_of(dotted)
    if found:
        node, text = found
        yield fence(signature(node, short), "python")
        yield prose(text)
        if isinstance(node, ast.ClassDef):
            yield from _methods(node)
    yield raw(f'<p class="defined">{link(own, address(dotted), dotted)}</p>')


def signature(node: ast.stmt, short: str) -> str:
    """Return how a definition is called, or the value of a constant where it is short."""
    match node:
        case ast.FunctionDef():
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            one = f"{node.name}({ast.unparse(node.args)}){returns}"
            broken = re.sub(r", (?=[*\w]+[:,])", ",\n    ", one.replace("(", "(\n    ", 1))
            return one if len(one) <= 88 else broken
        case ast.ClassDef():
            bases = ", ".join(ast.unparse(base) for base in node.bases)
            fields = [f"    {ast.unparse(each)}" for each in node.body if _is_field(each)]
            return "\n".join(
                [f"class {node.name}({bases}):" if bases else f"class {node.name}:", *(fields or ["    ..."])]
            )
        case ast.AnnAssign():
            value = ast.unparse(node.value) if node.value else "..."
            return f"{short}: {ast.unparse(node.annotation)}" + (f" = {value}" if len(value) < 60 else "")
        case _:
            text = ast.unparse(node)
            return text if len(text) < 100 else f"{short} = ..."


def _is_field(node: ast.stmt) -> bool:
    name = node.target.id if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else "_"
    return not name.startswith("_")


def _methods(node: ast.ClassDef) -> Iterator[str]:
    lines = []
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            said = _first(ast.get_docstring(each) or "")
            is_property = any("property" in ast.unparse(decorator) for decorator in each.decorator_list)
            arguments = "" if is_property else f"({re.sub(r'^(self|cls)(, )?', '', ast.unparse(each.args))})"
            lines.append(f"`{each.name}{arguments}`\n: {plain(said) or '.'}")
    if lines:
        yield "\n\n".join(lines)


def prose(text: str) -> str:
    """Return a docstring in Markdown: its paragraphs, its sessions as code, and its citations as links."""
    cited = [each for line in _CITES.findall(text) for each in line.split(", ")]
    blocks = [_block(block) for block in re.split(r"\n\s*\n", _CITES.sub("", text).strip()) if block.strip()]
    ids = [f"{{ledger}}`{each.rstrip('*')}`" for each in cited if each.rstrip("*") in LEDGER]
    return "\n\n".join([*blocks, *([f"Cites {', '.join(ids)}."] if ids else [])])


def _block(text: str) -> str:
    if text.startswith(">>> "):
        return fence(text, "pycon")
    if all(line.startswith("    ") for line in text.splitlines()):
        return fence("\n".join(line[4:] for line in text.splitlines()), "text")
    items = re.split(r"^(?:\*|-) ", text, flags=re.MULTILINE)
    return "\n* ".join(plain(item) for item in items).strip()


def _first(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())
