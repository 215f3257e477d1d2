"""Output in notebooks: pictures, and live pages, as widgets where anywidget is installed, else as HTML."""

import re
from collections.abc import Callable
from functools import cache
from html import escape
from importlib import import_module
from typing import Any, NamedTuple

from formal_rl.view.pages import bundled, filled, script_safe, shipped_text

SCOPE = ".formal-rl"
"""The class of the element in which a widget is."""

_EXPORT = re.compile("^export ", re.MULTILINE)


class Picture(NamedTuple):
    """An SVG that a notebook shows."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<a picture: {len(self.svg):,} characters of SVG>"


def inline(module: str, style: str, data: Any, instead: str) -> str:
    """Return HTML for notebooks that have no widgets; ``instead`` is the text that is there without a script."""
    code = _EXPORT.sub("", bundled(module))
    parts = {"style": widget_style(style), "instead": escape(instead), "script": code}
    return filled("inline.html", {**parts, "notebook": shipped_text("notebook.js"), "data": script_safe(data)})


def widget(module: str, style: str, data: Any, answer: Callable[[Any], Any] | None) -> Any:
    """Return a live page as a widget, or ``None`` if anywidget is not installed.

    ``answer`` returns other data for a question of the page.
    """
    try:
        made = _widget_class(module, style)(data=data, answers=answer is not None)
    except ImportError:
        return None
    if answer is not None:
        made.observe(lambda change: setattr(made, "data", answer(change.new["asked"])), "question")
    return made


@cache
def _widget_class(module: str, style: str) -> Any:
    """Return the class of widgets of a module; each has its own name, by which anywidget separates styles."""
    anywidget, traitlets = import_module("anywidget"), import_module("traitlets")
    synced = {
        name: traitlets.Any(default, allow_none=True).tag(sync=True)
        for name, default in (("data", None), ("question", None), ("answers", False))
    }
    members = {"__module__": __name__, "_esm": widget_module(module), "_css": widget_style(style), **synced}
    return type(f"Widget_{module.removesuffix('.js')}", (anywidget.AnyWidget,), members)


def widget_module(module: str) -> str:
    """Return a module of a live page in the form that anywidget loads."""
    return "\n".join([bundled(module), shipped_text("notebook.js"), shipped_text("widget.js"), ""])


def widget_style(style: str) -> str:
    """Return the style of a live page for a widget: rules of the whole page become rules of the widget."""
    css = "\n".join([shipped_text("live.css"), shipped_text("widget.css"), shipped_text(style)])
    scoped = re.sub(r"(?<![\w.#-])(:root|body)(?=\s*[,{])", "&", css)
    return f"{SCOPE} {{\n{scoped}\n}}\n"
