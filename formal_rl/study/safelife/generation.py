"""Levels generated from seeds; statistics of levels, shipped and generated."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from attrs import evolve

from formal_rl.errors import InvalidParameter
from formal_rl.safelife import board as b
from formal_rl.safelife.board import Cell
from formal_rl.safelife.game import Level
from formal_rl.safelife.generation import GenerationFailed, generate
from formal_rl.safelife.side_effects.cell_types import is_life_of
from formal_rl.seeded_draws import SeededDraws
from formal_rl.workers import WorkerDied, done_by_workers


class SeededLevel(NamedTuple):
    """A generated level, the seed of its draws, and how many of these were used."""

    level: Level
    seed: int
    draws_used: int


def seeded_level(kind: str, size: int, seed: int) -> SeededLevel:
    """Return the level of a kind and size that the draws of a seed give, called by kind and seed.

    Raises as `generate` does, with the seed in a note.
    """
    draws = SeededDraws(seed)
    try:
        made = generate(kind, size, draws)
    except GenerationFailed as error:
        error.add_note(f"seed {seed}")
        raise
    return SeededLevel(evolve(made.level, name=f"{kind}-seed-{draws.seed}"), draws.seed, made.draws_used)


def seeded_levels(kind: str, size: int, seeds: Sequence[int], *, jobs: int = 1) -> Iterator[SeededLevel]:
    """Yield the level of each seed as soon as it is there, in the order given where ``jobs`` is 1.

    Raises as `seeded_level` does, and `WorkerDied`.
    """
    for _, made in done_by_workers(partial(seeded_level, kind, size), seeds, jobs=jobs):
        if isinstance(made, WorkerDied):
            raise made
        yield made


_CELLS: Mapping[str, Callable[[Cell], object]] = {
    **{colour: partial(is_life_of, b.COLOURS.index(colour)) for colour in ("green", "red", "yellow")},
    "trees": lambda cell: cell & b.ALIVE and cell & b.FROZEN,
    "walls": lambda cell: cell == b.WALL,
    "crates": lambda cell: cell == b.CRATE,
    "spawners": lambda cell: cell & b.SPAWNING,
    "exits": lambda cell: cell & b.EXIT,
}
_GOALS = {"blue goals": "blue", "buffer": "white"}

QUANTITIES = (*_CELLS, *_GOALS, "filled %", "required")
"""The quantities of a level, by the name of the column.

Green, red and yellow are life that is not frozen; the buffer has white goals; filled is the percentage of nonempty
cells; required are the points that open the exit.
"""


def _quantities(level: Level) -> tuple[Fraction, ...]:
    there = [cell for row in level.board.rows for cell in row]
    goals = [b.COLOURS[b.colour_of(goal)] for row in level.goals.rows for goal in row]
    counts = [sum(1 for cell in there if counted(cell)) for counted in _CELLS.values()]
    counts += [goals.count(colour) for colour in _GOALS.values()]
    filled = Fraction(100 * sum(map(bool, there)), len(there))
    return (*map(Fraction, counts), filled, Fraction(sum(level.required)))


class Spread(NamedTuple):
    """The mean of a quantity over levels, and the least and the greatest there is."""

    mean: Fraction
    least: Fraction
    greatest: Fraction


class LevelStatistics(NamedTuple):
    """The quantities of some levels of a kind, by the names of `QUANTITIES`."""

    kind: str
    which: str
    number: int
    spreads: Mapping[str, Spread]

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON values."""
        spreads = {
            name: {part: float(value) for part, value in each._asdict().items()} for name, each in self.spreads.items()
        }
        return {"kind": self.kind, "which": self.which, "levels": self.number, "quantities": spreads}


def level_statistics(kind: str, which: str, levels: Sequence[Level]) -> LevelStatistics:
    """Return the quantities of levels; ``which`` names these levels among those of the kind.

    Raises `InvalidParameter` if there is none.
    """
    if not levels:
        raise InvalidParameter("levels", tuple(levels), "at least one level")
    found = zip(QUANTITIES, zip(*map(_quantities, levels), strict=True), strict=True)
    spreads = {name: Spread(sum(each) / Fraction(len(each)), min(each), max(each)) for name, each in found}
    return LevelStatistics(kind, which, len(levels), spreads)


def statistics_rows(statistics: Sequence[LevelStatistics]) -> list[tuple[str, ...]]:
    """Return a table of means, its heading first, as in docs/findings/generation.md."""
    rows = [("kind", "levels", *QUANTITIES)]
    for each in statistics:
        means = (f"{round(10 * spread.mean) / 10:.1f}" for spread in each.spreads.values())
        rows.append((each.kind, f"{each.number} {each.which}", *means))
    return rows
