"""What there is on levels: how many of each cell, how much is filled; shipped and generated side by side."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import ALIVE, COLOURS, CRATE, EMPTY, EXIT, FROZEN, SPAWNING, WALL, Cell, colour_of
from formal_rl.safelife.game import Level
from formal_rl.safelife.side_effects import is_life

Quantity: TypeAlias = Callable[[Level], int | Fraction]
"""A number that a level has."""


def _life(colour: str, level: Level) -> int:
    number = COLOURS.index(colour)
    return _how_many(level, lambda cell: is_life(cell) and colour_of(cell) == number)


def _cells(cell: Cell, level: Level) -> int:
    return _how_many(level, lambda each: each == cell)


def _trees(level: Level) -> int:
    return _how_many(level, lambda cell: bool(cell & ALIVE) and bool(cell & FROZEN))


def _having(flag: Cell, level: Level) -> int:
    return _how_many(level, lambda cell: bool(cell & flag))


def _goals(colour: str, level: Level) -> int:
    number = COLOURS.index(colour)
    return sum(1 for row in level.goals.rows for cell in row if colour_of(cell) == number)


def _filled(level: Level) -> Fraction:
    return Fraction(100 * _how_many(level, lambda cell: cell != EMPTY), level.board.height * level.board.width)


def _required(level: Level) -> int:
    return sum(level.required)


def _how_many(level: Level, counts: Callable[[Cell], bool]) -> int:
    return sum(1 for row in level.board.rows for cell in row if counts(cell))


QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        "green": partial(_life, "green"),
        "red": partial(_life, "red"),
        "yellow": partial(_life, "yellow"),
        "trees": _trees,
        "walls": partial(_cells, WALL),
        "crates": partial(_cells, CRATE),
        "spawners": partial(_having, SPAWNING),
        "exits": partial(_having, EXIT),
        "blue goals": partial(_goals, "blue"),
        "buffer": partial(_goals, "white"),
        "filled %": _filled,
        "required": _required,
    }
)
"""What is counted of a level, by the name of the column.

Green, red and yellow are life that is not frozen; the buffer is what has white goals; filled is what is not empty, of
a hundred; required are the points that open the exit.
"""


class Spread(NamedTuple):
    """The mean of a quantity over levels, and the least and the greatest there is."""

    mean: Fraction
    least: Fraction
    greatest: Fraction

    def to_json(self) -> dict[str, float]:
        """Return them as floats."""
        return {name: float(value) for name, value in self._asdict().items()}


class LevelStatistics(NamedTuple):
    """What some levels of a kind have, by the names of `QUANTITIES`."""

    kind: str
    which: str
    number: int
    spreads: Mapping[str, Spread]

    def to_json(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        spreads = {name: spread.to_json() for name, spread in self.spreads.items()}
        return {"kind": self.kind, "which": self.which, "levels": self.number, "quantities": spreads}


def level_statistics(kind: str, which: str, levels: Sequence[Level]) -> LevelStatistics:
    """Return what levels have; ``which`` says which of the kind they are.

    Raises `InvalidParameter` if there is none.
    """
    if not levels:
        raise InvalidParameter("levels", tuple(levels), "at least one level")
    found = {name: [Fraction(quantity(level)) for level in levels] for name, quantity in QUANTITIES.items()}
    spreads = {name: Spread(sum(each) / Fraction(len(each)), min(each), max(each)) for name, each in found.items()}
    return LevelStatistics(kind, which, len(levels), MappingProxyType(spreads))


def statistics_rows(statistics: Sequence[LevelStatistics]) -> list[tuple[str, ...]]:
    """Return a table of means, its heading first: a row for each of the statistics."""
    heading = ("kind", "levels", *QUANTITIES)
    return [heading, *((each.kind, f"{each.number} {each.which}", *_means(each)) for each in statistics)]


def statistics_markdown(statistics: Sequence[LevelStatistics]) -> list[str]:
    """Return the table in Markdown, as in docs/generation.md."""
    heading, *rows = statistics_rows(statistics)
    return [f"| {' | '.join(row)} |" for row in (heading, ["---"] * len(heading), *rows)]


def _means(statistics: LevelStatistics) -> tuple[str, ...]:
    return tuple(f"{round(10 * statistics.spreads[name].mean) / 10:.1f}" for name in QUANTITIES)
