"""Boards side by side in one int, where nobody acts: one operation is made of all of them, and of all their planes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from formal_rl.safelife._engines.draws import SpawnDraws, Spawning
from formal_rl.safelife._engines.planes.boards import (
    TRAITS,
    Frame,
    PackedBoard,
    PlaneCounter,
    Scenery,
    bits_of,
    frame_of,
    unstacked,
)
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.cells import AGENT, COLOUR_SHIFT, COLOURS, EXIT, FROZEN


class WideFrame(NamedTuple):
    """How ``number`` boards of one size lie in an int, and the masks for it.

    The int is a stack of layers: where cells live, the colours of those that do, and which of them are destructible.
    A layer has a plane of each board, the first board's lowest, as `Frame` has it. ``colours`` are those bits that
    occur, by their places in `TRAITS`. ``layer`` is the length of a layer, ``low`` the mask of the first. The other
    masks hold places of the whole stack, moved as in `Frame`; ``repeats`` are the shifts that repeat a layer until it
    is there for each, and perhaps once more.
    """

    frame: Frame
    number: int
    colours: tuple[int, ...]
    layer: int
    low: int
    first_row: int
    top_margin: int
    first_column: int
    left_margin: int
    repeats: tuple[int, ...]

    @property
    def layers(self) -> int:
        """The number of layers."""
        return len(self.colours) + 2


@cache
def wide_frame_of(height: int, width: int, number: int, colours: tuple[int, ...]) -> WideFrame:
    """Return the frame of so many boards of a size whose cells have no colour bits but these."""
    frame = frame_of(height, width)
    layer, layers = number * frame.plane, len(colours) + 2
    everywhere = sum(1 << plane * frame.plane for plane in range(number * layers))
    return WideFrame(
        frame,
        number,
        colours,
        layer,
        (1 << layer) - 1,
        frame.first_row * everywhere,
        (frame.first_row >> frame.stride) * everywhere,
        frame.first_column * everywhere,
        frame.left_margin * everywhere,
        tuple(layer << power for power in range((layers - 1).bit_length())),
    )


class WideScenery(NamedTuple):
    """What the rule makes of the bits that hardly ever change: that of ``each`` board, and the planes of all.

    ``given`` has all of the layer of life, and the colours of spawners near in theirs; ``exits`` lie in the layer of
    what is destructible, ``life`` in all but that.
    """

    each: tuple[Scenery, ...]
    stays: int
    may_live: int
    may_spawn: int
    given: int
    exits: int
    loose: int
    life: int


class SideBySide:
    """Boards of one size that are advanced together, nobody acting, each with draws of its own.

    It changes with each `step`, and so is for one computation only, not a value. ``stack`` is as `WideFrame` says.
    """

    def __init__(
        self, boards: Sequence[PackedBoard], draws: Sequence[SpawnDraws], draws_read: Sequence[int]
    ) -> None:
        occurring = 0
        for board in boards:
            occurring |= board.traits | board.scenery.dead_traits
        height, width = boards[0].frame[:2]
        colours = unstacked(occurring, boards[0].frame)[1:]
        self.frame = wide_frame_of(
            height, width, len(boards), tuple(place for place, plane in enumerate(colours, start=1) if plane)
        )
        self._draws = draws
        self.draws_read = tuple(draws_read)
        self._set(boards)

    def boards(self) -> tuple[PackedBoard, ...]:
        """Return the boards."""
        wide, plane = self.frame, self.frame.frame.plane
        boards = []
        for number, scenery in enumerate(self.scenery.each):
            alive, *coloured, destructible = (
                self.stack >> place * wide.layer + number * plane & wide.frame.everywhere
                for place in range(wide.layers)
            )
            for place, colour in zip(wide.colours, coloured, strict=True):
                destructible |= colour << place * plane
            boards.append(PackedBoard(alive, destructible, scenery))
        return tuple(boards)

    def _set(self, boards: Sequence[PackedBoard]) -> None:
        wide = self.frame
        each = tuple(board.scenery for board in boards)
        last = (wide.layers - 1) * wide.layer
        life = self._side_by_side([scenery.frame.everywhere & ~no_life(scenery) for scenery in each])
        self.scenery = WideScenery(
            each,
            self._side_by_side([scenery.stays for scenery in each]),
            self._side_by_side([scenery.may_live for scenery in each]),
            self._side_by_side([scenery.may_spawn for scenery in each]),
            wide.low | self._coloured([scenery.spawned_traits for scenery in each]),
            self._side_by_side([scenery.living_exits for scenery in each]) << last,
            self._side_by_side([scenery.loose for scenery in each]),
            sum(life << place * wide.layer for place in range(wide.layers - 1)),
        )
        alive = self._side_by_side([board.alive for board in boards])
        destructible = [board.traits & wide.frame.everywhere for board in boards]
        self.stack = (
            alive | self._coloured([board.traits for board in boards]) | self._side_by_side(destructible) << last
        )
        self._alive = self._repeated(alive)
        self._spawning = Spawning(self._draws, self.scenery.may_spawn, wide.frame.plane)

    def _side_by_side(self, planes: Sequence[int]) -> int:
        return sum(plane << number * self.frame.frame.plane for number, plane in enumerate(planes))

    def _coloured(self, traits: Sequence[int]) -> int:
        """Return the layers of colours of traits that are stacked as `PackedBoard` has them."""
        planes = [unstacked(each, self.frame.frame) for each in traits]
        return sum(
            self._side_by_side([each[colour] for each in planes]) << place * self.frame.layer
            for place, colour in enumerate(self.frame.colours, start=1)
        )

    def _repeated(self, layer: int) -> int:
        for shift in self.frame.repeats:
            layer |= layer << shift
        return layer

    def step(self) -> None:
        """Advance all boards, as `advance` does.

        Raises what reading draws raises; the boards are then of no use.
        """
        frame, _, _, layer, low, first_row, top_margin, first_column, left_margin, repeats = self.frame
        _, width, stride, _, turn, *_ = frame
        _, stays, may_live, may_spawn, given, exits, loose, _ = self.scenery
        stack = self.stack
        # The margin: what is over the edges.
        row = (stack | exits if exits else stack) << stride + 1
        row |= row >> turn & top_margin | (row & first_row) << turn
        row |= (row & first_column) << width | row >> width & left_margin
        # Three places of a row are added up in all layers at once: ones and twos.
        other, last = row >> 1, row >> 2
        half = row ^ other
        twos = row & other | half & last
        ones = half ^ last
        # What two living cells of a block have, or a spawner gives.
        once = ones | twos
        other = once >> stride
        given |= twos | twos >> stride | twos >> 2 * stride
        given |= once & other | (once | other) & once >> 2 * stride
        # Three rows are added up in the layer of life: of eight nothing is left, and of nine only the one.
        ones &= low
        twos &= low
        other, last = ones >> stride, ones >> 2 * stride
        half = ones ^ other
        carry = ones & other | half & last
        ones = half ^ last
        other, last = twos >> stride, twos >> 2 * stride
        half = twos ^ other
        fours = twos & other | half & last
        twos = half ^ last
        fours ^= carry & twos
        twos ^= carry
        three = ones & twos
        three ^= three & fours
        ones |= twos
        alive = stack & low
        after = alive & (three | (ones | fours) ^ ones | stays) | three & may_live
        spawned = may_spawn
        spawned ^= spawned & (alive | three)
        read = self.draws_read
        if spawned:
            spawned, self.draws_read = self._spawning.chosen(spawned, read)
            after |= spawned
        changed = alive ^ after
        if not changed:
            return
        if changed & loose:
            self._change_scenery(read)
            return
        now = after
        for shift in repeats:
            now |= now << shift
        kept = now & self._alive
        self.stack = stack & kept | given & (now ^ kept) | spawned << (len(self.frame.colours) + 1) * layer
        self._alive = now

    def _change_scenery(self, draws_read: Sequence[int]) -> None:
        """Advance all boards one by one, of which so many draws were read: cells change that are more than life."""
        before = zip(self.boards(), self._draws, draws_read, strict=True)
        self._set([advance_planes(board, draws, read)[0] for board, draws, read in before])


def no_life(scenery: Scenery) -> int:
    """Return where what lives is not counted as life."""
    return scenery.plane_of(AGENT) | scenery.plane_of(EXIT) | scenery.plane_of(FROZEN)


def life_side_by_side(boards: SideBySide, samples: int) -> NDArray[numpy.int64]:
    """Return how often each location has life of each colour on each board, in the states after 1 to ``samples`` steps.

    The shape is (boards, 8 colours, height, width). Counted are the places of life that have some colour bits, whatever
    the others; what has these bits alone follows, by inclusion and exclusion.

    Raises what reading draws raises.
    """
    wide = boards.frame
    counter = _BlockCounter()
    for _ in range(samples):
        boards.step()
        counter.add(_by_colours(boards.stack & boards.scenery.life, wide))
    subsets = 1 << len(wide.colours)
    counts = counter.counts(wide.frame, subsets * wide.number)
    by_bits = counts.reshape(*(2 for _ in wide.colours), wide.number, wide.frame.height, wide.frame.width)
    for axis in range(len(wide.colours)):
        without, with_it = numpy.moveaxis(by_bits, axis, 0)
        without -= with_it
    counts = counts.reshape(subsets, wide.number, wide.frame.height, wide.frame.width)
    found = numpy.zeros((wide.number, len(COLOURS), wide.frame.height, wide.frame.width), dtype=numpy.int64)
    for subset in range(subsets):
        bits = sum(TRAITS[colour] for place, colour in enumerate(wide.colours) if subset >> place & 1)
        found[:, bits >> COLOUR_SHIFT] = counts[subset]
    return found


def _by_colours(stack: int, wide: WideFrame) -> int:
    """Return a layer for each set of colours, of the life that has all of these, from layers of life and its colours.

    The number of a set has bit k for the k-th colour.
    """
    layer = wide.layer
    if not wide.colours:
        return stack
    sets = stack & (1 << 2 * layer) - 1
    for place in range(2, len(wide.colours) + 1):
        coloured = stack >> place * layer & wide.low
        for shift in wide.repeats[: place - 1]:
            coloured |= coloured << shift
        sets |= (sets & coloured) << (layer << place - 1)
    return sets


class _BlockCounter:
    """Counts the bits of many ints, place by place, as `PlaneCounter` does, eight ints at a time."""

    def __init__(self) -> None:
        self._waiting: list[int] = []
        self._ones = self._twos = self._fours = 0
        self._eights = PlaneCounter()

    def add(self, bits: int) -> None:
        """Count the bits of an int."""
        self._waiting.append(bits)
        if len(self._waiting) == 8:
            self._add_eight(*self._waiting)
            self._waiting.clear()

    def _add_eight(self, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> None:
        ones, two = _added(self._ones, a, b)
        ones, other = _added(ones, c, d)
        twos, four = _added(self._twos, two, other)
        ones, two = _added(ones, e, f)
        self._ones, other = _added(ones, g, h)
        self._twos, fours = _added(twos, two, other)
        self._fours, eight = _added(self._fours, four, fours)
        self._eights.add(eight)

    def counts(self, frame: Frame, number: int) -> NDArray[numpy.int64]:
        """Return the counts, read as ``number`` stacked planes: an array of shape (number, height, width)."""
        total = self._eights.counts(frame, number) << 3
        for times, stack in ((1, self._ones), (2, self._twos), (4, self._fours), *((1, each) for each in self._waiting)):
            total += times * bits_of(stack, number, frame).astype(numpy.int64)
        return total


def _added(first: int, second: int, third: int) -> tuple[int, int]:
    """Return the ones and the twos of the sum of three bits, place by place."""
    half = first ^ second
    return half ^ third, first & second | half & third
