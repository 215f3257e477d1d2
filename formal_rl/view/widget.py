"""What a notebook shows: pictures, and live pages, as widgets where anywidget is installed."""

import re
from collections.abc import Callable
from functools import cache
from html import escape
from importlib import import_module
from typing import Any, NamedTuple

from formal_rl.view.pages import bundled, filled, live_page, script_safe, shipped_text

SCOPE = ".formal-rl"
"""The class of the element in which a widget is."""

_EXPORT = re.compile("^export ", re.MULTILINE)


class Picture(NamedTuple):
    """An SVG that a notebook shows."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """Return what stands for the picture in a text."""
        return f"<a picture: {len(self.svg):,} characters of SVG>"


class LiveView(NamedTuple):
    """What a live page shows: data, and the files of the module and of the style that show them.

    ``answer`` returns other data for what the page asks Python; only a widget asks.
    """

    title: str
    module: str
    style: str
    data: Any
    answer: Callable[[Any], Any] | None = None

    def page(self) -> str:
        """Return the page, all in one file."""
        return live_page(self.title, shipped_text(self.style), self.module, self.data)

    def inline(self, instead: str) -> str:
        """Return HTML for notebooks that have no widgets; ``instead`` is the text that is there without a script."""
        code = _EXPORT.sub("", bundled(self.module))
        parts = {"style": widget_style(self.style), "instead": escape(instead), "script": code}
        return filled("inline.html", {**parts, "notebook": shipped_text("notebook.js"), "data": script_safe(self.data)})

    def widget(self) -> Any:
        """Return the page as a widget, or ``None`` if anywidget is not installed."""
        try:
            made = _widget_class(self.module, self.style)(data=self.data, answers=self.answer is not None)
        except ImportError:
            return None
        if self.answer is not None:
            answer = self.answer
            made.observe(lambda change: setattr(made, "data", answer(change.new["asked"])), "question")
        return made


class Live:
    """What shows itself as a live page: it says which by `live_view`, and what it is without one by ``str``."""

    __slots__ = ()

    def live_view(self) -> LiveView:
        """Return what the page shows."""
        raise NotImplementedError

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the widget, if there is one, and what stands for it; a notebook takes what it can show.

        There is no ``_repr_html_`` beside it, which marimo would prefer to the widget.
        """
        view = self.live_view()
        made = view.widget()
        shown = {} if made is None else made._repr_mimebundle_()
        widget = shown[0] if isinstance(shown, tuple) else shown
        return {**widget, "text/html": view.inline(str(self)), "text/plain": str(self)}


@cache
def _widget_class(module: str, style: str) -> Any:
    """Return the class of widgets of a module; each has a name of its own, by which anywidget tells styles apart."""
    anywidget, traitlets = import_module("anywidget"), import_module("traitlets")
    synced = {
        name: traitlets.Any(default, allow_none=True).tag(sync=True)
        for name, default in (("data", None), ("question", None), ("answers", False))
    }
    members = {"__module__": __name__, "_esm": widget_module(module), "_css": widget_style(style), **synced}
    return type(f"Widget_{module.removesuffix('.js')}", (anywidget.AnyWidget,), members)


def widget_module(module: str) -> str:
    """Return a module of a live page as one that anywidget can load."""
    return "\n".join([bundled(module), shipped_text("notebook.js"), shipped_text("widget.js"), ""])


def widget_style(style: str) -> str:
    """Return the style of a live page for the inside of a widget: what is said of the page is said of the widget."""
    css = "\n".join([shipped_text("live.css"), shipped_text("widget.css"), shipped_text(style)])
    scoped = re.sub(r"(?<![\w.#-])(:root|body)(?=\s*[,{])", "&", css)
    return f"{SCOPE} {{\n{scoped}\n}}\n"
