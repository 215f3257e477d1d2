"""What a replay of recorded runs found."""

from collections.abc import Sequence
from decimal import Decimal
from os.path import commonpath
from typing import Any

from attrs import asdict, frozen

import formal_rl
from formal_rl.errors import UnusableVectors


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return float(value) if isinstance(value, Decimal) else value


@frozen
class Mismatch:
    """The first difference of a run: ``expected`` was recorded, ``got`` is ours (``None``: there is no such call).

    ``row`` and ``column`` are those of a cell, where it is one that differs.
    """

    file: str
    run: int
    agent: str
    step: int | None
    what: str
    field: str
    expected: Any
    got: Any
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        """Say it in one line."""
        whole = "whole run" if self.field.startswith("runs[") else "whole case"
        step = {None: whole, -1: "start"}.get(self.step, f"step {self.step}")
        expected, got = ("nothing" if value is None else _plain(value) for value in (self.expected, self.got))
        place = "" if self.row is None else f", row {self.row}, column {self.column}"
        found = f"{self.what}{place}: recorded {expected}, replayed {got}"
        return f"{self.file}: {self.field} ({self.agent}, {step}): {found}"

    def to_json(self) -> dict[str, Any]:
        """Return the mismatch as JSON values."""
        return dict(_plain(asdict(self, recurse=False)))


@frozen
class Skip:
    """A run that was not compared, and why."""

    file: str
    run: int
    agent: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the skip as JSON values."""
        return asdict(self)


@frozen
class FileReport:
    """How many runs of one file were compared, the differences, the skips, and the faults that replaying met.

    ``notes`` say how near numbers must be that are not compared exactly.
    """

    file: str
    cases: int
    mismatches: tuple[Mismatch, ...]
    skips: tuple[Skip, ...]
    unusable: tuple[UnusableVectors, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the counts of this file as JSON values, and its notes if there are any."""
        counts = {"cases": self.cases, "mismatches": len(self.mismatches), "skipped": len(self.skips)}
        return {"file": self.file, **counts, **({"notes": list(self.notes)} if self.notes else {})}


@frozen
class VectorReport:
    """A whole replay: ``files`` were read, ``unreadable`` is why others were not, ``ignored`` hold no vectors."""

    path: str
    files: tuple[FileReport, ...]
    unreadable: tuple[UnusableVectors, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def cases(self) -> int:
        """How many recorded runs were compared."""
        return sum(file.cases for file in self.files)

    @property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """The first difference of every run that differs."""
        return tuple(mismatch for file in self.files for mismatch in file.mismatches)

    @property
    def skips(self) -> tuple[Skip, ...]:
        """The runs that were not compared."""
        return tuple(skip for file in self.files for skip in file.skips)

    @property
    def unusable(self) -> tuple[UnusableVectors, ...]:
        """Every fault of the input, of reading and of replaying."""
        return (*self.unreadable, *(fault for file in self.files for fault in file.unusable))

    @property
    def exit_code(self) -> int:
        """4 if some input is unusable, else 1 if a run differs, else 5 if none was compared, else 0."""
        if self.unusable:
            return 4
        if self.mismatches:
            return 1
        return 0 if self.cases else 5

    @property
    def closing_line(self) -> str:
        """The counts in one line."""
        return (
            f"{len(self.files)} files, {self.cases} cases, {len(self.mismatches)} mismatches, {len(self.skips)} skipped"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "path": self.path,
            "exit_code": self.exit_code,
            "cases": self.cases,
            "files": [file.to_json() for file in self.files],
            "mismatches": [mismatch.to_json() for mismatch in self.mismatches],
            "skipped": [skip.to_json() for skip in self.skips],
            "unusable": [{"file": fault.file, "field": fault.field, "reason": fault.reason} for fault in self.unusable],
            "ignored": list(self.ignored),
        }


def joined(reports: Sequence[VectorReport]) -> VectorReport:
    """Return several replays as one, under the path that they share."""
    return VectorReport(
        commonpath([report.path for report in reports]),
        tuple(file for report in reports for file in report.files),
        tuple(fault for report in reports for fault in report.unreadable),
        tuple(name for report in reports for name in report.ignored),
    )
