"""Charts as values: lines with the bands they are the middle of, single points, and areas."""

from collections.abc import Iterator
from math import floor, log10
from typing import NamedTuple, TypeAlias

from attrs import frozen

Tick: TypeAlias = tuple[float, str]
"""A place on an axis, and what stands there."""


class Axis(NamedTuple):
    """An axis from ``low`` to ``high``; where there are no ``ticks``, they are found."""

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
    """A point with what is said of it, below to its right, or above to its left."""

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


@frozen
class Chart:
    """A chart: two axes, and what is shown between them."""

    title: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...] = ()
    marks: tuple[Mark, ...] = ()
    areas: tuple[Area, ...] = ()
    width: float = 330
    height: float = 270


def ticks(axis: Axis) -> tuple[Tick, ...]:
    """Return the ticks of an axis: those it has, else about five round numbers, or 1, 2, 5 of each power of ten."""
    if axis.ticks:
        return axis.ticks
    return tuple((value, f"{value:,.10g}") for value in (_powers(axis) if axis.logarithmic else _round_numbers(axis)))


def _round_numbers(axis: Axis) -> Iterator[float]:
    rough = (axis.high - axis.low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    first = floor(axis.low / step + 0.999)
    yield from (round(place * step, 10) for place in range(first, floor(axis.high / step + 0.001) + 1))


def _powers(axis: Axis) -> Iterator[float]:
    for exponent in range(floor(log10(axis.low)), floor(log10(axis.high)) + 1):
        for factor in (1, 2, 5):
            value = round(factor * 10.0**exponent, 10)
            if axis.low * 0.999 <= value <= axis.high * 1.001:
                yield value
