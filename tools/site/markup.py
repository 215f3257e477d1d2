"""Small pieces of MyST Markdown and of HTML of which generated pages are made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from posixpath import dirname, relpath
from string import Template

from formal_rl.statements import LEDGER
from formal_rl.statements.uses import mentioned

_CODE = re.compile(r"(``.+?``|`[^`]+`)", re.DOTALL)
_SPECIAL = re.compile(r"([\\*_\[\]<>|{}~#$^])")


def plain(text: str) -> str:
    """Keep the signs of a text from being read as Markdown, but for what stands between backticks."""
    return "".join(part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part) for part in _CODE.split(text))


def fence(text: str, language: str) -> str:
    """Return a block of code."""
    ticks = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"


def raw(html: str) -> str:
    """Return a block of HTML in Markdown."""
    return fence(html, "{raw} html")


def filled(template: Path, **parts: str) -> str:
    """Return a page that is kept in a file, with its parts filled in."""
    return Template(template.read_text("utf-8")).substitute(parts)


def toctree(pages: Iterable[str]) -> str:
    """Return the hidden tree of the pages below one."""
    listed = "\n".join(pages)
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{listed}\n```"


def definitions(entries: Iterable[tuple[str, str]]) -> str:
    """Return a list of definitions, without the entries that say nothing."""
    indented = ((word, text.replace("\n", "\n  ")) for word, text in entries if text)
    return "\n\n".join(f"{word}\n: {text}" for word, text in indented)


def facts(entries: Iterable[tuple[str, str]]) -> str:
    """Return a short list of facts, in HTML."""
    listed = "".join(f"<div><dt>{label}</dt><dd>{text}</dd></div>" for label, text in entries)
    return f'<dl class="fv-facts">{listed}</dl>'


def marked(text: str) -> str:
    """Return a text of the docs as HTML: what stands between ` is code, and ids are links."""
    shown = re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text, quote=False))
    for identifier in mentioned(text):
        shown = re.sub(rf"(?<![\w-]){re.escape(identifier)}(?![\w-]|\.\w)", id_link(identifier), shown)
    return shown


def link(page: str, target: str, text: str) -> str:
    """Return a link in HTML from a page of the site to another, both as paths from its top."""
    return f'<a href="{escape(relpath(target, dirname(page) or "."))}">{escape(text)}</a>'


def id_link(identifier: str, up: str = "../") -> str:
    """Return a link to the page of a statement, in HTML; ``up`` leads from the page to the top of the site."""
    return f'<a class="fv-id" href="{up}statements/{identifier}.html">{escape(identifier)}</a>'


def slug(verdict: str) -> str:
    """Return a verdict as the name of a class of CSS."""
    return "fv-" + re.sub(r"[^a-z]+", "-", verdict.lower()).strip("-")


def badge(verdict: str) -> str:
    """Return a verdict as HTML that shows by colour and by word what it is."""
    return f'<span class="fv-verdict {slug(verdict)}">{escape(verdict)}</span>'


def cited(identifiers: Iterable[str]) -> str:
    """Return statements with their verdicts and titles as a list, in HTML."""
    items = (f"{badge(LEDGER[each].verdict)} {id_link(each)} {escape(LEDGER[each].title)}" for each in identifiers)
    return f'<ul class="fv-plain">{"".join(f"<li>{item}</li>" for item in items)}</ul>'


def table(
    heading: Iterable[str], rows: Iterable[Iterable[str]], *, name: str = "", caption: str = "", classes: str = ""
) -> str:
    """Return a table of HTML cells, whose first column heads the rows; ``name`` says what it is, ``caption`` is shown.

    Without ``classes`` of its own a narrow screen shows it as a list.
    """
    heading = list(heading)
    head = "".join(f'<th scope="col">{cell}</th>' for cell in heading)
    body = ""
    for first, *others in rows:
        labels = [f' data-label="{escape(title)}"' * (not classes) for title in heading[1:]]
        cells = "".join(f"<td{label}>{cell}</td>" for label, cell in zip(labels, others, strict=True))
        body += f'<tr><th scope="row">{first}</th>{cells}</tr>\n'
    named = f' aria-label="{escape(name)}"' * bool(name)
    shown = f"<caption>{escape(caption)}</caption>" * bool(caption)
    listed = (
        f'<table class="{f"docutils {classes}" if classes else "fv-table"}"{named}>{shown}'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>"
    )
    return f'<div class="table-wrapper docutils container">{listed}</div>' if classes else listed
