"""The page on which all figures are shown: one file that refers to nothing outside."""

from collections.abc import Sequence
from html import escape

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.study.drest_figure import Figure, figure_svg
from formal_rl.view.html_page import html_page

_STYLE = """body { font: 15px/1.45 sans-serif; max-width: 1180px; margin: 1.5em auto; padding: 0 1em; }
body { color: #222; background: #fff; }
figure { margin: 2.5em 0; }
figure svg { max-width: 100%; height: auto; display: block; }
h2 { font-size: 1.1em; margin: 0 0 .8em; }
figcaption p { margin: .5em 0 0; max-width: 60em; }
nav a { margin-right: .9em; white-space: nowrap; }"""

TITLE = "Counterparts of the figures of “Towards shutdownable agents via stochastic choice”"


def figures_page(figures: Sequence[Figure], command: str) -> str:
    """Return the page of figures, made by this command."""
    introduction = (
        "The worlds are reconstructed and the agents trained anew; what is said of each figure is computed with it. "
        f"Made by formal_rl {__version__}, definitions revision {DEFINITIONS_REVISION}: <code>{escape(command)}</code>"
    )
    contents = " ".join(f'<a href="#{figure.file_name}">{escape(_short(figure))}</a>' for figure in figures)
    heading = (f"<h1>{escape(TITLE)}</h1>", f"<p>{introduction}</p>", f"<nav>{contents}</nav>")
    return html_page(TITLE, _STYLE, "\n".join((*heading, *map(_figure, figures))))


def _short(figure: Figure) -> str:
    return f"Figure {figure.name}" if figure.name.isdecimal() else figure.title


def _figure(figure: Figure) -> str:
    caption = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in figure.caption)
    return (
        f'<figure id="{figure.file_name}">\n<h2>{escape(figure.heading)}</h2>\n{figure_svg(figure)}'
        f"<figcaption>\n{caption}\n</figcaption>\n</figure>"
    )
