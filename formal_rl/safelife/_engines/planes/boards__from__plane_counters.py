"""How often each bit of an int occurs among many ints, counted by bit planes of the counts."""

import numpy
from numpy.typing import NDArray

from formal_rl.safelife.packed_boards import Frame, bits_of


class PlaneCounter:
    """Counts the bits of many ints, place by place.

    Level k has the bits of value 2^k of the sums. Two ints that come to a level are added to it at once, by a full
    adder whose carries go on to the next; so level k works once for 2^(k + 1) ints. It grows and is for one
    computation only, not a value.
    """

    def __init__(self) -> None:
        self._sums: list[int] = []
        self._waiting: list[int | None] = []

    def add(self, bits: int) -> None:
        """Count the bits of an int."""
        sums, waiting = self._sums, self._waiting
        level = 0
        while level < len(sums):
            other = waiting[level]
            if other is None:
                waiting[level] = bits
                return
            waiting[level] = None
            half = sums[level] ^ other
            carry = sums[level] & other | half & bits
            sums[level] = half ^ bits
            bits = carry
            level += 1
        sums.append(bits)
        waiting.append(None)

    def counts(self, frame: Frame, number: int) -> NDArray[numpy.int64]:
        """Return the counts, read as ``number`` stacked planes: an array of shape (number, height, width)."""
        total = numpy.zeros((number, frame.height, frame.width), dtype=numpy.int64)
        for planes in (self._sums, self._waiting):
            for level, stack in enumerate(planes):
                if stack:
                    total += bits_of(stack, number, frame).astype(numpy.int64) << level
        return total


class ColourCounter:
    """Counts at each location how often it is occupied, by colour.

    Counted are the places where a cell has some of the colour bits, whatever the others; what has these bits alone
    follows, by inclusion and exclusion. So hardly more than one stack is counted where no cell has two colour bits. It
    is for one computation only, not a value.
    """

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._single = PlaneCounter()
        self._mixed = PlaneCounter()

    def add(self, occupied: int, colours: int) -> None:
        """Count a board: the plane of occupied locations, and the stack of nothing, green, red and blue on it."""
        length = self._frame.plane
        self._single.add(occupied | colours)
        neighbours, ends = colours & colours >> length, colours & colours >> 2 * length
        if neighbours or ends:
            self._mixed.add((neighbours & ends) >> length | neighbours | ends << 2 * length)

    def counts(self) -> NDArray[numpy.int64]:
        """Return the counts, an array of shape (8, height, width), by the number of the colour."""
        occupied, green, red, blue = self._single.counts(self._frame, 4)
        white, yellow, magenta, cyan = self._mixed.counts(self._frame, 4)
        at_least = numpy.stack([occupied, red, green, yellow, blue, magenta, cyan, white])
        by_bits = at_least.reshape(2, 2, 2, self._frame.height, self._frame.width)
        by_bits[0] -= by_bits[1]
        by_bits[:, 0] -= by_bits[:, 1]
        by_bits[:, :, 0] -= by_bits[:, :, 1]
        return at_least
