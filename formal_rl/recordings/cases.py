"""Recorded cases beside the same computed anew: the first difference of each is a row of the report."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.conformance.engine.users_classes import UsersFault
from formal_rl.errors import FormalRLError, MalformedExpression, UnusableVectors
from formal_rl.recordings.vector_report import FileReport, Mismatch, Skip
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


@frozen
class Case:
    """One recorded case, by its name in reports; ``differences`` yields where it may differ, in order.

    ``place`` is its place in the file, where differences do not name it themselves.
    """

    label: str
    differences: Callable[[], Iterator[Difference]]
    place: str = ""


def compare_cases(file: str, cases: Sequence[Case], notes: tuple[str, ...] = ()) -> FileReport:
    """Return how the cases of one file compare, each up to its first difference."""
    mismatches: list[Mismatch] = []
    skips: list[Skip] = []
    unusable: list[UnusableVectors] = []
    for number, case in enumerate(cases):
        try:
            first = next((each for each in case.differences() if each.expected != each.got), None)
        except UsersFault as fault:
            first = Difference("implementation", None, "", "an answer", str(fault))
        except NotBuiltYet as missing:
            skips.append(Skip(file, number, case.label, str(missing)))
            continue
        except MalformedExpression as error:
            unusable.append(UnusableVectors(file, error.field, f"{error.reason} (met in {case.place})"))
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
                yield Difference(name.rsplit(".", 1)[-1], None, name, _plain(expected), _plain(got))

    return Case(label, differences, case.path)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction | Decimal) else value


def compare_cells(
    what: str, step: int | None, field: str, recorded: NDArray[Any], computed: NDArray[Any]
) -> Iterator[Difference]:
    """Yield the first place, row by row, where two tables of one size differ, if there is one."""
    for row, column in numpy.argwhere(recorded != computed)[:1].tolist():
        values = int(recorded[row, column]), int(computed[row, column])
        yield Difference(what, step, f"{field}[{row}][{column}]", *values, row, column)
