"""Draws read in runs: which of those that follow one another are below the probability of spawning."""

from fractions import Fraction
from math import inf, nextafter
from typing import Any, Protocol, runtime_checkable

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, draw

RUN = 1024
"""How many draws are read at once, where that can be."""


@runtime_checkable
class DrawsInRuns(Protocol):
    """Infinitely many draws, each a float, which can be read many at a time."""

    def __getitem__(self, index: int, /) -> Draw:
        """Return the draw of this index."""

    def between(self, first: int, end: int, /) -> NDArray[numpy.float64]:
        """Return the draws from number ``first`` up to, not including, ``end``: those that indexing gives."""


def least_float(value: Draw) -> float:
    """Return the least float that is at least this number: a float is below the one exactly if below the other."""
    nearest = float(value)
    return nextafter(nearest, inf) if Fraction(nearest) < value else nearest


class SpawnDraws:
    """Which draws are below a ``probability``, asked for in runs of consecutive numbers.

    It remembers the last run that it has read, and so is for one computation only, not a value. Draws in runs are read
    ahead; of all others only those asked for are read, one after the other.
    """

    def __init__(self, probability: Draw, draws: Draws) -> None:
        self.probability = probability
        self._draws = draws
        self._bound = least_float(probability)
        self._in_runs = isinstance(draws, DrawsInRuns)
        self._first = 0
        self._known: NDArray[numpy.bool_] = numpy.zeros(0, dtype=numpy.bool_)

    def below(self, first: int, number: int) -> NDArray[numpy.bool_]:
        """Return for each of ``number`` draws from ``first`` on whether it is below the probability.

        Raises as `draw` does, for the first draw that is none.
        """
        start = first - self._first
        if start >= 0 and start + number <= len(self._known):
            return self._known[start : start + number]
        if self._in_runs and self._read_run(first, max(number, RUN)):
            return self._known[:number]
        one_by_one = [draw(self._draws, index) < self.probability for index in range(first, first + number)]
        return numpy.array(one_by_one, dtype=numpy.bool_)

    def _read_run(self, first: int, number: int) -> bool:
        draws: Any = self._draws
        run = draws.between(first, first + number)
        if not (isinstance(run, numpy.ndarray) and run.dtype == numpy.float64 and run.shape == (number,)):
            return False
        if not bool(((run >= 0) & (run < 1)).all()):
            return False
        self._first, self._known = first, run < self._bound
        return True
