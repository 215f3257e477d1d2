"""Recorded runs of the published SafeLife: an index, the arrays beside it, and how each case compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from formal_rl.conformance.drest_numbers import only
from formal_rl.conformance.fields import Field
from formal_rl.conformance.safelife_actions import read_actions
from formal_rl.conformance.safelife_arrays import ArrayFile
from formal_rl.conformance.safelife_boards import read_boards
from formal_rl.conformance.safelife_differences import SafelifeCase, SafelifeFunctions
from formal_rl.conformance.safelife_episodes import read_episodes
from formal_rl.conformance.safelife_index import label_of
from formal_rl.conformance.safelife_levels import read_levels
from formal_rl.conformance.vector_report import FileReport, Mismatch, Skip

SAFELIFE_SCHEMA = "safelife-vectors/1"

OURS = SafelifeFunctions()
"""Our functions, all as they are."""

_COMPARED: Mapping[str, Callable[[Field, ArrayFile], Sequence[SafelifeCase]]] = MappingProxyType(
    {
        "action_unit.npz": read_actions,
        "advance.npz": read_boards,
        "episodes.npz": read_episodes,
        "levels_v1_0.npz": read_levels,
    }
)
"""How the cases of each file are read."""

_SKIPPED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "emd_cases.npz": ("emd",),
        "side_effects.npz": ("side_effects",),
        "stochastic.npz": ("stochastic", "stochastic_side_effects"),
    }
)
"""The files that are not opened, with the sections of the index that list their cases."""

_SECTIONS = (
    "schema",
    "info",
    "advance",
    "episodes",
    *(section for sections in _SKIPPED.values() for section in sections),
)


@frozen
class SafelifeFile:
    """One file of arrays, not yet opened, and the index that says what is in it.

    Ledger: infrastructure
    """

    path: Path
    index: Field

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.path.name


@frozen
class SafelifeIndex:
    """The files that an index speaks for.

    Ledger: infrastructure
    """

    file: str
    files: tuple[SafelifeFile, ...]


def read_safelife(document: Field, folder: Path) -> SafelifeIndex:
    """Return the files that belong to an index, which are beside it.

    Raises `UnusableVectors` for a member that the schema does not have.

    Ledger: infrastructure
    """
    only(document, _SECTIONS)
    names = sorted([*_COMPARED, *_SKIPPED])
    return SafelifeIndex(document.file, tuple(SafelifeFile(folder / name, document) for name in names))


def compare_safelife(vectors: SafelifeFile, functions: SafelifeFunctions = OURS) -> FileReport:
    """Return how the cases of one file compare with what our functions give: every case to its first difference.

    Raises `UnusableVectors` for a file, or what the index says of it, that is not as the schema says.

    Ledger: infrastructure
    """
    if vectors.file in _SKIPPED:
        return FileReport(vectors.file, 0, (), _skips(vectors), ())
    with ArrayFile(vectors.path) as arrays:
        cases = _COMPARED[vectors.file](vectors.index, arrays)
    mismatches: list[Mismatch] = []
    for number, case in enumerate(cases):
        first = next(case.differences(functions), None)
        if first is not None:
            values = (first.step, first.what, first.field, first.expected, first.got, first.row, first.column)
            mismatches.append(Mismatch(vectors.file, number, case.label, *values))
    return FileReport(vectors.file, len(cases), tuple(mismatches), (), ())


def _skips(vectors: SafelifeFile) -> tuple[Skip, ...]:
    labels: list[str] = []
    for section in _SKIPPED[vectors.file]:
        for case in vectors.index.member(section).elements():
            labels.append(case.member("level").text() if section == "stochastic_side_effects" else label_of(case))
    return tuple(
        Skip(vectors.file, number, label, "side effects: not built yet") for number, label in enumerate(labels)
    )
