"""What holds of every page of the site: nothing is loaded from elsewhere, every link leads somewhere, and sizes."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

from attrs import field, frozen

from tools.site import browser_checks

LARGEST_PAGE = 1_000_000
"""How many bytes a page of HTML has at most."""

LARGEST_EXPLORER = 400_000
"""How many bytes the page of an explorer has at most."""

_LOADING = {"src", "srcset", "poster", "data", "action", "formaction", "background", "cite", "manifest", "xlink:href"}
_STYLE_ADDRESS = re.compile(r"(?:url\(|@import)\s*['\"]?([^'\")\s;]+)", re.IGNORECASE)


@frozen
class _Page:
    """What a page refers to: what it loads, where it links, and what it can be linked at."""

    loads: list[str] = field(factory=list)
    links: list[str] = field(factory=list)
    anchors: set[str] = field(factory=set)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = _Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        for name, given in attrs:
            value = given or ""
            if name == "id" or (tag == "a" and name == "name"):
                self.page.anchors.add(value)
            elif name == "href":
                (self.page.links if tag in {"a", "area"} else self.page.loads).append(value)
            elif name == "style":
                self.page.loads.extend(_STYLE_ADDRESS.findall(value))
            elif name == "srcset":
                self.page.loads.extend(part.split()[0] for part in value.split(",") if part.strip())
            elif name in _LOADING and not (tag == "form" and not value):
                self.page.loads.append(value)

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.page.loads.extend(_STYLE_ADDRESS.findall(data))

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False


def read_page(text: str) -> _Page:
    """Return what a page of HTML refers to."""
    reader = _Reader()
    reader.feed(text)
    return reader.page


_ALIKE = ("source", "statements", "explore", "api", "worlds", "command_line", "schemas", "proofs", "papers")
"""The folders whose pages are made alike."""

_EACH = 30


def sampled(pages: dict[str, str]) -> list[str]:
    """Return the pages to look at in the browser after a build: every thirtieth of those made alike, and all others."""
    alike = {folder: [name for name in sorted(pages) if name.startswith(f"{folder}/")] for folder in _ALIKE}
    left_out = {name for names in alike.values() for place, name in enumerate(names) if place % _EACH}
    largest = {max(names, key=lambda name: len(pages[name])) for names in alike.values() if names}
    return sorted({*pages} - (left_out - largest))


def all_checks(site: Path, pattern: str | None = None) -> list[str]:
    """Return what is wrong with the site, a line each.

    The pages that fit the pattern are looked at in the browser; without a pattern a sample is.
    """
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    read = {name: read_page(text) for name, text in pages.items()}
    chosen = sampled(pages) if pattern is None else fnmatch.filter(sorted(pages), pattern)
    chosen = [name for name in chosen if 'http-equiv="refresh"' not in pages[name]]  # these lead on at once
    static = [*loaded_elsewhere(site, read), *broken_links(site, read), *too_large(pages)]
    return [*static, *browser_checks.findings(site, chosen)]


def loaded_elsewhere(site: Path, pages: dict[str, _Page]) -> Iterator[str]:
    """Yield what is loaded from another host, by a page or by a style sheet."""
    for name, page in pages.items():
        yield from (f"{name}: loads {each}" for each in page.loads if _elsewhere(each))
    for path in sorted(site.rglob("*.css")):
        found = _STYLE_ADDRESS.findall(path.read_text("utf-8"))
        yield from (f"{path.relative_to(site)}: loads {each}" for each in found if _elsewhere(each))


def _elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc) or urlsplit(address).scheme in {"http", "https"}


def broken_links(site: Path, pages: dict[str, _Page]) -> Iterator[str]:
    """Yield the links that lead to no file of the site, or to no place on its page."""
    for name, page in pages.items():
        for address in dict.fromkeys([*page.links, *page.loads]):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            path = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
            path = f"{path}/index.html" if (site / path).is_dir() else path
            if not (site / path).is_file():
                yield f"{name}: {address} leads nowhere"
            elif (
                path in pages
                and "=" not in parts.fragment
                and unquote(parts.fragment) not in {"", *pages[path].anchors}
            ):
                yield f"{name}: {address} names a place that {path} does not have"


def too_large(pages: dict[str, str]) -> Iterator[str]:
    """Yield the pages that are too large to be loaded at once."""
    for name, text in pages.items():
        most = LARGEST_EXPLORER if name.startswith("explore/") else LARGEST_PAGE
        if len(text.encode()) > most:
            yield f"{name}: {len(text.encode()):,} bytes are more than {most:,}"
