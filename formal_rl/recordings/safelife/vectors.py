"""Recorded runs of the published SafeLife: an index, the arrays beside it, and how each case compares."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TypeAlias

from formal_rl.errors import UnusableArchive, UnusableVectors
from formal_rl.recordings.cases import Case, Differences, FileReport, compare_cases, refused
from formal_rl.recordings.safelife.boards import BOARD_MEMBERS, read_actions, read_board, read_levels
from formal_rl.recordings.safelife.deviations import DEVIATION_MEMBERS, DEVIATION_NOTE, read_deviation
from formal_rl.recordings.safelife.episodes import EPISODE_MEMBERS, read_episode
from formal_rl.recordings.safelife.reading import ArrayFile
from formal_rl.recordings.safelife.side_effects import SIDE_EFFECTS_MEMBERS, read_side_effects
from formal_rl.recordings.safelife.stochastic import CELL_COUNT_MEMBERS, STOCHASTIC_NOTE, read_cell_counts, read_sampled
from formal_rl.strict_json import WHOLE_FILE, Field, require_keys

SAFELIFE_SCHEMA = "safelife-vectors/1"

Reader: TypeAlias = Callable[[Field, ArrayFile], list[Case]]
"""Reads the cases of a file, given the index.

Raises `UnusableVectors` or `UnusableArchive` for the field or array that is not as the schema says.
"""


def _each(section: str, members: Collection[str], read: Callable[[Field, str, ArrayFile], Differences]) -> Reader:
    """Return the reader of a section of the index: each case has a key and just these members."""

    def read_all(index: Field, arrays: ArrayFile) -> list[Case]:
        cases = []
        for case in index.member(section).elements():
            require_keys(case, members)
            key = case.member("key").text()
            cases.append(Case(f"{key}, {case.member('kind').text()}", read(case, key, arrays)))
        return cases

    return read_all


def _read_stochastic(index: Field, arrays: ArrayFile) -> list[Case]:
    boards = _each("stochastic", CELL_COUNT_MEMBERS, read_cell_counts)(index, arrays)
    return [*boards, *map(read_sampled, index.member("stochastic_side_effects").elements())]


_SIDE_EFFECTS_NOTE = f"boards, counts, cell types and masses exactly; {DEVIATION_NOTE}"

_READERS: Mapping[str, tuple[Reader, *tuple[str, ...]]] = {
    "action_unit.npz": (read_actions,),
    "advance.npz": (_each("advance", BOARD_MEMBERS, read_board),),
    "emd_cases.npz": (_each("emd", DEVIATION_MEMBERS, read_deviation), DEVIATION_NOTE),
    "episodes.npz": (_each("episodes", EPISODE_MEMBERS, read_episode),),
    "levels_v1_0.npz": (read_levels,),
    "side_effects.npz": (_each("side_effects", SIDE_EFFECTS_MEMBERS, read_side_effects), _SIDE_EFFECTS_NOTE),
    "stochastic.npz": (_read_stochastic, STOCHASTIC_NOTE),
}
"""The reader of each file's cases, and a note if not all of its numbers are compared exactly."""

SAFELIFE_FILES = tuple(_READERS)
"""The files beside an index, in the order in which they are compared."""

SECTIONS = ("schema", "info", "advance", "emd", "episodes", "side_effects", "stochastic", "stochastic_side_effects")
"""The members of an index."""


def compare_safelife(index: Field, folder: Path, file: str) -> FileReport:
    """Return how the cases of one of `SAFELIFE_FILES` compare with our functions: every case to its first difference.

    Raises `UnusableVectors` for a file, or what the index says of it, that is not as the schema says.
    """
    read, *notes = _READERS[file]
    try:
        arrays = ArrayFile(folder / file)
        with refused(file, WHOLE_FILE), arrays:
            cases = read(index, arrays)
            arrays.require_all_read()
    except UnusableArchive as error:
        raise UnusableVectors(file, error.field or WHOLE_FILE, error.reason) from error
    return compare_cases(file, cases, tuple(notes))
