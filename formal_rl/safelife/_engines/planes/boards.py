"""Boards as bit planes: for each bit of a cell one int, which has that bit of every location; and counts of bits."""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import compress
from operator import itemgetter, or_
from typing import Any, NamedTuple

import numpy
from attrs import field, frozen
from numpy.typing import NDArray

from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import Cell

TRAITS = (c.DESTRUCTIBLE, c.GREEN, c.RED, c.BLUE)
"""The traits that a newborn cell can inherit, in the order of the stacked planes."""

BITS: tuple[Cell, ...] = tuple(1 << bit for bit in range(c.GREATEST_CELL.bit_length()))
OTHERS = tuple(bit for bit in BITS if bit != c.ALIVE and bit not in TRAITS)
"""The bits of a cell besides alive and the traits."""

_roles = itemgetter(*map(OTHERS.index, (c.FROZEN, c.PRESERVING, c.INHIBITING, c.SPAWNING, c.EXIT)))


@frozen
class Masks:
    """Masks for one layer, or for several in a stack.

    ``everywhere`` has all locations. The others are of layers that are moved by a row and a place: their first rows and
    columns, the empty rows on top of them, and the empty columns on their left.
    """

    everywhere: int
    first_row: int
    top: int
    first_column: int
    left: int


@frozen
class Frame:
    """How the locations of ``number`` boards of one size lie in an int, a *layer*: board after board, a *plane* each.

    A plane has the rows, each followed by two places that stay empty, and two empty rows after the last. So a layer can
    be moved by one row and one place and be given a margin that repeats the cells over the edge, and no block reaches
    into the plane of another board. The length of a row is ``stride``, that of the rows that are not empty ``turn``,
    that of a plane ``plane``, which is filled up to whole bytes, that of all planes ``layer``. ``everywhere`` has all
    locations, ``first_places`` the first place of each of four layers. ``one`` and ``four`` are the masks of a layer,
    and of the four layers of stacked traits.
    """

    height: int
    width: int
    number: int
    stride: int = field(eq=False)
    turn: int = field(eq=False)
    plane: int = field(eq=False)
    layer: int = field(eq=False)
    first_places: int = field(eq=False, repr=False)
    one: Masks = field(eq=False, repr=False)
    four: Masks = field(eq=False, repr=False)

    @property
    def everywhere(self) -> int:
        """All locations."""
        return self.one.everywhere

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array of all cells, which has an axis for boards if they are more than one."""
        size = self.height, self.width
        return size if self.number == 1 else (self.number, *size)

    def locations_of(self, places: NDArray[Any]) -> NDArray[Any]:
        """Return the locations among the places of planes, a view of shape (planes, height, width)."""
        rows = places.reshape(-1, self.plane)[:, : self.turn]
        return rows.reshape(-1, self.height, self.stride)[:, :, : self.width]


@lru_cache(maxsize=64)
def frame_of(height: int, width: int, number: int = 1) -> Frame:
    """Return the frame of ``number`` boards of a size."""
    stride = width + 2
    plane = (height + 2) * stride + 7 & ~7
    row, column = (1 << width) - 1, sum(1 << place * stride for place in range(height + 2))
    everywhere = sum(row << place * stride for place in range(height))

    def masks(layers: int) -> Masks:
        planes = _once_in_each(plane, layers * number)
        return Masks(*(each * planes for each in (everywhere, row << stride + 1, row << 1, column << 1, column)))

    sizes = height, width, number, stride, height * stride, plane, number * plane
    return Frame(*sizes, _once_in_each(number * plane, len(TRAITS)), masks(1), masks(len(TRAITS)))


def _once_in_each(plane: int, number: int) -> int:
    """Return the first place of each of some planes of this length."""
    return int.from_bytes((b"\1" + bytes((plane >> 3) - 1)) * number, "little")


class Scenery(NamedTuple):
    """The bits of boards that hardly ever change, and masks of the rule that follow from them.

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

    def plane_of(self, bit: Cell) -> int:
        """Return the plane of one of `OTHERS`."""
        return self.planes[OTHERS.index(bit)]


class PackedBoard(NamedTuple):
    """A board, or several of one size, as bit planes: where cells live, the stacked traits of those, and all the rest.

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
        return self.scenery.plane_of(c.SPAWNING) != 0

    @classmethod
    def from_board(cls, board: Board) -> PackedBoard:
        """Return the planes of a board."""
        return cls.from_array(board.array())

    @classmethod
    def from_array(cls, cells: NDArray[numpy.uint16]) -> PackedBoard:
        """Return the planes of an array of cells: of a board of shape (height, width), or (number, height, width)."""
        *number, height, width = cells.shape
        frame = frame_of(height, width, *number)
        places = numpy.zeros(frame.layer, dtype=numpy.uint16)
        frame.locations_of(places)[...] = cells
        there = int(numpy.bitwise_or.reduce(places))
        data = numpy.packbits((places & _occurring(there)) != numpy.uint16(0), bitorder="little").tobytes()
        length = frame.layer >> 3
        alive, traits = (int.from_bytes(data[at:to], "little") for at, to in ((0, length), (length, 5 * length)))
        rest = (int.from_bytes(data[at : at + length], "little") for at in range(5 * length, len(data), length))
        planes = tuple([next(rest) if bit & there else 0 for bit in OTHERS])
        living = traits & repeated(alive, frame)
        return cls(alive, living, scenery_of(frame, planes, alive, living, traits ^ living))

    def to_board(self) -> Board:
        """Return the board itself, if it is one."""
        return Board.from_array(self.array())

    def array(self) -> NDArray[numpy.uint16]:
        """Return the cells as a new array of the shape of the frame."""
        frame, planes = self.scenery.frame, self.scenery.planes
        length = frame.layer >> 3
        stack = self.alive | (self.traits | self.scenery.dead_traits) << frame.layer
        others = b"".join([plane.to_bytes(length, "little") for plane in planes if plane])
        data = numpy.frombuffer(stack.to_bytes(5 * length, "little") + others, numpy.uint8)
        bits = numpy.unpackbits(data, bitorder="little").reshape(-1, frame.layer)
        cells = numpy.bitwise_or.reduce(bits * _occurring(sum(compress(OTHERS, planes))))
        return frame.locations_of(cells).copy().reshape(frame.shape)


@lru_cache(maxsize=1024)
def _occurring(cells: Cell) -> NDArray[numpy.uint16]:
    """Return alive, the traits, and those of `OTHERS` that these cells have, as a column."""
    bits = [c.ALIVE, *TRAITS, *(bit for bit in OTHERS if bit & cells)]
    return numpy.array(bits, dtype=numpy.uint16)[:, None]


def scenery_of(frame: Frame, planes: tuple[int, ...], alive: int, traits: int, dead_traits: int) -> Scenery:
    """Return the scenery of these planes, among cells that live where ``alive`` says and have these stacked traits."""
    frozen_cells, preserving, inhibiting, spawning, exits = _roles(planes)
    may_live = frame.everywhere ^ (frozen_cells | near(inhibiting, frame, frame.one))
    may_spawn = spawned_traits = 0
    if spawning:
        may_spawn = may_live & near(spawning, frame, frame.one)
        colours = (traits | dead_traits) & (repeated(spawning, frame) ^ spawning)
        spawned_traits = near(colours, frame, frame.four)
    occupied = reduce(or_, planes)
    if dead_traits:
        either = dead_traits | dead_traits >> 2 * frame.layer
        occupied |= (either | either >> frame.layer) & frame.everywhere
    return Scenery(
        frame,
        planes,
        dead_traits,
        frozen_cells | near(preserving, frame, frame.one),
        may_live,
        may_spawn,
        spawned_traits,
        exits & alive,
        occupied ^ (occupied & frozen_cells),
    )


def near(layers: int, frame: Frame, masks: Masks) -> int:
    """Return where any of the nine cells of a block is, layer by layer."""
    if not layers:
        return 0
    if frame.number == 1:
        return _near_again(layers, frame.height, frame.width, masks is frame.four)
    return _near(layers, frame, masks)


@lru_cache(maxsize=1024)
def _near_again(layers: int, height: int, width: int, are_four: bool) -> int:
    """Return the same of one board. It remembers, since agents are often where they were, and spawners stay."""
    frame = frame_of(height, width)
    return _near(layers, frame, frame.four if are_four else frame.one)


def _near(layers: int, frame: Frame, masks: Masks) -> int:
    moved = margined(layers, frame, masks)
    moved |= moved >> 1 | moved >> 2
    return (moved | moved >> frame.stride | moved >> 2 * frame.stride) & masks.everywhere


def margined(layers: int, frame: Frame, masks: Masks) -> int:
    """Return layers moved by a row and a place, with a margin that wraps round the edges of each board."""
    turn, width = frame.turn, frame.width
    moved = layers << frame.stride + 1
    moved |= moved >> turn & masks.top | (moved & masks.first_row) << turn
    return moved | (moved & masks.first_column) << width | moved >> width & masks.left


def repeated(layer: int, frame: Frame) -> int:
    """Return the layer stacked once for each trait."""
    twice = layer | layer << frame.layer
    return twice | twice << 2 * frame.layer


_COLOUR_BITS = tuple((c.colour_of(trait), number) for number, trait in enumerate(TRAITS) if c.colour_of(trait))


def by_colour(cells: int, traits: int, layer: int) -> list[tuple[int, int]]:
    """Return those of the cells that are of each colour, after its number, where there are any."""
    parts = [(0, cells)] if cells else []
    for bit, number in _COLOUR_BITS:
        coloured = traits >> number * layer & cells
        if coloured:
            split = []
            for colour, plane in parts:
                both = plane & coloured
                if both:
                    split.append((colour | bit, both))
                if both != plane:
                    split.append((colour, plane ^ both))
            parts = split
    return parts


class ColourCounter:
    """Counts at each location how often it is occupied, by colour; for one computation only, not a value.

    A stack has a layer for each of the eight sets of colour bits: the cells that have at least these. Its bits are
    counted place by place, by stacks of the bits of the counts. Level k holds stacks that are worth 2^k: one, or two,
    one of which waits. A third is added to them by a full adder, of which the carry goes on to the next level. So level
    k works once for 2^(k + 1) stacks.
    """

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._levels: list[list[int]] = []

    def add(self, occupied: int, traits: int) -> None:
        """Count boards: the layer of occupied locations, and the stacked traits there."""
        layer = self._frame.layer
        green, red, blue = traits >> layer & occupied, traits >> 2 * layer & occupied, traits >> 3 * layer & occupied
        bits = occupied | red << layer
        bits |= (bits & (green | green << layer)) << 2 * layer
        if blue:
            bits |= (bits & repeated(blue, self._frame)) << 4 * layer
        for held in self._levels:
            if len(held) == 1:
                held.append(bits)
                return
            total, other = held
            half = total ^ other
            held[:] = [half ^ bits]
            bits = total & other | half & bits
        self._levels.append([bits])

    def counts(self) -> NDArray[numpy.int64]:
        """Return the counts, an array of shape (8, *frame.shape), by the number of the colour."""
        total = numpy.zeros((len(c.COLOURS), *self._frame.shape), dtype=numpy.int64)
        for level, stack in ((level, stack) for level, held in enumerate(self._levels) for stack in held):
            data = numpy.frombuffer(stack.to_bytes(self._frame.layer * len(c.COLOURS) >> 3, "little"), numpy.uint8)
            bits = self._frame.locations_of(numpy.unpackbits(data, bitorder="little")).reshape(total.shape)
            total += bits.astype(numpy.int64) << level
        # From the cells with at least some colour bits take those with one more, bit by bit: blue, green, red.
        for axis in range(3):
            least, more = numpy.moveaxis(total.reshape(2, 2, 2, *self._frame.shape), axis, 0)
            least -= more
        return total
