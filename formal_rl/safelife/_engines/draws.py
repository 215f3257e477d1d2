"""Draws read in runs, of one board or of many: which of the cells spawn that may."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf, nextafter
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, draw
from formal_rl.seeded_draws import SeededDraws

RUN = 4096
"""Read this many draws at once: starting the generator costs thousands of draws."""

_FEW = 40
"""Up to this many bits are looked at one after the other: all at once has a price of its own."""

Read = TypeVar("Read", int, list[int])
"""The number of draws read, of one board or of each."""


@runtime_checkable
class DrawsInRuns(Protocol):
    """Infinitely many draws, each a float, which can be read many at a time."""

    def __getitem__(self, index: int, /) -> Draw:
        """Return the draw of this index."""

    def between(self, first: int, end: int, /) -> NDArray[numpy.float64]:
        """Return the draws from number ``first`` up to, not including, ``end``: those that indexing gives."""


class Spawning(Protocol[Read]):
    """Chooses by draws which of the cells spawn that may; ``reads_none`` if it needs no draw for that."""

    @property
    def reads_none(self) -> bool: ...

    def spawned(self, waiting: int, draws_read: Read, plane: int, /) -> tuple[int, Read]:
        """Return the bits of those that do, and how many draws have been read then."""


@lru_cache(maxsize=256)
def least_float(value: Draw) -> float:
    """Return the least float that is at least this number: a float is below the one exactly if below the other."""
    nearest = float(value)
    return nextafter(nearest, inf) if Fraction(nearest) < value else nearest


def read_run(draws: Any, first: int, number: int) -> NDArray[numpy.float64] | None:
    """Return ``number`` draws of `DrawsInRuns` from ``first`` on; None if one is not a float or not a draw."""
    run = draws.between(first, first + number)
    if not (isinstance(run, numpy.ndarray) and run.dtype == numpy.float64 and run.shape == (number,)):
        return None
    return run if bool(((run >= 0) & (run < 1)).all()) else None


@lru_cache(maxsize=4096)
def _below(seed: int, bound: float, block: int) -> bytes:
    """Return for each of a block of `RUN` draws of a seed whether it is below a bound, 0 or 1."""
    return (SeededDraws(seed).between(block * RUN, (block + 1) * RUN) < bound).tobytes()


class SpawnDraws:
    """Which draws are below a ``probability``, read in runs of consecutive numbers.

    Of `SeededDraws` whole blocks are compared, and remembered; of all others only those needed are read, one after
    the other. Results for the probability are taken over from those that are ``alike``.
    """

    def __init__(self, probability: Draw, draws: Draws, alike: SpawnDraws | None = None) -> None:
        self.probability = probability
        self.reads_none: bool = alike.reads_none if alike else probability in {0, 1}
        self._draws = draws
        self._seed = draws.seed if isinstance(draws, SeededDraws) else None
        self._bound: float = alike._bound if alike else least_float(probability)

    def below(self, first: int, number: int) -> bytes:
        """Return for each of ``number`` draws from ``first`` on whether it is below the probability, 0 or 1.

        Raises as `draw` does, for the first value that is not a draw. If the probability is 0 or 1 it reads none.
        """
        if self.reads_none:
            return bytes([self.probability == 1]) * number
        if self._seed is None:
            return bytes([draw(self._draws, index) < self.probability for index in range(first, first + number)])
        block, place = divmod(first, RUN)
        known = _below(self._seed, self._bound, block)
        while len(known) < place + number:
            block += 1
            known += _below(self._seed, self._bound, block)
        return known[place : place + number]

    def in_advance(self, first: int, number: int) -> NDArray[numpy.uint8] | None:
        """Return the result of `below` as an array, of draws that need not be read; None if that may raise."""
        if self._seed is None and not self.reads_none:
            return None
        block, place = divmod(first, RUN)
        if self._seed is None or self.reads_none or place + number > RUN:
            return numpy.frombuffer(self.below(first, number), numpy.uint8)
        return numpy.frombuffer(_below(self._seed, self._bound, block), numpy.uint8, number, place)

    def spawned(self, waiting: int, draws_read: int, plane: int) -> tuple[int, int]:
        """Return those bits that spawn, the lowest with the first draw, and how many draws have been read then.

        Raises as `below` does.
        """
        if self.reads_none:
            return waiting if self.probability else 0, draws_read
        which = self.below(draws_read, waiting.bit_count())
        draws_read += len(which)
        if len(which) > _FEW:
            return _chosen(_bits(waiting, waiting.bit_length() + 7 >> 3), which), draws_read
        spawned = 0
        for spawns in which:
            rest = waiting & waiting - 1
            if spawns:
                spawned |= waiting ^ rest
            waiting = rest
        return spawned, draws_read


class SpawnDrawsOfEach:
    """Which cells spawn on boards that lie plane by plane in an int, each with draws of its own."""

    def __init__(self, each: Sequence[SpawnDraws]) -> None:
        self.each = each
        self.reads_none = all(draws.reads_none for draws in each)

    def spawned(self, waiting: int, draws_read: list[int], plane: int) -> tuple[int, list[int]]:
        """Return those bits that spawn, the lowest of each plane with its first draw, and the numbers of draws read.

        Raises the errors of reading draws.
        """
        if len(self.each) == 2:  # for two alone the arrays of numpy cost more
            first, first_read = self.each[0].spawned(waiting & (1 << plane) - 1, draws_read[0], plane)
            second, second_read = self.each[1].spawned(waiting >> plane, draws_read[1], plane)
            return first | second << plane, [first_read, second_read]
        bits = _bits(waiting, len(self.each) * plane >> 3)
        numbers = bits.reshape(-1, plane).sum(axis=1, dtype=numpy.int64).tolist()
        asked = [*zip(self.each, draws_read, numbers, strict=True)]
        which = b"".join([draws.below(first, number) for draws, first, number in asked])
        return _chosen(bits, which), [first if draws.reads_none else first + number for draws, first, number in asked]


def _bits(number: int, length: int) -> NDArray[numpy.uint8]:
    return numpy.unpackbits(numpy.frombuffer(number.to_bytes(length, "little"), numpy.uint8), bitorder="little")


def _chosen(bits: NDArray[numpy.uint8], which: bytes) -> int:
    bits[bits.view(numpy.bool_)] = numpy.frombuffer(which, numpy.uint8)
    return int.from_bytes(numpy.packbits(bits, bitorder="little").tobytes(), "little")
