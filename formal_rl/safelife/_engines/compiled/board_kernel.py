"""The rule of a board as a kernel, on its array, for one step or for many; it counts life on the way."""

from typing import Any

import numpy

from formal_rl.safelife.board.cells import AGENT, ALIVE, COLOUR_MASK, DESTRUCTIBLE, EXIT, FROZEN, SPAWNING

NO_LIFE = AGENT | EXIT | FROZEN
"""A living cell with one of these does not count as life."""

TRAITS = COLOUR_MASK | DESTRUCTIBLE


def follow(cells: Any, spawns: Any, steps: int, counts: Any) -> tuple[int, int]:
    """Advance a board until ``steps`` are made or there may be too few draws; return the steps, and the draws read.

    ``cells`` of shape (height, width), of 16 bits, are changed. ``spawns`` has the outcome of each draw. ``counts`` of
    shape (8, height * (width + 2)) counts the steps after which there is life of each colour, rows with two places more
    at their ends; if it is empty nothing is counted.

    Of each cell there are its parts of the sums of blocks, four bits for each of four things that the rule counts, the
    lowest first: cells that live, inhibit, preserve, spawn; and its gifts to newborn cells: a living one gives traits,
    a spawner its colour, three bits higher. A margin round the board repeats the cells over the edge.
    """
    height, width = cells.shape
    stride, size = width + 2, height * width
    places, last = height * stride + 3 & ~3, 2 * stride + 2
    flat = numpy.zeros((2, places + last), numpy.uint16)
    parts, gifts = flat
    above, beside, below = parts[: places + 2], parts[stride : places + stride + 2], parts[last - 2 : places + last]
    own, sums = numpy.full(places, FROZEN, numpy.uint16), numpy.empty(places, numpy.uint16)
    fours = sums.view(numpy.uint64)
    changed, afters = numpy.empty((2, places), numpy.int64)
    since = numpy.ones(counts.shape[1], numpy.int64)
    for row in range(height):
        first = row * stride
        mine, part = own[first : first + width], parts[first + stride + 1 : first + stride + width + 1]
        gift, line = gifts[first + stride + 1 : first + stride + width + 1], cells[row]
        for column in range(width):
            cell = line[column]
            mine[column] = cell
            part[column] = cell & 1 | (cell & 64) >> 2 | (cell & 32) << 3 | (cell & 128) << 5
            traits = (cell | cell >> 5 & DESTRUCTIBLE) & TRAITS if cell & ALIVE else 0
            gift[column] = traits | ((cell & COLOUR_MASK) << 3 if cell & SPAWNING else 0)
    made, read = 0, 0
    while made < steps and read + size <= len(spawns):
        made += 1
        for layer in flat:
            for first in range(stride, stride + height * stride, stride):
                layer[first], layer[first + width + 1] = layer[first + width], layer[first + 1]
            layer[:stride] = layer[height * stride : (height + 1) * stride]
            layer[(height + 1) * stride : (height + 2) * stride] = layer[stride : 2 * stride]
        # Without branches, on slices of known ends: only so is it compiled to instructions for many places at once.
        for place in range(places):
            top = above[place] + above[place + 1] + above[place + 2]
            middle = beside[place] + beside[place + 1] + beside[place + 2]
            near = numpy.uint16(top + middle + below[place] + below[place + 1] + below[place + 2])
            state, living = own[place], near & 15
            dies = (near & 0xF00 == 0) & (living != 3) & (living != 4)
            may_live = (near & 0xF0 == 0) & ((living == 3) | (near > 0xFFF))
            sums[place] = near if (state & FROZEN == 0) & (dies if state & ALIVE else may_live) else 0
        found = 0
        for four in range(places >> 2):
            if fours[four]:
                for place in range(4 * four, 4 * four + 4):
                    changed[found] = place
                    if sums[place]:
                        found += 1
        changes = 0
        for place in changed[:found]:
            after = 0
            if not own[place] & ALIVE:
                once, twice = 0, 0
                for first in (place, place + stride, place + 2 * stride):
                    for at in (first, first + 1, first + 2):
                        twice |= once & gifts[at]
                        once |= gifts[at]
                after = (twice | once >> 3 & COLOUR_MASK) & TRAITS | ALIVE
                if sums[place] & 15 != 3:
                    after |= DESTRUCTIBLE
                    read += 1
                    if not spawns[read - 1]:
                        continue
            changed[changes], afters[changes] = place, after
            changes += 1
        for change in range(changes):
            place, after = changed[change], afters[change]
            if counts.size:
                before = own[place]
                if before & ALIVE and not before & NO_LIFE:
                    counts[(before & COLOUR_MASK) >> 9, place] += made - since[place]
                since[place] = made
            own[place], parts[place + stride + 1], gifts[place + stride + 1] = after, after & ALIVE, after & TRAITS
    for row in range(height):
        first = row * stride
        mine, line = own[first : first + width], cells[row]
        for column in range(width):
            line[column] = cell = mine[column]
            if counts.size and cell & ALIVE and not cell & NO_LIFE:
                counts[(cell & COLOUR_MASK) >> 9, first + column] += made + 1 - since[first + column]
    return made, read
