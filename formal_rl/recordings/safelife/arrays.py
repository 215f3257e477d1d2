"""The arrays beside an index of recorded runs: each must be of the type, shape and bounds that are expected."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.errors import UnusableArchive, UnusableVectors
from formal_rl.safelife.board import Location
from formal_rl.safelife.levels._archive import ArrayArchive, Head
from formal_rl.strict_json import WHOLE_FILE

Shape: TypeAlias = tuple[int | None, ...]
"""The length of an array along each axis; ``None`` is any."""

CELLS = "<u2"
"""The type of cells."""

NUMBERS = "<i8"
"""The type of all other numbers."""

MOST_NUMBERS = 4_000_000
"""The greatest number of numbers in one array."""

_MOST_BYTES = MOST_NUMBERS * numpy.dtype(NUMBERS).itemsize


class ArrayFile(AbstractContextManager["ArrayFile"]):
    """The arrays of an .npz file, open while in use as a context.

    Raises `UnusableVectors` for a file that is not there or is not an archive of arrays with names of their own.
    """

    def __init__(self, path: Path) -> None:
        self.file = path.name
        with self._as_vectors():
            self._archive = ArrayArchive(path, _MOST_BYTES)

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._archive.__exit__()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, in the order of the file."""
        return self._archive.names

    def fault(self, name: str, reason: str) -> UnusableVectors:
        """Return the refusal of the array of this name."""
        return UnusableVectors(self.file, name if name.isprintable() else ascii(name), reason)

    def only(self, names: Collection[str]) -> None:
        """Raise `UnusableVectors` for an array that is not one of these: it would not be compared."""
        for name in self.names:
            if name not in names:
                raise self.fault(name, "no array of this schema")

    def read(
        self, name: str, kind: str, shape: Shape, *, least: int | None = None, most: int | None = None
    ) -> NDArray[Any]:
        """Return the array of this name, whose type, shape and bounds must be these.

        Raises `UnusableVectors` naming it.
        """
        with self._as_vectors():
            self._check(name, self._archive.head(name), kind, shape)
            values = self._archive.load(name)
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

    def _check(self, name: str, head: Head, kind: str, shape: Shape) -> None:
        found = head.shape
        if head.dtype.str != kind:
            raise self.fault(name, f"expected type {kind}, found {head.dtype.str}")
        if head.by_columns:
            raise self.fault(name, "expected an array row by row, found one column by column")
        if len(found) != len(shape) or any(
            length != wanted if wanted is not None else length < 1 for length, wanted in zip(found, shape, strict=True)
        ):
            raise self.fault(name, f"expected shape {_shape_text(shape)}, found {_shape_text(found)}")
        if prod(found) > MOST_NUMBERS:
            raise self.fault(name, f"expected at most {MOST_NUMBERS} numbers, found shape {_shape_text(found)}")

    @contextmanager
    def _as_vectors(self) -> Iterator[None]:
        try:
            yield
        except UnusableArchive as error:
            raise UnusableVectors(self.file, error.field or WHOLE_FILE, error.reason) from error


def _shape_text(shape: Shape) -> str:
    return " x ".join("any" if length is None else str(length) for length in shape)
