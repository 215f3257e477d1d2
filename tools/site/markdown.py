"""Small pieces of MyST Markdown and HTML of which generated pages are made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from posixpath import dirname, relpath

_CODE = re.compile(r"(``.+?``|`[^`]+`)", re.DOTALL)
_SPECIAL = re.compile(r"([\\*_\[\]<>|{}~#$])")


def plain(text: str) -> str:
    """Keep the signs of a text from being read as Markdown, but for what stands between backticks."""
    return "".join(part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part) for part in _CODE.split(text))


def fence(text: str, language: str) -> str:
    """Return a block of code."""
    ticks = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"


def definitions(entries: Iterable[tuple[str, str]]) -> str:
    """Return a list of definitions, without the entries that say nothing."""
    return "\n\n".join(f"{word}\n: {_indented(text)}" for word, text in entries if text)


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def link(page: str, target: str, text: str) -> str:
    """Return a link in HTML from a page of the site to another, both as paths from its top."""
    return f'<a href="{escape(relpath(target, dirname(page) or "."))}">{escape(text)}</a>'


def raw(html: str) -> str:
    """Return a block of HTML in Markdown."""
    return f"```{{raw}} html\n{html}\n```"


def table(heading: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "", classes: str = "") -> str:
    """Return a table in HTML; cells are HTML, and each row is named by its first."""
    head = "".join(f'<th scope="col">{cell}</th>' for cell in heading)
    body = "\n".join(
        "<tr>"
        + "".join(f'<th scope="row">{cell}</th>' if not at else f"<td>{cell}</td>" for at, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="table-wrapper docutils container"><table class="docutils {classes}">{said}\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )
