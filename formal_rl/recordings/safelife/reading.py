"""The arrays beside an index of recorded runs of SafeLife, each of the type and shape expected."""

from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from numpy.typing import NDArray

from formal_rl.agents import Draws
from formal_rl.safelife.board import Location
from formal_rl.safelife.game.level import single_precision
from formal_rl.safelife.levels._archive import ArrayArchive
from formal_rl.seeded_draws import SeededDraws
from formal_rl.strict_json import Field

Shape: TypeAlias = tuple[int | None, ...]
"""The length of an array along each axis; ``None`` is any."""

CELLS = "<u2"
"""The type of cells."""

COUNTS = "<i4"
"""The type of counts."""

NUMBERS = "<i8"
"""The type of all other numbers."""

MOST_BYTES = 32_000_000
"""The greatest size of one array."""


class ArrayFile(ArrayArchive):
    """The arrays of an .npz file, each read in the type and shape that it must have.

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

    def read(self, name: str, kind: str, shape: Shape) -> NDArray[Any]:
        """Return the array of this name, whose type and shape must be these.

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
        return self.load(name)

    def read_locations(self, name: str, number: int) -> list[Location]:
        """Return ``number`` rows and columns."""
        return [(row, column) for row, column in self.read(name, NUMBERS, (number, 2)).tolist()]


def _shape_text(shape: Shape) -> str:
    return " x ".join("any" if length is None else str(length) for length in shape)


def draws_of(case: Field) -> Draws:
    """Return the draws of a case; where nothing is left to them, there may be no seed, and then there are none."""
    seed = case.member("seed")
    return () if seed.value is None else SeededDraws(seed.integer(0))


def probability_of(case: Field) -> Fraction:
    """Return the probability with which the published code spawns, which it keeps in 32 bits."""
    return single_precision(case.member("spawn_prob").number())
