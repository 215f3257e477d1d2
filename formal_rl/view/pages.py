"""Pages of HTML that need nothing else, tables of text, and paragraphs of Markdown.

Pages load nothing from elsewhere. Their styles and scripts are files in this folder.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from textwrap import wrap
from typing import Any

_WIDTH = 118


def html_page(title: str, style: str, body: str) -> str:
    """Return a page with this title, as text, and this style and body, as they are to stand in it."""
    return filled("page.html", {"title": escape(title), "style": style, "body": body})


def filled(template: str, parts: dict[str, str]) -> str:
    """Return a file that lies here with each [[name]] in it replaced by the part of that name."""
    return re.sub(r"\[\[(\w+)\]\]", lambda found: parts[found[1]], shipped_text(template)) + "\n"


def script_safe(data: Any) -> str:
    """Return JSON values as text in which nothing ends the script element of a page that holds it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


_IMPORT = re.compile(r'^import .*? from "\./([\w.]+)";$', re.MULTILINE | re.DOTALL)


@cache
def bundled(module: str) -> str:
    """Return a shipped module of JavaScript without imports: the modules that it imports stand in front of it."""
    seen: list[str] = []

    def collect(name: str) -> None:
        if name not in seen:
            for imported in _IMPORT.findall(shipped_text(name)):
                collect(imported)
            seen.append(name)

    collect(module)
    *before, last = (_IMPORT.sub("", shipped_text(name)).strip() for name in seen)
    return "\n".join([*(re.sub("^export ", "", text, flags=re.MULTILINE) for text in before), last])


@cache
def shipped_text(name: str) -> str:
    """Return the text of a file that lies here, such as report.css, without the end of its last line."""
    return files("formal_rl.view").joinpath(name).read_text("utf-8").removesuffix("\n")


def columns(rows: Iterable[Sequence[str]], *, right: bool = False) -> list[str]:
    """Return the rows as lines with aligned columns; ``right`` aligns all but the first to the right."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    sides = [str.ljust, *([str.rjust if right else str.ljust] * len(widths))]
    return [
        "  ".join(side(cell, width) for side, cell, width in zip(sides, row, widths, strict=False)).rstrip()
        for row in table
    ]


def markdown_table(heading: Sequence[object], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return a table in Markdown."""
    first, *rest = (f"| {' | '.join(map(str, row))} |" for row in (heading, *rows))
    return [first, "|---" * len(heading) + "|", *rest]


def paragraph(text: str) -> list[str]:
    """Return a paragraph of a page in Markdown, and the empty line after it."""
    return [*wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False), ""]


def bullet(text: str) -> list[str]:
    """Return an item of a list in Markdown."""
    return wrap(f"* {text}", _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
