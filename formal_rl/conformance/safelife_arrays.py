"""Arrays in an .npz file: no values are read before the header has said what is expected, and none are unpickled."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Collection
from contextlib import AbstractContextManager
from math import prod
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.conformance.strict_json import WHOLE_FILE
from formal_rl.errors import UnusableVectors
from formal_rl.safelife.board import Location

Shape: TypeAlias = tuple[int | None, ...]
"""The length of an array along each axis; ``None`` is any.

Ledger: infrastructure
"""

CELLS = "<u2"
"""The type of cells.

Ledger: infrastructure
"""

NUMBERS = "<i8"
"""The type of all other numbers.

Ledger: infrastructure
"""

MOST_NUMBERS = 4_000_000
"""The greatest number of numbers in one array."""

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    rb"\{'descr': '([<>|=]?[A-Za-z][0-9]{0,9})', 'fortran_order': False, "
    rb"'shape': \(((?:[0-9]{1,18}(?:, [0-9]{1,18})*,?)?)\), \} *\n"
)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What the standard library raises for broken archives."""


class ArrayFile(AbstractContextManager["ArrayFile"]):
    """The arrays of an .npz file, open while in use as a context.

    Raises `UnusableVectors` for a file that is not there or is no archive of arrays with names of their own.

    Ledger: infrastructure
    """

    def __init__(self, path: Path) -> None:
        self.file = path.name
        try:
            self._archive = zipfile.ZipFile(path)
        except OSError as error:
            raise UnusableVectors(self.file, WHOLE_FILE, f"cannot be read: {error.strerror or error}") from error
        except _BROKEN as error:
            raise UnusableVectors(self.file, WHOLE_FILE, f"not an .npz file: {error}") from error
        self._members: dict[str, zipfile.ZipInfo] = {}
        for member in self._archive.infolist():
            name = member.filename.removesuffix(".npy")
            if name in self._members:
                self._archive.close()
                raise self.fault(name, "this array occurs twice")
            self._members[name] = member

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._archive.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, in the order of the file."""
        return tuple(self._members)

    def fault(self, name: str, reason: str) -> UnusableVectors:
        """Return the refusal of the array of this name."""
        return UnusableVectors(self.file, name if name.isprintable() else ascii(name), reason)

    def only(self, names: Collection[str]) -> None:
        """Raise `UnusableVectors` for an array that is none of these: it would not be compared."""
        for name in self._members:
            if name not in names:
                raise self.fault(name, "no array of this schema")

    def read(
        self, name: str, kind: str, shape: Shape, *, least: int | None = None, most: int | None = None
    ) -> NDArray[Any]:
        """Return the array of this name, whose type, shape and bounds must be these.

        Raises `UnusableVectors` naming it.
        """
        if name not in self._members:
            raise self.fault(name, "missing")
        member = self._members[name]
        if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise self.fault(name, f"compressed in way {member.compress_type}, expected deflated or stored")
        if member.flag_bits & 1:
            raise self.fault(name, "encrypted")
        try:
            with self._archive.open(member) as content:
                values = self._values(name, content, kind, shape)
        except UnusableVectors:
            raise
        except _BROKEN as error:
            raise self.fault(name, f"cannot be read: {error}") from error
        for bound, out in ((least, values < (least or 0)), (most, values > (most or 0))):
            if bound is not None and out.any():
                place = tuple(numpy.argwhere(out)[0].tolist())
                where = "".join(f"[{index}]" for index in place)
                raise self.fault(f"{name}{where}", f"expected a number from {least} to {most}, found {values[place]}")
        return values

    def read_locations(self, name: str, number: int, height: int, width: int) -> list[Location]:
        """Return so many rows and columns, all of them on a board of this size.

        Raises `UnusableVectors` naming the first that is not.
        """
        found = self.read(name, NUMBERS, (number, 2)).tolist()
        for place, (row, column) in enumerate(found):
            if not (0 <= row < height and 0 <= column < width):
                raise self.fault(f"{name}[{place}]", f"expected a place on the board, found {[row, column]}")
        return [(row, column) for row, column in found]

    def _values(self, name: str, content: IO[bytes], kind: str, shape: Shape) -> NDArray[Any]:
        start = content.read(len(_MAGIC) + 2)
        header = content.read(int.from_bytes(start[len(_MAGIC) :], "little"))
        said = _HEADER.fullmatch(header)
        if not start.startswith(_MAGIC) or said is None:
            raise self.fault(name, "no array as numpy saves it, of one type and row by row")
        found_kind = said[1].decode("ascii")
        if found_kind != kind:
            raise self.fault(name, f"expected type {kind}, found {found_kind}")
        found = tuple(int(length) for length in re.findall(rb"[0-9]+", said[2]))
        if len(found) != len(shape) or any(
            length != wanted if wanted is not None else length < 1 for length, wanted in zip(found, shape, strict=True)
        ):
            raise self.fault(name, f"expected shape {_shape_text(shape)}, found {_shape_text(found)}")
        if prod(found) > MOST_NUMBERS:
            raise self.fault(name, f"expected at most {MOST_NUMBERS} numbers, found shape {_shape_text(found)}")
        size = prod(found) * numpy.dtype(kind).itemsize
        values = content.read(size + 1)
        if len(values) != size:
            raise self.fault(
                name, f"expected {size} bytes of numbers, found {'more' if values[size:] else len(values)}"
            )
        return numpy.frombuffer(values, dtype=kind).reshape(found)


def _shape_text(shape: Shape) -> str:
    return " x ".join("any" if length is None else str(length) for length in shape)
