"""A page for each file of proofs in Rocq, with an anchor at each theorem."""

from __future__ import annotations

import re

from formal_rl.statements.proofs import FILES, FOLDER
from tools.site.markup import fence, link, raw


def pages() -> dict[str, str]:
    """Return the pages in Markdown, each by its path."""
    return {f"proofs/{file}.md": _page(file) for file in FILES}


def _page(file: str) -> str:
    text = (FOLDER / f"{file}.v").read_text("utf-8")
    pieces = re.split(r"^(?=(?:\(\*\*(?:(?!\*\)).)*\*\)\n)?Theorem )", text, flags=re.MULTILINE | re.DOTALL)
    parts = [f"---\norphan: true\n---\n\n# Proofs: {file}.v"]
    for piece in pieces:
        named = re.search(r"^Theorem (\w+)", piece, re.MULTILINE)
        parts += [raw(f'<a id="{named[1]}"></a>')] if named else []
        parts.append(fence(piece, "coq"))
    return "\n\n".join(parts) + "\n"


def link_to(theorem: str, page: str) -> str:
    """Return a link in HTML from a page of the site to a theorem, ``file:theorem``."""
    file, _, name = theorem.partition(":")
    return link(page, f"proofs/{file}.html#{name}", f"{file}.v: {name}")
