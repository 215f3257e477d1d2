"""Drawings made of a few kinds of shapes, so that one drawing can be shown in several ways; and drawings as SVG."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Literal, NamedTuple, TypeAlias

from attrs import frozen

Point: TypeAlias = tuple[float, float]
"""Distances to the right and down, in pixels."""

Anchor: TypeAlias = Literal["start", "middle", "end"]

INK, PALE, PAPER = "#222222", "#666666", "#ffffff"
"""The colours of text, of remarks, and of the ground."""

_FONT = "DejaVu Sans, Verdana, sans-serif"


class Path(NamedTuple):
    """Points joined by straight lines; ``closed`` joins the last to the first. ``tooltip`` is its tooltip."""

    points: tuple[Point, ...]
    stroke: str | None = INK
    fill: str | None = None
    width: float = 1
    opacity: float = 1
    closed: bool = False
    dashed: bool = False
    tooltip: str = ""


class Disc(NamedTuple):
    """A circle, filled. ``tooltip`` is its tooltip."""

    centre: Point
    radius: float
    fill: str
    stroke: str | None = None
    width: float = 1
    tooltip: str = ""


class Words(NamedTuple):
    """A line of text; ``at`` is on its base line, at its start, middle or end. ``turned`` reads upward."""

    at: Point
    text: str
    size: float = 12
    colour: str = INK
    anchor: Anchor = "middle"
    bold: bool = False
    turned: bool = False


Shape: TypeAlias = Path | Disc | Words


@frozen
class Drawing:
    """Shapes on a sheet of some width and height, those further back first."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def rectangle(
    corner: Point, width: float, height: float, *, stroke: str | None = None, fill: str | None = None, tooltip: str = ""
) -> Path:
    """Return a rectangle by its upper left corner and its size."""
    x, y = corner
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Path(points, stroke, fill, closed=True, tooltip=tooltip)


def moved(shapes: Iterable[Shape], right: float, down: float) -> Iterator[Shape]:
    """Yield the shapes moved to the right and down."""
    for shape in shapes:
        if isinstance(shape, Path):
            yield shape._replace(points=tuple((x + right, y + down) for x, y in shape.points))
        elif isinstance(shape, Disc):
            yield shape._replace(centre=(shape.centre[0] + right, shape.centre[1] + down))
        else:
            yield shape._replace(at=(shape.at[0] + right, shape.at[1] + down))


def beside(drawings: Sequence[Drawing], gap: float = 18) -> Drawing:
    """Return drawings beside each other, from left to right, at one height."""
    shapes: list[Shape] = []
    right = 0.0
    for drawing in drawings:
        shapes += moved(drawing.shapes, right, 0)
        right += drawing.width + gap
    return Drawing(max(right - gap, 0), max((each.height for each in drawings), default=0), tuple(shapes))


def below(drawings: Sequence[Drawing], gap: float) -> Drawing:
    """Return drawings below each other, from top to bottom, all starting at the left."""
    shapes: list[Shape] = []
    down = 0.0
    for drawing in drawings:
        shapes += moved(drawing.shapes, 0, down)
        down += drawing.height + gap
    return Drawing(max((each.width for each in drawings), default=0), max(down - gap, 0), tuple(shapes))


def svg(drawing: Drawing, title: str, description: str = "") -> str:
    """Return a drawing as one SVG, on white; screen readers read its title, and its description on request.

    It refers to nothing outside, has no ids and needs no script, so that many fit on one page.
    """
    width, height = _number(drawing.width), _number(drawing.height)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{escape(title)}" font-family="{_FONT}" stroke-linejoin="round">'
    )
    more = [f"<desc>{escape(description)}</desc>"] if description else []
    ground = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([opening, *more, ground, *map(_as_svg, drawing.shapes), "</svg>\n"])


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _as_svg(shape: Shape) -> str:
    if isinstance(shape, Path):
        way = "L".join(f"{_number(x)} {_number(y)}" for x, y in shape.points)
        return _element("path", f'd="M{way}{"z" * shape.closed}" {_painted(shape)}', shape.tooltip)
    if isinstance(shape, Disc):
        (x, y), radius = shape.centre, _number(shape.radius)
        stroke = f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"' if shape.stroke else ""
        place = f'cx="{_number(x)}" cy="{_number(y)}" r="{radius}" fill="{shape.fill}"{stroke}'
        return _element("circle", place, shape.tooltip)
    across, down = map(_number, shape.at)
    bold = ' font-weight="bold"' if shape.bold else ""
    turned = f' transform="rotate(-90 {across} {down})"' if shape.turned else ""
    return (
        f'<text x="{across}" y="{down}" font-size="{_number(shape.size)}" fill="{shape.colour}" '
        f'text-anchor="{shape.anchor}"{bold}{turned} pointer-events="none">{escape(shape.text)}</text>'
    )


def _painted(path: Path) -> str:
    attributes = f'fill="{path.fill or "none"}"'
    if path.stroke:
        attributes += f' stroke="{path.stroke}" stroke-width="{_number(path.width)}"'
    if path.opacity != 1:
        attributes += f' opacity="{_number(path.opacity)}"'
    return attributes + (' stroke-dasharray="4 3"' if path.dashed else "")


def _element(kind: str, attributes: str, tooltip: str) -> str:
    if not tooltip:
        return f"<{kind} {attributes}/>"
    return f"<{kind} {attributes}><title>{escape(tooltip)}</title></{kind}>"
