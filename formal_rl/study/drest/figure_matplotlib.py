"""Figures drawn with matplotlib, which comes with an extra: charts on their own axes, drawings shape by shape."""

from importlib import import_module
from io import BytesIO
from typing import Any, Literal

from formal_rl.errors import MissingExtra
from formal_rl.study.drest.figure import GAP, Figure, Part, as_drawing
from formal_rl.view import BOTTOM, LEFT, RIGHT, TOP, Chart, Disc, Drawing, Path, Shape, ticks

ImageForm = Literal["png", "pdf"]

POINTS = 72
"""A pixel of a drawing is a point of matplotlib, so that text has the same size in both."""

_DPI = 144


def find_matplotlib() -> Any:
    """Return matplotlib.

    Raises `MissingExtra` where it is not installed.
    """
    try:
        return import_module("matplotlib")
    except ImportError:
        raise MissingExtra("matplotlib", "plot") from None


def figure_matplotlib(figure: Figure) -> Any:
    """Return a figure as a `matplotlib.figure.Figure`, its parts where they are in the SVG.

    Raises `MissingExtra` where matplotlib is not installed.
    """
    find_matplotlib()
    sizes = [[as_drawing(part) for part in row] for row in figure.rows]
    width = max(sum(part.width for part in row) + GAP * (len(row) - 1) for row in sizes)
    height = sum(max(part.height for part in row) for row in sizes) + GAP * (len(sizes) - 1)
    sheet = import_module("matplotlib.figure").Figure(figsize=(width / POINTS, height / POINTS), dpi=_DPI)
    top = 0.0
    for row, parts in zip(sizes, figure.rows, strict=True):
        left = 0.0
        for size, part in zip(row, parts, strict=True):
            _draw(sheet, part, size, (left, top), (width, height))
            left += size.width + GAP
        top += max(part.height for part in row) + GAP
    return sheet


def figure_image(figure: Figure, form: ImageForm = "png") -> bytes:
    """Return a figure as the bytes of a PNG or a PDF; the same figure gives the same bytes.

    Raises `MissingExtra` where matplotlib is not installed.
    """
    sheet, content = figure_matplotlib(figure), BytesIO()
    undated = {"Software": None} if form == "png" else {"CreationDate": None}
    sheet.savefig(content, format=form, metadata=undated)
    return content.getvalue()


def _draw(sheet: Any, part: Part, size: Drawing, corner: tuple[float, float], whole: tuple[float, float]) -> None:
    (left, top), (width, height) = corner, whole
    if isinstance(part, Chart):
        across, down = part.width - LEFT - RIGHT, part.height - TOP - BOTTOM
        below = height - top - TOP - down
        axes = sheet.add_axes(((left + LEFT) / width, below / height, across / width, down / height))
        draw_chart(axes, part)
    else:
        below = height - top - size.height
        axes = sheet.add_axes((left / width, below / height, size.width / width, size.height / height))
        draw_shapes(axes, part)


def draw_chart(axes: Any, chart: Chart) -> None:
    """Draw a chart on axes of matplotlib, with the names of its lines below."""
    for axis, one, scale, limits, label in (
        (chart.x, axes.xaxis, axes.set_xscale, axes.set_xlim, axes.set_xlabel),
        (chart.y, axes.yaxis, axes.set_yscale, axes.set_ylim, axes.set_ylabel),
    ):
        if axis.logarithmic:
            scale("log")
        limits(axis.low, axis.high)
        label(axis.name)
        places, texts = zip(*ticks(axis), strict=True)
        one.set_ticks(places, texts)
        one.set_ticks((), minor=True)
    axes.set_title(chart.title, fontsize=13)
    axes.grid(visible=True, color="#e4e4e4")
    axes.set_axisbelow(True)
    for area in chart.areas:
        axes.fill(*zip(*area.outline, strict=True), color=area.colour, linewidth=0, zorder=0)
        axes.text(*area.label_at, area.name, ha="center")
    for curve in chart.curves:
        if curve.band:
            x, least, greatest = zip(*curve.band, strict=True)
            axes.fill_between(x, least, greatest, color=curve.colour, alpha=0.22, linewidth=0)
        axes.plot(
            *zip(*curve.points, strict=True),
            color=curve.colour,
            linestyle="--" if curve.dashed else "-",
            marker="o" if curve.dots else None,
            markersize=5,
            label=curve.name or "_",
        )
    for mark in chart.marks:
        axes.plot(*mark.at, "o", color=mark.colour, zorder=3)
        offset, side = ((-5, 8), "right") if mark.above else ((5, -15), "left")
        axes.annotate(mark.text, mark.at, offset, textcoords="offset points", ha=side)
    if any(curve.name for curve in chart.curves):
        below = -(BOTTOM - 2) / (chart.height - TOP - BOTTOM)
        axes.legend(loc="upper left", bbox_to_anchor=(0, below), frameon=False, borderaxespad=0, fontsize=9)


def draw_shapes(axes: Any, drawing: Drawing) -> None:
    """Draw the shapes of a drawing on axes of matplotlib, which are set to its size and made invisible."""
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    patches = import_module("matplotlib.patches")
    for shape in drawing.shapes:
        _draw_shape(axes, patches, shape)


def _draw_shape(axes: Any, patches: Any, shape: Shape) -> None:
    if isinstance(shape, Path):
        axes.add_patch(
            patches.Polygon(
                shape.points,
                closed=shape.closed,
                fill=shape.fill is not None,
                facecolor=shape.fill,
                edgecolor=shape.stroke or "none",
                linewidth=shape.width if shape.stroke else 0,
                linestyle="--" if shape.dashed else "-",
                alpha=shape.opacity,
            )
        )
    elif isinstance(shape, Disc):
        axes.add_patch(
            patches.Circle(
                shape.centre,
                shape.radius,
                facecolor=shape.fill,
                edgecolor=shape.stroke or "none",
                linewidth=shape.width,
            )
        )
    else:
        sides = {"start": "left", "middle": "center", "end": "right"}
        axes.text(
            *shape.at,
            shape.text,
            fontsize=shape.size,
            color=shape.colour,
            ha=sides[shape.anchor],
            va="baseline",
            weight="bold" if shape.bold else "normal",
            rotation=90 if shape.turned else 0,
        )
