"""The rule of a board as a kernel, on its array, for one step or for many; it counts life on the way."""

from typing import Any

import numpy

from formal_rl.safelife.board.cells import AGENT, ALIVE, COLOUR_MASK, DESTRUCTIBLE, EXIT, FROZEN, SPAWNING

NO_LIFE = AGENT | EXIT | FROZEN
"""A living cell with one of these does not count as life."""

TRAITS = COLOUR_MASK | DESTRUCTIBLE

u16 = numpy.uint16


def follow(cells: Any, spawns: Any, steps: int, counts: Any) -> tuple[int, int]:
    """Advance a board until ``steps`` are made or there may be too few draws; return the steps, and the draws read.

    ``cells`` of shape (height, width), of 16 bits, are changed. ``spawns`` has the outcome of each draw. ``counts`` of
    shape (8, height * (width + 2)) counts the steps after which there is life of each colour, rows with two places more
    at their ends; if it is empty nothing is counted.

    Of each cell there are its parts of the sums of blocks, four bits for each of four things that the rule counts, the
    lowest first: cells that live, inhibit, preserve, spawn; and its gifts to newborn cells: a living one gives traits,
    a spawner its colour, three bits higher. A margin round the board repeats the cells over the edge.

    A loop over all places is compiled to instructions for many places at once only without branches, on few arrays, of
    known ends, and if what is compared has 16 bits: it takes 0.5 us for 64 x 64 places then, and 2 to 3 otherwise.
    """
    height, width = cells.shape
    stride, size = width + 2, height * width
    places, last = height * stride + 3 & ~3, 2 * stride + 2
    parts, gifts = numpy.zeros(places + last, u16), numpy.zeros(places + last, u16)
    parts_above, parts_beside, parts_below = parts[: places + 2], parts[stride : places + stride + 2], parts[last - 2 :]
    gifts_above, gifts_beside, gifts_below = gifts[: places + 2], gifts[stride : places + stride + 2], gifts[last - 2 :]
    part, gift = parts[stride + 1 : places + stride + 1], gifts[stride + 1 : places + stride + 1]
    own, sums, afters = numpy.full(places, FROZEN, u16), numpy.empty(places, u16), numpy.empty(places, u16)
    fours = sums.view(numpy.uint64)
    since = numpy.ones(counts.shape[1], numpy.int64)
    there = 0
    for row in range(height):
        first = row * stride
        row_of_own, row_of_part = own[first : first + width], part[first : first + width]
        row_of_gift, row_of_cells = gift[first : first + width], cells[row]
        for column in range(width):
            cell = row_of_cells[column]
            there |= cell
            row_of_own[column] = cell
            row_of_part[column] = cell & 1 | (cell & 64) >> 2 | (cell & 32) << 3 | (cell & 128) << 5
            traits, colour = u16((cell | cell >> 5 & DESTRUCTIBLE) & TRAITS), u16((cell & COLOUR_MASK) << 3)
            given = traits if u16(cell & ALIVE) else u16(0)
            row_of_gift[column] = given | colour if u16(cell & SPAWNING) else given
    made, read = 0, 0
    while made < steps and read + size <= len(spawns):
        made += 1
        for layer in (parts, gifts):
            for first in range(stride, stride + height * stride, stride):
                layer[first], layer[first + width + 1] = layer[first + width], layer[first + 1]
            layer[:stride] = layer[height * stride : (height + 1) * stride]
            layer[(height + 1) * stride : (height + 2) * stride] = layer[stride : 2 * stride]
        for place in range(places):
            top = parts_above[place] + parts_above[place + 1] + parts_above[place + 2]
            middle = parts_beside[place] + parts_beside[place + 1] + parts_beside[place + 2]
            near = u16(top + middle + parts_below[place] + parts_below[place + 1] + parts_below[place + 2])
            living, inhibiting, preserving = u16(near & 15), u16(near & 0xF0), u16(near & 0xF00)
            alive, frozen = u16(own[place] & ALIVE), u16(own[place] & FROZEN)
            dies = (preserving == 0) & (living != 3) & (living != 4)
            may_live = (inhibiting == 0) & ((living == 3) | (near > 0xFFF))
            sums[place] = near if (frozen == 0) & (dies if alive else may_live) else 0
        changes = numpy.uint64(0)
        for four in fours:
            changes |= four
        if not changes:
            continue
        # Newborn cells have the traits that two of nine give, which need no sum, and the colour of any spawner.
        for place in range(places):
            left, here, right = gifts_above[place], gifts_above[place + 1], gifts_above[place + 2]
            once, twice = left | here | right, left & here | left & right | here & right
            left, here, right = gifts_beside[place], gifts_beside[place + 1], gifts_beside[place + 2]
            twice |= once & (left | here | right) | left & here | left & right | here & right
            once |= left | here | right
            left, here, right = gifts_below[place], gifts_below[place + 1], gifts_below[place + 2]
            twice |= once & (left | here | right) | left & here | left & right | here & right
            once |= left | here | right
            afters[place] = (twice | once >> 3 & COLOUR_MASK) & TRAITS | ALIVE
        # From here on, the places that are left in the sums are those where a draw decides whether a cell spawns.
        for place in range(places):
            near, before, newborn = sums[place], own[place], afters[place]
            living, alive = u16(near & 15), u16(before & ALIVE)
            may_spawn = (near != 0) & (living != 3) & (alive == 0)
            born = u16(newborn | DESTRUCTIBLE) if may_spawn else newborn
            after = u16(0) if alive else born
            afters[place] = after if near != 0 else before
            sums[place] = may_spawn
        for four in range(places >> 2 if there & SPAWNING else 0):
            if fours[four]:
                for place in range(4 * four, 4 * four + 4):
                    if sums[place]:
                        read += 1
                        if not spawns[read - 1]:
                            afters[place] = own[place]
        for place in range(len(since)):
            before = own[place]
            if afters[place] != before:
                if before & ALIVE and not before & NO_LIFE:
                    counts[(before & COLOUR_MASK) >> 9, place] += made - since[place]
                since[place] = made
        for place in range(places):
            after, before, old_part, old_gift = afters[place], own[place], part[place], gift[place]
            own[place] = after
            part[place] = old_part if after == before else u16(after & ALIVE)
            gift[place] = old_gift if after == before else u16(after & TRAITS)
    for row in range(height):
        row_of_own, row_of_cells = own[row * stride : row * stride + width], cells[row]
        for column in range(width):
            row_of_cells[column] = row_of_own[column]
    for place in range(len(since)):
        cell = own[place]
        if cell & ALIVE and not cell & NO_LIFE:
            counts[(cell & COLOUR_MASK) >> 9, place] += made + 1 - since[place]
    return made, read
