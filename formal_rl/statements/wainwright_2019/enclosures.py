"""Checks of fences round regions of any shape: what leaks, by hand and written out, and that no wall is too many."""

from collections.abc import Callable, Collection, Iterator
from itertools import product

from formal_rl.agents import HashedDraws
from formal_rl.checking import Case, Example, Part, check_examples, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import EMPTY, LIFE, WALL, Board, Location
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, SPAWNER
from formal_rl.safelife.generation import first_birth_outside, leaks, rectangle
from formal_rl.safelife.generation._regions import Partition, grow_regions
from formal_rl.safelife.generation.fences import is_fenced
from formal_rl.safelife.generation.random_choice import DrawnChoices

Enclose = Callable[[Partition, frozenset[Location], DrawnChoices], frozenset[Location]]

_SQUARE = rectangle(2, 2, 3, 3)
_HELD = frozenset({(2, 3), (3, 2), (3, 4), (4, 3)})
"""Walls at the middle of each side of the square."""

_DRAWN = [[(2, 2), (3, 4), (4, 2)], [(2, 3), (3, 2), (4, 4)], [(2, 2), (3, 4), (4, 3)]]
"""What three sequences of draws leave of the walls of the square."""


def _by_hand(enclose: Enclose) -> Iterator[Example]:
    def of_square(*cells: tuple[Location, int], walls: Collection[Location] = _HELD) -> Board:
        return board_of(8, 8, [*((wall, WALL) for wall in walls), *cells])

    yield ("a square with a wall amid each side", "no cell outside touches more than two of its others", (),
                  lambda: leaks(of_square(), _SQUARE))  # fmt: skip
    yield ("it is fenced, too", "each three cells in a row hold a wall", True,
                  lambda: is_fenced(of_square(), [_SQUARE]))  # fmt: skip
    open_above = _HELD - {(2, 3)}
    yield ("without the wall above", "the cell above it touches three that may live", ((1, 3),),
                  lambda: leaks(of_square(walls=open_above), _SQUARE))  # fmt: skip
    yield ("which is no fence", "three cells in a row without a wall", False,
                  lambda: is_fenced(of_square(walls=open_above), [_SQUARE]))  # fmt: skip
    yield ("something that lives outside", "it leaks itself", ((0, 0),),
                  lambda: leaks(of_square(((0, 0), HARD_LIFE)), _SQUARE))  # fmt: skip
    yield ("a spawner outside", "it and all that touch it, round the edges",
                  ((0, 0), (0, 1), (0, 7), (1, 0), (1, 1), (1, 7), (7, 0), (7, 1), (7, 7)),
                  lambda: leaks(of_square(((0, 0), SPAWNER)), _SQUARE))  # fmt: skip
    yield ("a spawner in the middle of the square", "nothing outside touches it", (),
                  lambda: leaks(of_square(((3, 3), SPAWNER)), _SQUARE))  # fmt: skip
    yield ("a spawner at its corner", "five cells outside touch it",
                  ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1)),
                  lambda: leaks(of_square(((2, 2), SPAWNER)), _SQUARE))  # fmt: skip
    band = frozenset(product((0, 7), range(8)))
    yield ("two rows round the seam without walls", "all cells of the rows beside them touch three",
                  tuple(product((1, 6), range(8))), lambda: leaks(Board.empty(8, 8), band))  # fmt: skip
    partition = Partition(8, 8, (_SQUARE,))
    yield ("walls drawn for the square", "those that are needed, by the draws", _DRAWN,
                  lambda: [sorted(enclose(partition, _SQUARE, DrawnChoices(HashedDraws(seed))))
                           for seed in range(3)])  # fmt: skip
    for place in ((8, 2), (2, 8), (-1, 2), (2, -1)):
        yield (f"a region with {place}, on 8 x 8", "off the board", InvalidParameter,
                      enclose, partition, frozenset({place}), DrawnChoices(HashedDraws(0)))  # fmt: skip


def _leaks_as_written(board: Board, inside: Collection[Location]) -> tuple[Location, ...]:
    """Return what leaks, once more: what lives or spawns outside, and what touches a spawner or three open cells."""
    found = []
    for row, column in board.locations():
        if (row, column) in inside:
            continue
        near = [
            ((row + down) % board.height, (column + right) % board.width)
            for down, right in product((-1, 0, 1), (-1, 0, 1))
        ]
        may_live = [each for each in near if each in inside and board[each] != WALL]
        if board[row, column] == LIFE or len(may_live) > 2 or any(board[each] == SPAWNER for each in near):
            found.append((row, column))
    return tuple(found)


@part(
    "walls round regions of any shape: nothing leaks, and no wall is too many",
    branches=("with its walls", "filled with life", "without a wall"),
    domain="2 drawn pairs of regions on a torus of 11 x 13, each wall taken away, whatever the scope",
)
def _grown(enclose: Enclose, seeds: range) -> Iterator[Case]:
    """Yield drawn regions: with their walls nothing leaks and nothing gets out, and without any one something leaks."""
    for seed in seeds:
        choices = DrawnChoices(HashedDraws(seed))
        partition = grow_regions(11, 13, 2, choices)
        for region in partition.regions:
            walls = enclose(partition, region, choices)
            about = f"region {sorted(region)} with walls {sorted(walls)}"
            empty = board_of(11, 13, [(wall, WALL) for wall in walls])
            full = empty.with_cells(dict.fromkeys(region - walls, LIFE))
            got = leaks(empty, region)
            yield "with its walls", unless(not (got or not walls <= region), about, (), got)
            birth = first_birth_outside(full, [region])
            yield "filled with life", unless(birth is None, about, None, birth)
            for wall in sorted(walls):
                opened = empty.with_cells({wall: EMPTY})
                got, expected = leaks(opened, region), _leaks_as_written(opened, region)
                right = got == expected and bool(got)
                yield "without a wall", unless(right, f"{about} without {wall}", expected, got)


def enclosures_by_hand(enclose: Enclose) -> Part:
    """Check what leaks, and which walls are drawn, by hand."""
    return check_examples(_by_hand(enclose), "what leaks out of regions of any shape, by hand")


def enclosures(enclose: Enclose) -> Part:
    """Check the walls of drawn regions."""
    return _grown(enclose, range(2))
