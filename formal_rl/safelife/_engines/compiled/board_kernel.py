"""The rule of a board as a kernel, for many steps in which draws decide; it counts life on the way.

A sum has four bits for each of the eleven things that the rule counts in a block, from the lowest: what lives,
inhibits, preserves, spawns; living cells that are destructible or exits; living cells with each bit of colour;
spawners with each bit of colour.
"""

from typing import Any

from formal_rl.safelife.board.cells import AGENT, ALIVE, DESTRUCTIBLE, EXIT, FROZEN, RED

NO_LIFE = AGENT | EXIT | FROZEN
"""What lives and has one of these is not counted as life."""


def follow(boards: Any, sums: Any, row: Any, spawns: Any, steps: int, counts: Any) -> tuple[int, int]:
    """Advance a board until ``steps`` are made or there may be too few draws; return the steps, and the draws read.

    ``boards`` are two: the first is advanced, and that after k steps is number k modulo 2. ``sums``, of the same
    shape, and ``row``, two longer than a row, are written over. ``spawns`` says how each draw falls. ``counts`` of
    shape (8, height, width) is told where there is life of each colour after each step, unless its shape is (0, ...).
    All are of 64 bits, but ``spawns``.
    """
    height, width = sums.shape
    made, read = 0, 0
    while made < steps and read + height * width <= len(spawns):
        before, after = boards[made % 2], boards[1 - made % 2]
        for down in range(height):
            for right in range(width):
                cell = before[down, right]
                lives, spawner = cell & 1, cell >> 7 & 1
                colours = cell >> 9 & 1 | (cell >> 10 & 1) << 4 | (cell >> 11 & 1) << 8
                row[right + 1] = (
                    lives
                    | (cell >> 6 & 1) << 4
                    | (cell >> 5 & 1) << 8
                    | spawner << 12
                    | (lives & (cell >> 3 | cell >> 8)) << 16
                    | (colours * lives) << 20
                    | (colours * spawner) << 32
                )
            row[0], row[width + 1] = row[width], row[1]
            for right in range(width):
                sums[down, right] = row[right] + row[right + 1] + row[right + 2]
        for down in range(height):
            above, below = (down if down else height) - 1, down + 1 if down + 1 < height else 0
            for right in range(width):
                near = sums[above, right] + sums[down, right] + sums[below, right]
                cell = before[down, right]
                living = near & 15
                if cell & ALIVE:
                    if not (cell & FROZEN or near & 0xF00 or living == 3 or living == 4):
                        cell = 0
                elif not (cell & FROZEN or near & 0xF0) and (living == 3 or near & 0xF000):
                    is_born, kind = living == 3, DESTRUCTIBLE
                    if is_born:
                        if (near >> 16) & 15 < 2:
                            kind = 0
                    else:
                        is_born = spawns[read]
                        read += 1
                    if is_born:
                        cell = ALIVE | kind
                        for bit in range(3):
                            if (near >> (20 + 4 * bit)) & 15 >= 2 or (near >> (32 + 4 * bit)) & 15:
                                cell |= RED << bit
                after[down, right] = cell
                if len(counts) and cell & ALIVE and not cell & NO_LIFE:
                    counts[cell >> 9 & 7, down, right] += 1
        made += 1
    return made, read
