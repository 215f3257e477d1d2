"""The page on which one writes an agent or an environment in Python and runs it in the browser."""

from __future__ import annotations


def pages() -> dict[str, str]:
    """Return the page."""
    return {}
