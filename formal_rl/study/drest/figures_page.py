"""The page on which all figures are shown: one file that refers to nothing outside."""

from collections.abc import Sequence
from html import escape

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.study.drest.figure import Figure, figure_svg
from formal_rl.view import html_page, shipped_text

TITLE = "Counterparts of the figures of “Towards shutdownable agents via stochastic choice”"


def figures_page(figures: Sequence[Figure], command: str) -> str:
    """Return the page of figures, made by this command."""
    introduction = (
        "The worlds are reconstructed and the agents trained anew; what is said of each figure is computed with it. "
        f"Made by formal_rl {__version__}, definitions revision {DEFINITIONS_REVISION}: <code>{escape(command)}</code>"
    )
    contents = " ".join(f'<a href="#{figure.file_name}">{escape(_short(figure))}</a>' for figure in figures)
    heading = (f"<h1>{escape(TITLE)}</h1>", f"<p>{introduction}</p>", f"<nav>{contents}</nav>")
    return html_page(TITLE, shipped_text("figures.css"), "\n".join((*heading, *map(_figure, figures))))


def _short(figure: Figure) -> str:
    return f"Figure {figure.name}" if figure.name.isdecimal() else figure.title


def _figure(figure: Figure) -> str:
    caption = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in figure.caption)
    return (
        f'<figure id="{figure.file_name}">\n<h2>{escape(figure.heading)}</h2>\n{figure_svg(figure)}'
        f"<figcaption>\n{caption}\n</figcaption>\n</figure>"
    )
