"""Fences round regions of any shape: walls such that no cell outside touches three cells that may live."""

from collections import Counter
from collections.abc import Collection

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, SPAWNING
from formal_rl.safelife.board.rule import block_around
from formal_rl.safelife.generation._regions import Partition
from formal_rl.safelife.generation.fences import is_wall
from formal_rl.safelife.generation.random_choice import DrawnChoices

MOST_OPEN = 2
"""How many cells that may live a dead cell may touch, so that it stays dead for good.

Ledger: W19-fence
"""


def leaks(board: Board, inside: Collection[Location]) -> tuple[Location, ...]:
    """Return the locations that are not inside and where something lives or may come to life, row by row.

    These are the ones that are alive or spawn, and the ones that touch a spawner or more than two cells that may live:
    cells inside that are not walls. Where there is none, nothing outside ever comes to life, as long as nobody acts: a
    dead cell outside has at most two living cells in its block and no spawner, so it stays dead; and then the same
    holds a step later, since walls stay walls and spawners do not arise.

    This is the argument of `fence_faults` for a region of any shape, round the torus, too: with no perimeter to be
    walked. Its premises imply that there is no leak.

    Source: Wainwright and Eckersley 2019, footnote 10, repaired.
    Ledger: W19-fence*
    """
    return tuple(each for each in board.locations() if each not in inside and _leaks(board, inside, each))


def _leaks(board: Board, inside: Collection[Location], location: Location) -> bool:
    row, column = location
    near = [board.wrapped((row + down, column + right)) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    may_live = sum(1 for each in near if each in inside and not is_wall(board[each]))
    spawns = any(cell & SPAWNING for cell in block_around(board, location))
    return bool(board[location] & ALIVE) or spawns or may_live > MOST_OPEN


def enclose(partition: Partition, region: frozenset[Location], choices: DrawnChoices) -> frozenset[Location]:
    """Return which locations of a region are to be walls, so that no other location touches more than two others.

    First each location that another touches becomes a wall, in an order that is drawn, if one that touches it touches
    too many still; then each of these walls is left out, in an order that is drawn, if it is not needed. So no wall is
    more than there must be: without any one of them some location would touch three.

    Raises `InvalidParameter` for a region with a location that is not on the board.

    Source: Wainwright and Eckersley 2019, Section 4 and footnote 10; where walls go is ours.
    Ledger: W19-fence*
    """
    for location in region:
        if not (0 <= location[0] < partition.height and 0 <= location[1] < partition.width):
            raise InvalidParameter("region", location, f"locations of {partition.height} x {partition.width}")
    beyond = {each: tuple(near for near in partition.block(each) if near not in region) for each in sorted(region)}
    touched = {each: near for each, near in beyond.items() if near}
    open_cells = Counter(each for near in touched.values() for each in near)
    walls: set[Location] = set()
    for location in choices.shuffled(list(touched)):
        if any(open_cells[each] > MOST_OPEN for each in touched[location]):
            walls.add(location)
            open_cells.subtract(touched[location])
    for location in choices.shuffled(sorted(walls)):
        if all(open_cells[each] < MOST_OPEN for each in touched[location]):
            walls.remove(location)
            open_cells.update(touched[location])
    return frozenset(walls)
