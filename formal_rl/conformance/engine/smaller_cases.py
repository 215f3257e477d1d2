"""What is tried in the place of a case on which a claim is false: the case with less of its plain data."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

from formal_rl.conformance.engine.case_suites import Case, case

Smaller = Callable[[Case], Iterator[Case]]

Table: TypeAlias = tuple[tuple[Any, ...], ...]
"""Rows of equal length."""


def with_less(valid: Callable[[Case], bool] = lambda given: True, /, **ways: Callable[[Any], Iterator[Any]]) -> Smaller:
    """Return what yields the cases with one value made smaller by the way named for it, of those that are valid.

    A way named ``this_and_that`` is handed two tables of one size as one table of pairs.
    """

    def smaller(given: Case) -> Iterator[Case]:
        for name, way in ways.items():
            names = name.split("_and_")
            tables = zip(*(given[each] for each in names), strict=True) if len(names) > 1 else ()
            for value in way(tuple(tuple(zip(*rows, strict=True)) for rows in tables) or given[name]):
                parts = zip(*(zip(*row, strict=True) for row in value), strict=True) if len(names) > 1 else (value,)
                changed = case(**{**given, **dict(zip(names, parts, strict=True))})
                if valid(changed):
                    yield changed

    return smaller


def with_gaps(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the values without one half of them, without one quarter, and so on, at last without one of them."""
    size = max(1, len(values) // 2)
    while size:
        for first in range(0, len(values), size):
            yield values[:first] + values[first + size :]
        size //= 2


def fewer_sides(rows: Table, least: int = 1) -> Iterator[Table]:
    """Yield a table without some of its rows, or of its columns, of which ``least`` remain."""
    yield from (fewer for fewer in with_gaps(rows) if len(fewer) >= least)
    for fewer in with_gaps(tuple(zip(*rows, strict=True))):
        if len(fewer) >= least:
            yield tuple(zip(*fewer, strict=True))


def emptied(rows: Table, empty: Any, kept: Any = None) -> Iterator[Table]:
    """Yield a table with half of its cells emptied, a quarter, and so on, at last one; cells ``kept`` stay."""
    cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
    for left in map(set, with_gaps(tuple(place for place, cell in cells.items() if cell not in {empty, kept}))):
        there = (cell if place in left or cell == kept else empty for place, cell in cells.items())
        yield tuple(tuple(islice(there, len(rows[0]))) for _ in rows)


def shorter(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield beginnings, the shortest first, and what is left without one of the values; one at least is left."""
    for number in sorted({1, len(values) // 2, len(values) - 1}):
        if 0 < number < len(values):
            yield values[:number]
    for place in range(len(values) - 1):
        yield values[:place] + values[place + 1 :]


def beginnings(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield beginnings, without a half, a quarter, an eighth, and so on: few, since what is long takes long."""
    left_out = len(values) // 2
    while left_out:
        yield values[:-left_out]
        left_out //= 2


def less(number: int | Fraction) -> Iterator[int | Fraction]:
    """Yield simpler numbers, the simplest first: those of smaller numerator and denominator."""

    def size(each: int | Fraction) -> int:
        return abs(each.numerator) + each.denominator

    simpler = {0, 1, number - 1, *((Fraction(1, 2),) if number.denominator > 1 else (number // 2,))}
    yield from sorted((each for each in simpler if size(each) < size(number)), key=size)


def simpler(value: Any) -> Iterator[Any]:
    """Yield plain data that is shorter anywhere, or has a simpler number; of texts and floats there is none."""
    if type(value) in {int, Fraction}:
        yield from less(value)
    elif isinstance(value, tuple):
        yield from shorter(value)
        for place, part in enumerate(value):
            yield from ((*value[:place], each, *value[place + 1 :]) for each in simpler(part))
