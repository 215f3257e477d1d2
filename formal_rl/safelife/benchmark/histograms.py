"""Histograms: how many values are in each of some equal parts of a range; and one picture of many."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from formal_rl.errors import InvalidParameter


def histogram(
    values: Iterable[Fraction | float], lowest: Fraction | int, highest: Fraction | int, parts: int
) -> tuple[int, ...]:
    """Return how many values are in each of ``parts`` equal parts of the range from the lowest to the highest.

    A value on the border of two parts is in the upper one, and the highest is in the last. Values below the range are
    in its first part, those above it in its last.

    Raises `InvalidParameter` for a range that is empty, no parts, or a value that is not a number.

    Source: Wainwright and Eckersley 2019, Figures 5 and 6, where values are clipped likewise.
    """
    if not lowest < highest:
        raise InvalidParameter("highest", highest, f"more than the lowest, {lowest}")
    if type(parts) is not int or parts < 1:
        raise InvalidParameter("parts", parts, "an int >= 1")
    counts = [0] * parts
    for value in values:
        try:
            exact = Fraction(value)
        except (ValueError, OverflowError, TypeError):
            raise InvalidParameter("value", value, "a number that is finite") from None
        part = (exact - lowest) * parts // (highest - lowest)
        counts[min(max(part, 0), parts - 1)] += 1
    return tuple(counts)


# Histograms as one picture: a row for each agent, a column for each measure, as in Figures 5 and 6.


LONGEST = 30
"""How many characters of a name are shown; the end of a longer one, which is whole in a tooltip."""

WIDTH, HEIGHT, GAP, LABEL, HEAD = 220, 90, 26, 200, 46
BAR, MEAN, INK, AXIS = "#2f6690", "#c2185b", "#222222", "#999999"


class HistogramPanel(NamedTuple):
    """A histogram: the quantity, its range in words, the counts, a caption, and the position of the mean.

    ``mean`` is a share of the range, 0 to 1, or None where there are no values.
    """

    measure: str
    lowest: str
    highest: str
    counts: tuple[int, ...]
    caption: str
    mean: float | None


class HistogramRow(NamedTuple):
    """The histograms of one agent."""

    name: str
    panels: tuple[HistogramPanel, ...]


def histograms_svg(title: str, rows: Sequence[HistogramRow]) -> str:
    """Return an SVG picture of histograms, a row for each agent, the bars of a panel as high as its counts.

    The line in a panel is at the mean, and every bar has a tooltip. It refers to nothing outside, has no ids and needs
    no script.

    Source: Wainwright and Eckersley 2019, Figures 5 and 6, in kind.
    """
    columns = max((len(row.panels) for row in rows), default=0)
    width = LABEL + columns * (WIDTH + GAP)
    height = HEAD + len(rows) * (HEIGHT + 2 * GAP)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11" fill="{INK}">'
    )
    parts = [
        opening,
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="8" y="20" font-size="14">{escape(title)}</text>',
    ]
    for number, row in enumerate(rows):
        top = HEAD + number * (HEIGHT + 2 * GAP)
        shown = row.name if len(row.name) <= LONGEST else f"…{row.name[1 - LONGEST :]}"
        parts.append(f'<text x="8" y="{top + HEIGHT // 2}">{escape(shown)}<title>{escape(row.name)}</title></text>')
        for column, panel in enumerate(row.panels):
            parts += _panel(panel, LABEL + column * (WIDTH + GAP), top)
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: HistogramPanel, left: int, top: int) -> list[str]:
    bottom, side, greatest = top + HEIGHT, WIDTH / len(panel.counts), max((*panel.counts, 1))
    parts = [f'<text x="{left}" y="{top - 4}">{escape(panel.measure)}: {escape(panel.caption)}</text>']
    for number, count in enumerate(panel.counts):
        if count:
            high = HEIGHT * count / greatest
            parts.append(
                f'<rect x="{left + number * side:.2f}" y="{bottom - high:.2f}" width="{side:.2f}" '
                f'height="{high:.2f}" fill="{BAR}"><title>{count}</title></rect>'
            )
    if panel.mean is not None:
        place = left + WIDTH * min(max(panel.mean, 0.0), 1.0)
        parts.append(f'<path d="M{place:.2f} {top}V{bottom}" stroke="{MEAN}" stroke-width="1.5"/>')
    parts += [
        f'<path d="M{left} {bottom}h{WIDTH}" stroke="{AXIS}"/>',
        f'<text x="{left}" y="{bottom + 13}">{escape(panel.lowest)}</text>',
        f'<text x="{left + WIDTH}" y="{bottom + 13}" text-anchor="end">{escape(panel.highest)}</text>',
    ]
    return parts
