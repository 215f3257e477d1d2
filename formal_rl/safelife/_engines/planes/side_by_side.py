"""Boards side by side in one int, where nobody acts: one operation is made of all of them, and of all their planes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

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
    stacked,
    unstacked,
)
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.cells import AGENT, COLOUR_SHIFT, COLOURS, DESTRUCTIBLE, EXIT, FROZEN

_DESTRUCTIBLE = TRAITS.index(DESTRUCTIBLE)
_COLOURS = tuple(trait for trait in range(len(TRAITS)) if trait != _DESTRUCTIBLE)


class WideFrame(NamedTuple):
    """How ``number`` boards of one size lie in an int, and the masks for it.

    The int is a stack of layers: where cells live, and those of them that have each of ``traits``, which are numbered
    as in `TRAITS`. A layer has a plane of each board, the first board's lowest, as `Frame` has it. ``layer`` is the
    length of a layer, ``low`` the mask of the first. The other masks hold places of the whole stack, moved as in
    `Frame`. By ``repeats`` a layer is moved, again and again, until it is there for each.
    """

    frame: Frame
    number: int
    traits: tuple[int, ...]
    layer: int
    low: int
    first_row: int
    top_margin: int
    first_column: int
    left_margin: int
    repeats: tuple[int, ...]


@cache
def wide_frame_of(height: int, width: int, number: int, traits: tuple[int, ...]) -> WideFrame:
    """Return the frame of so many boards of a size, with layers for these traits."""
    frame = frame_of(height, width)
    layer, layers = number * frame.plane, len(traits) + 1
    everywhere = sum(1 << plane * frame.plane for plane in range(number * layers))
    return WideFrame(
        frame,
        number,
        traits,
        layer,
        (1 << layer) - 1,
        frame.first_row * everywhere,
        (frame.first_row >> frame.stride) * everywhere,
        frame.first_column * everywhere,
        frame.left_margin * everywhere,
        tuple(layer * min(there, layers - there) for there in (1, 2, 4) if there < layers),
    )


class WideScenery(NamedTuple):
    """What the rule makes of the bits that hardly ever change: that of ``each`` board, and the planes of all.

    ``given`` has all of the layer of life, and in the others the colours of spawners near. Where exits live
    (``exits``), and where cells spawn, is moved by ``destructible`` to the layer of that; there is none if it is 0.
    """

    each: tuple[Scenery, ...]
    stays: int
    may_live: int
    may_spawn: int
    given: int
    exits: int
    loose: int
    destructible: int


class SideBySide:
    """Boards of one size that are advanced together, nobody acting, each with draws of its own.

    Of the traits all that occur are followed, or only the ``colours``: no cell's life or colour depends on which cells
    are destructible.

    It changes with each `step`, and so is for one computation only, not a value. ``stack`` is as `WideFrame` says.
    """

    def __init__(
        self,
        boards: Sequence[PackedBoard],
        draws: Sequence[SpawnDraws],
        draws_read: Sequence[int],
        *,
        only_colours: bool = False,
    ) -> None:
        occurring = 0
        for board in boards:
            occurring |= board.traits | board.scenery.dead_traits
        height, width = boards[0].frame[:2]
        planes = unstacked(occurring, boards[0].frame)
        traits = [trait for trait in _COLOURS if planes[trait]]
        if not only_colours:
            traits.append(_DESTRUCTIBLE)
        self.frame = wide_frame_of(height, width, len(boards), tuple(traits))
        self.draws_read = tuple(draws_read)
        self._draws = draws
        self._set(boards)

    def boards(self) -> tuple[PackedBoard, ...]:
        """Return the boards, with the traits that are followed."""
        wide, plane = self.frame, self.frame.frame.plane
        boards = []
        for number, scenery in enumerate(self.scenery.each):
            here = self.stack >> number * plane
            alive = here & wide.frame.everywhere
            traits = stacked(
                [
                    here >> (wide.traits.index(trait) + 1) * wide.layer & wide.frame.everywhere
                    if trait in wide.traits
                    else 0
                    for trait in range(len(TRAITS))
                ],
                wide.frame,
            )
            boards.append(PackedBoard(alive, traits, scenery))
        return tuple(boards)

    def _set(self, boards: Sequence[PackedBoard]) -> None:
        wide = self.frame
        each = tuple(board.scenery for board in boards)
        alive = self._side_by_side([board.alive for board in boards])
        self.stack = alive | self._layers([board.traits for board in boards])
        self.scenery = WideScenery(
            each,
            self._side_by_side([scenery.stays for scenery in each]),
            self._side_by_side([scenery.may_live for scenery in each]),
            self._side_by_side([scenery.may_spawn for scenery in each]),
            wide.low | self._layers([scenery.spawned_traits for scenery in each]),
            self._side_by_side([scenery.living_exits for scenery in each]),
            self._side_by_side([scenery.loose for scenery in each]),
            (wide.traits.index(_DESTRUCTIBLE) + 1) * wide.layer if _DESTRUCTIBLE in wide.traits else 0,
        )
        self._alive = self._repeated(alive)
        self._spawning = Spawning(self._draws, self.scenery.may_spawn, wide.frame.plane)

    def _side_by_side(self, planes: Sequence[int]) -> int:
        return sum(plane << number * self.frame.frame.plane for number, plane in enumerate(planes))

    def _layers(self, stacks: Sequence[int]) -> int:
        """Return the layers of traits that are stacked as `PackedBoard` has them."""
        planes = [unstacked(stack, self.frame.frame) for stack in stacks]
        return sum(
            self._side_by_side([each[trait] for each in planes]) << place * self.frame.layer
            for place, trait in enumerate(self.frame.traits, start=1)
        )

    def _repeated(self, layer: int) -> int:
        for shift in self.frame.repeats:
            layer |= layer << shift
        return layer

    def step(self) -> None:
        """Advance all boards, as `advance` does.

        Raises what reading draws raises; the boards are then of no use.
        """
        frame, _, _, _, low, first_row, top_margin, first_column, left_margin, repeats = self.frame
        _, width, stride, _, turn, *_ = frame
        _, stays, may_live, may_spawn, given, exits, loose, destructible = self.scenery
        stack = self.stack
        # The margin: what is over the edges.
        row = (stack | exits << destructible if exits and destructible else stack) << stride + 1
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
        self.stack = stack & kept | given & (now ^ kept)
        if destructible:
            self.stack |= spawned << destructible
        self._alive = now

    def _change_scenery(self, draws_read: Sequence[int]) -> None:
        """Advance all boards one by one, of which so many draws were read: cells change that are more than life."""
        before = zip(self.boards(), self._draws, draws_read, strict=True)
        self._set([advance_planes(board, draws, read)[0] for board, draws, read in before])


def life_side_by_side(boards: SideBySide, samples: int) -> NDArray[numpy.int64]:
    """Return how often each location has life of each colour on each board, in the states after 1 to ``samples`` steps.

    The shape is (boards, 8 colours, height, width). The boards follow no traits but colours.

    Raises what reading draws raises.
    """
    found: Any = 0
    scenery, life, counter = boards.scenery, _life(boards.scenery), _BlockCounter()
    for _ in range(samples):
        boards.step()
        if boards.scenery is not scenery:
            scenery, before, life = boards.scenery, life, _life(boards.scenery)
            if life != before:
                found, counter = found + _counted(counter, before, boards.frame), _BlockCounter()
        counter.add(_by_colours(boards.stack, boards.frame))
    total: NDArray[numpy.int64] = found + _counted(counter, life, boards.frame)
    return total


def _life(scenery: WideScenery) -> tuple[int, ...]:
    return tuple(each.frame.everywhere & ~no_life(each) for each in scenery.each)


def no_life(scenery: Scenery) -> int:
    """Return where what lives is not counted as life."""
    return scenery.plane_of(AGENT) | scenery.plane_of(EXIT) | scenery.plane_of(FROZEN)


def _by_colours(stack: int, wide: WideFrame) -> int:
    """Return a layer for each set of colours, of what lives and has all of these, from what `WideFrame` says.

    The number of a set has bit k for the k-th colour.
    """
    layer, sets = wide.layer, stack
    if len(wide.traits) > 1:
        sets &= wide.low << layer | wide.low
        for place in range(2, len(wide.traits) + 1):
            coloured = stack >> place * layer & wide.low
            for power in range(place - 1):
                coloured |= coloured << (layer << power)
            sets |= (sets & coloured) << (layer << place - 1)
    return sets


def _counted(counter: _BlockCounter, life: Sequence[int], wide: WideFrame) -> NDArray[numpy.int64]:
    """Return the counts of each colour where there may be life, from those of what has some colours or more."""
    sets, size = 1 << len(wide.traits), (wide.frame.height, wide.frame.width)
    counts = counter.counts(wide.frame, sets * wide.number)
    by_bits = counts.reshape(*(2 for _ in wide.traits), wide.number, *size)
    for axis in range(len(wide.traits)):
        without, with_it = numpy.moveaxis(by_bits, axis, 0)
        without -= with_it
    found = numpy.zeros((wide.number, len(COLOURS), *size), dtype=numpy.int64)
    for number, of_set in enumerate(counts.reshape(sets, wide.number, *size)):
        bits = sum(TRAITS[trait] for place, trait in enumerate(wide.traits) if number >> place & 1)
        found[:, bits >> COLOUR_SHIFT] = of_set
    places = numpy.concatenate([bits_of(each, 1, wide.frame) for each in life])
    found *= places[:, None]
    return found


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
            self._add_eight()

    def _add_eight(self) -> None:
        a, b, c, d, e, f, g, h = self._waiting
        ones, two = _added(self._ones, a, b)
        ones, other = _added(ones, c, d)
        twos, four = _added(self._twos, two, other)
        ones, two = _added(ones, e, f)
        self._ones, other = _added(ones, g, h)
        self._twos, other = _added(twos, two, other)
        self._fours, eight = _added(self._fours, four, other)
        self._eights.add(eight)
        self._waiting.clear()

    def counts(self, frame: Frame, number: int) -> NDArray[numpy.int64]:
        """Return the counts, read as ``number`` stacked planes: an array of shape (number, height, width)."""
        total = self._eights.counts(frame, number) << 3
        for level, stack in enumerate((self._ones, self._twos, self._fours)):
            total += bits_of(stack, number, frame).astype(numpy.int64) << level
        for stack in self._waiting:
            total += bits_of(stack, number, frame)
        return total


def _added(first: int, second: int, third: int) -> tuple[int, int]:
    """Return the ones and the twos of the sum of three bits, place by place."""
    half = first ^ second
    return half ^ third, first & second | half & third
