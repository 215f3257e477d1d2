"""Draws read in runs, of one board or of many: which of them are below the probability of spawning."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf, nextafter
from typing import Any, Protocol, runtime_checkable

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, draw
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.safelife.board.rule import require_probability

RUN = 4096
"""How many draws are read at first, where more can be than are asked for: to begin costs as much as some thousands."""

LONG_RUN = 4 * RUN
"""How many are read at most: each time twice as many as before."""


@runtime_checkable
class DrawsInRuns(Protocol):
    """Infinitely many draws, each a float, which can be read many at a time."""

    def __getitem__(self, index: int, /) -> Draw:
        """Return the draw of this index."""

    def between(self, first: int, end: int, /) -> NDArray[numpy.float64]:
        """Return the draws from number ``first`` up to, not including, ``end``: those that indexing gives."""


@lru_cache(maxsize=256)
def least_float(value: Draw) -> float:
    """Return the least float that is at least this number: a float is below the one exactly if below the other."""
    nearest = float(value)
    return nextafter(nearest, inf) if Fraction(nearest) < value else nearest


def read_run(draws: Any, first: int, number: int) -> NDArray[numpy.float64] | None:
    """Return so many `DrawsInRuns` from number ``first`` on, or None if they are not floats or one is not a draw."""
    run = draws.between(first, first + number)
    if not (isinstance(run, numpy.ndarray) and run.dtype == numpy.float64 and run.shape == (number,)):
        return None
    return run if bool(((run >= 0) & (run < 1)).all()) else None


class SpawnDraws:
    """Which draws are below a ``probability``, asked for in runs of consecutive numbers.

    It remembers the last run that it has read, and so is for one computation only, not a value. Draws in runs are read
    ahead, at least ``ahead`` at first; of all others only those asked for are read, one after the other.
    """

    def __init__(self, probability: Draw, draws: Draws, ahead: int = RUN) -> None:
        self.probability = probability
        self.never, self.certain = probability == 0, probability == 1
        self._draws = draws
        self._in_runs = hasattr(draws, "between")  # what `DrawsInRuns` asks, at a tenth of the cost
        self._run = ahead
        self._first = 0
        self._known: NDArray[numpy.bool_] = numpy.zeros(0, dtype=numpy.bool_)
        self._windows: list[int] = []
        self._windows_first = 0

    def below(self, first: int, number: int) -> NDArray[numpy.bool_]:
        """Return for each of ``number`` draws from ``first`` on whether it is below the probability.

        Raises as `draw` does, for the first value that is not a draw.
        """
        start = first - self._first
        if start >= 0 and start + number <= len(self._known):
            return self._known[start : start + number]
        if self._in_runs and self._read_run(first, max(number, self._run)):
            self._run = min(2 * self._run, LONG_RUN)
            return self._known[:number]
        one_by_one = [draw(self._draws, index) < self.probability for index in range(first, first + number)]
        return numpy.array(one_by_one, dtype=numpy.bool_)

    def spawn(self, waiting: bytes, places: Sequence[int], first: int, spawned: bytearray) -> int:
        """Write which waiting places spawn, by draws from number ``first`` on; return how many have then been read.

        A place is a bit, the lowest first. Only the bytes at ``places`` have any, and those of ``spawned`` are 0.

        Raises as `below` does.
        """
        deposits, counts, windows, at = _DEPOSITS, _COUNTS, self._windows, first - self._windows_first
        if not 0 <= at <= len(windows) - 8 * len(places):
            windows, at = self._windows_from(first, sum(waiting[place].bit_count() for place in places))
        shift = first - at
        for place in places:
            byte = waiting[place]
            if byte:
                spawned[place] = deposits[byte][windows[at]]
                at += counts[byte]
        return at + shift

    def _windows_from(self, first: int, number: int) -> tuple[list[int], int]:
        """Return `_windows` that have those of ``number`` draws from ``first`` on, and where these begin."""
        at = first - self._windows_first
        if 0 <= at < len(self._windows) - number:
            return self._windows, at
        below = self.below(first, number)
        at = first - self._first
        if not 0 <= at <= len(self._known) - number:
            return _windows(below), 0
        self._windows, self._windows_first = _windows(self._known), self._first
        return self._windows, at

    def _read_run(self, first: int, number: int) -> bool:
        run = read_run(self._draws, first, number)
        if run is None:
            return False
        self._first, self._known = first, run < least_float(self.probability)
        return True


_COUNTS = bytes(byte.bit_count() for byte in range(256))


def _deposits() -> tuple[bytes, ...]:
    """Return, for each byte and for each byte of draws, the bits of the first that the second chooses, lowest first."""
    all_bytes = numpy.arange(256, dtype=numpy.uint8)[:, None]
    chosen = numpy.zeros((256, 256), dtype=numpy.uint8)
    for place in range(8):
        below = numpy.bitwise_count(all_bytes & numpy.uint8((1 << place) - 1))
        chosen |= (all_bytes & numpy.uint8(1 << place)) * (numpy.arange(256, dtype=numpy.uint8) >> below & 1)
    return tuple(row.tobytes() for row in chosen)


_DEPOSITS = _deposits()


def _windows(below: NDArray[numpy.bool_]) -> list[int]:
    """Return for each draw, and for the end, a byte of it and the seven that follow, the lowest first."""
    bits = numpy.zeros(len(below) + 8, dtype=numpy.uint8)
    bits[: len(below)] = below
    windows = bits[:-7].copy()
    for later in range(1, 8):
        windows |= bits[later : len(bits) - 7 + later] << later
    found: list[int] = windows.tolist()
    return found


class Spawning:
    """Which places spawn on boards side by side in one int, each with draws of its own; for one computation only.

    ``may_spawn`` are the places where cells may spawn at all. Each board has as many bits as ``plane``, of which the
    last eight at least are none of its places: so no byte has places of two boards.
    """

    def __init__(self, draws: Sequence[SpawnDraws], may_spawn: int, plane: int) -> None:
        self._length = len(draws) * plane + 7 >> 3
        places = numpy.flatnonzero(numpy.frombuffer(may_spawn.to_bytes(self._length, "little"), dtype=numpy.uint8))
        lasts = numpy.arange(1, len(draws)) * plane - 1 >> 3
        each = numpy.split(places, numpy.searchsorted(places, lasts))
        self._each = [(one, these.tolist()) for one, these in zip(draws, each, strict=True)]

    def chosen(self, waiting: int, draws_read: list[int]) -> int:
        """Return those of the waiting places that spawn; count in ``draws_read`` the draws that each board reads.

        Raises what reading draws raises.
        """
        data, spawned = waiting.to_bytes(self._length, "little"), bytearray(self._length)
        for board, (draws, places) in enumerate(self._each):
            draws_read[board] = draws.spawn(data, places, draws_read[board], spawned)
        return int.from_bytes(spawned, "little")


class BatchDraws:
    """Which draws are below the probability of each board; every board has draws of its own.

    It remembers what it has read, as `SpawnDraws` does, and so is for one computation only, not a value.

    Raises `InvalidParameter` for a probability outside [0, 1], or if there are not as many draws as probabilities.
    """

    def __init__(self, probabilities: Sequence[Draw], draws: Sequence[Draws]) -> None:
        if len(draws) != len(probabilities):
            raise InvalidParameter("draws", len(draws), f"those of each board, of which there are {len(probabilities)}")
        self.probabilities = tuple(map(require_probability, probabilities))
        self.certain = numpy.array([probability == 1 for probability in probabilities], dtype=numpy.bool_)
        self.never = numpy.array([probability == 0 for probability in probabilities], dtype=numpy.bool_)
        self._draws = list(draws)
        self._single: dict[int, tuple[SpawnDraws, int]] = {}
        self._first = numpy.zeros(len(draws), dtype=numpy.int64)
        self._end = numpy.zeros(len(draws), dtype=numpy.int64)
        self._known = numpy.zeros((len(draws), RUN), dtype=numpy.bool_)

    def __len__(self) -> int:
        """Return how many boards there are."""
        return len(self._draws)

    def replace(self, board: int, probability: Draw, draws: Draws) -> None:
        """Go on with another probability and other draws for one board, of which nothing has been read."""
        probabilities = list(self.probabilities)
        probabilities[board] = require_probability(probability)
        self.probabilities = tuple(probabilities)
        self.certain[board], self.never[board] = probability == 1, probability == 0
        self._draws[board] = draws
        self._single.pop(board, None)
        self._first[board] = self._end[board] = 0

    def below(self, first: NDArray[numpy.int64], numbers: NDArray[numpy.int64]) -> NDArray[numpy.bool_]:
        """Return for each of ``numbers`` draws of each board, from its ``first`` on, whether it is below.

        They follow one another, board after board. Raises as `draw` does, for the first value that is not a draw.
        """
        missing = (numbers > 0) & ((first < self._first) | (first + numbers > self._end))
        for board in numpy.flatnonzero(missing).tolist():
            self._read(board, int(first[board]), int(numbers[board]))
        ends = numpy.cumsum(numbers)
        starts = numpy.arange(len(self)) * self._known.shape[1] + first - self._first - ends + numbers
        places = numpy.repeat(starts, numbers) + numpy.arange(ends[-1])
        return self._known.reshape(-1).take(places)

    def _read(self, board: int, first: int, number: int) -> None:
        if number > self._known.shape[1]:
            more = numpy.zeros((len(self), number - self._known.shape[1]), dtype=numpy.bool_)
            self._known = numpy.concatenate([self._known, more], axis=1)
        if board not in self._single:
            ahead = RUN if hasattr(self._draws[board], "between") else 0
            self._single[board] = SpawnDraws(self.probabilities[board], self._draws[board]), ahead
        single, ahead = self._single[board]
        try:
            below = single.below(first, max(number, ahead))
        except FormalRLError:
            below = single.below(first, number)
        self._known[board, : len(below)] = below
        self._first[board], self._end[board] = first, first + len(below)
