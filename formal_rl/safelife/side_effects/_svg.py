"""Side effects as pictures: for each cell type both densities, and the mass that is moved, removed and created."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from formal_rl.safelife.board._svg import INKS, NUMBERED, SIDE, drawn, grid
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import AGENT, COLOUR_MASK, COLOURS, EMPTY, Cell, colour_of, described
from formal_rl.safelife.side_effects.density import Density
from formal_rl.safelife.side_effects.ground_distance import Size
from formal_rl.safelife.side_effects.transport import Change, Move, Plan

if TYPE_CHECKING:
    from formal_rl.safelife.side_effects.side_effects import SideEffect, SideEffects

WIDEST = 340
"""How wide the picture of a density is at most, in pixels, unless cells would be under `LEAST_SIDE`."""

LEAST_SIDE = 4
LEAST_PANEL = 270
GAP = 34
HEAD = 46
GROUND, DARK_GROUND = "#fdfdfb", "#4a4a4a"
ARROW_INK, REMOVED_INK, CREATED_INK = "#1b2a49", "#c2185b", "#00695c"
FAINT = Fraction(3, 10)

_LEGEND = (
    "A square is as opaque as the cell type is dense there.",
    "The wider an arrow or the longer a mark, the greater its mass.",
    "An arrow that leaves at an edge comes back on the other side.",
    "Deviation: what the moves, removals and creations cost.",
    "Share: the deviation over the cells there are if nobody acts, or over 1 where they are fewer.",
)

Point: TypeAlias = tuple[float, float]


Piece: TypeAlias = tuple[Point, Point]
"""A straight part of an arrow, in columns and rows, from one point to another."""


def side_effects_svg(effects: SideEffects) -> str:
    """Return an SVG picture of side effects: below each other, the cell types that have any, the greatest first.

    Of each there are the density without anybody acting, the density after the run, each square as opaque as its
    density is great, and the transport of the one to the other: an arrow for each move, as wide as its mass asks for
    and in two pieces where it goes round the edge, and a minus or a plus where mass is removed or created. Everything
    has a tooltip. The picture refers to nothing outside, has no ids and needs no script.
    """
    shown = sorted((effect for effect in effects.effects if effect.value > 0), key=lambda each: -each.value)
    parts, top, across = [], 60.0, 740.0
    for effect in shown:
        part, wide, deep = _of_type(effect, effects, top)
        parts += part
        top += deep
        across = max(across, wide)
    still = [type_in_words(effect.cell_type) for effect in effects.effects if not effect.value > 0]
    notes = [*(_LEGEND if shown else ()), *([f"No deviation: {escape(', '.join(still))}."] if still else [])]
    notes = notes or ["There is no cell of the types that are compared."]
    height = top + 18 * len(notes) + 6
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {across:.0f} {height:.0f}" role="img" aria-label="side effects after {effects.steps} steps" '
        'font-family="sans-serif" font-size="12" stroke-linejoin="round" stroke-linecap="round">'
    )
    steps = f"{effects.steps} step{'s' if effects.steps != 1 else ''}"
    said = f"{steps}, densities over the {effects.samples} boards that follow; distance: "
    return "\n".join(
        [
            opening,
            f'<rect width="{across:.0f}" height="{height:.0f}" fill="#fff"/>',
            '<text x="14" y="24" font-size="17" font-weight="bold">Side effects</text>',
            f'<text x="14" y="43" fill="#555">after {said}{effects.distance}</text>',
            *parts,
            *(f'<text x="14" y="{top + 18 * place:.0f}" fill="#555">{note}</text>' for place, note in enumerate(notes)),
            "</svg>\n",
        ]
    )


def _of_type(effect: SideEffect, effects: SideEffects, top: float) -> tuple[list[str], float, float]:
    size = Size(effect.inaction.height, effect.inaction.width)
    scale = max(LEAST_SIDE, min(SIDE, WIDEST / size.width)) / SIDE  # so that three fit beside each other
    step = max(size.width * SIDE * scale, LEAST_PANEL) + GAP
    titles = ("if nobody acts", "after the run", "what is moved, removed (−) and created (+)")
    plan = effect.plan
    changed: dict[str, Sequence[Move | Change]] = {
        "moved": _away(plan),
        "removed": plan.removed,
        "created": plan.created,
    }
    totals = (
        f"{_mass(Fraction(sum(each.mass for each in found), plan.samples))} {name}" for name, found in changed.items()
    )
    masses = (_cells(effect.inaction.mass), _cells(effect.action.mass), ", ".join(totals))
    bottom = top + HEAD + 28 + size.height * SIDE * scale
    share = effect.value / max(float(effect.mass), 1)
    said = (
        f'<text x="38" y="{top + 15:.0f}" font-size="15">'
        f'<tspan font-weight="bold">{escape(type_in_words(effect.cell_type))}</tspan>'
        f'<tspan fill="#555">: deviation {effect.value:.4g}, share {share:.3f}</tspan></text>'
    )
    fill, ink = INKS[colour_of(effect.cell_type)]
    icon = f'<g transform="translate(14 {top:.0f})" fill="{fill}" stroke="{ink}">{drawn(effect.cell_type)}</g>'
    drawings = (
        _density(effect.inaction, effect.cell_type, 1),
        _density(effect.action, effect.cell_type, 1),
        [*_density(effect.inaction, effect.cell_type, FAINT), *_flow(effect, size, effects.distance)],
    )
    parts = [icon, said]
    for place, (title, mass, drawing) in enumerate(zip(titles, masses, drawings, strict=True)):
        left = 28 + place * step
        parts += [
            f'<text x="{left:.0f}" y="{top + HEAD - 8:.0f}">{title}</text>',
            f'<g transform="translate({left:.0f} {top + HEAD + 12:.0f}) scale({scale:.4g})">',
            *_ground(size, scale, dark=place < 2 and _is_white(effect.cell_type)),
            *drawing,
            "</g>",
            f'<text x="{left:.0f}" y="{bottom:.0f}" fill="#555">{mass}</text>',
        ]
    return parts, 28 + 3 * step - GAP + 14, bottom + 30 - top


def _ground(size: Size, scale: float, *, dark: bool) -> list[str]:
    across, down = size.width * SIDE, size.height * SIDE
    every = max(NUMBERED, NUMBERED * round(0.8 / scale))
    rows = (
        f'<text x="{-4 / scale:.4g}" y="{row * SIDE + 13}" text-anchor="end">{row}</text>'
        for row in range(0, size.height, every)
    )
    columns = (
        f'<text x="{column * SIDE + 10}" y="{-4 / scale:.4g}" text-anchor="middle">{column}</text>'
        for column in range(0, size.width, every)
    )
    return [
        f'<rect width="{across}" height="{down}" fill="{DARK_GROUND if dark else GROUND}"/>',
        f'<path d="{grid(size.height, size.width)}" stroke="#000" stroke-opacity=".1" fill="none"/>',
        f'<g fill="#666" font-size="{9 / scale:.4g}">',
        *rows,
        *columns,
        "</g>",
    ]


def _density(density: Density, cell_type: Cell, strength: Fraction | int) -> list[str]:
    fill = INKS[colour_of(cell_type)][1 if strength != 1 and _is_white(cell_type) else 0]
    squares = (
        f'<path d="M{column * SIDE} {row * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" '
        f'fill-opacity="{min(float(density[row, column] * strength), 1):.3g}">'
        f"<title>row {row}, column {column}: {_mass(density[row, column])}</title></path>"
        for row, counts in enumerate(density.counts)
        for column, count in enumerate(counts)
        if count
    )
    return [f'<g fill="{fill}">', *squares, "</g>"]


def _flow(effect: SideEffect, size: Size, distance: str) -> Iterator[str]:
    samples = effect.plan.samples
    for sign, ink, changes in (("−", REMOVED_INK, effect.plan.removed), ("+", CREATED_INK, effect.plan.created)):
        yield f'<g stroke="{ink}" fill="none">'
        yield from (_mark(change, Fraction(change.mass, samples), sign) for change in changes)
        yield "</g>"
    yield f'<g stroke="{ARROW_INK}" stroke-opacity=".75" fill="none">'
    for move in sorted(_away(effect.plan), key=lambda move: move.mass):  # the greatest mass last, on top
        yield _arrow(move, Fraction(move.mass, samples), size, distance)
    yield "</g>"


def _away(plan: Plan) -> list[Move]:
    return [move for move in plan.moves if move.source != move.target]


def _mark(change: Change, mass: Fraction, sign: str) -> str:
    row, column = change.location
    half = 1.5 + 6.5 * min(float(mass), 1) ** 0.5
    x, y = (column + 0.5) * SIDE, (row + 0.5) * SIDE
    upright = f"M{x:.4g} {y - half:.4g}v{2 * half:.4g}" if sign == "+" else ""
    said = f"row {row}, column {column}: {_mass(mass)} {'created' if sign == '+' else 'removed'}"
    line = f"M{x - half:.4g} {y:.4g}h{2 * half:.4g}{upright}"
    return f'<path d="{line}" stroke-width="{half / 2.5:.3g}"><title>{said}</title></path>'


def _arrow(move: Move, mass: Fraction, size: Size, distance: str) -> str:
    parts = pieces(size, move.source, move.target, distance)
    width = 0.8 + 3.2 * min(float(mass), 1) ** 0.5
    lines = "".join(f"M{_at(part[0])}L{_at(part[1])}" for part in parts)
    (row, column), (to_row, to_column) = move.source, move.target
    round_it = " round the edge" if len(parts) > 1 else ""
    said = f"{_mass(mass)} from row {row}, column {column} to row {to_row}, column {to_column}{round_it}"
    return f'<path d="{lines}{_head(parts[-1], width)}" stroke-width="{width:.3g}"><title>{said}</title></path>'


def _head(piece: Piece, width: float) -> str:
    """Return the two barbs of an arrow at the end of its last piece."""
    (x, y), (to_x, to_y) = piece
    along, down = to_x - x, to_y - y
    length = (along * along + down * down) ** 0.5
    barb = (2.5 + 1.2 * width) / SIDE / length
    left = (to_x - barb * (along - 0.6 * down), to_y - barb * (down + 0.6 * along))
    right = (to_x - barb * (along + 0.6 * down), to_y - barb * (down - 0.6 * along))
    return f"M{_at(left)}L{_at(piece[1])}L{_at(right)}"


def _at(point: Point) -> str:
    return f"{point[0] * SIDE:.5g} {point[1] * SIDE:.5g}"


def pieces(size: Size, source: Location, target: Location, distance: str) -> tuple[Piece, ...]:
    """Return the straight pieces of the way that a distance takes from a location to another, cut at the edges.

    A point is a column and a row, and a location lies in the middle of its square. A way that does not go round the
    edge is one piece, and one that goes round a corner may be three.
    """
    down, along = (_way(side, a, b, distance) for side, a, b in zip(size, source, target, strict=True))
    x, y = source[1] + 0.5, source[0] + 0.5
    cuts = sorted({0.0, 1.0, *_crossing(x, along, size.width), *_crossing(y, down, size.height)})
    found: list[Piece] = []
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        over = (x + along * middle) // size.width * size.width, (y + down * middle) // size.height * size.height
        first, last = ((x + along * part - over[0], y + down * part - over[1]) for part in (start, end))
        found.append((first, last))
    return tuple(found)


def _way(side: int, source: int, target: int, distance: str) -> int:
    """Return how far to go along one axis, and in which direction: the shortest way that the distance knows."""
    direct = target - source
    if distance == "flat" or (distance == "one way" and direct > 0):
        return direct
    return min(direct, direct + side, direct - side, key=abs)


def _crossing(start: float, way: int, side: int) -> Iterator[float]:
    """Yield at which part of the way an edge is crossed, if it is."""
    if not 0 < start + way < side:
        yield ((side if way > 0 else 0) - start) / way


def type_in_words(cell_type: Cell) -> str:
    """Return a cell type in words, with its colour even where it is black, unless it is nothing or an agent."""
    colourless = not cell_type & COLOUR_MASK and cell_type != EMPTY and not cell_type & AGENT
    return f"{COLOURS[0]} {described(cell_type)}" if colourless else described(cell_type)


def _is_white(cell_type: Cell) -> bool:
    return COLOURS[colour_of(cell_type)] == "white"


def _mass(mass: Fraction) -> str:
    return f"{float(mass):.4g}"


def _cells(mass: Fraction) -> str:
    return f"{_mass(mass)} cell{'s' if mass != 1 else ''}"
