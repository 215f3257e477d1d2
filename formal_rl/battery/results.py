"""Runs of the battery as values: the run and its result; and files of results."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import formal_rl
from formal_rl.battery.environments import READINGS, Reading
from formal_rl.battery.resumable_table import append_lines, open_rows, read_rows
from formal_rl.errors import UnusableVectors
from formal_rl.files import InUse


class BatteryRun(NamedTuple):
    """One run: the agent, the environment, the number of steps, the seed of the draws, and the readings."""

    agent: str
    environment: str
    seed: int
    steps: int
    semantics: Reading
    opposite: Reading


class BatteryRow(NamedTuple):
    """A run and its outcome: the sum of the rewards that follow its actions, or ``None`` and how the agent failed.

    ``engine`` is what ran it; totals do not depend on it.
    """

    agent: str
    environment: str
    seed: int
    steps: int
    total: int | None
    semantics: Reading
    opposite: Reading
    failure: str = ""
    engine: str = "plain"

    @property
    def run(self) -> BatteryRun:
        """The run of this row."""
        return BatteryRun(self.agent, self.environment, self.seed, self.steps, self.semantics, self.opposite)


def row_of(run: BatteryRun, *, total: int | None = None, failure: str = "", engine: str = "plain") -> BatteryRow:
    """Return a run with its outcome."""
    agent, environment, seed, steps, semantics, opposite = run
    return BatteryRow(agent, environment, seed, steps, total, semantics, opposite, failure, engine)


_SETTINGS = ("nsteps", "semantics", "opposite", "definitions_revision")
COLUMNS = ("agent", "env", "seed", "nsteps", "reward", *_SETTINGS[1:], "engine", "failure")
"""The columns; the first five are called as in the published results. Where a run failed, ``reward`` is empty."""


class Settings(NamedTuple):
    """The settings that all runs of a file share."""

    steps: int
    semantics: str
    opposite: str

    def values(self) -> tuple[str, ...]:
        """Return them as they stand in a file, with the revision of the definitions."""
        return (str(self.steps), self.semantics, self.opposite, str(formal_rl.DEFINITIONS_REVISION))


class Results:
    """The rows that a file holds, and the file, to which rows are added one by one.

    A row is written at once and whole, so that a program that is killed loses only what it was at. What such a program
    left of a last line is taken away when the file is opened. Failed runs are in the file, but not in ``done``; where a
    run occurs several times, its last row counts.

    Raises `OtherSettings` where a row is of other settings, `UnusableVectors` where the file is not a file of results,
    naming line and column, `FileInUse` where another process has it, and `OSError`.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        """Open the file, or begin it where it is not there or empty."""
        self._path, self._in_use = path, InUse(path)
        wanted = dict(zip(_SETTINGS, settings.values(), strict=True))
        rows = open_rows(path, COLUMNS, wanted, partial(_row, str(path)))
        self.rows: dict[BatteryRun, BatteryRow] = {row.run: row for row in rows}

    @property
    def done(self) -> frozenset[BatteryRun]:
        """The runs that need not be made again."""
        return frozenset(run for run, row in self.rows.items() if not row.failure)

    def add(self, rows: Iterable[BatteryRow]) -> None:
        """Write rows at the end of the file."""
        added = list(rows)
        append_lines(self._path, map(_texts, added))
        self.rows.update((row.run, row) for row in added)


def read_results(path: Path) -> tuple[BatteryRow, ...]:
    """Return the rows of a file of results, whatever their settings; a last line that was never ended is left out.

    Raises `UnusableVectors`, naming line and column.
    """
    return tuple(read_rows(path, COLUMNS, partial(_row, str(path))))


def _row(file: str, line: int, named: Mapping[str, str]) -> BatteryRow:
    for name in ("semantics", "opposite"):
        if named[name] not in READINGS:
            raise UnusableVectors(file, f"line {line}, {name}", f"is {named[name]!r}: expected one of {READINGS}")

    def number(name: str) -> int:
        try:
            return int(named[name])
        except ValueError:
            raise UnusableVectors(file, f"line {line}, {name}", f"{named[name]!r} is not a whole number") from None

    failed = bool(named["failure"])
    return BatteryRow(
        named["agent"],
        named["env"],
        number("seed"),
        number("nsteps"),
        None if failed else number("reward"),
        named["semantics"],  # type: ignore[arg-type]
        named["opposite"],  # type: ignore[arg-type]
        named["failure"],
        named["engine"],
    )


def _texts(row: BatteryRow) -> tuple[str, ...]:
    total = "" if row.total is None else str(row.total)
    failure = " ".join(row.failure.split())
    settings = Settings(row.steps, row.semantics, row.opposite).values()[1:]
    return (row.agent, row.environment, str(row.seed), str(row.steps), total, *settings, row.engine, failure)
