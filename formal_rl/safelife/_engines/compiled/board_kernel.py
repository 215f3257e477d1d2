"""The rule of a board as a kernel, for many steps in which draws decide; it counts life on the way.

A cell is looked at if its block has changed, or if a draw decides. A sum has four bits for each of eleven things that
the rule counts in a block, the lowest first: cells that live, inhibit, preserve, spawn; that live and are destructible
or an exit; that live, for each bit of colour; that spawn, for each bit of colour.
"""

from typing import Any

from formal_rl.safelife.board.cells import AGENT, ALIVE, DESTRUCTIBLE, EXIT, FROZEN, RED

NO_LIFE = AGENT | EXIT | FROZEN
"""A living cell with one of these does not count as life."""

DUE = 1 << 44
"""In a sum: the place is to be looked at."""

ROWS_OF_WORK = 5
"""For each place the sum of its block, its share in sums, and since which step it has been as it is; for each change of
a step its place, and the cell that follows.
"""


def follow(cells: Any, width: int, work: Any, spawns: Any, steps: int, counts: Any) -> tuple[int, int]:
    """Advance a board until ``steps`` are made or there may be too few draws; return the steps, and the draws read.

    ``cells`` are the board's, row by row, and are changed; ``work`` of shape (5, places) is written over. ``spawns``
    has the outcome of each draw. ``counts`` of shape (8, places) counts the steps after which there is life of each
    colour; if its shape is (0, places) nothing is counted. All but ``spawns`` are of 64 bits.
    """
    size, is_counted = len(cells), len(counts) > 0
    sums, shares, since, places, afters = work
    for place in range(size):
        sums[place], shares[place], places[place], afters[place], cells[place] = 0, 0, place, cells[place], 0
    made, read, changes = 0, 0, size
    while True:
        for change in range(changes):
            place, after = places[change], afters[change]
            before = cells[place]
            cells[place] = after
            if is_counted:
                if before & ALIVE and not before & NO_LIFE:
                    counts[(before >> 9) & 7, place] += made - since[place]
                since[place] = made if made else 1
            lives, spawner = after & 1, (after >> 7) & 1
            colours = (after >> 9) & 1 | (after >> 6) & 16 | (after >> 3) & 256
            share = (
                lives
                | (after >> 2) & 16
                | (after << 3) & 256
                | spawner << 12
                | (lives & (after >> 3 | after >> 8)) << 16
                | (colours * lives) << 20
                | (colours * spawner) << 32
            )
            difference = share - shares[place]
            shares[place] = share
            right = place % width
            row = place - right
            up, down = row - width if row else size - width, row + width if row + width < size else 0
            left, beside = right - 1 if right else width - 1, right + 1 if right + 1 < width else 0
            sums[up + left] = (sums[up + left] + difference) | DUE
            sums[up + right] = (sums[up + right] + difference) | DUE
            sums[up + beside] = (sums[up + beside] + difference) | DUE
            sums[row + left] = (sums[row + left] + difference) | DUE
            sums[place] = (sums[place] + difference) | DUE
            sums[row + beside] = (sums[row + beside] + difference) | DUE
            sums[down + left] = (sums[down + left] + difference) | DUE
            sums[down + right] = (sums[down + right] + difference) | DUE
            sums[down + beside] = (sums[down + beside] + difference) | DUE
        if made == steps or read + size > len(spawns):
            break
        made += 1
        changes = 0
        for place in range(size):
            near = sums[place]
            if near < DUE:
                continue
            sums[place] = near & ~DUE
            cell = cells[place]
            lives, living = cell & 1, near & 15
            is_three = living == 3
            # Without branches, since few of the cells that are looked at change.
            is_free = (cell & FROZEN | near & (0xF0 << 4 * lives)) == 0
            may_change = (not (is_three | (living == 4))) if lives else is_three | (near & 0xF000 > 0)
            if not is_free & may_change:
                continue
            after = 0
            if not lives:
                kind = DESTRUCTIBLE
                if is_three:
                    if (near >> 16) & 15 < 2:
                        kind = 0
                else:
                    sums[place] = near
                    read += 1
                    if not spawns[read - 1]:
                        continue
                after = ALIVE | kind
                for bit in range(3):
                    if (near >> (20 + 4 * bit)) & 15 >= 2 or (near >> (32 + 4 * bit)) & 15:
                        after |= RED << bit
            places[changes], afters[changes] = place, after
            changes += 1
    if is_counted:
        for place in range(size):
            cell = cells[place]
            if cell & ALIVE and not cell & NO_LIFE:
                counts[(cell >> 9) & 7, place] += made + 1 - since[place]
    return made, read
