"""A figure as a value: charts and drawings in rows, and their caption; as SVG, as PNG, and on a page."""

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

from attrs import frozen

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.view import Chart
from formal_rl.view.charts import chart_drawing
from formal_rl.view.pages import html_page, shipped_text
from formal_rl.view.rendering import rendered
from formal_rl.view.svg_drawing import Drawing, Words, below, beside, moved, svg

Part: TypeAlias = Chart | Drawing

GAP = 22
"""The distance between the parts of a figure, in pixels."""

LETTERS = "λ−"
"""The letters of figures that not every font has."""

_HEAD = 24


@frozen
class Figure:
    """A figure: its name, its parts from left to right and from top to bottom, and its caption."""

    name: str
    title: str
    rows: tuple[tuple[Part, ...], ...]
    caption: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The heading of the figure."""
        return f"Figure {self.name}. {self.title}" if self.name.isdecimal() else self.title

    @property
    def file_name(self) -> str:
        """The name of its file, without the ending."""
        return f"figure_{int(self.name):02}" if self.name.isdecimal() else self.name


def figure_svg(figure: Figure) -> str:
    """Return a figure as one SVG; its caption is the description."""
    drawing = below([beside([as_drawing(part) for part in row], GAP) for row in figure.rows], GAP)
    return svg(drawing, figure.heading, " ".join(figure.caption))


def figure_png(figure: Figure) -> bytes:
    """Return the SVG of a figure rendered as PNG, twice as wide and as high.

    Raises `MissingExtra` where the renderer is not installed.
    """
    return rendered(figure_svg(figure), 2)


def as_drawing(part: Part) -> Drawing:
    """Return a part of a figure as a drawing."""
    return chart_drawing(part) if isinstance(part, Chart) else part


def headed(text: str, drawing: Drawing) -> Drawing:
    """Return a drawing with a line of text above it."""
    words = Words((drawing.width / 2, 14), text, 13, bold=True)
    return Drawing(drawing.width, drawing.height + _HEAD, (words, *moved(drawing.shapes, 0, _HEAD)))


# --- The page of all figures: one file that refers to nothing outside ---


TITLE = "Counterparts of the figures of “Towards shutdownable agents via stochastic choice”"


def figures_page(figures: Sequence[Figure], command: str) -> str:
    """Return the page of figures, made by this command."""
    introduction = (
        "We reconstructed the worlds and trained the agents ourselves; the captions are computed with the figures. "
        f"Made by formal_rl {__version__}, definitions revision {DEFINITIONS_REVISION}: <code>{escape(command)}</code>"
    )
    contents = " ".join(
        f'<a href="#{figure.file_name}">{escape(figure.heading.partition(".")[0])}</a>' for figure in figures
    )
    captions = ("\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in figure.caption) for figure in figures)
    shown = (
        f'<figure id="{figure.file_name}">\n<h2>{escape(figure.heading)}</h2>\n{figure_svg(figure)}'
        f"<figcaption>\n{caption}\n</figcaption>\n</figure>"
        for figure, caption in zip(figures, captions, strict=True)
    )
    heading = (f"<h1>{escape(TITLE)}</h1>", f"<p>{introduction}</p>", f"<nav>{contents}</nav>")
    return html_page(TITLE, shipped_text("figures.css"), "\n".join((*heading, *shown)))
