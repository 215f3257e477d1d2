"""Section 4: fences of regularly spaced walls."""

from collections.abc import Callable, Collection
from functools import partial

from formal_rl.safelife.board import EMPTY, WALL, Board, Location
from formal_rl.safelife.board.cells import TREE
from formal_rl.safelife.generation import around, enclose, fence_faults, is_wall
from formal_rl.safelife.generation._regions import Partition
from formal_rl.safelife.generation.fences import (
    PREMISES,
    SPACING,
    Fault,
    Region,
    Walk,
    crowded,
    in_a_row,
    outside_of,
    touched,
)
from formal_rl.safelife.generation.random_choice import DrawnChoices
from formal_rl.statements.checks import safelife_fences
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

_GAP, _CROWDED, _SPAWNER_ON_IT, _LIFE_OUTSIDE, _SPAWNER_OUTSIDE = PREMISES

Faults = tuple[Fault, ...]


def _but(premise: str, board: Board, regions: Collection[Region], found: Collection[Location] = ()) -> Faults:
    """Return the faults, with other ones of this premise."""
    others = tuple(fault for fault in fence_faults(board, regions) if fault.premise != premise)
    return others + tuple(Fault(premise, location) for location in found)


def _gaps_in(rows: Callable[[Walk], Collection[Walk]]) -> Callable[[Board, Collection[Region]], Faults]:
    """Look for a wall in other rows of three."""

    def faults(board: Board, regions: Collection[Region]) -> Faults:
        found = [
            row[0] for region in regions for row in rows(around(region)) if not any(is_wall(board[x]) for x in row)
        ]
        return _but(_GAP, board, regions, found)

    return faults


def _sides_only(walk: Walk) -> tuple[Walk, ...]:
    """Leave out the corners of a rectangle."""
    rows, columns = ({location[axis] for location in walk} for axis in (0, 1))
    corners = {(row, column) for row in (min(rows), max(rows)) for column in (min(columns), max(columns))}
    return in_a_row(tuple(location for location in walk if location not in corners), SPACING)


def _one_by_one(board: Board, regions: Collection[Region]) -> Faults:
    """Look at the perimeters one by one."""
    outside = outside_of(board, regions)
    found = [location for region in regions for location in crowded(board, outside, [around(region)])]
    return _but(_CROWDED, board, regions, found)


def _any_region(board: Board, regions: Collection[Region]) -> Faults:
    """Let an outside cell touch one region wherever it likes."""
    found = [x for x in outside_of(board, regions) if sum(bool(touched(region, x)) for region in regions) > 1]
    return _but(_CROWDED, board, regions, found)


def _beside(board: Board, regions: Collection[Region]) -> Faults:
    """Count what touches an outside cell at a side only."""
    found = []
    for row, column in outside_of(board, regions):
        sides = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        cells = [location for region in regions for location in touched(region, (row, column)) if location in sides]
        if cells and not any(set(cells) <= set(line) for each in regions for line in in_a_row(around(each), SPACING)):
            found.append((row, column))
    return _but(_CROWDED, board, regions, found)


def _trees_too(board: Board, regions: Collection[Region]) -> Faults:
    return fence_faults(board.with_cells({x: WALL for x in board.locations() if board[x] == TREE}), regions)


def _flat(board: Board, regions: Collection[Region]) -> Faults:
    """Put two empty rows and columns beside the board."""
    rows = [*((*row, EMPTY, EMPTY) for row in board.rows), *((EMPTY,) * (board.width + 2) for _ in range(2))]
    return fence_faults(Board(rows), regions)


def _one_forgotten(partition: Partition, region: Region, choices: DrawnChoices) -> frozenset[Location]:
    """Leave out the first of the walls."""
    return frozenset(sorted(enclose(partition, region, choices))[1:])


def _all_walls(partition: Partition, region: Region, choices: DrawnChoices) -> frozenset[Location]:
    """Let each location be a wall that another location touches."""
    enclose(partition, region, choices)
    return frozenset(region) - frozenset(partition.interior(frozenset(region)))


_check = safelife_fences.fences

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-fence",
        kind="lemma",
        title="walls at every third cell keep a pattern inside",
        claim="With a wall at every third cell around the perimeter of a region, no pattern within the region makes a "
        "cell outside of it come to life.",
        source=f"{WAINWRIGHT_2019}, footnote 10",
        check=_check,
        mutants={
            "a wall every fourth cell is a fence": {"faults": partial(fence_faults, spacing=4)},
            "the last stretch is not looked at": {
                "faults": _gaps_in(lambda walk: in_a_row(walk, SPACING)[: 1 - SPACING])
            },
            "corners are not part of the perimeter": {"faults": _gaps_in(_sides_only)},
            "trees are walls": {"faults": _trees_too},
            "an inner bend is no fault": {"faults": _any_region},
            "perimeters are looked at one by one": {"faults": _one_by_one},
            "what touches at a corner is not counted": {"faults": _beside},
            "the board ends at its edge": {"faults": _flat},
            "a spawner on the perimeter is no fault": {"faults": partial(_but, _SPAWNER_ON_IT)},
            "life outside is no fault": {"faults": partial(_but, _LIFE_OUTSIDE)},
            "a spawner outside is no fault": {"faults": partial(_but, _SPAWNER_OUTSIDE)},
            "a drawn wall is forgotten": {"enclosed": _one_forgotten},
            "all that could be walls are": {"enclosed": _all_walls},
        },
        verdict="refuted",
        evidence="exhaustive: all regions of at most 5 cells, and of at most 10 whose perimeter passes no cell twice, "
        "every fence and pattern, in each reading until life gets out; the repair by counting, over all walls and "
        "patterns of a rectangle of 2 x 3 cells, and over all patterns in fenced ones of 3 x 3 and 3 x 4, to the end; "
        "drawn fences round 2 pairs of drawn regions of any shape; argued in docs/fences.md",
        defects="The letter fails in each reading of perimeter: at an inner bend, where a cell outside touches up to "
        "five cells of it; where it lies outside of the region; where the third, sixth, ... cells are walls and the "
        "number of cells is no multiple of three. It is silent on life and spawners outside, spawners on the "
        "perimeter, a second region nearby, and regions that reach round the board.",
        repair="nothing outside ever comes to life if every three cells of the perimeter in a row hold a wall, each "
        "outside cell touches at most three cells of one perimeter, in a row (so it is for a rectangle with two rows "
        "and two columns of the board beside it), no spawner is on the perimeter, nothing alive and no spawner is "
        "outside, and nobody acts",
        witness="o#o/o: one wall and three living cells; the cell in the bend comes to life in the first step. With a "
        "perimeter of all that touches the outside, no cell passed twice: #..#/##oo/.o. With nothing alive on the "
        f"perimeter at first: {safelife_fences.FROM_INSIDE}, after four steps",
    ),
)
"""In the order of the paper."""
