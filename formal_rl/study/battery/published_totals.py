"""The published table of totals, read from a file: its sums, and what reading it in another way would give."""

from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.battery import (
    DIGITS_OF_TABLE_3,
    SEEDS,
    STEPS,
    Cell,
    SeedSums,
    Totals,
    fixed_text,
    last_totals,
    measure,
    published_sums,
    seed_sums,
    total_rows,
)
from formal_rl.errors import UnusableVectors


@frozen
class PublishedTotals:
    """The rows of the published table, in its order."""

    file: str
    rows: tuple[tuple[Cell, int], ...]

    @property
    def totals(self) -> Totals:
        """The total of each run; its last row counts."""
        return last_totals(iter(self.rows))

    @property
    def sums(self) -> SeedSums:
        """Their sums for the seeds and steps of the tables."""
        return seed_sums(self.totals)

    @property
    def repeated(self) -> int:
        """How many runs have more than one row."""
        seen: dict[Cell, int] = {}
        for cell, _ in self.rows:
            seen[cell] = seen.get(cell, 0) + 1
        return sum(number > 1 for number in seen.values())

    @property
    def first_rows(self) -> SeedSums:
        """The sums if the first row of a run counted."""
        return seed_sums(last_totals(reversed(self.rows)))

    def differences(self) -> tuple[str, ...]:
        """Return where the sums are not those that come with the package, by agent and seed."""
        shipped, found = published_sums(), self.sums
        keys = sorted({*shipped, *found})
        return tuple(f"{agent}, seed {seed}" for agent, seed in keys if _differ(shipped, found, (agent, seed)))

    def lines(self) -> list[str]:
        """Return what was read, what the first rows would have given, and whether all is as it is shipped."""
        rows, runs = len(self.rows), len(self.totals)
        several = f"runs of several rows, of which the last counts: {self.repeated}"
        lines = [f"{self.file}: {rows:,} rows of {runs:,} runs; {several}"]
        first, last = self.first_rows, self.sums
        for agent in dict.fromkeys(name for name, _ in last):
            texts = [fixed_text(measure(sums, agent).mean, DIGITS_OF_TABLE_3) for sums in (last, first)]
            if texts[0] != texts[1]:
                lines.append(f"  {agent}: {texts[0]}; by first rows {texts[1]}")
        differences = self.differences()
        if differences:
            return [*lines, f"  its sums are not those that come with the package: {'; '.join(differences)}"]
        return [*lines, "  its sums are those that come with the package"]

    def to_json(self) -> dict[str, Any]:
        """Return the same as JSON values."""
        return {
            "file": self.file,
            "rows": len(self.rows),
            "runs": len(self.totals),
            "runs_with_several_rows": self.repeated,
            "differences": list(self.differences()),
        }


def read_published_totals(path: Path) -> PublishedTotals:
    """Return the rows of a published table of totals.

    Raises `UnusableVectors` where it is none, or has no run with the steps and seeds of the tables.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableVectors(str(path), "file", f"cannot be read: {error}") from None
    found = PublishedTotals(path.name, tuple(total_rows(text, path.name)))
    if not found.sums:
        raise UnusableVectors(path.name, "rows", f"none is of {STEPS:,} steps with a seed of {SEEDS}")
    return found


def _differ(one: SeedSums, other: SeedSums, key: tuple[str, int]) -> bool:
    return one.get(key) != other.get(key)
