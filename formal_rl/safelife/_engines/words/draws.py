"""Draws of many boards at once: which of those that each board reads are below its probability of spawning."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.safelife._engines.draws import RUN, DrawsInRuns, SpawnDraws
from formal_rl.safelife.board.rule import check_probability


class BatchDraws:
    """Which draws are below the probability of each board; every board has draws of its own.

    It remembers what it has read, as `SpawnDraws` does, and so is for one computation only, not a value.

    Raises `InvalidParameter` for a probability outside [0, 1], or if there are not as many draws as probabilities.
    """

    def __init__(self, probabilities: Sequence[Draw], draws: Sequence[Draws]) -> None:
        if len(draws) != len(probabilities):
            raise InvalidParameter("draws", len(draws), f"those of each board, of which there are {len(probabilities)}")
        self.probabilities = tuple(map(check_probability, probabilities))
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
        probabilities[board] = check_probability(probability)
        self.probabilities = tuple(probabilities)
        self.certain[board], self.never[board] = probability == 1, probability == 0
        self._draws[board] = draws
        self._single.pop(board, None)
        self._first[board] = self._end[board] = 0

    def below(self, first: NDArray[numpy.int64], numbers: NDArray[numpy.int64]) -> NDArray[numpy.bool_]:
        """Return for each of ``numbers`` draws of each board, from its ``first`` on, whether it is below.

        They follow one another, board after board. Raises as `draw` does, for the first draw that is none.
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
            ahead = RUN if isinstance(self._draws[board], DrawsInRuns) else 0
            self._single[board] = SpawnDraws(self.probabilities[board], self._draws[board]), ahead
        single, ahead = self._single[board]
        try:
            below = single.below(first, max(number, ahead))
        except FormalRLError:
            below = single.below(first, number)
        self._known[board, : len(below)] = below
        self._first[board], self._end[board] = first, first + len(below)
