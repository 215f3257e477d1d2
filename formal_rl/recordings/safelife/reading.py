"""An index of recorded runs of SafeLife and the arrays beside it, read: each of the type and bounds expected."""

from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draws
from formal_rl.safelife.board import Location
from formal_rl.safelife.game.level import single_precision
from formal_rl.safelife.levels._archive import ArrayArchive
from formal_rl.seeded_draws import SeededDraws
from formal_rl.strict_json import Field, require_keys

Shape: TypeAlias = tuple[int | None, ...]
"""The length of an array along each axis; ``None`` is any."""

CELLS = "<u2"
"""The type of cells."""

COUNTS = "<i4"
"""The type of counts."""

NUMBERS = "<i8"
"""The type of all other numbers."""

MOST_SIDE = 256
"""The greatest number of rows or columns of a board."""

MOST_STEPS = 10_000
"""The greatest number of steps of a run."""

MOST_AGENTS = 16
"""The greatest number of agents of a game."""

MOST_BYTES = 32_000_000
"""The greatest size of one array."""


class ArrayFile(ArrayArchive):
    """The arrays of an .npz file, each read in the type, shape and bounds that it must have.

    Raises `UnusableArchive` for a file that is missing or is not an archive of arrays with names of their own.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, MOST_BYTES)
        self._read: set[str] = set()

    def require_all_read(self) -> None:
        """Raise `UnusableArchive` for an array that was not read: it would not be compared."""
        for name in self.names:
            if name not in self._read:
                raise self.fault(name, "no array of this schema")

    def read(
        self, name: str, kind: str, shape: Shape, *, least: int | None = None, most: int | None = None
    ) -> NDArray[Any]:
        """Return the array of this name, whose type, shape and bounds must be these.

        Raises `UnusableArchive` naming it.
        """
        self._read.add(name)
        dtype, found = self.head(name)
        if dtype.str != kind:
            raise self.fault(name, f"expected type {kind}, found {dtype.str}")
        if len(found) != len(shape) or any(
            length != wanted if wanted is not None else length < 1 for length, wanted in zip(found, shape, strict=True)
        ):
            raise self.fault(name, f"expected shape {_shape_text(shape)}, found {_shape_text(found)}")
        values = self.load(name)
        for bound, out in ((least, values < (least or 0)), (most, values > (most or 0))):
            if bound is not None and out.any():
                place = tuple(numpy.argwhere(out)[0].tolist())
                where = "".join(f"[{index}]" for index in place)
                raise self.fault(f"{name}{where}", f"expected a number from {least} to {most}, found {values[place]}")
        return values

    def read_grid(self, name: str, kind: str, **bounds: int) -> NDArray[Any]:
        """Return the array of this name, of rows and columns, which is no greater than boards may be.

        Raises `UnusableArchive` naming it.
        """
        grid = self.read(name, kind, (None, None), **bounds)
        if max(grid.shape) > MOST_SIDE:
            raise self.fault(name, f"expected sides of at most {MOST_SIDE}, found {list(grid.shape)}")
        return grid

    def read_locations(self, name: str, number: int, height: int, width: int) -> list[Location]:
        """Return ``number`` rows and columns, all of them on a board of this size.

        Raises `UnusableArchive` naming the first that is not.
        """
        found = self.read(name, NUMBERS, (number, 2)).tolist()
        for place, (row, column) in enumerate(found):
            if not (0 <= row < height and 0 <= column < width):
                raise self.fault(f"{name}[{place}]", f"expected a place on the board, found {[row, column]}")
        return [(row, column) for row, column in found]


def _shape_text(shape: Shape) -> str:
    return " x ".join("any" if length is None else str(length) for length in shape)


# --- The index ---


def indexed(index: Field, section: str, names: Collection[str]) -> dict[str, Field]:
    """Return the cases of a section by their keys, each of which has just these members.

    Raises `UnusableVectors` naming the member that is not so, or the key that is there twice.
    """
    cases: dict[str, Field] = {}
    for case in index.member(section).elements():
        require_keys(case, names)
        key = case.member("key")
        if key.text() in cases:
            raise key.fault(f"the key {key.text()!r} occurs twice")
        cases[key.text()] = case
    return cases


def probability_of(case: Field) -> Fraction:
    """Return the probability with which the published code spawns, which it keeps in 32 bits."""
    field = case.member("spawn_prob")
    if not 0 <= field.number() <= 1:
        raise field.fault(f"expected a number from 0 to 1, found {field.value}")
    return single_precision(field.number())


def draws_of(case: Field) -> Draws:
    """Return the draws of a case; where nothing is left to them, there may be no seed, and then there are none."""
    seed = case.member("seed")
    if seed.value is None:
        if probability_of(case) not in {0, 1}:
            raise seed.fault("expected a seed, since spawn_prob is neither 0 nor 1")
        return ()
    return SeededDraws(seed.integer(0))


def at_least_0(field: Field) -> Field:
    """Return the field if it is a number of at least 0.

    Raises `UnusableVectors` naming it if it is not.
    """
    if field.number() < 0:
        raise field.fault(f"expected a number of at least 0, found {field.value}")
    return field
