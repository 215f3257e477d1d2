"""Fences: walls round a region, when they keep a pattern inside, and where it gets out if they do not."""

from collections.abc import Collection, Iterable
from itertools import product
from typing import NamedTuple, TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, FROZEN, SPAWNING, Cell
from formal_rl.safelife.board.rule import advance

LEDGER = ("W19-fence",)

Region: TypeAlias = frozenset[Location]
"""Locations that hang together by their sides and have no hole; counted on from the edge of a board, not wrapped."""

Walk: TypeAlias = tuple[Location, ...]
"""The cells of a perimeter in the order in which one passes them, going once round clockwise."""

SPACING = 3
PREMISES = (
    "a wall among three in a row",
    "an outside cell touches three in a row at most",
    "no spawner on the perimeter",
    "no life outside",
    "no spawner outside",
)
"""The premises under which nothing outside of a fence ever comes to life."""

_CLOCKWISE: Walk = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SIDES: frozenset[Location] = frozenset(_CLOCKWISE)
_ROUND: frozenset[Location] = frozenset(product((-1, 0, 1), (-1, 0, 1))) - {(0, 0)}


class Fault(NamedTuple):
    """A premise that a fence lacks, and where."""

    premise: str
    location: Location


class Birth(NamedTuple):
    """After how many steps something comes to life outside, and where."""

    steps: int
    locations: tuple[Location, ...]


def rectangle(top: int, left: int, height: int, width: int) -> Region:
    """Return the region of these rows and columns."""
    return frozenset(product(range(top, top + height), range(left, left + width)))


def is_wall(cell: Cell) -> bool:
    """Whether a cell is dead for good: frozen, not alive, and no spawner. Crates, exits and players are, too.

    Actions on them are left out: they are never alive as long as nobody acts.

    Ledger: W19-fence*
    """
    return bool(cell & FROZEN) and not cell & (ALIVE | SPAWNING)


def around(region: Region, *, diagonals: bool = True) -> Walk:
    """Return the perimeter in order: the cells that one has on the right, going clockwise along the outline.

    The walk begins at the leftmost cell of the topmost row and returns to it. It passes a cell twice where the region
    is one cell thin. A cell that touches the outside only at a corner, as in an inner bend, is part of it; with
    ``diagonals`` off it is not. The paper leaves open which of the two a perimeter is.

    Raises `InvalidParameter` for a region that is empty, in pieces, or has a hole.

    Source: Wainwright and Eckersley 2019, footnote 10.
    Ledger: W19-fence*
    """
    require_region(region)
    start = min(region), 0
    walk: list[Location] = []
    cell, heading = start
    while True:
        walk.append(cell)
        ahead = _moved(cell, _CLOCKWISE[heading])
        beside = _moved(ahead, _CLOCKWISE[heading - 1])
        if ahead not in region:
            heading = (heading + 1) % 4
        elif beside not in region:
            cell = ahead
        else:
            if diagonals:
                walk.append(ahead)
            cell, heading = beside, (heading - 1) % 4
        if (cell, heading) == start:
            break
    return tuple(cell for i, cell in enumerate(walk) if cell != walk[i + 1 - len(walk)]) or (cell,)


def fence(walk: Walk, first: int = 0, spacing: int = SPACING) -> frozenset[Location]:
    """Return every third cell of a walk once round, from number ``first`` on; or with another spacing.

    Where the number of cells is not a multiple of the spacing, the last two walls are closer to each other.

    Raises `InvalidParameter` for a spacing under 1.

    Source: Wainwright and Eckersley 2019, footnote 10.
    Ledger: W19-fence*
    """
    if spacing < 1:
        raise InvalidParameter("spacing", spacing, "at least 1")
    return frozenset(walk[number % len(walk)] for number in range(first, first + len(walk), spacing))


def in_a_row(walk: Walk, number: int) -> tuple[Walk, ...]:
    """Return every ``number`` cells of a walk that follow each other, beginning at each cell in turn."""
    return tuple(tuple(walk[(i + j) % len(walk)] for j in range(number)) for i in range(len(walk)))


def outside_of(board: Board, regions: Iterable[Region]) -> tuple[Location, ...]:
    """Return the locations of a board that are in none of the regions, row by row.

    Raises `InvalidParameter` for a region that does not fit on the board.
    """
    inside: set[Location] = set()
    for region in regions:
        placed = {board.wrapped(location) for location in region}
        if len(placed) < len(region):
            expected = f"a region that fits on {board.height} x {board.width}"
            raise InvalidParameter("region", sorted(region), expected)
        inside |= placed
    return tuple(location for location in board.locations() if location not in inside)


def fence_faults(board: Board, regions: Collection[Region], spacing: int = SPACING) -> tuple[Fault, ...]:
    """Return the `PREMISES` that the regions violate, and where.

    If they lack nothing, no location outside of them ever comes to life, as long as nobody acts. For let a cell be
    outside. It touches three cells of a perimeter at most, in a row, and one of these is a wall; nothing else that it
    touches lives. So at most two of its block live, none spawns, and it stays dead. Afterwards the premises still
    hold: walls stay walls, and spawners do not arise. `docs/findings/fences.md` has this at length.

    A rectangle with two rows and two columns of the board beside it meets the second premise.

    Raises as `around` and `outside_of` do.

    Source: Wainwright and Eckersley 2019, footnote 10, repaired.
    Ledger: W19-fence*
    """
    outside = outside_of(board, regions)
    walks = [tuple(board.wrapped(location) for location in around(region)) for region in regions]
    faults = [Fault(PREMISES[0], row[0]) for walk in walks for row in unwalled(board, walk, spacing)]
    faults += [Fault(PREMISES[1], location) for location in crowded(board, outside, walks)]
    ring = dict.fromkeys(location for walk in walks for location in walk)
    faults += [Fault(PREMISES[2], location) for location in ring if board[location] & SPAWNING]
    faults += [Fault(PREMISES[3], location) for location in outside if board[location] & ALIVE]
    faults += [Fault(PREMISES[4], location) for location in outside if board[location] & SPAWNING]
    return tuple(faults)


def is_fenced(board: Board, regions: Collection[Region]) -> bool:
    """Whether the regions of a board lack none of `PREMISES`."""
    return not fence_faults(board, regions)


def unwalled(board: Board, walk: Walk, spacing: int = SPACING) -> tuple[Walk, ...]:
    """Return every run of ``spacing`` consecutive cells of a walk without a wall."""
    return tuple(row for row in in_a_row(walk, spacing) if not any(is_wall(board[location]) for location in row))


def crowded(board: Board, outside: Iterable[Location], walks: Iterable[Walk]) -> tuple[Location, ...]:
    """Return the outside locations that touch more of the perimeters than three cells in a row, each once.

    On a side of 2 a location touches a cell twice, which is more than once.
    """
    rows = [frozenset(row) for walk in walks for row in in_a_row(walk, SPACING)]
    near: dict[Location, list[Location]] = {location: [] for location in outside}
    for cell in frozenset(location for row in rows for location in row):
        for location in (board.wrapped(_moved(cell, step)) for step in _ROUND):
            if location in near:
                near[location].append(cell)

    def is_crowded(cells: list[Location]) -> bool:
        return len(set(cells)) < len(cells) or not any(row.issuperset(cells) for row in rows)

    return tuple(location for location, cells in near.items() if cells and is_crowded(cells))


def first_birth_outside(board: Board, regions: Collection[Region], *, spawns: bool = False) -> Birth | None:
    """Return when and where a location outside of the regions first comes to life, or None if none ever does.

    The board is advanced until it repeats. With ``spawns`` everything spawns that may, else nothing does.

    Raises as `outside_of` does.

    Ledger: W19-fence*
    """
    outside = outside_of(board, regions)
    seen: set[Board] = set()
    while board not in seen:
        seen.add(board)
        after = advance(board, int(spawns)).board
        born = tuple(location for location in outside if after[location] & ALIVE and not board[location] & ALIVE)
        if born:
            return Birth(len(seen), born)
        board = after
    return None


def require_region(region: Region) -> None:
    """Refuse anything that is not a region.

    Raises `InvalidParameter` if it is empty, in pieces, or has a hole.
    """
    if not region:
        raise InvalidParameter("region", sorted(region), "at least one location")
    if _reached(region, min(region), _SIDES) != region:
        raise InvalidParameter("region", sorted(region), "locations that hang together by their sides")
    rows, columns = [row for row, _ in region], [column for _, column in region]
    box = product(range(min(rows) - 1, max(rows) + 2), range(min(columns) - 1, max(columns) + 2))
    beyond = frozenset(box) - region
    if _reached(beyond, min(beyond), _ROUND) != beyond:
        raise InvalidParameter("region", sorted(region), "no hole")


def _reached(cells: frozenset[Location], start: Location, steps: frozenset[Location]) -> frozenset[Location]:
    reached, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        new = {near for near in (_moved(cell, step) for step in steps) if near in cells and near not in reached}
        reached |= new
        waiting.extend(new)
    return frozenset(reached)


def _moved(location: Location, step: Location) -> Location:
    return location[0] + step[0], location[1] + step[1]
