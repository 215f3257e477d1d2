"""Charts drawn with our own shapes, without any other library."""

from collections.abc import Callable, Iterator
from math import log
from typing import TypeAlias

from formal_rl.gridworlds.shapes import INK, PALE, Disc, Drawing, Path, Point, Shape, Words, rectangle, svg
from formal_rl.study.charts import Axis, Chart, Curve, ticks

LEFT, RIGHT, TOP, BOTTOM = 58, 16, 26, 44
"""How much room there is around what a chart shows; what names it needs comes below."""

LEGEND_LINE = 16
GRID, BAND = "#e4e4e4", 0.22
_DOT = 3
_SMALL = 11

_Placed: TypeAlias = Callable[[tuple[float, float]], Point]


def chart_svg(chart: Chart) -> str:
    """Return a chart as one SVG that refers to nothing outside."""
    return svg(chart_drawing(chart), chart.title or f"{chart.y.name} against {chart.x.name}")


def chart_drawing(chart: Chart) -> Drawing:
    """Return a chart as a drawing: its title above, the names of its lines below."""
    named = [curve for curve in chart.curves if curve.name]
    height = chart.height + LEGEND_LINE * len(named)
    at = _placing(chart)
    shapes: list[Shape] = [Words((LEFT + _across(chart) / 2, TOP - 9), chart.title, 13)]
    for area in chart.areas:
        shapes.append(Path(tuple(map(at, area.outline)), None, area.colour, closed=True))
    shapes += _axes(chart, at)
    for area in chart.areas:
        shapes.append(Words(at(area.label_at), area.name, _SMALL, INK))
    for curve in chart.curves:
        shapes += _curve(curve, at)
    for mark in chart.marks:
        x, y = at(mark.at)
        shapes.append(Disc((x, y), 4, mark.colour, "#ffffff", said=mark.text))
        beside = (x - 5, y - 8) if mark.above else (x + 5, y + 15)
        shapes.append(Words(beside, mark.text, _SMALL, INK, "end" if mark.above else "start"))
    for line, curve in enumerate(named):
        shapes += _legend(curve, chart.height + LEGEND_LINE * line)
    return Drawing(chart.width, height, tuple(shapes))


def _across(chart: Chart) -> float:
    return chart.width - LEFT - RIGHT


def _placing(chart: Chart) -> _Placed:
    """Return where a point of the chart is on the sheet; what is outside of an axis is at its end."""
    down = chart.height - TOP - BOTTOM

    def at(point: tuple[float, float]) -> Point:
        x, y = point
        return LEFT + _along(chart.x, x) * _across(chart), TOP + (1 - _along(chart.y, y)) * down

    return at


def _along(axis: Axis, value: float) -> float:
    inside = min(max(value, axis.low), axis.high)
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
            yield Disc(point, _DOT, curve.colour, said=f"{x:g}: {y:.4g}")


def _legend(curve: Curve, down: float) -> Iterator[Shape]:
    y = down + LEGEND_LINE / 2
    if curve.band:
        yield rectangle((LEFT, y - 5), 24, 10, fill=curve.colour)._replace(opacity=BAND)
    yield Path(((LEFT, y), (LEFT + 24, y)), curve.colour, None, 1.8, dashed=curve.dashed)
    yield Words((LEFT + 30, y + 4), curve.name, _SMALL, INK, "start")
