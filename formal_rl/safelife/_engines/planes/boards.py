"""Boards as bit planes: for each bit of a cell one int, which has that bit of every location; and counts of bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, reduce
from itertools import compress, repeat
from operator import itemgetter, or_
from struct import Struct
from typing import Any, NamedTuple

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

roles = itemgetter(*map(OTHERS.index, (FROZEN, PRESERVING, INHIBITING, SPAWNING, EXIT)))
"""What takes those planes from the planes of `OTHERS` that mean something to the rule."""

_IN_ORDER = [(ALIVE, *TRAITS, *OTHERS).index(bit) for bit in BITS]

_BYTES, _SUMMED, _CELLS = (numpy.dtype(kind) for kind in (numpy.uint8, numpy.float32, numpy.uint16))
_from_bytes: Callable[[bytes, str], int] = int.from_bytes  # type: ignore[assignment]
_to_bytes: Callable[[int, int, str], bytes] = int.to_bytes  # type: ignore[assignment]
_NOTHING = numpy.zeros((), dtype=_CELLS)
_SUMMED_AT_ONCE = 8192
"""So many places are summed at once: what is summed stays in the processor's cache."""


class Frame(NamedTuple):
    """How the locations of a board of one size lie in an int, and the masks for what is seen over the edges.

    Row by row, each row followed by two places that stay empty, and two empty rows after the last. So a plane can be
    moved by one row and one place and be given a margin, in which is repeated what is over the edge. The length of a
    row is ``stride``, that of a plane ``plane``, which is filled up to whole bytes, that of the rows that are not empty
    ``turn``; ``everywhere`` is the plane of all locations. The other masks hold places of the moved plane: of one or,
    where named in the plural, of four in a stack.
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
    plane = (height + 2) * stride + 7 & ~7
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
        frame = frame_of(*cells.shape)
        places = numpy.zeros(frame.plane, dtype=_CELLS)
        places[: frame.turn].reshape(frame.height, frame.stride)[:, : frame.width] = cells
        masks, parts_of, in_places = _packing(frame.plane >> 3, int(numpy.bitwise_or.reduce(places)))
        data = numpy.packbits((places & masks) != _NOTHING, bitorder="little").tobytes()
        alive, traits, *others = map(_from_bytes, parts_of(data), repeat("little"))
        planes = in_places((0, *others))
        living = traits & repeated(alive, frame) if traits else 0
        return cls(alive, living, scenery_of(frame, planes, alive, living, traits ^ living))

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
        frame = self.scenery.frame
        return self.cells_in_a_row().reshape(frame.height, frame.stride)[:, : frame.width].copy()

    def cells_in_a_row(self) -> NDArray[numpy.uint16]:
        """Return the cells as a new array, row by row, with two more places, which are empty, after each row."""
        frame, planes = self.scenery.frame, self.scenery.planes
        bits, worths, turn = self._bits(filter(None, planes)), _worths(tuple(map(bool, planes))), frame.turn
        # Sums of sixteen different bits are exact in the 24 bits of a float.
        cells = numpy.empty(turn, dtype=_CELLS)
        for first in range(0, turn, _SUMMED_AT_ONCE):
            some = slice(first, min(turn, first + _SUMMED_AT_ONCE))
            cells[some] = worths.dot(bits[:, some].astype(_SUMMED))
        return cells

    def bits_in_a_row(self) -> NDArray[numpy.uint8]:
        """Return the sixteen bits, lowest first, of the same places, and of a few more at the end."""
        return self._bits(self.scenery.planes)[_IN_ORDER]

    def _bits(self, others: Iterable[int]) -> NDArray[numpy.uint8]:
        """Return the bits of each place: alive, the traits, and those of other planes, each in a row."""
        alive, traits, scenery = self
        length = scenery.frame.plane >> 3
        stack = (traits | scenery.dead_traits).to_bytes(len(TRAITS) * length, "little")
        rest = map(_to_bytes, others, repeat(length), repeat("little"))
        data = b"".join((alive.to_bytes(length, "little"), stack, *rest))
        return numpy.unpackbits(numpy.frombuffer(data, _BYTES), bitorder="little").reshape(-1, scenery.frame.plane)


@lru_cache(maxsize=1024)
def _packing(length: int, occurring: Cell) -> tuple[NDArray[numpy.uint16], Callable[..., Any], Callable[..., Any]]:
    """Return how cells that have these bits are packed in planes of so many bytes.

    First the bits, alive and the traits before those of `OTHERS`; then what takes all their bytes apart into alive, the
    stack of the traits and the others; then what puts these, after a zero, in their places among `OTHERS`.
    """
    others = [bit for bit in OTHERS if bit & occurring]
    bits = numpy.array([ALIVE, *TRAITS, *others], dtype=_CELLS)[:, None]
    parts = Struct(f"{length}s{len(TRAITS) * length}s" + f"{length}s" * len(others))
    places = (others.index(bit) + 1 if bit in others else 0 for bit in OTHERS)
    return bits, parts.unpack, itemgetter(*places)


@lru_cache(maxsize=1024)
def _worths(there: tuple[bool, ...]) -> NDArray[numpy.float32]:
    """Return what alive, the traits and those of `OTHERS` for which ``there`` says so are worth in a cell."""
    return numpy.array([ALIVE, *TRAITS, *compress(OTHERS, there)], dtype=_SUMMED)


def bits_of(stack: int, number: int, frame: Frame) -> NDArray[numpy.uint8]:
    """Return the bits of each location in ``number`` stacked planes, of shape (number, height, width)."""
    data = numpy.frombuffer(stack.to_bytes(number * frame.plane >> 3, "little"), dtype=_BYTES)
    bits = numpy.unpackbits(data, bitorder="little").reshape(number, frame.plane)
    return bits[:, : frame.turn].reshape(number, frame.height, frame.stride)[:, :, : frame.width]


def scenery_of(frame: Frame, planes: tuple[int, ...], alive: int, traits: int, dead_traits: int) -> Scenery:
    """Return the scenery of these planes, among cells that live where ``alive`` says and have these stacked traits."""
    frozen_cells, preserving, inhibiting, spawning, exits = roles(planes)
    height, width = frame.height, frame.width
    may_live = frame.everywhere ^ (frozen_cells | near_again(inhibiting, height, width) if inhibiting else frozen_cells)
    may_spawn = spawned_traits = 0
    if spawning:
        may_spawn = may_live & near_again(spawning, height, width)
        spawned_traits = near_spawners(spawning, traits | dead_traits, frame)
    occupied = occupied_by(planes, dead_traits, frame)
    return Scenery(
        frame,
        planes,
        dead_traits,
        frozen_cells | near_again(preserving, height, width) if preserving else frozen_cells,
        may_live,
        may_spawn,
        spawned_traits,
        exits & alive,
        occupied ^ (occupied & frozen_cells),
        occupied,
    )


def occupied_by(planes: Iterable[int], dead_traits: int, frame: Frame) -> int:
    """Return where any of these planes or of these stacked traits has a cell."""
    occupied = reduce(or_, planes)
    if dead_traits:
        either = dead_traits | dead_traits >> 2 * frame.plane
        occupied |= (either | either >> frame.plane) & frame.everywhere
    return occupied


def near(plane: int, frame: Frame) -> int:
    """Return where any of the nine cells of a block is in the plane."""
    if not plane:
        return 0
    moved = plane << frame.stride + 1
    moved |= moved >> frame.turn | (moved & frame.first_row) << frame.turn
    moved |= (moved & frame.first_column) << frame.width | moved >> frame.width & frame.left_margin
    moved |= moved >> 1 | moved >> 2
    return (moved | moved >> frame.stride | moved >> 2 * frame.stride) & frame.everywhere


@lru_cache(maxsize=256)
def near_again(plane: int, height: int, width: int) -> int:
    """Return what `near` returns, of planes that come again and again: agents are often where they were."""
    return near(plane, frame_of(height, width))


def near_spawners(spawning: int, traits: int, frame: Frame) -> int:
    """Return the stacked colours that the spawners near give, if these are the traits of all cells."""
    moved = margined(traits & (repeated(spawning, frame) ^ spawning), frame)
    moved |= moved >> 1 | moved >> 2
    return (moved | moved >> frame.stride | moved >> 2 * frame.stride) & repeated(frame.everywhere, frame)


def margined(stack: int, frame: Frame) -> int:
    """Return planes in a stack moved by a row and a place, with a margin of what is over the edge of each."""
    _, width, stride, _, turn, _, _, _, first_rows, top_margins, first_columns, left_margins, _ = frame
    moved = stack << stride + 1
    moved |= moved >> turn & top_margins | (moved & first_rows) << turn
    return moved | (moved & first_columns) << width | moved >> width & left_margins


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
