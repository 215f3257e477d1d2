"""Published archives of levels: read with every size checked before it is loaded, and written all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from math import prod
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

import numpy
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, UnusableArchive, said
from formal_rl.safelife.level import Level
from formal_rl.safelife.level_fields import FIELDS, Declared, check_declared, fields_of_level, level_of_fields

MOST_CELLS = 1 << 20
"""How many cells the boards of an archive have together at most, unless more are allowed.

Ledger: infrastructure
"""

_BYTES_FOR_A_CELL = 32
"""How much an array may hold for each cell that is allowed: cells, goals, tables, texts."""

_LEVELS = "levels"


def read_levels(path: Path | str, *, most_cells: int = MOST_CELLS) -> tuple[Level, ...]:
    """Return the levels of an archive, which has one level, or several in one array called ``levels``.

    Nothing is unpickled, and nothing is loaded before its declared type, shape and size are found right. The boards
    may have ``most_cells`` cells together.

    Raises `UnusableArchive` naming the file, the field and the index of the level: a file that cannot be opened, is no
    archive or ends too early; what is too large; and what `level_of_fields` refuses.

    Source: the published code; archives of versions 0.1 to 1.2.2.
    Ledger: W19-levels
    """
    file = str(path)
    with _refused_as(file), ZipFile(path) as archive:
        names = [name.removesuffix(".npy") for name in archive.namelist()]
        if _LEVELS in names:
            return _several(archive, file, most_cells)
        return (_one(archive, file, [name for name in names if name in FIELDS], most_cells),)


@contextmanager
def _refused_as(file: str, field: str = "") -> Iterator[None]:
    """Raise whatever goes wrong as `UnusableArchive`: hostile bytes make zip and arrays fail in many ways."""
    try:
        yield
    except UnusableArchive:
        raise
    except BadZipFile as error:
        raise UnusableArchive(file, field, f"is no archive, or not a whole one: {error}") from error
    except OSError as error:
        raise UnusableArchive(file, field, f"cannot be read: {error.strerror or error}") from error
    except Exception as error:
        raise UnusableArchive(file, field, f"cannot be read: {said(error)}") from error


def _several(archive: ZipFile, file: str, most_cells: int) -> tuple[Level, ...]:
    dtype, shape = _declared(archive, file, _LEVELS, most_cells)
    if dtype.names is None or len(shape) != 1 or not shape[0]:
        raise UnusableArchive(file, _LEVELS, f"is {dtype} of shape {shape}: expected a row of levels with named fields")
    parts: dict[str, Declared] = {name: _part(dtype, name) for name in dtype.names}
    check_declared(file, f"{_LEVELS}: ", parts)
    _check_cells(file, _LEVELS, (*shape, *parts["board"][1]), most_cells)
    levels = _loaded(archive, file, _LEVELS)
    return tuple(
        level_of_fields({name: numpy.asarray(level[name]) for name in dtype.names}, file, f"{_LEVELS}[{index}].")
        for index, level in enumerate(levels)
    )


def _part(dtype: numpy.dtype[Any], name: str) -> Declared:
    field = dtype[name]
    return (field, ()) if field.subdtype is None else field.subdtype


def _one(archive: ZipFile, file: str, names: Sequence[str], most_cells: int) -> Level:
    declared = {name: _declared(archive, file, name, most_cells) for name in names}
    check_declared(file, "", declared)
    _check_cells(file, "board", declared["board"][1], most_cells)
    return level_of_fields({name: _loaded(archive, file, name) for name in names}, file)


def _check_cells(file: str, field: str, shape: tuple[int, ...], most_cells: int) -> None:
    if prod(shape) > most_cells:
        raise UnusableArchive(file, field, f"has boards of {prod(shape)} cells together: expected at most {most_cells}")


def _declared(archive: ZipFile, file: str, name: str, most_cells: int) -> Declared:
    """Return what the head of an array says it is, of which no more than the head is read."""
    with _refused_as(file, name), archive.open(f"{name}.npy") as member:
        version = numpy.lib.format.read_magic(member)
        if version != (1, 0):  # later ones allow heads of any length
            raise UnusableArchive(file, name, f"is in version {version} of the format of arrays: expected (1, 0)")
        shape, _, dtype = numpy.lib.format.read_array_header_1_0(member)
        if dtype.hasobject:
            raise UnusableArchive(file, name, "holds objects, which would have to be unpickled")
        size, most = prod(shape) * dtype.itemsize, most_cells * _BYTES_FOR_A_CELL
        if min(shape, default=0) < 0 or size > most:
            raise UnusableArchive(file, name, f"is {dtype} of shape {shape}: expected at most {most} bytes")
        return dtype, shape


def _loaded(archive: ZipFile, file: str, name: str) -> NDArray[Any]:
    with _refused_as(file, name), archive.open(f"{name}.npy") as member:
        array = numpy.lib.format.read_array(member, allow_pickle=False)
        if member.read(1):
            raise UnusableArchive(file, name, "goes on after its end")
        return array


def write_levels(path: Path | str, levels: Sequence[Level]) -> None:
    """Write an archive of several levels, in the form of version 1.2.2, which `read_levels` reads as equal ones.

    The file is replaced only when all of it is written. One array holds all levels, so they must be of one size, have
    equally many agents, and all have tables or none.

    Raises `InvalidParameter` naming the first level that cannot be written, and why, and `UnusableArchive` if the file
    cannot be written.

    Ledger: W19-levels
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

    Ledger: W19-levels
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
        beside, part = _new_file_beside(path)
        try:
            with part:
                part.write(content.getbuffer())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnusableArchive(str(path), "", f"cannot be written: {reason}") from error


def _new_file_beside(path: Path, number: int = 0) -> tuple[Path, IO[bytes]]:
    beside = path.with_name(f".{path.name}.{number}.part")
    try:
        return beside, beside.open("xb")
    except FileExistsError:
        return _new_file_beside(path, number + 1)
