"""Files of numbers about the DREST reward: reading them, and comparing every case with what is computed here."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.errors import UnusableVectors
from formal_rl.recordings.drest_cases import (
    DrestCase,
    read_basis,
    read_counterexample,
    read_hybrid_steps,
    read_maximiser,
    read_return,
    read_threshold,
)
from formal_rl.recordings.drest_layouts import read_layout
from formal_rl.recordings.vector_report import FileReport, Mismatch
from formal_rl.strict_json import Field, require_keys

DREST_SCHEMAS: Mapping[str, Callable[[Field], DrestCase]] = MappingProxyType(
    {
        "drest-counterexamples/1": read_counterexample,
        "drest-hybrid-steps/1": read_hybrid_steps,
        "drest-layouts/1": read_layout,
        "drest-maximisers/1": read_maximiser,
        "drest-returns/1": read_return,
        "drest-returns-basis/1": read_basis,
        "drest-thresholds/1": read_threshold,
    }
)
"""How a case of each schema is read."""


@frozen
class DrestFile:
    """The cases of one file."""

    file: str
    cases: tuple[DrestCase, ...]


def read_drest(document: Field) -> DrestFile:
    """Return the cases of a file whose schema is one of `DREST_SCHEMAS`.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    require_keys(document, ("schema", "cases"))
    read = DREST_SCHEMAS[document.member("schema").text()]
    return DrestFile(document.file, tuple(read(case) for case in document.member("cases").elements()))


def compare_drest(vectors: DrestFile) -> FileReport:
    """Return how the cases of one file compare: every case to its first difference."""
    cases = 0
    mismatches: list[Mismatch] = []
    unusable: list[UnusableVectors] = []
    for index, case in enumerate(vectors.cases):
        try:
            first = next((each for each in case.comparisons() if each.expected != each.got), None)
        except UnusableVectors as fault:
            unusable.append(fault)
            continue
        cases += 1
        if first is not None:
            values = (first.what, f"cases[{index}].{first.field}", _plain(first.expected), _plain(first.got))
            mismatches.append(Mismatch(vectors.file, index, case.label, None, *values))
    return FileReport(vectors.file, cases, tuple(mismatches), (), tuple(unusable))


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction | Decimal) else value
