"""A figure as a value: charts and drawings in rows, and what is said of them."""

from typing import TypeAlias

from attrs import frozen

from formal_rl.view import Chart, Drawing, Words, below, beside, chart_drawing, moved, rendered, svg

Part: TypeAlias = Chart | Drawing

GAP = 22
"""How far the parts of a figure are from each other, in pixels."""

LETTERS = "λ−"
"""The letters of figures that not every font has."""

_HEAD = 24
_ZOOM = 2


@frozen
class Figure:
    """A figure: what it is called, its parts from left to right and from top to bottom, and its caption."""

    name: str
    title: str
    rows: tuple[tuple[Part, ...], ...]
    caption: tuple[str, ...]

    @property
    def heading(self) -> str:
        """What stands above the figure."""
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
    return rendered(figure_svg(figure), _ZOOM)


def as_drawing(part: Part) -> Drawing:
    """Return a part of a figure as a drawing."""
    return chart_drawing(part) if isinstance(part, Chart) else part


def headed(text: str, drawing: Drawing) -> Drawing:
    """Return a drawing with a line of text above it."""
    words = Words((drawing.width / 2, 14), text, 13, bold=True)
    return Drawing(drawing.width, drawing.height + _HEAD, (words, *moved(drawing.shapes, 0, _HEAD)))
