"""Results of the battery in a file of comma-separated text, a line a run, which can be gone on with."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import formal_rl
from formal_rl.battery.environments import READINGS
from formal_rl.battery.rows import BatteryRow, BatteryRun
from formal_rl.errors import FormalRLError, UnusableVectors

COLUMNS = (
    "agent",
    "env",
    "seed",
    "nsteps",
    "reward",
    "semantics",
    "opposite",
    "definitions_revision",
    "engine",
    "failure",
)
"""The columns; the first five are called as in the published results. Where a run failed, ``reward`` is empty."""

_SETTINGS = ("nsteps", "semantics", "opposite", "definitions_revision")


class OtherSettings(FormalRLError, ValueError):
    """A file of results was made with other settings than those with which it is to be gone on with."""

    def __init__(self, file: str, line: int, name: str, found: str, wanted: str) -> None:
        """Keep the file, the line, and the setting with both its values."""
        self.file = file
        self.line = line
        self.name = name
        self.found = found
        self.wanted = wanted
        super().__init__(
            f"{file} is of other settings: on line {line} {name} is {found}, and here {name} is {wanted}; "
            "give another file"
        )


class Settings(NamedTuple):
    """What all runs of a file have in common.

    Ledger: infrastructure
    """

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

    Raises `OtherSettings` where a row is of other settings, `UnusableVectors` where the file is no file of results,
    naming line and column, and `OSError`.

    Ledger: infrastructure
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        """Open the file, or begin it where it is not there or empty."""
        self._path = path
        rows = _rows(path, settings)
        self.rows: dict[BatteryRun, BatteryRow] = {row.run: row for row in rows}
        if not path.exists() or not path.stat().st_size:
            path.write_text(_line(COLUMNS), "utf-8")

    @property
    def done(self) -> frozenset[BatteryRun]:
        """The runs that need not be made again."""
        return frozenset(run for run, row in self.rows.items() if not row.failure)

    def add(self, rows: Iterable[BatteryRow]) -> None:
        """Write rows at the end of the file."""
        added = list(rows)
        text = "".join(_line(_texts(row)) for row in added)
        with self._path.open("ab", buffering=0) as file:
            file.write(text.encode("utf-8"))
        self.rows.update((row.run, row) for row in added)


def read_results(path: Path) -> tuple[BatteryRow, ...]:
    """Return the rows of a file of results, whatever their settings; a last line that was never ended is left out.

    Raises `UnusableVectors`, naming line and column.

    Ledger: infrastructure
    """
    return tuple(row for _, row in _numbered(path, _complete(path)))


def _rows(path: Path, settings: Settings) -> list[BatteryRow]:
    if not path.exists():
        return []
    text = _complete(path)
    rows = []
    for line, row in _numbered(path, text):
        for name, found, wanted in zip(_SETTINGS, _setting_values(row, line, text), settings.values(), strict=True):
            if found != wanted:
                raise OtherSettings(str(path), line, name, found, wanted)
        rows.append(row)
    kept = len(text.encode("utf-8"))
    if kept < path.stat().st_size:  # only what is known to be of ours is changed
        with path.open("r+b") as file:
            file.truncate(kept)
    return rows


def _setting_values(row: BatteryRow, line: int, text: str) -> tuple[str, ...]:
    revision = next(csv.reader([text.splitlines()[line - 1]]))[COLUMNS.index("definitions_revision")]
    return (str(row.steps), row.semantics, row.opposite, revision)


def _complete(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnusableVectors(str(path), "the file", f"no text in UTF-8: {error.reason}") from None
    except OSError as error:
        raise UnusableVectors(str(path), "the file", f"cannot be read: {error.strerror}") from None
    return text[: text.rfind("\n") + 1]


def _numbered(path: Path, text: str) -> Iterable[tuple[int, BatteryRow]]:
    lines = csv.reader(text.splitlines())
    heading = next(lines, list(COLUMNS))
    if tuple(heading) != COLUMNS:
        raise UnusableVectors(str(path), "line 1", f"expected the columns {','.join(COLUMNS)}")
    for number, values in enumerate(lines, 2):
        yield number, _row(str(path), number, values)


def _row(file: str, line: int, values: list[str]) -> BatteryRow:
    if len(values) != len(COLUMNS):
        raise UnusableVectors(file, f"line {line}", f"has {len(values)} values: expected {len(COLUMNS)}")
    named = dict(zip(COLUMNS, values, strict=True))
    for name in ("semantics", "opposite"):
        if named[name] not in READINGS:
            raise UnusableVectors(file, f"line {line}, {name}", f"is {named[name]!r}: expected one of {READINGS}")

    def number(name: str) -> int:
        try:
            return int(named[name])
        except ValueError:
            raise UnusableVectors(file, f"line {line}, {name}", f"{named[name]!r} is no whole number") from None

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


def _line(values: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()
