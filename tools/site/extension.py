"""An extension of Sphinx: ids of statements are links wherever they stand, and pages are light."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname
from typing import Any

from docutils import nodes
from docutils.parsers.rst import roles
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.transforms import SphinxTransform

from formal_rl.statements import LEDGER
from formal_rl.statements.merged import MERGED
from tools.site.code import lightened
from tools.site.sources import title_of
from tools.site.statement_pages import page_of

ID = re.compile(
    rf"(?<![\w.*-])({'|'.join(sorted(map(re.escape, (*LEDGER, *MERGED)), key=len, reverse=True))})(?![\w*-]|\.\d)"
)
"""A whole id: what continues it, as in A22-T10.3 or in the pattern T24-D*, is another word."""

DOCUMENT = re.compile(r"(?<![\w/.])docs/([\w/]+)\.md\b")
"""The name of a document, as texts of the ledger have it."""

_ASIDE = (nodes.reference, addnodes.pending_xref, nodes.title, nodes.literal_block, nodes.raw, nodes.comment)


def reference(page: str, shown: nodes.Node, own: str) -> addnodes.pending_xref:
    """Return a link to a page, from another."""
    link = {"refdomain": "std", "reftype": "doc", "reftarget": f"/{page}", "refexplicit": True, "refdoc": own}
    return addnodes.pending_xref("", shown, **link)


def ledger_role(name: str, rawtext: str, text: str, lineno: int, inliner: Any, *_: Any) -> Any:
    """Make {ledger}`A22-D7` a link to the page of the statement; an id that there is not is an error."""
    if text not in LEDGER:
        message = inliner.reporter.error(f"no statement {text!r} in the ledger", line=lineno)
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    return [reference(page_of(text), nodes.inline(text, text), inliner.document.settings.env.docname)], []


class LinkIds(SphinxTransform):
    """Makes ids and names of documents links, in prose or alone between backticks; a document shows its title."""

    default_priority = 900

    def apply(self, **_: Any) -> None:
        """Replace the texts of a page that have ids."""
        for text in list(self.document.findall(nodes.Text)):
            if not any(isinstance(above, _ASIDE) for above in _above(text)):
                self._link(text)

    def _link(self, text: nodes.Text) -> None:
        own, parent = self.env.docname, text.parent
        if isinstance(parent, nodes.literal):
            found = DOCUMENT.fullmatch(str(text))
            page = page_of(str(text)) if str(text) in LEDGER else found[1] if found else own
            if page != own and page in self.env.found_docs:
                parent.parent.replace(parent, reference(page, self._title(page) if found else parent.deepcopy(), own))
            return
        named = {found.start(): (found, page_of(found[1])) for found in ID.finditer(str(text))}
        named |= {found.start(): (found, found[1]) for found in DOCUMENT.finditer(str(text))}
        made: list[nodes.Node] = []
        end = 0
        for start, (found, page) in sorted(named.items()):
            if page != own and page in self.env.found_docs:
                shown = self._title(page) if found.re is DOCUMENT else nodes.inline(found[0], found[0])
                made += [nodes.Text(str(text)[end:start]), reference(page, shown, own)]
                end = found.end()
        if made:
            parent.replace(text, [*made, nodes.Text(str(text)[end:])])

    def _title(self, page: str) -> nodes.inline:
        title = title_of(Path(self.env.doc2path(page)))
        return nodes.inline(title, title)


def _above(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node


_TREES: dict[tuple[Any, ...], str] = {}


def lighten(app: Sphinx, page: str, _: str, context: dict[str, Any], __: Any) -> None:
    """Show two levels of the tree of pages, which open, and mark up no part of code that has the colour of text.

    A page further down in the tree is in the list of the page above it; those of a folder have one tree.
    """
    make = context["toctree"]
    above = {below: page for page, pages in app.env.toctree_includes.items() for below in pages}
    path = [page]
    while path[0] in above:
        path.insert(0, above[path[0]])

    def tree(**options: Any) -> str:
        if (seen := (dirname(page), len(path) > 3, *path[:3])) not in _TREES:
            _TREES[seen] = make(**options | {"maxdepth": 2})
        return _TREES[seen]

    context["toctree"] = tree
    context["body"] = lightened(context.get("body", ""))


def require_ledger_pages(app: Sphinx) -> None:
    """Refuse sources that were not put together by this package: without them no id leads anywhere."""
    if not (app.srcdir / f"{page_of(next(iter(LEDGER)))}.md").exists():
        raise SphinxError(f"{app.srcdir} has no pages of statements: make docs makes the site")


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx."""
    roles.register_local_role("ledger", ledger_role)
    app.add_transform(LinkIds)
    app.connect("builder-inited", require_ledger_pages)
    app.connect("html-page-context", lighten, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
