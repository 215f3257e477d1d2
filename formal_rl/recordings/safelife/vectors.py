"""Recorded runs of the published SafeLife: an index, the arrays beside it, and how each case compares."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from formal_rl.recordings.safelife.actions import read_actions
from formal_rl.recordings.safelife.arrays import ArrayFile
from formal_rl.recordings.safelife.boards import read_boards
from formal_rl.recordings.safelife.deviations import DEVIATION_NOTE, read_deviations
from formal_rl.recordings.safelife.differences import SafelifeCase, SafelifeFunctions
from formal_rl.recordings.safelife.episodes import read_episodes
from formal_rl.recordings.safelife.levels import read_levels
from formal_rl.recordings.safelife.side_effects import read_side_effects
from formal_rl.recordings.safelife.stochastic import STOCHASTIC_NOTE, read_stochastic
from formal_rl.recordings.vector_report import FileReport, Mismatch
from formal_rl.strict_json import Field, require_keys

SAFELIFE_SCHEMA = "safelife-vectors/1"

OURS = SafelifeFunctions()
"""Our functions, all as they are."""

_COMPARED: Mapping[str, Callable[[Field, ArrayFile], Sequence[SafelifeCase]]] = MappingProxyType(
    {
        "action_unit.npz": read_actions,
        "advance.npz": read_boards,
        "emd_cases.npz": read_deviations,
        "episodes.npz": read_episodes,
        "levels_v1_0.npz": read_levels,
        "side_effects.npz": read_side_effects,
        "stochastic.npz": read_stochastic,
    }
)
"""How the cases of each file are read."""

_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "emd_cases.npz": DEVIATION_NOTE,
        "side_effects.npz": f"boards, counts, cell types and masses exactly; {DEVIATION_NOTE}",
        "stochastic.npz": STOCHASTIC_NOTE,
    }
)
"""What is said of a file whose numbers are not all compared exactly."""

_SECTIONS = ("schema", "info", "advance", "emd", "episodes", "side_effects", "stochastic", "stochastic_side_effects")


@frozen
class SafelifeFile:
    """One file of arrays, not yet opened, and the index that says what is in it."""

    path: Path
    index: Field

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.path.name


@frozen
class SafelifeIndex:
    """The files that an index speaks for."""

    file: str
    files: tuple[SafelifeFile, ...]


def read_safelife(document: Field, folder: Path) -> SafelifeIndex:
    """Return the files that belong to an index, which are beside it.

    Raises `UnusableVectors` for a member that the schema does not have.
    """
    require_keys(document, _SECTIONS)
    return SafelifeIndex(document.file, tuple(SafelifeFile(folder / name, document) for name in sorted(_COMPARED)))


def compare_safelife(vectors: SafelifeFile, functions: SafelifeFunctions = OURS) -> FileReport:
    """Return how the cases of one file compare with what our functions give: every case to its first difference.

    Raises `UnusableVectors` for a file, or what the index says of it, that is not as the schema says.
    """
    with ArrayFile(vectors.path) as arrays:
        cases = _COMPARED[vectors.file](vectors.index, arrays)
    mismatches: list[Mismatch] = []
    for number, case in enumerate(cases):
        first = next(case.differences(functions), None)
        if first is not None:
            values = (first.step, first.what, first.field, first.expected, first.got, first.row, first.column)
            mismatches.append(Mismatch(vectors.file, number, case.label, *values))
    notes = (_NOTES[vectors.file],) if vectors.file in _NOTES else ()
    return FileReport(vectors.file, len(cases), tuple(mismatches), (), (), notes)
