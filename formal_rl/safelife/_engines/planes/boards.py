"""Boards as bit planes: for each bit of a cell one int, which has that bit of every location; and counts of bits."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import (
    ALIVE,
    BLUE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    INHIBITING,
    PRESERVING,
    RED,
    SPAWNING,
    Cell,
)

TRAITS = (DESTRUCTIBLE, GREEN, RED, BLUE)
"""What a cell that comes to life can inherit, in the order in which the planes are stacked."""

BITS: tuple[Cell, ...] = tuple(1 << bit for bit in range(GREATEST_CELL.bit_length()))
OTHERS = tuple(bit for bit in BITS if bit != ALIVE and bit not in TRAITS)
"""The bits of a cell besides alive and the traits."""

_BYTES, _SUMMED, _CELLS = (numpy.dtype(kind) for kind in (numpy.uint8, numpy.float32, numpy.uint16))
_IN_ORDER = tuple((ALIVE, *TRAITS, *OTHERS).index(bit) for bit in BITS)
_WORTHS = numpy.array(BITS, dtype=_SUMMED)


class Frame(NamedTuple):
    """How the locations of a board of one size lie in an int, and the masks for what is seen over the edges.

    Row by row, each row followed by two places that stay empty, and two empty rows after the last. So a plane can be
    moved by one row and one place and be given a margin, in which is repeated what is over the edge. The length of a
    row is ``stride``, that of a plane ``plane``, that of the rows that are not empty ``turn``; ``everywhere`` is the
    plane of all locations. The other masks hold places of the moved plane: of one or, where named in the plural, of
    four in a stack.
    """

    height: int
    width: int
    stride: int
    plane: int
    turn: int
    first_row: int
    first_column: int
    left_margin: int
    first_rows: int
    top_margins: int
    first_columns: int
    left_margins: int
    everywhere: int


@cache
def frame_of(height: int, width: int) -> Frame:
    """Return the frame of a size."""
    stride = width + 2
    plane = (height + 2) * stride
    top = ((1 << width) - 1) << 1
    column = sum(1 << row * stride for row in range(height + 2))
    four = sum(1 << number * plane for number in range(len(TRAITS)))
    everywhere = sum(((1 << width) - 1) << row * stride for row in range(height))
    return Frame(
        height,
        width,
        stride,
        plane,
        height * stride,
        top << stride,
        column << 1,
        column,
        (top << stride) * four,
        top * four,
        (column << 1) * four,
        column * four,
        everywhere,
    )


class Scenery(NamedTuple):
    """The bits of a board that hardly ever change, and what the rule makes of them.

    ``planes`` has a plane for each of `OTHERS`, ``dead_traits`` the stacked traits of the cells that do not live. They
    change only where a *loose* cell dies or comes to life: one that is not frozen and has any of these bits. So what
    follows from them is kept: where cells stay alive whatever lives around (``stays``), where a dead one may come to
    life (``may_live``) or spawn (``may_spawn``), the colours of spawners near (``spawned_traits``), where living cells
    are exits (``living_exits``).
    """

    frame: Frame
    planes: tuple[int, ...]
    dead_traits: int
    stays: int
    may_live: int
    may_spawn: int
    spawned_traits: int
    living_exits: int
    loose: int
    occupied: int

    def plane_of(self, bit: Cell) -> int:
        """Return the plane of one of `OTHERS`."""
        return self.planes[OTHERS.index(bit)]


class PackedBoard(NamedTuple):
    """A board as bit planes: where cells live, the stacked traits of those that do, and all the rest.

    Equal exactly if the boards are.
    """

    alive: int
    traits: int
    scenery: Scenery

    @property
    def frame(self) -> Frame:
        """How the locations lie in the planes."""
        return self.scenery.frame

    @property
    def may_draw(self) -> bool:
        """Whether any step from here on can read draws: without a spawner none does."""
        return self.scenery.plane_of(SPAWNING) != 0

    @classmethod
    def from_board(cls, board: Board) -> PackedBoard:
        """Return the planes of a board."""
        return cls.from_array(board.array())

    @classmethod
    def from_array(cls, cells: NDArray[numpy.uint16]) -> PackedBoard:
        """Return the planes of a board that is a two-dimensional array of cells."""
        height, width = cells.shape
        frame = frame_of(height, width)
        framed = numpy.zeros((height + 2, frame.stride), dtype=numpy.uint16)
        framed[:height, :width] = cells
        places = framed.reshape(-1)
        occurring = int(numpy.bitwise_or.reduce(places))
        planes = {bit: _plane(places, bit) if occurring & bit else 0 for bit in BITS}
        alive = planes[ALIVE]
        traits = stacked([planes[trait] for trait in TRAITS], frame)
        living = traits & repeated(alive, frame)
        return cls(
            alive, living, scenery_of(frame, tuple(planes[bit] for bit in OTHERS), alive, living, traits ^ living)
        )

    def planes(self) -> dict[Cell, int]:
        """Return the plane of each bit."""
        frame = self.frame
        traits = unstacked(self.traits | self.scenery.dead_traits, frame)
        known = {ALIVE: self.alive} | dict(zip(TRAITS, traits, strict=True))
        return known | dict(zip(OTHERS, self.scenery.planes, strict=True))

    def to_board(self) -> Board:
        """Return the board itself."""
        return Board.from_array(self.array())

    def array(self) -> NDArray[numpy.uint16]:
        """Return the cells as a new array of shape (height, width)."""
        return self.cells_in_a_row().reshape(self.frame.height, -1)[:, : self.frame.width].copy()

    def cells_in_a_row(self) -> NDArray[numpy.uint16]:
        """Return the cells as a new array, row by row, with two more places, which are empty, after each row."""
        # Sums of sixteen different bits are exact in 24 bits.
        cells = _WORTHS @ self.bits_in_a_row().astype(_SUMMED)
        return cells[: self.scenery.frame.turn].astype(_CELLS)

    def bits_in_a_row(self) -> NDArray[numpy.uint8]:
        """Return the sixteen bits, lowest first, of the same places, and of a few more at the end."""
        alive, traits, scenery = self
        planes = (alive, *unstacked(traits | scenery.dead_traits, scenery.frame), *scenery.planes)
        length = scenery.frame.turn + 7 >> 3
        data = b"".join([planes[place].to_bytes(length, "little") for place in _IN_ORDER])
        return numpy.unpackbits(numpy.frombuffer(data, _BYTES), bitorder="little").reshape(len(_IN_ORDER), 8 * length)


def _plane(places: NDArray[numpy.uint16], bit: Cell) -> int:
    """Return where cells have a bit."""
    return int.from_bytes(numpy.packbits(places & numpy.uint16(bit), bitorder="little").tobytes(), "little")


def bits_of(stack: int, number: int, frame: Frame) -> NDArray[numpy.uint8]:
    """Return the bits of each location in ``number`` stacked planes, of shape (number, height, width)."""
    places = number * frame.plane
    data = numpy.frombuffer(stack.to_bytes((places + 7) // 8, "little"), dtype=numpy.uint8)
    bits = numpy.unpackbits(data, count=places, bitorder="little")
    return bits.reshape(number, frame.height + 2, frame.stride)[:, : frame.height, : frame.width]


def scenery_of(frame: Frame, planes: tuple[int, ...], alive: int, traits: int, dead_traits: int) -> Scenery:
    """Return the scenery of these planes, among cells that live where ``alive`` says and have these stacked traits."""
    flags = dict(zip(OTHERS, planes, strict=True))
    frozen_cells, spawning = flags[FROZEN], flags[SPAWNING]
    may_live = frame.everywhere & ~(frozen_cells | near(flags[INHIBITING], frame))
    any_bit = 0
    for plane in (*planes, *unstacked(dead_traits, frame)):
        any_bit |= plane
    colours = [plane & spawning for plane in unstacked(traits | dead_traits, frame)[1:]]
    return Scenery(
        frame,
        planes,
        dead_traits,
        stays=frozen_cells | near(flags[PRESERVING], frame),
        may_live=may_live,
        may_spawn=may_live & near(spawning, frame),
        spawned_traits=stacked([0, *(near(colour, frame) for colour in colours)], frame),
        living_exits=flags[EXIT] & alive,
        loose=any_bit & ~frozen_cells,
        occupied=any_bit,
    )


def near(plane: int, frame: Frame) -> int:
    """Return where any of the nine cells of a block is in the plane."""
    if not plane:
        return 0
    moved = plane << frame.stride + 1
    moved |= moved >> frame.turn | (moved & frame.first_row) << frame.turn
    moved |= (moved & frame.first_column) << frame.width | moved >> frame.width & frame.left_margin
    moved |= moved >> 1 | moved >> 2
    return (moved | moved >> frame.stride | moved >> 2 * frame.stride) & frame.everywhere


def stacked(planes: list[int], frame: Frame) -> int:
    """Return planes in one int, the first lowest."""
    stack = 0
    for number, plane in enumerate(planes):
        stack |= plane << number * frame.plane
    return stack


def unstacked(stack: int, frame: Frame) -> list[int]:
    """Return the planes of a stack, the lowest first."""
    return [stack >> number * frame.plane & frame.everywhere for number in range(len(TRAITS))]


def repeated(plane: int, frame: Frame) -> int:
    """Return the plane stacked once for each trait."""
    twice = plane | plane << frame.plane
    return twice | twice << 2 * frame.plane


# How often each bit of an int occurs among many ints, counted by bit planes of the counts.


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
