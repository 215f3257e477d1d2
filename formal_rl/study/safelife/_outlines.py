"""The shapes of cells as outlines: the same that the pictures in SVG have, as points, for what draws by itself."""

import re
from collections.abc import Iterator
from math import cos, pi, radians, sin
from typing import NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, fromstring

from formal_rl.safelife.board import EMPTY, INKS, Cell, colour_of, drawn

Point: TypeAlias = tuple[float, float]

PIECES = 32
"""Into how many straight pieces a circle is cut."""

_CURVE_PIECES = 12
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}


class Outline(NamedTuple):
    """Points joined by straight lines, in a square of side 20, with the colours of the area and of the line.

    A colour that is None is not drawn; ``opacity`` is that of the area. An outline that has a ``label`` is that text,
    at its one point, and ``width`` is the size of the letters.
    """

    points: tuple[Point, ...]
    fill: str | None
    stroke: str | None
    width: float
    opacity: float = 1.0
    label: str = ""


def outlines(cell: Cell) -> tuple[Outline, ...]:
    """Return what is drawn of a cell, from back to front."""
    if cell == EMPTY:
        return ()
    fill, stroke = INKS[colour_of(cell)]
    shape = fromstring(f"<g>{drawn(cell)}</g>")  # noqa: S314 - our own text
    return tuple(outline for element in shape for outline in _outlines(element, fill, stroke))


def _outlines(element: Element, fill: str, stroke: str) -> Iterator[Outline]:
    ground: str | None = element.get("fill", fill)
    line: str | None = element.get("stroke", stroke)
    ground, line = (None if colour == "none" else colour for colour in (ground, line))
    if element.tag == "text":
        yield Outline(
            (_point(element, "x", "y"),), ground, None, float(element.get("font-size", "9")), 1, _text(element)
        )
        return
    width, opacity = float(element.get("stroke-width", "1")), float(element.get("fill-opacity", "1"))
    for points, closed in _shapes(element):
        turned = tuple(_turned(point, element.get("transform", "")) for point in points)
        area = ground if len(turned) > 2 else None
        yield Outline((*turned, turned[0]) if closed else turned, area, line, width, opacity)


def _text(element: Element) -> str:
    return element.text or ""


def _point(element: Element, across: str, down: str) -> Point:
    return float(element.get(across, "0")), float(element.get(down, "0"))


def _shapes(element: Element) -> Iterator[tuple[list[Point], bool]]:
    if element.tag == "circle":
        yield list(_arc(_point(element, "cx", "cy"), float(element.get("r", "0")), 0, 2 * pi, PIECES)), True
    elif element.tag == "rect":
        (left, top), (wide, high) = _point(element, "x", "y"), _point(element, "width", "height")
        round_ = float(element.get("rx", "0"))
        corners = [(left + wide, top), (left + wide, top + high), (left, top + high), (left, top)]
        inward = [(-1, 1), (-1, -1), (1, -1), (1, 1)]
        points: list[Point] = []
        for quarter, ((x, y), (right, down)) in enumerate(zip(corners, inward, strict=True)):
            begin = (quarter - 1) * pi / 2
            points += _arc((x + right * round_, y + down * round_), round_, begin, begin + pi / 2, PIECES // 4)
        yield points, True
    else:
        yield from _of_path(element.get("d", ""))


def _arc(centre: Point, radius: float, begin: float, end: float, pieces: int) -> Iterator[Point]:
    for piece in range(pieces + 1):
        angle = begin + (end - begin) * piece / pieces
        yield centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def _of_path(text: str) -> Iterator[tuple[list[Point], bool]]:
    """Yield the parts of a path, and whether each is closed."""
    points: list[Point] = []
    control: Point | None = None  # the second one of the curve before
    for command, numbers in _commands(text):
        if command in "CcSs":
            controls = [_to(points, command, numbers[place : place + 2]) for place in range(0, len(numbers), 2)]
            if command in "Ss":
                controls.insert(0, _mirrored(control, points[-1]))
            points += _curve(points[-1], *controls)
            control = controls[1]
            continue
        control = None
        if command in "Mm":
            if len(points) > 1:
                yield points, False
            points = [_to(points, command, numbers)]
        elif command in "Zz":
            yield points, True
            points = points[:1]
        else:
            points += _further(points[-1], command, numbers)
    if len(points) > 1:
        yield points, False


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(text)
    place, command = 0, ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        number = _NUMBERS[command.lower()]
        yield command, [float(token) for token in tokens[place : place + number]]
        place += number
        command = {"M": "L", "m": "l"}.get(command, command)  # more points after the first are lines


def _to(points: list[Point], command: str, numbers: list[float]) -> Point:
    x, y = points[-1] if command.islower() and points else (0.0, 0.0)
    return x + numbers[-2], y + numbers[-1]


def _further(here: Point, command: str, numbers: list[float]) -> list[Point]:
    kind = command.lower()
    if kind in "hv":
        fixed = (numbers[0], 0.0) if kind == "h" else (0.0, numbers[0])
        if command.islower():
            return [(here[0] + fixed[0], here[1] + fixed[1])]
        return [(numbers[0], here[1]) if kind == "h" else (here[0], numbers[0])]
    end = _to([here], command, numbers)
    if kind == "l":
        return [end]
    return _half_circle(here, end, clockwise=bool(numbers[4]))


def _mirrored(control: Point | None, here: Point) -> Point:
    return here if control is None else (2 * here[0] - control[0], 2 * here[1] - control[1])


def _curve(begin: Point, first: Point, second: Point, end: Point) -> list[Point]:
    pieces = (piece / _CURVE_PIECES for piece in range(1, _CURVE_PIECES + 1))
    return [_on_curve(begin, first, second, end, part) for part in pieces]


def _half_circle(here: Point, end: Point, *, clockwise: bool) -> list[Point]:
    """Return the points of a half circle; the shapes have no other arcs."""
    centre = (here[0] + end[0]) / 2, (here[1] + end[1]) / 2
    across, down = here[0] - centre[0], here[1] - centre[1]
    way = 1 if clockwise else -1
    angles = (way * pi * piece / _CURVE_PIECES for piece in range(1, _CURVE_PIECES + 1))
    return [
        (centre[0] + across * cos(angle) - down * sin(angle), centre[1] + across * sin(angle) + down * cos(angle))
        for angle in angles
    ]


def _on_curve(begin: Point, first: Point, second: Point, end: Point, part: float) -> Point:
    rest = 1 - part
    weights = rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3
    points = begin, first, second, end
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _turned(point: Point, transform: str) -> Point:
    """Return a point after a rotation round a centre, if there is one."""
    if not transform:
        return point
    degrees, x, y = (float(number) for number in re.findall(r"-?[\d.]+", transform))
    angle, across, down = radians(degrees), point[0] - x, point[1] - y
    return x + across * cos(angle) - down * sin(angle), y + across * sin(angle) + down * cos(angle)
