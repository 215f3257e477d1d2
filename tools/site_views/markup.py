"""What the pages are written with: Markdown (MyST) that means what it says, HTML within it, and their style sheet."""

import re
from html import escape
from pathlib import Path

from formal_rl.statements import LEDGER, mentioned

STYLE = "_static/views.css"


def pages() -> dict[str, str]:
    """Return no page."""
    return {}


def files() -> dict[str, bytes]:
    """Return the style sheet of all pages."""
    return {STYLE: Path(__file__).with_name("views.css").read_bytes()}


def html(markup: str) -> str:
    """Return HTML as a block of a page."""
    longest = max((len(found) for found in re.findall(r"`{3,}", markup)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{{raw}} html\n{markup}\n{fence}\n"


def said(text: str) -> str:
    """Return a text so that Markdown shows it as it is."""
    return re.sub(r"([\\`*_{}\[\]<>|$~#^])", r"\\\1", text)


def marked(text: str) -> str:
    """Return a text of the docs as HTML: what stands between ` is code, and ids are links."""
    shown = re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text, quote=False))
    for identifier in mentioned(text):
        shown = re.sub(rf"(?<![\w-]){re.escape(identifier)}(?![\w-]|\.\w)", link(identifier), shown)
    return shown


def ref(identifier: str) -> str:
    """Return a link to the page of a statement, in Markdown."""
    return f"{{ledger}}`{identifier}`"


def refs(identifiers: tuple[str, ...] | list[str]) -> str:
    """Return links to statements, in Markdown."""
    return ", ".join(map(ref, identifiers))


def link(identifier: str, depth: int = 1) -> str:
    """Return a link to the page of a statement, in HTML; ``depth`` is how many folders the page is in."""
    return f'<a class="fv-id" href="{address(identifier, depth)}">{escape(identifier)}</a>'


def address(identifier: str, depth: int = 1) -> str:
    """Return the address of the page of a statement from a page that is in so many folders."""
    return f"{'../' * depth}statements/{identifier}.html"


def taken(name: str) -> str:
    """Return links to the data of a world, in HTML, from a page that is in a folder."""
    place = f"../_static/worlds/{name}"
    return f'<a href="{place}.json" download>JSON</a>, <a href="{place}.txt" download>text</a>'


def slug(verdict: str) -> str:
    """Return a verdict as the name of a class of CSS."""
    return "fv-" + re.sub(r"[^a-z]+", "-", verdict.lower()).strip("-")


def verdict(identifier: str) -> str:
    """Return the verdict of a statement as a badge, in HTML."""
    word = LEDGER[identifier].verdict
    return f'<span class="fv-verdict {slug(word)}">{escape(word)}</span>'


def table(heading: tuple[str, ...], rows: list[tuple[str, ...]], *, name: str, caption: str = "") -> str:
    """Return a table of HTML cells, whose first column heads the rows; narrow screens show it as a list.

    ``name`` says what it is, ``caption`` is shown.
    """
    head = "".join(f'<th scope="col">{cell}</th>' for cell in heading)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>'
        + "".join(
            f'<td data-label="{escape(title)}">{cell}</td>' for title, cell in zip(heading[1:], row[1:], strict=True)
        )
        + "</tr>"
        for row in rows
    )
    shown = f"<caption>{caption}</caption>" if caption else ""
    return (
        f'<table class="fv-table" aria-label="{escape(name)}">{shown}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )
