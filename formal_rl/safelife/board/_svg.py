"""Boards as pictures: one self-contained SVG, with a tooltip for each location."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import cells as c

SIDE = 20
MARGIN = 14
NUMBERED = 5
"""Every fifth row and column has its number in the margin."""

INKS = (
    ("#7a7a7a", "#333333"),
    ("#e5534b", "#8c1d1a"),
    ("#53b257", "#1c5f27"),
    ("#f2cc38", "#7d6200"),
    ("#4f8bea", "#183f87"),
    ("#cf6bcf", "#701c70"),
    ("#45c5d2", "#0b5f6a"),
    ("#ffffff", "#666666"),
)
"""By colour: the fill of a shape, and its lines. Black is grey, so that its lines are seen."""

TINTS = ("#fdfdfb", "#fbc9c5", "#c9ecc6", "#fdf0b0", "#c6dafc", "#f1cbf1", "#c1eef3", "#e9e9e9")
"""By colour of the goal: the ground of its square. Where there is none it is nearly white."""

_CIRCLE = '<circle cx="10" cy="10" r="{r}"{more}/>'
_STAR = (
    '<path d="M10 1.4L12 5.2L16.1 3.9L14.8 8L18.6 10L14.8 12L16.1 16.1L12 14'
    '.8L10 18.6L8 14.8L3.9 16.1L5.2 12L1.4 10L5.2 8L3.9 3.9L8 5.2z"/>'
)

SHAPES: Mapping[str, str] = MappingProxyType(
    {
        "life": _CIRCLE.format(r=6, more=""),
        "hard life": _CIRCLE.format(r=6, more=' stroke-width="2.6"'),
        "wall": '<path d="M0 0h20v20H0z"/><path d="M0 6.7h20M0 13.3h20M10 0v6.7M4 6.7v6.6M15 6.7v6.6M10 13.3V20"/>',
        "crate": '<path d="M3 3h14v14H3z"/><path d="M3 3l14 14M17 3L3 17"/>',
        "tree": '<path d="M8.7 14h2.6v5H8.7z"/><path d="M10 1l6.5 7.5h-3l4.5 6H2l4.5-6h-3z"/>',
        "plant": '<path d="M10 13V8"/><path d="M10 9C4 9 3 6 3 2c5 0 7 3 7 7zM10 9c6 0 7-3 7-7-5 0-7 3-7 7z"/>'
        '<path d="M5 13h10l-1.5 6h-7z"/>',
        "ice cube": '<rect x="2.5" y="2.5" width="15" height="15" rx="3" fill-opacity=".35"/>'
        '<path d="M10 5v10M5.7 7.5l8.6 5M14.3 7.5l-8.6 5"/>',
        "spawner": _STAR + _CIRCLE.format(r=2.5, more=' fill="#fff"'),
        "hard spawner": '<path d="M1 1h18v18H1z" fill="none"/>' + _STAR + _CIRCLE.format(r=2.5, more=' fill="#fff"'),
        "exit": '<path d="M3 19V8a7 7 0 0 1 14 0v11z"/><path d="M6.5 19V9a3.5 3.5 0 0 1 7 0v10z" fill="#fff"/>',
        "fountain": '<path d="M10 2c3 3.5 4 5 4 6.5a4 4 0 0 1-8 0C6 7 7 5.5 10 2z"/>'
        '<path d="M2 13h16c0 4-3.5 5.5-8 5.5S2 17 2 13z"/>',
        "parasite": '<path d="M10 1v18M1 10h18M3.6 3.6l12.8 12.8M16.4 3.6L3.6 16.4"/>' + _CIRCLE.format(r=5, more=""),
        "weed": '<path d="M10 19L2.5 8.5 7.5 12 6 2.5 10 9l4-6.5L12.5 12l5-3.5z"/>',
    }
)
"""The shapes of a named cell, in a square of side 20; an agent has `ARROW` in `DISC`."""

DISC = '<circle cx="10" cy="10" r="9" fill="{ground}" stroke-width="1.2"{dashes}/>'
DASHES = ' stroke-dasharray="2.5 1.5"'
ARROW = '<path d="M10 2.5l5.5 13.5-5.5-3-5.5 3z" transform="rotate({degrees} 10 10)"/>'
PLATE = (
    '<rect x="1.5" y="4.5" width="17" height="11" rx="2" fill="#fff" stroke-width="1.6"/>'
    '<text x="10" y="12.3" font-size="6.5" stroke="none" fill="#000">{cell:04x}</text>'
)
_SHAPE_OF = {c.NAMED_CELLS[name]: shape for name, shape in SHAPES.items()}


def board_svg(rows: Sequence[Sequence[c.Cell]], goals: Sequence[Sequence[c.Cell]] | None = None) -> str:
    """Return an SVG picture of the rows of a board, on grounds tinted in the colours of the goals, if they are given.

    Named cells have shapes of their own and agents are arrows in a disc, which is yellow and dashed if they may leave;
    any other cell is a plate with its number in hexadecimal. Each location has a tooltip that describes it. The
    picture refers to nothing outside and has no ids, so that many fit on one page.

    Raises `InvalidParameter` for goals of another size.
    """
    height, width = len(rows), len(rows[0])
    if goals is not None and [len(row) for row in goals] != [width] * height:
        raise InvalidParameter("goals", [len(row) for row in goals], f"{height} rows of {width} cells, as on the board")
    across, down = width * SIDE, height * SIDE
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across + MARGIN + 1}" height="{down + MARGIN + 1}" '
        f'viewBox="{-MARGIN} {-MARGIN} {across + MARGIN + 1} {down + MARGIN + 1}" role="img" '
        f'aria-label="a board of {height} rows and {width} columns" '
        'font-family="sans-serif" font-size="9" text-anchor="middle" stroke-linejoin="round">'
    )
    lines = [
        opening,
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{across + MARGIN + 1}" height="{down + MARGIN + 1}" fill="#fff"/>',
        '<g fill="#666">',
        *(f'<text x="-7" y="{row * SIDE + 13}">{row}</text>' for row in range(0, height, NUMBERED)),
        *(f'<text x="{column * SIDE + 10}" y="-4">{column}</text>' for column in range(0, width, NUMBERED)),
        "</g>",
        f'<g fill="{TINTS[0]}">',
    ]
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            goal = None if goals is None else goals[row][column]
            lines.append(_square(row, column, cell, goal))
    lines.append("</g>")
    lines.append(
        f'<path d="{grid(height, width)}" stroke="#000" stroke-opacity=".12" fill="none" pointer-events="none"/>'
    )
    return "\n".join([*lines, "</svg>\n"])


def grid(height: int, width: int) -> str:
    """Return the lines between the squares of a board, as the data of a path."""
    rows = "".join(f"M0 {row * SIDE}h{width * SIDE}" for row in range(height + 1))
    return rows + "".join(f"M{column * SIDE} 0v{height * SIDE}" for column in range(width + 1))


def _square(row: int, column: int, cell: c.Cell, goal: c.Cell | None) -> str:
    fill, ink = INKS[c.colour_of(cell)]
    x, y = column * SIDE, row * SIDE
    words = f"row {row}, column {column}: {in_words(cell)}"
    if goal:
        words += f"; goal: {c.described(goal) if goal & ~c.COLOUR_MASK else c.COLOURS[c.colour_of(goal)]}"
    title = f"<title>{words}</title>"
    tint = "" if goal is None or not goal & c.COLOUR_MASK else f' fill="{TINTS[c.colour_of(goal)]}"'
    shape = drawn(cell)
    if not shape:
        return f'<path d="M{x} {y}h20v20h-20z"{tint}>{title}</path>'
    return (
        f'<g transform="translate({x} {y})">{title}<path d="M0 0h20v20H0z"{tint}/>'
        f'<g fill="{fill}" stroke="{ink}">{shape}</g></g>'
    )


def drawn(cell: c.Cell) -> str:
    """Return the shapes of any cell of sixteen bits, without its colour."""
    if cell & c.AGENT:
        disc = DISC.format(ground="#ffe88a", dashes=DASHES) if cell & c.EXIT else DISC.format(ground="#fff", dashes="")
        return disc + ARROW.format(degrees=90 * c.orientation_of(cell))
    if cell == c.EMPTY:
        return ""
    return _SHAPE_OF.get(cell & ~c.COLOUR_MASK & ~c.ORIENTATION_MASK, PLATE.format(cell=cell))


def picture_parts() -> dict[str, Any]:
    """Return the parts of pictures and names of cells, as JSON values, for a page that makes them."""
    agents = [[drawn(c.turned(c.AGENT | flag, way)) for way in range(4)] for flag in (0, c.EXIT)]
    return {
        "flags": dict(c.FLAGS),
        "colours": c.COLOURS,
        "ways": c.ORIENTATIONS,
        "named": {cell: {"name": name, "shape": SHAPES.get(name, "")} for name, cell in c.NAMED_CELLS.items()},
        "inks": INKS,
        "agents": agents,
        "plate": PLATE,
    }


def in_words(cell: c.Cell) -> str:
    """Return a cell in words; an agent that may leave has the words of one that may not, and a note."""
    return f"{c.described(cell & ~c.EXIT)} that may leave" if cell & c.AGENT and cell & c.EXIT else c.described(cell)
