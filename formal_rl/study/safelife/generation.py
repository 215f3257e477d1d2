"""Levels generated from seeds; what there is on levels, shipped and generated; still lifes by temperature."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import (
    ALIVE,
    COLOURS,
    CRATE,
    EMPTY,
    EXIT,
    FROZEN,
    GREEN,
    LIFE,
    MARGIN,
    SIDE,
    SPAWNING,
    WALL,
    Board,
    Cell,
    board_svg,
    colour_of,
)
from formal_rl.safelife.game import Level
from formal_rl.safelife.generation import (
    GeneratedPattern,
    GenerationFailed,
    LevelTargets,
    Number,
    generate,
    generate_still_life_incremental,
    pieces_of,
)
from formal_rl.safelife.side_effects import is_life
from formal_rl.seeded_draws import SeededDraws
from formal_rl.workers import WorkerDied, done_by_workers


class SeededLevel(NamedTuple):
    """A generated level, the seed of its draws, and how many of these were used."""

    level: Level
    seed: int
    draws_used: int


def seeded_level(
    kind: str,
    size: int,
    seed: int,
    targets: LevelTargets | None = None,
) -> SeededLevel:
    """Return the level of a kind and size that the draws of a seed give, called by kind and seed.

    Raises as `generate` does, with the seed in a note.
    """
    draws = SeededDraws(seed)
    try:
        made = generate(kind, size, draws, targets)
    except GenerationFailed as error:
        error.add_note(f"seed {seed}")
        raise
    return SeededLevel(evolve(made.level, name=f"{kind}-seed-{draws.seed}"), draws.seed, made.draws_used)


def seeded_levels(
    kind: str,
    size: int,
    seeds: Sequence[int],
    targets: LevelTargets | None = None,
    *,
    jobs: int = 1,
) -> Iterator[SeededLevel]:
    """Yield the level of each seed as soon as it is there, in the order given where ``jobs`` is 1.

    Raises as `seeded_level` does, and `WorkerDied`.
    """
    make = partial(seeded_level, kind, size, targets=targets)
    for _, made in done_by_workers(make, seeds, jobs=jobs):
        if isinstance(made, WorkerDied):
            raise made
        yield made


# --- What there is on levels: how many of each cell, how much is filled ---


Quantity: TypeAlias = Callable[[Level], int | Fraction]
"""A number that a level has."""


def _life(colour: str, level: Level) -> int:
    number = COLOURS.index(colour)
    return _how_many(level, lambda cell: is_life(cell) and colour_of(cell) == number)


def _cells(cell: Cell, level: Level) -> int:
    return _how_many(level, lambda each: each == cell)


def _having(flag: Cell, level: Level) -> int:
    return _how_many(level, lambda cell: bool(cell & flag))


def _goals(colour: str, level: Level) -> int:
    number = COLOURS.index(colour)
    return sum(1 for row in level.goals.rows for cell in row if colour_of(cell) == number)


def _filled(level: Level) -> Fraction:
    return Fraction(100 * _how_many(level, lambda cell: cell != EMPTY), level.board.height * level.board.width)


def _how_many(level: Level, counts: Callable[[Cell], bool]) -> int:
    return sum(1 for row in level.board.rows for cell in row if counts(cell))


QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        "green": partial(_life, "green"),
        "red": partial(_life, "red"),
        "yellow": partial(_life, "yellow"),
        "trees": lambda level: _how_many(level, lambda cell: bool(cell & ALIVE) and bool(cell & FROZEN)),
        "walls": partial(_cells, WALL),
        "crates": partial(_cells, CRATE),
        "spawners": partial(_having, SPAWNING),
        "exits": partial(_having, EXIT),
        "blue goals": partial(_goals, "blue"),
        "buffer": partial(_goals, "white"),
        "filled %": _filled,
        "required": lambda level: sum(level.required),
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
    """Return the table in Markdown, as in docs/findings/generation.md."""
    heading, *rows = statistics_rows(statistics)
    return [f"| {' | '.join(row)} |" for row in (heading, ["---"] * len(heading), *rows)]


def _means(statistics: LevelStatistics) -> tuple[str, ...]:
    return tuple(f"{round(10 * statistics.spreads[name].mean) / 10:.1f}" for name in QUANTITIES)


# --- Still lifes at several temperatures, beside each other: Figure 4 in kind ---


FIGURE: tuple[tuple[Fraction, int], ...] = ((Fraction(1, 2), 24), (Fraction(3, 2), 20))
"""A low temperature and a high one, each with a seed for which the algorithm halts soon."""

FIGURE_TARGET = Fraction(1, 5)
MOST_PER_CELL = 50
CAPTION = 26


class PatternSample(NamedTuple):
    """A pattern with the temperature at which it was generated, and the seed of its draws."""

    temperature: Number
    seed: int
    generated: GeneratedPattern

    def caption(self) -> str:
        """Return what is said of it: temperature, density, how many pieces, how large the largest."""
        pieces = pieces_of(self.generated.board)
        cells = sum(map(len, pieces))
        board = self.generated.board
        share = cells / (board.height * board.width)
        return (
            f"T = {float(self.temperature):g}: {share:.0%} filled, {len(pieces)} pieces, "
            f"the largest of {max(map(len, pieces), default=0)} cells"
        )


def grown(temperature: Number, seed: int, *, eta: Number = FIGURE_TARGET, side: int = 26) -> PatternSample:
    """Return what becomes of an empty square, with green life and no penalties.

    Raises `InvalidParameter` as the generator does.
    """
    generated = generate_still_life_incremental(
        Board.empty(side, side),
        eta,
        temperature,
        {EMPTY: 0, LIFE | GREEN: 0},
        SeededDraws(seed),
        most_iterations=MOST_PER_CELL * side**2,
    )
    return PatternSample(temperature, seed, generated)


def temperatures_svg(patterns: Sequence[PatternSample]) -> str:
    """Return a picture of patterns side by side, each under its temperature, density, and pieces."""
    x, panels = 0, []
    tallest = 0
    for pattern in patterns:
        board = pattern.generated.board
        width, height = (length * SIDE + MARGIN + 1 for length in (board.width, board.height))
        panels.append(
            f'<g transform="translate({x} 0)"><text x="{MARGIN}" y="17">{escape(pattern.caption())}</text></g>\n'
            f'<g transform="translate({x} {CAPTION})">{board_svg(board.rows)}</g>\n'
        )
        x += width + MARGIN
        tallest = max(tallest, height)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{x}" height="{tallest + CAPTION}" role="img" '
        f'aria-label="{len(patterns)} generated still lifes" font-family="sans-serif" font-size="14">\n'
    )
    return f'{opening}<rect width="100%" height="100%" fill="#fff"/>\n{"".join(panels)}</svg>\n'


def main() -> None:
    """Print the picture of low and high temperature."""
    print(temperatures_svg([grown(temperature, seed) for temperature, seed in FIGURE]), end="")


if __name__ == "__main__":
    main()
