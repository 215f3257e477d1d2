"""Values of a counterexample as text: numbers with their decimals, grids with the cells that differ, narrow tables."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import product, zip_longest
from textwrap import wrap
from typing import Any

from attrs import frozen

from formal_rl.conformance.adapters.values import DOUBLE_ROUNDING, SINGLE_ROUNDING, agree
from formal_rl.histories import Percept

WIDTH = 100
"""No line of a report is wider, so that it can be read beside an editor."""

MOST_ITEMS, _ENDS = 24, 3
"""The most items of a sequence in a report, and of a longer one at each end; scripts have all of them."""

MOST_DIGITS = 20
"""A longer fraction has its decimal in front; one of twice as many characters is its decimal alone."""

_TUPLE = re.compile(r"\([^()]{1,40}\)")
"""A short text in brackets, which stays on one line."""

_UNBROKEN = "\u00a0"


def shown(value: Any, *, decimals: bool = True, most: int = MOST_ITEMS) -> str:
    """Return plain data as text: fractions as 3/4 = 0.75, percepts as pairs, long sequences by their ends."""
    if isinstance(value, Fraction):
        return number(value, decimals=decimals)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name!r}: {shown(each, decimals=decimals)}' for name, each in value.items())}}}"
    if isinstance(value, list) or type(value) in {tuple, Percept}:
        cut = len(value) > most
        parts = [shown(each, decimals=decimals) for each in ([*value[:_ENDS], *value[-_ENDS:]] if cut else value)]
        if cut:
            parts.insert(_ENDS, f"… {len(value) - 2 * _ENDS} more …")
        opened, closed = "[]" if isinstance(value, list) else "()"
        return f"{opened}{', '.join(parts)}{',' if closed == ')' and len(parts) == 1 else ''}{closed}"
    return repr(value)


def number(value: Any, *, decimals: bool = True) -> str:
    """Return a number as text; a Fraction that is not whole with its decimal, if ``decimals`` or it is long."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return str(value)
    if len(str(value)) > MOST_DIGITS:
        near = Context(prec=8).divide(Decimal(value.numerator), Decimal(value.denominator))
        return f"≈ {near:g} ({value if len(str(value)) <= 2 * MOST_DIGITS else f'{len(str(value)) - 1} digits'})"
    if not decimals:
        return str(value)
    decimal = f"{float(value):.8g}"
    return f"{value} {'=' if Fraction(decimal) == value else '≈'} {decimal}"


def ratio(expected: Any, got: Any, names: Sequence[str] = ("expected", "got")) -> str:
    """Return how two numbers, not both of them whole, relate; nothing for other values."""
    types = {type(expected), type(got)}
    if types - {int, float, Fraction} or not expected or not got:
        return ""
    if float not in types and expected % 1 == got % 1 == 0:
        return ""
    try:
        quotient, apart = got / expected, float(abs(got - expected))
    except OverflowError:  # one is greater than any float
        return ""
    if apart <= SINGLE_ROUNDING * abs(expected):
        double = apart <= DOUBLE_ROUNDING * abs(expected)
        precision = "double precision would" if double else "single precision would; --precision single takes that"
        return f"they differ by {apart:.1g}, as rounding to {precision}"
    return f"{names[1]} / {names[0]} = {number(quotient) if isinstance(quotient, Fraction) else f'{quotient:.8g}'}"


# --- Grids ---


@frozen
class Grid:
    """Rows of tokens to be drawn, and the values they stand for, which may be ``described``; ``of`` was drawn."""

    tokens: tuple[tuple[str, ...], ...]
    values: Any
    of: Any
    described: Callable[[Any], str] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return len(self.tokens), len(self.tokens[0])

    def differing(self, other: "Grid", tolerance: float) -> Iterator[tuple[int, int]]:
        """Yield the places, from 0, at which another grid of the same size has other values."""
        for row, column in product(*map(range, self.size)):
            if not agree(self.values[row][column], other.values[row][column], tolerance):
                yield row, column

    def drawn(self, marked: Sequence[tuple[int, int]] = ()) -> str:
        """Return the rows below each other, with the marked tokens in brackets."""
        around = {True: "[{}]", False: " {} " if marked else "{}"}
        tokens = [
            [around[(row, column) in marked].format(token) for column, token in enumerate(tokens)]
            for row, tokens in enumerate(self.tokens)
        ]
        widths = [max(map(len, column)) for column in zip(*tokens, strict=True)]
        rows = (("" if marked else " ").join(map(str.ljust, row, widths)) for row in tokens)
        return "\n".join(row.rstrip() for row in rows)


def number_grid(value: Any) -> Grid:
    """Return rows of numbers as a grid; raise `ValueError` for anything else."""
    if not is_grid(value, (int, float, Fraction)):
        raise ValueError("no rows of numbers")
    return Grid(tuple(tuple(number(each, decimals=False) for each in row) for row in value), value, value)


def is_grid(value: Any, types: tuple[type, ...]) -> bool:
    """Whether a value is rows of one length, at least one row, of values of these types."""
    return (
        isinstance(value, tuple | list)
        and bool(value)
        and all(isinstance(row, tuple | list) and row and len(row) == len(value[0]) for row in value)
        and all(type(each) in types for row in value for each in row)
    )


# --- Tables ---


def named(values: Iterable[tuple[str, str]], indent: str = "  ") -> list[str]:
    """Return values as lines, each behind its name."""
    return aligned([*values], indent, gap="  ")


def aligned(rows: Sequence[Sequence[str]], indent: str = "    ", width: int = WIDTH, gap: str = "   ") -> list[str]:
    """Return rows as lines with aligned columns; cells may have lines of their own, and wide ones are broken."""
    return [line for row in lines_by_row(rows, indent, width, gap) for line in row] if rows else []


def lines_by_row(rows: Sequence[Sequence[str]], indent: str, width: int = WIDTH, gap: str = "   ") -> list[list[str]]:
    """Return the lines of each row, as `aligned` has them."""
    widths = [max(len(line) for row in rows for line in row[place].split("\n")) for place in range(len(rows[0]))]
    while sum(widths) + len(gap) * (len(widths) - 1) + len(indent) > width:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for row in rows:
        cells = [_broken(cell, most, "  ") for cell, most in zip(row, widths, strict=True)]
        parts = (gap.join(map(str.ljust, line, widths)) for line in zip_longest(*cells, fillvalue=""))
        lines.append([f"{indent}{line}".rstrip() for line in parts])
    return lines


def paragraph(text: str, indent: str = "  ") -> list[str]:
    """Return running text as lines."""
    return [f"{indent}{line}" for line in _broken(text, WIDTH - len(indent))]


def _broken(text: str, width: int, hanging: str = "") -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        whole = _TUPLE.sub(lambda found: found[0].replace(" ", _UNBROKEN), line)
        lines += [line] if len(line) <= width else wrap(whole, width, subsequent_indent=hanging, break_on_hyphens=False)
    return [line.replace(_UNBROKEN, " ") for line in lines]
