"""A page for each JSON Schema, and the schema to take away."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from tools.site.code import PACKAGE
from tools.site.markup import fence, plain, raw, table, toctree


def schemas() -> dict[str, Path]:
    """Return the files of the schemas, by their names."""
    return {path.stem: path for path in sorted((PACKAGE.parent / "docs" / "reference" / "schemas").glob("*.json"))}


def pages() -> dict[str, str]:
    """Return the pages in Markdown, each by its path."""
    read = {name: json.loads(path.read_text("utf-8")) for name, path in schemas().items()}
    rows = "\n".join(f"| [{name}]({name}.md) | {plain(_about(schema))} |" for name, schema in read.items())
    listed = (
        "# Schemas\n\nThe form of what commands print or read as JSON, as JSON Schema.\n\n"
        f"| schema | of what |\n|---|---|\n{rows}\n\n{toctree(read)}\n"
    )
    return {**{f"schemas/{name}.md": page(name, schema) for name, schema in read.items()}, "schemas/index.md": listed}


def files() -> dict[str, bytes]:
    """Return the schemas as files of the site."""
    return {f"schemas/{name}.json": path.read_bytes() for name, path in schemas().items()}


def page(name: str, schema: dict[str, Any]) -> str:
    """Return the page of one schema: a table for each kind of object in it, and the schema itself."""
    pieces = [
        f"# {name}",
        plain(_about(schema)),
        raw(f'<p><a download href="{name}.json">Take the schema away</a> as a file.</p>'),
        "## The whole",
        *_objects(schema),
    ]
    for key, inner in schema.get("$defs", {}).items():
        pieces += [f"## {key}", plain(inner.get("description", "")), *_objects(inner)]
    pieces += ["## As JSON Schema", fence(json.dumps(schema, indent=2, ensure_ascii=False), "json")]
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def _about(schema: dict[str, Any]) -> str:
    return schema.get("description") or schema.get("title") or ""


def _objects(schema: dict[str, Any]) -> list[str]:
    """Return a table of an object's keys, and of each alternative."""
    if "properties" in schema:
        needed = schema.get("required", [])
        rows = (
            (f"<code>{escape(key)}</code>", "yes" if key in needed else "", escape(each.get("description", "")))
            for key, each in schema["properties"].items()
        )
        return [raw(table(("key", "needed", "what it is"), rows, classes="keys"))]
    return [piece for each in schema.get("oneOf") or schema.get("anyOf") or () for piece in _objects(each)]
