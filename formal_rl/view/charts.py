"""Charts as values, of lines with their bands, single points and areas; and as drawings made of shapes."""

from collections.abc import Callable, Iterator
from math import floor, log, log10
from typing import NamedTuple, TypeAlias

from attrs import frozen

from formal_rl.view.svg_drawing import INK, PALE, Disc, Drawing, Path, Point, Shape, Words, rectangle, svg

LEFT, RIGHT, TOP, BOTTOM = 58, 16, 26, 44
"""The margins around the plot; the legend, if any, goes below them."""

LEGEND_LINE = 16
GRID, BAND = "#e4e4e4", 0.22
_DOT = 3
_SMALL = 11

_Placed: TypeAlias = Callable[[tuple[float, float]], Point]

Tick: TypeAlias = tuple[float, str]
"""A place on an axis, and its label."""


class Axis(NamedTuple):
    """An axis from ``low`` to ``high``; without ``ticks``, the chart chooses them."""

    name: str
    low: float
    high: float
    logarithmic: bool = False
    ticks: tuple[Tick, ...] = ()


class Curve(NamedTuple):
    """A line through points (x, y). ``band`` is (x, least, greatest) around it, ``dots`` marks the points."""

    name: str
    colour: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float, float], ...] = ()
    dashed: bool = False
    dots: bool = False


class Mark(NamedTuple):
    """A point with a text, below to its right, or above to its left."""

    at: tuple[float, float]
    text: str
    colour: str
    above: bool = False


class Area(NamedTuple):
    """The inside of an outline, tinted, and where its name stands."""

    name: str
    colour: str
    outline: tuple[tuple[float, float], ...]
    label_at: tuple[float, float]


@frozen(repr=False)
class Chart:
    """A chart: two axes, and curves, marks, and areas between them."""

    title: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...] = ()
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    width: float = 330
    height: float = 270

    def _repr_svg_(self) -> str:
        return chart_svg(self)

    def __repr__(self) -> str:
        return f"<a chart of {self.width:g} x {self.height:g}: {self.title or self.y.name}>"


def ticks(axis: Axis) -> tuple[Tick, ...]:
    """Return the ticks of an axis: those it has, else about five round numbers, or 1, 2, 5 of each power of ten."""
    if axis.ticks:
        return axis.ticks
    if axis.logarithmic:
        exponents = range(floor(log10(axis.low)), floor(log10(axis.high)) + 1)
        powers = [round(factor * 10.0**exponent, 10) for exponent in exponents for factor in (1, 2, 5)]
        values = [value for value in powers if axis.low * 0.999 <= value <= axis.high * 1.001]
    else:
        rough = (axis.high - axis.low) / 5
        power = 10.0 ** floor(log10(rough))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
        places = range(floor(axis.low / step + 0.999), floor(axis.high / step + 0.001) + 1)
        values = [round(place * step, 10) for place in places]
    return tuple((value, f"{value:,.10g}") for value in values)


# --- Drawn ---


def chart_svg(chart: Chart) -> str:
    """Return a chart as one SVG that refers to nothing outside."""
    return svg(chart_drawing(chart), chart.title or f"{chart.y.name} against {chart.x.name}")


def chart_drawing(chart: Chart) -> Drawing:
    """Return a chart as a drawing: its title above, the names of its lines below."""
    named = [curve for curve in chart.curves if curve.name]
    height = chart.height + LEGEND_LINE * len(named)
    across, down = chart.width - LEFT - RIGHT, chart.height - TOP - BOTTOM

    def at(point: tuple[float, float]) -> Point:
        x, y = point
        return LEFT + _along(chart.x, x) * across, TOP + (1 - _along(chart.y, y)) * down

    shapes: list[Shape] = [Words((LEFT + across / 2, TOP - 9), chart.title, 13)]
    for area in chart.areas:
        shapes.append(Path(tuple(map(at, area.outline)), None, area.colour, closed=True))
    shapes += _axes(chart, at)
    for area in chart.areas:
        shapes.append(Words(at(area.label_at), area.name, _SMALL, INK))
    for curve in chart.curves:
        shapes += _curve(curve, at)
    for mark in chart.marks:
        x, y = at(mark.at)
        shapes.append(Disc((x, y), 4, mark.colour, "#ffffff", tooltip=mark.text))
        beside = (x - 5, y - 8) if mark.above else (x + 5, y + 15)
        shapes.append(Words(beside, mark.text, _SMALL, INK, "end" if mark.above else "start"))
    for line, curve in enumerate(named):
        middle = chart.height + LEGEND_LINE * (line + 0.5)
        if curve.band:
            shapes.append(rectangle((LEFT, middle - 5), 24, 10, fill=curve.colour)._replace(opacity=BAND))
        shapes.append(Path(((LEFT, middle), (LEFT + 24, middle)), curve.colour, None, 1.8, dashed=curve.dashed))
        shapes.append(Words((LEFT + 30, middle + 4), curve.name, _SMALL, INK, "start"))
    return Drawing(chart.width, height, tuple(shapes))


def _along(axis: Axis, value: float) -> float:
    inside = min(max(value, axis.low), axis.high)  # values outside of an axis are drawn at its end
    if axis.logarithmic:
        return log(inside / axis.low) / log(axis.high / axis.low)
    return (inside - axis.low) / (axis.high - axis.low)


def _axes(chart: Chart, at: _Placed) -> Iterator[Shape]:
    x, y = chart.x, chart.y
    for value, text in ticks(y):
        start, end = at((x.low, value)), at((x.high, value))
        yield Path((start, end), GRID)
        yield Words((start[0] - 6, start[1] + 4), text, _SMALL, INK, "end")
    for value, text in ticks(x):
        start, end = at((value, y.low)), at((value, y.high))
        yield Path((start, end), GRID)
        yield Words((start[0], start[1] + 15), text, _SMALL, INK)
    left, top = at((x.low, y.high))
    right, bottom = at((x.high, y.low))
    yield rectangle((left, top), right - left, bottom - top, stroke=PALE)
    yield Words(((left + right) / 2, bottom + 32), x.name, 12, INK)
    yield Words((13, (top + bottom) / 2), y.name, 12, INK, turned=True)


def _curve(curve: Curve, at: _Placed) -> Iterator[Shape]:
    if curve.band:
        above = [at((x, greatest)) for x, _, greatest in curve.band]
        under = [at((x, least)) for x, least, _ in reversed(curve.band)]
        yield Path((*above, *under), None, curve.colour, opacity=BAND, closed=True)
    points = tuple(map(at, curve.points))
    yield Path(points, curve.colour, None, 1.8, dashed=curve.dashed)
    if curve.dots:
        for point, (x, y) in zip(points, curve.points, strict=True):
            yield Disc(point, _DOT, curve.colour, tooltip=f"{x:g}: {y:.4g}")
