"""Pages of HTML that need nothing else, tables of text, and paragraphs of Markdown.

No script runs on the pages, and nothing is loaded from anywhere. How they look is in files beside this module.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from textwrap import wrap

_WIDTH = 118
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def html_page(title: str, style: str, body: str) -> str:
    """Return a page with this title, as text, and this style and body, as they are to stand in it."""
    return _PAGE.format(title=escape(title), style=style, body=body)


@cache
def shipped_text(name: str) -> str:
    """Return the text of a file that lies here, such as report.css, without the end of its last line."""
    return files("formal_rl.view").joinpath(name).read_text("utf-8").removesuffix("\n")


def columns(rows: Iterable[Sequence[str]], *, right: bool = False) -> list[str]:
    """Return the rows as lines with aligned columns; to the ``right`` are all but the first if that is asked for."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    sides = [str.ljust, *([str.rjust if right else str.ljust] * len(widths))]
    return [
        "  ".join(side(cell, width) for side, cell, width in zip(sides, row, widths, strict=False)).rstrip()
        for row in table
    ]


def paragraph(text: str) -> list[str]:
    """Return a paragraph of a page in Markdown, and the empty line after it."""
    return [*wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False), ""]


def bullet(text: str) -> list[str]:
    """Return an item of a list in Markdown."""
    lines = wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [f"{'  ' if place else '* '}{line}" for place, line in enumerate(lines)]
