"""Objects with a live page. The module that makes the page is imported when a notebook or a browser needs it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, NamedTuple


class LiveView(NamedTuple):
    """A live page: its data, as JSON values, and the files of the module and of the style that show them.

    The module exports ``mount(element, data, options)``. ``answer`` returns other data for a question of the page to
    Python; only a widget asks.
    """

    title: str
    module: str
    style: str
    data: Any
    answer: Callable[[Any], Any] | None = None

    def page(self, links: Mapping[str, str] | None = None) -> str:
        """Return the page, as `Live.html` does."""
        # a run in a terminal needs no page
        from formal_rl.view.pages import bundled, filled, script_safe, shipped_text  # noqa: PLC0415

        given = (links or {}).items()
        above = "\n".join(f'<a href="{escape(address)}" target="_top">{escape(words)}</a>' for words, address in given)
        parts = {
            "links": f'<nav aria-label="Site">\n{above}\n</nav>\n' if links else "",
            "addresses": script_safe(links or {}),
            "title": escape(self.title),
            "style": f"{shipped_text('live.css')}\n{shipped_text(self.style)}",
            "script": bundled(self.module),
            "data": script_safe(self.data),
        }
        return filled("live.html", parts)


class Live:
    """An object with a live page, `live_view`, and a text without one, ``str``."""

    __slots__ = ()

    def live_view(self) -> LiveView:
        """Return the live page."""
        raise NotImplementedError

    def html(self, links: Mapping[str, str] | None = None) -> str:
        """Return the page: one file, which needs neither Python nor a network.

        ``links`` are addresses by the words that lead there, such as the id of a statement. The page has them above,
        and where it names that statement.
        """
        return self.live_view().page(links)

    def open(self) -> tuple[Path, bool]:
        """Write the page to a temporary file and open it; return the file, and whether a browser was opened."""
        import webbrowser  # noqa: PLC0415 - as above
        from tempfile import mkdtemp  # noqa: PLC0415 - as above

        file = Path(mkdtemp(prefix="formal-rl-")) / "explorer.html"
        file.write_text(self.html(), "utf-8")
        with suppress(webbrowser.Error, OSError):
            return file, webbrowser.open(file.as_uri())
        return file, False

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the widget, if there is one, and its replacements; a notebook takes the best that it can show.

        There is no ``_repr_html_`` beside it, which marimo would prefer to the widget.
        """
        from formal_rl.view.widget import inline, widget  # noqa: PLC0415 - as above

        view = self.live_view()
        made = widget(view.module, view.style, view.data, view.answer)
        shown = {} if made is None else made._repr_mimebundle_()
        bundle = shown[0] if isinstance(shown, tuple) else shown
        return {**bundle, "text/html": inline(view.module, view.style, view.data, str(self)), "text/plain": str(self)}
