"""Pages of the site that are made of the ledger, the worlds and the code: each module offers `pages` and `files`.

``pages()`` has Markdown (MyST) by the path of the page below the root of the site's sources, ``files()`` the static
files. A statement is linked by the role ``{ledger}``; its page is ``statements/ID``.
"""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

MODULES = ("map", "papers", "gridworlds", "lessons", "readings")


def pages() -> dict[str, str]:
    """Return every page, by its path below the root of the sources."""
    return {path: text for module in _modules() for path, text in module.pages().items()}


def files() -> dict[str, bytes]:
    """Return every static file, by its path."""
    return {path: content for module in _modules() for path, content in module.files().items()}


def _modules() -> Iterator[ModuleType]:
    yield from (import_module(f"{__name__}.{name}") for name in (*MODULES, "markup"))
