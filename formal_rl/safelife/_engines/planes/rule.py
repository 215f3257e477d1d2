"""The rule on bit planes: all locations at once, by a few dozen operations on whole numbers of many bits."""

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import (
    PackedBoard,
    Scenery,
    margined,
    near,
    near_spawners,
    repeated,
    roles,
)
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.rule import AdvanceResult, require_draws_read, require_probability

_BYTES, _FLAGS = numpy.dtype(numpy.uint8), numpy.dtype(numpy.bool_)
_FEW = 24
"""So many bits are looked at one after the other, more of them all at once."""


def advance_packed(board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0) -> AdvanceResult:
    """Return what `advance` returns, on bit planes; raise as `advance` does.

    Ledger: W19-cells*
    """
    probability = require_probability(spawn_probability)
    require_draws_read(draws_read)
    packed, draws_read = advance_planes(PackedBoard.from_board(board), SpawnDraws(probability, draws), draws_read)
    return AdvanceResult(packed.to_board(), draws_read)


def advance_planes(packed: PackedBoard, draws: SpawnDraws, draws_read: int) -> tuple[PackedBoard, int]:
    """Return a packed board after a step, the very same one if nothing changes, and how many draws have been read.

    ``draws`` knows the probability of spawning.

    Raises what reading draws raises.
    """
    alive, traits, scenery = packed
    _, width, stride, plane, turn, first_row, first_column, left_margin, _, _, _, _, _ = scenery.frame
    # The margin: what is over the edges.
    row = alive << stride + 1
    row |= row >> turn | (row & first_row) << turn
    row |= (row & first_column) << width | row >> width & left_margin
    # Three places of a row, then three rows, are added up in all blocks at once.
    other, last = row >> 1, row >> 2
    half = row ^ other
    carry = row & other | half & last
    row = half ^ last
    other, last = row >> stride, row >> 2 * stride
    half = row ^ other
    twos = row & other | half & last
    ones = half ^ last
    other, last = carry >> stride, carry >> 2 * stride
    half = carry ^ other
    fours = carry & other | half & last
    more = half ^ last
    # So there are ones + 2 * (twos + more) + 4 * fours: three or four where, of the sum in binary, the fours differ
    # from the twos and from the ones.
    three = (fours ^ (twos | more)) & (fours ^ (twos & more) ^ ones)
    after = alive & (three | scenery.stays)
    three &= ones
    after |= three & scenery.may_live
    spawned = 0
    if scenery.may_spawn and not draws.never:
        spawned = scenery.may_spawn
        spawned ^= spawned & (alive | three)
        if not draws.certain:
            waiting = spawned.bit_count()
            spawned = _chosen(spawned, draws.below(draws_read, waiting))
            draws_read += waiting
        after |= spawned
    changed = alive ^ after
    if not changed:
        return packed, draws_read
    twice = after | after << plane
    traits &= twice | twice << 2 * plane
    born = changed & after
    if born:
        twice = born | born << plane
        traits |= _inherited(packed) & (twice | twice << 2 * plane) | spawned
    if changed & scenery.loose:
        scenery = _changed(scenery, changed, after, traits)
    return PackedBoard(after, traits, scenery), draws_read


def _inherited(packed: PackedBoard) -> int:
    """Return the stacked traits that two living cells of a block have, or a spawner gives."""
    _, living, scenery = packed
    if scenery.living_exits:
        living |= scenery.living_exits
    stride = scenery.frame.stride
    row = margined(living, scenery.frame)
    other, last = row >> 1, row >> 2
    once = row | other
    twice = row & other | once & last
    once |= last
    # Twice in a row or once in it and in the next; so too one row on, and in the last; once in the first and the last.
    both = twice | once & once >> stride
    inherited = both | both >> stride | twice >> 2 * stride | once & once >> 2 * stride
    return inherited | scenery.spawned_traits if scenery.spawned_traits else inherited


def _changed(scenery: Scenery, changed: int, alive: int, traits: int) -> Scenery:
    """Return the scenery where nothing of it is left of the loose cells that changed.

    Only what follows from the flags of these is found anew. No frozen cell is among them.
    """
    frame, planes, dead_traits, stays, may_live, may_spawn, spawned_traits, living_exits, loose, occupied = scenery
    gone = changed & loose
    occupied ^= gone
    frozen_cells, preserving, inhibiting, spawning, _ = roles(planes)
    planes = tuple([plane & occupied for plane in planes])
    if gone & alive:
        dead_traits ^= dead_traits & repeated(gone, frame)
    if preserving & gone:
        stays = frozen_cells | near(preserving & occupied, frame)
    if inhibiting & gone:
        may_live = frame.everywhere ^ (frozen_cells | near(inhibiting & occupied, frame))
    if spawning & gone:
        spawning &= occupied
        spawned_traits = near_spawners(spawning, traits | dead_traits, frame)
        may_spawn = may_live & near(spawning, frame)
    elif inhibiting & gone:
        may_spawn = may_live & near(spawning, frame)
    return Scenery(
        frame,
        planes,
        dead_traits,
        stays,
        may_live,
        may_spawn,
        spawned_traits,
        living_exits & occupied,
        loose ^ gone,
        occupied,
    )


def _chosen(plane: int, which: NDArray[numpy.bool_]) -> int:
    """Return those bits of a plane, lowest first, for which ``which`` says so."""
    if len(which) <= _FEW:
        chosen = 0
        for kept in which.tolist():
            lowest = plane & -plane
            plane ^= lowest
            if kept:
                chosen |= lowest
        return chosen
    data = numpy.frombuffer(plane.to_bytes(plane.bit_length() + 7 >> 3, "little"), _BYTES)
    bits = numpy.unpackbits(data, None, None, "little")
    bits[bits.view(_FLAGS)] = which
    return int.from_bytes(numpy.packbits(bits, None, "little").tobytes(), "little")
