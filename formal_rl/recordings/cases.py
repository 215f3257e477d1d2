"""Recorded cases beside the same computed again, and the report of a replay: the first difference of each case."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy
from attrs import asdict, frozen
from numpy.typing import NDArray

import formal_rl
from formal_rl.errors import FormalRLError, UnusableArchive, UnusableVectors, describe_exception
from formal_rl.recordings.users_classes import UsersFault
from formal_rl.strict_json import Field, Recorded


class NotBuiltYet(FormalRLError, LookupError):
    """A recorded run needs something that this version does not have."""


class Difference(NamedTuple):
    """A recorded value (``expected``) beside ours (``got``); ``field`` is its place in the case or the arrays.

    ``step`` counts from 0, is -1 for the start and ``None`` for the whole case; ``row`` and ``column`` are those of a
    cell.
    """

    what: str
    step: int | None
    field: str
    expected: Any
    got: Any
    row: int | None = None
    column: int | None = None


Differences: TypeAlias = Callable[[], Iterator[Difference]]
"""Yields where a case may differ, in order."""


@frozen
class Case:
    """One recorded case, by its name in reports.

    ``place`` is its place in the file, where differences do not name it themselves.
    """

    label: str
    differences: Differences
    place: str = ""


# --- The report ---


def with_floats(value: Any) -> Any:
    """Return a value of lists and mappings, with floats in the place of decimals."""
    if isinstance(value, list | tuple):
        return [with_floats(part) for part in value]
    if isinstance(value, dict):
        return {name: with_floats(part) for name, part in value.items()}
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
        whole = "whole run" if self.field.startswith("runs[") else "whole case"
        step = {None: whole, -1: "start"}.get(self.step, f"step {self.step}")
        expected, got = ("nothing" if value is None else with_floats(value) for value in (self.expected, self.got))
        place = "" if self.row is None else f", row {self.row}, column {self.column}"
        found = f"{self.what}{place}: recorded {expected}, replayed {got}"
        return f"{self.file}: {self.field} ({self.agent}, {step}): {found}"

    def to_json(self) -> dict[str, Any]:
        """Return the mismatch as JSON values."""
        return dict(with_floats(asdict(self, recurse=False)))


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


# --- Comparing ---


@contextmanager
def refused(file: str, place: str) -> Iterator[None]:
    """Raise `UnusableVectors` for values at this place of a file that a definition does not take."""
    try:
        yield
    except (UnusableVectors, UnusableArchive, NotBuiltYet, UsersFault):
        raise
    except (FormalRLError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise UnusableVectors(file, place, describe_exception(error)) from error


def compare_cases(file: str, cases: Sequence[Case], notes: tuple[str, ...] = ()) -> FileReport:
    """Return how the cases of one file compare, each up to its first difference."""
    mismatches: list[Mismatch] = []
    skips: list[Skip] = []
    unusable: list[UnusableVectors] = []
    for number, case in enumerate(cases):
        try:
            with refused(file, case.place or case.label):
                first = next((each for each in case.differences() if each.expected != each.got), None)
        except UsersFault as fault:
            first = Difference("implementation", None, "", "an answer", str(fault))
        except NotBuiltYet as missing:
            skips.append(Skip(file, number, case.label, str(missing)))
            continue
        except UnusableVectors as fault:
            unusable.append(fault)
            continue
        if first is not None:
            what, step, field, *values = first
            place = ".".join(filter(None, (case.place, field)))
            mismatches.append(Mismatch(file, number, case.label, step, what, place, *values))
    compared = len(cases) - len(skips) - len(unusable)
    return FileReport(file, compared, tuple(mismatches), tuple(skips), tuple(unusable), notes)


def case_of_fields(
    case: Field, label: str, recorded: Mapping[str, Recorded], compute: Callable[[], Mapping[str, Recorded]]
) -> Case:
    """Return a case whose recorded values are compared by their fields; one on one side only is compared with None."""

    def differences() -> Iterator[Difference]:
        computed = compute()
        for name in dict.fromkeys((*recorded, *computed)):
            expected, got = recorded.get(name), computed.get(name)
            if expected != got:
                yield Difference(name.rsplit(".", 1)[-1], None, name, _text(expected), _text(got))

    return Case(label, differences, case.path)


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction | Decimal) else value


def compare_cells(
    what: str, step: int | None, field: str, recorded: NDArray[Any], computed: NDArray[Any]
) -> Iterator[Difference]:
    """Yield the first place, row by row, where two tables of one size differ, if there is one."""
    for row, column in numpy.argwhere(recorded != computed)[:1].tolist():
        values = int(recorded[row, column]), int(computed[row, column])
        yield Difference(what, step, f"{field}[{row}][{column}]", *values, row, column)
