"""Boards side by side in one int, where nobody acts: one operation is made of all of them, and of all their planes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
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

    It changes with each of `following`, and so is for one computation only, not a value. ``stack`` is as `WideFrame`
    says.
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
        self.draws_read = list(draws_read)
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

    def following(self, steps: int) -> Iterator[int]:
        """Advance all boards so many times, as `advance` does; yield each `stack` that comes of it.

        Raises what reading draws raises; the boards are then of no use.
        """
        made = 0
        while made < steps:
            for stack in self._following_in_scenery(steps - made):
                made += 1
                yield stack

    def _following_in_scenery(self, steps: int) -> Iterator[int]:  # noqa: PLR0915 - a call takes as long as two operations
        """Yield the stacks up to the first with another scenery."""
        frame, _, _, _, low, first_row, top_margin, first_column, left_margin, repeats = self.frame
        _, width, stride, _, turn, *_ = frame
        _, stays, may_live, may_spawn, spawners, exits, loose, destructible = self.scenery
        stack, read, chosen = self.stack, self.draws_read, self._spawning.chosen
        exits = exits << destructible if destructible else 0
        alive = stack & low
        dead = ~self._repeated(alive)
        before: Sequence[int] = ()
        for _ in range(steps):
            # The margin: what is over the edges.
            row = (stack | exits if exits else stack) << stride + 1
            row |= row >> turn & top_margin | (row & first_row) << turn
            row |= (row & first_column) << width | row >> width & left_margin
            # Three places of a row are added up in all layers at once: ones and twos.
            other, last = row >> 1, row >> 2
            half = row ^ other
            twos = row & other | half & last
            ones = half ^ last
            # What two living cells of a block have, or a spawner gives; in the layer of life all.
            once = ones | twos
            twice = twos | twos >> stride | once & once >> stride
            given = spawners | twice | twice >> stride | once & once >> 2 * stride
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
            after = alive & (three | (ones | fours) ^ ones | stays) | three & may_live
            spawned = may_spawn
            spawned ^= spawned & (alive | three)
            if loose:
                before = tuple(read)
            if spawned:
                spawned = chosen(spawned, read)
                after |= spawned
            if loose and loose & (alive ^ after):
                self._change_scenery(before)
                yield self.stack
                return
            alive = now = after
            for shift in repeats:
                now |= now << shift
            stack = (given & dead | stack) & now
            dead = ~now
            if destructible:
                stack |= spawned << destructible
            self.stack = stack
            yield stack

    def _change_scenery(self, draws_read: Sequence[int]) -> None:
        """Advance all boards one by one, of which so many draws were read: cells change that are more than life."""
        before = zip(self.boards(), self._draws, draws_read, strict=True)
        self._set([advance_planes(board, draws, read)[0] for board, draws, read in before])


def life_side_by_side(boards: SideBySide, samples: int) -> NDArray[numpy.int64]:
    """Return how often each location has life of each colour on each board, in the states after 1 to ``samples`` steps.

    The shape is (boards, 8 colours, height, width). The boards follow no traits but colours.

    Raises what reading draws raises.
    """
    scenery, life, found = boards.scenery, _life(boards.scenery), _LifeCounter(boards.frame)
    total: Any = 0
    for stack in boards.following(samples):
        if boards.scenery is not scenery:
            scenery, before, life = boards.scenery, life, _life(boards.scenery)
            if life != before:
                total, found = total + found.counts(before), _LifeCounter(boards.frame)
        found.add(stack)
    counts: NDArray[numpy.int64] = total + found.counts(life)
    return counts


def _life(scenery: WideScenery) -> tuple[int, ...]:
    return tuple(each.frame.everywhere & ~no_life(each) for each in scenery.each)


def no_life(scenery: Scenery) -> int:
    """Return where what lives is not counted as life."""
    return scenery.plane_of(AGENT) | scenery.plane_of(EXIT) | scenery.plane_of(FROZEN)


class _LifeCounter:
    """Counts what lives by colour, in stacks of life and its colours, as `WideFrame` says.

    Counted are the places where all of some colours are: of one in the stack itself; of two that follow each other, of
    two that do not, and of three in stacks of their own. It is for one computation only, not a value.
    """

    def __init__(self, wide: WideFrame) -> None:
        self._wide = wide
        self._waiting: list[int] = []
        self._counters = [_BlockCounter() for _ in _APART[: max(1, 2 * len(wide.traits) - 2)]]

    def add(self, stack: int) -> None:
        """Count a stack."""
        self._waiting.append(stack)
        if len(self._waiting) == BLOCK:
            self._count()

    def _count(self) -> None:
        stacks, layer = self._waiting, self._wide.layer
        self._counters[0].add(stacks)
        if len(self._counters) > 1:
            pairs = [stack & stack >> layer for stack in stacks]
            self._counters[1].add(pairs)
        if len(self._counters) > 2:
            self._counters[2].add([stack & stack >> 2 * layer for stack in stacks])
            self._counters[3].add([pair & stack >> 2 * layer for pair, stack in zip(pairs, stacks, strict=True)])
        self._waiting = []

    def counts(self, life: Sequence[int]) -> NDArray[numpy.int64]:
        """Return the counts of each colour where there may be life, of shape (boards, 8 colours, height, width)."""
        self._waiting += [0] * (-len(self._waiting) % BLOCK)
        if self._waiting:
            self._count()
        wide, number = self._wide, len(self._wide.traits)
        size = wide.number, wide.frame.height, wide.frame.width
        stacks = [counter.counts(wide.frame, (number + 1) * wide.number) for counter in self._counters]
        layers = [counts.reshape(number + 1, *size) for counts in stacks]
        exact = numpy.zeros((2, 2, 2, *size), dtype=numpy.int64)
        for places in product((0, 1), repeat=number):
            chosen = [place for place, is_in in enumerate(places, start=1) if is_in]
            colours = [wide.traits[place - 1] for place in chosen]
            at = tuple(int(colour in colours) for colour in _COLOURS)
            exact[at] = layers[_APART.index(_apart(chosen))][chosen[0] if chosen else 0]
        for axis in range(3):
            without, with_it = numpy.moveaxis(exact, axis, 0)
            without -= with_it
        found = numpy.zeros((wide.number, len(COLOURS), *size[1:]), dtype=numpy.int64)
        for at in product((0, 1), repeat=len(_COLOURS)):
            bits = sum(TRAITS[colour] for colour, is_in in zip(_COLOURS, at, strict=True) if is_in)
            found[:, bits >> COLOUR_SHIFT] = exact[at]
        found *= numpy.concatenate([bits_of(each, 1, wide.frame) for each in life])[:, None]
        return found


_APART = ((), (1,), (2,), (1, 1))
"""By how many layers the colours that are counted together are apart, each from the one before."""


def _apart(chosen: Sequence[int]) -> tuple[int, ...]:
    return tuple(after - before for before, after in pairwise(chosen))


BLOCK = 8
"""So many ints are counted at once."""


class _BlockCounter:
    """Counts the bits of many ints, place by place, as `PlaneCounter` does, a block of ints at a time."""

    def __init__(self) -> None:
        self._ones = self._twos = self._fours = 0
        self._eights = PlaneCounter()

    def add(self, bits: Sequence[int]) -> None:
        """Count the bits of the ints of a block."""
        a, b, c, d, e, f, g, h = bits
        ones, two = _added(self._ones, a, b)
        ones, other = _added(ones, c, d)
        twos, four = _added(self._twos, two, other)
        ones, two = _added(ones, e, f)
        self._ones, other = _added(ones, g, h)
        self._twos, other = _added(twos, two, other)
        self._fours, eight = _added(self._fours, four, other)
        self._eights.add(eight)

    def counts(self, frame: Frame, number: int) -> NDArray[numpy.int64]:
        """Return the counts, read as ``number`` stacked planes: an array of shape (number, height, width)."""
        total = self._eights.counts(frame, number) << 3
        for level, stack in enumerate((self._ones, self._twos, self._fours)):
            total += bits_of(stack, number, frame).astype(numpy.int64) << level
        return total


def _added(first: int, second: int, third: int) -> tuple[int, int]:
    """Return the ones and the twos of the sum of three bits, place by place."""
    half = first ^ second
    return half ^ third, first & second | half & third
