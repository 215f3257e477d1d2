"""Published archives of levels: read with every size checked before it is loaded, and written all or nothing."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import prod
from pathlib import Path
from typing import Any

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, UnusableArchive, describe_exception
from formal_rl.files import write_whole
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.levels._archive import ArrayArchive, Head, type_in_words
from formal_rl.safelife.levels.fields import FIELDS, LevelFields, fields_of_level, level_of_fields, require_declared

MOST_CELLS = 1 << 23
"""The default limit on the cells of all boards of an archive together."""

MOST_CELLS_OF_A_BOARD = 1 << 20
"""The most cells of a board of an archive."""

_BYTES_FOR_A_CELL = 8
_BYTES_BESIDES = 1 << 20

_LEVELS = "levels"

LEDGER = ("W19-levels",)


@frozen(eq=False)
class ArchivedLevels:
    """The levels of an archive, each built only when needed.

    ``fields`` has their fields by name, each an array with a row for every level.
    """

    file: str
    fields: LevelFields
    several: bool

    def __len__(self) -> int:
        return len(self.fields["board"])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all levels; raise `UnusableArchive` if they are not text."""
        if "name" not in self.fields:
            return ("",) * len(self)
        try:
            return tuple(self.fields["name"].tolist())
        except Exception as error:  # characters that there are not
            raise UnusableArchive(self.file, "name", f"cannot be read: {describe_exception(error)}") from error

    def level(self, index: int) -> Level:
        """Return the level of this index.

        Raises `InvalidParameter` for an invalid index, and `UnusableArchive` as `level_of_fields` does.
        """
        if type(index) is not int or not 0 <= index < len(self):
            raise InvalidParameter("index", index, f"an int from 0 to {len(self) - 1}")
        place = f"{_LEVELS}[{index}]." if self.several else ""
        try:
            return level_of_fields(
                {name: numpy.asarray(array[index]) for name, array in self.fields.items()}, self.file, place
            )
        except UnusableArchive:
            raise
        except Exception as error:  # the same
            raise UnusableArchive(
                self.file, place.rstrip("."), f"cannot be read: {describe_exception(error)}"
            ) from error


def open_levels(path: Path | str, *, most_cells: int = MOST_CELLS) -> ArchivedLevels:
    """Return the levels of an archive, which has one level, or several in one array called ``levels``.

    Nothing is unpickled, and nothing is loaded before its declared type, shape and size are found right. The boards
    may have ``most_cells`` cells together, and each a million (`MOST_CELLS_OF_A_BOARD`).

    Raises `UnusableArchive` naming the file and the field: a file that cannot be opened, is not an archive, ends too
    early or has two fields of one name; or one that is too large, or fails `require_declared`.

    Source: the published code; archives of versions 0.1 to 1.2.2.
    """
    with ArrayArchive(path, most_cells * _BYTES_FOR_A_CELL + _BYTES_BESIDES) as archive:
        return _several(archive, most_cells) if _LEVELS in archive.names else _one(archive, most_cells)


def read_levels(path: Path | str, *, most_cells: int = MOST_CELLS) -> tuple[Level, ...]:
    """Return the levels of an archive, all of them built; with thousands that takes its time.

    Raises as `open_levels` does, and `UnusableArchive` naming the index of a level that `level_of_fields` refuses.

    Ledger: W19-levels*
    """
    levels = open_levels(path, most_cells=most_cells)
    return tuple(levels.level(index) for index in range(len(levels)))


def _several(archive: ArrayArchive, most_cells: int) -> ArchivedLevels:
    dtype, shape = archive.head(_LEVELS)
    if dtype.names is None or len(shape) != 1 or not shape[0]:
        found = f"is {type_in_words(dtype)} of shape {shape}"
        raise archive.fault(_LEVELS, f"{found}: expected a row of levels with named fields")
    parts: dict[str, Head] = {name: dtype[name].subdtype or (dtype[name], ()) for name in dtype.names}
    require_declared(archive.file, f"{_LEVELS}: ", parts)
    _require_cells(archive, _LEVELS, shape[0], parts["board"][1], most_cells)
    levels = archive.load(_LEVELS)
    return ArchivedLevels(archive.file, {name: levels[name] for name in dtype.names}, several=True)


def _one(archive: ArrayArchive, most_cells: int) -> ArchivedLevels:
    names = [name for name in archive.names if name in FIELDS]
    heads = {name: archive.head(name) for name in names}
    require_declared(archive.file, "", heads)
    _require_cells(archive, "board", 1, heads["board"][1], most_cells)
    return ArchivedLevels(archive.file, {name: archive.load(name)[None] for name in names}, several=False)


def _require_cells(archive: ArrayArchive, field: str, levels: int, board: tuple[int, ...], most_cells: int) -> None:
    if prod(board) > MOST_CELLS_OF_A_BOARD:
        raise archive.fault(field, f"has boards of {prod(board)} cells: expected at most {MOST_CELLS_OF_A_BOARD}")
    if levels * prod(board) > most_cells:
        found = f"has boards of {levels * prod(board)} cells together"
        raise archive.fault(field, f"{found}: expected at most {most_cells}")


def write_levels(path: Path | str, levels: Sequence[Level]) -> None:
    """Write an archive of several levels, in the form of version 1.2.2, which `read_levels` reads as equal ones.

    The file is replaced only when all of it is written. One array holds all levels, so they must be of one size, have
    equally many agents, and all have tables or none.

    Raises `InvalidParameter` naming the first level that cannot be written, and why, and `UnusableArchive` if the file
    cannot be written.

    Ledger: W19-levels*
    """
    if not levels:
        raise InvalidParameter("levels", tuple(levels), "at least one level")
    all_fields = [_fields(level, index) for index, level in enumerate(levels)]
    shapes = {name: array.shape for name, array in all_fields[0].items()}
    for index, fields in enumerate(all_fields):
        found = {name: array.shape for name, array in fields.items()}
        if found != shapes:
            other = next(name for name in (*found, *shapes) if found.get(name) != shapes.get(name))
            expected = f"{shapes.get(other, 'nothing')}, as of level 0: the levels of an archive are of one form"
            raise InvalidParameter(f"level {index}: the size of {other}", found.get(other, "nothing"), expected)
    types = [
        (name, numpy.result_type(*(fields[name].dtype for fields in all_fields)), shape)
        for name, shape in shapes.items()
    ]
    array = numpy.empty(len(levels), dtype=types)
    for name in shapes:
        array[name] = [fields[name] for fields in all_fields]
    _write(Path(path), {_LEVELS: array})


def write_level(path: Path | str, level: Level) -> None:
    """Write an archive of one level, in the form of version 1.2.2, which `read_levels` reads as an equal one.

    Raises as `write_levels` does.
    """
    _write(Path(path), _fields(level, 0))


def _fields(level: Level, index: int) -> dict[str, NDArray[Any]]:
    try:
        return fields_of_level(level)
    except InvalidParameter as error:
        raise InvalidParameter(f"level {index}: {error.name}", error.value, error.expected) from None


def _write(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    content = BytesIO()
    numpy.savez_compressed(content, allow_pickle=False, **dict(arrays))
    try:
        write_whole(path, content.getvalue())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnusableArchive(str(path), "", f"cannot be written: {reason}") from error
