"""Fences: where the letter of the footnote fails, and that the repaired premises keep life inside.

The statement is long: the letter has six readings, and the repair five premises, each of which is needed.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope, among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import generation as g
from formal_rl.safelife.board import Board, Location, advance
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.generation import fences as f
from formal_rl.safelife.generation._regions import grow_regions
from formal_rl.safelife.generation.enclosures import enclose, leaks
from formal_rl.safelife.generation.fences import is_wall
from formal_rl.safelife.generation.random_choice import DrawnChoices
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in

SIGNS = {" ": 0, "O": c.LIFE, "S": c.SPAWNER, "W": c.WALL}
SIGNS |= {".": 0, "o": c.LIFE, "#": c.WALL, "t": c.TREE, "s": c.SPAWNER}


def drawn(picture: str, margin: int = 2) -> tuple[Board, tuple[f.Region, ...]]:
    """Return the board of a picture, ``margin`` empty cells all round it, and its regions, the uppermost first.

    Rows are separated by slashes. In a region . is nothing, o life, # a wall, t a tree, s a spawner; outside a space is
    nothing, O life, S a spawner, W a wall. What hangs together by its sides is one region.
    """
    lines = picture.split("/")
    width = max(map(len, lines)) + 2 * margin
    blank = [" " * width] * margin
    rows = [*blank, *(f"{'':{margin}}{line}".ljust(width) for line in lines), *blank]
    board = Board([[SIGNS[sign] for sign in row] for row in rows])
    left = {(row, column) for row, column in board.locations() if rows[row][column] in ".o#ts"}
    regions = list[f.Region]()
    while left:
        region, waiting = set[Location](), [min(left)]
        while waiting:
            region.add(place := waiting.pop())
            row, column = place
            beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            waiting.extend(beside & left - region)
        left -= region
        regions.append(frozenset(region))
    return board, tuple(regions)


# --- By hand ---

GAP, CROWDED, SPAWNER_ON_IT, LIFE_OUTSIDE, SPAWNER_OUTSIDE = f.PREMISES
CORNER = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3))
ROUND = ((1, 5), (1, 6), (1, 7), (2, 5), (2, 7), (3, 5), (3, 6), (3, 7))

ESCAPES: dict[str, tuple[str, str, f.Walk, bool, int]] = {
    "a wall every fourth cell": ("#ooo#", GAP, ((1, 4), (3, 4)), False, 2),
    "every third cell counted, the last stretch longer": ("o.#/o../o#.", GAP, ((3, 1),), False, 2),
    "corners without a wall": ("ooo/#.#/.#.", GAP, ((1, 3),), False, 2),
    "trees for walls": ("o/t/o", GAP, ((3, 1), (3, 3)), False, 2),
    "an inner bend": (".o/##oo/..##", CROWDED, ((2, 4),), False, 2),
    "two regions a cell apart": ("o/# o#/o", CROWDED, ((3, 3),), False, 2),
    "once round the board": ("oo /## / o /   /   ", CROWDED, ((1, 2),), False, 0),
    "a spawner on the perimeter": ("s#", SPAWNER_ON_IT, CORNER, True, 2),
    "life outside": ("o/# O/o", LIFE_OUTSIDE, ((3, 3),), False, 2),
    "a spawner outside": ("#   S", SPAWNER_OUTSIDE, ROUND, True, 2),
}
"""Boards on which a premise is missing and life gets out in the first step: which it is, what is born, what spawns."""


FROM_INSIDE = "#..#..#/.ooo.../#..#oo./   .o.#/   .#.."
LETTER: tuple[tuple[str, bool, str, f.Birth], ...] = (
    ("cells with an outside cell beside them", False, "o#o/o", f.Birth(1, ((3, 3),))),
    ("such cells, none passed twice", False, "#o/ oo/ #", f.Birth(1, ((2, 4),))),
    ("all that touches the outside", True, "#oo#/o", f.Birth(1, ((3, 3),))),
    ("all that does, no cell passed twice", True, "#..#/##oo/.o", f.Birth(1, ((4, 4),))),
    ("all that does, and nothing lives there at first", True, FROM_INSIDE, f.Birth(4, ((5, 4),))),
)
"""Readings of the perimeter, whether with inner bends, a region with a fence of each, and what is born outside."""


def let_out(picture: str, diagonals: bool) -> f.Birth | None:
    """Return what is first born outside of a region with walls at every third cell, or none if they are elsewhere."""
    board, (region,) = drawn(picture)
    walk = g.around(region, diagonals=diagonals)
    walls = frozenset(place for place in region if board[place] == c.WALL)
    is_fence = any(walls == g.fence(walk, first) for first in range(len(walk)))
    return g.first_birth_outside(board, (region,)) if is_fence else None


def fences_by_hand() -> Rows:
    """Yield perimeters, walls, and what is born and missing."""

    def run(picture: str, spawns: bool = False, margin: int = 2) -> Any:
        board, regions = drawn(picture, margin)
        missing = dict.fromkeys(fault.premise for fault in g.fence_faults(board, regions))
        return g.first_birth_outside(board, regions, spawns=spawns), tuple(missing)

    square, bend = g.around(g.rectangle(0, 0, 3, 3)), frozenset({(0, 0), (0, 1), (0, 2), (1, 0)})
    yield "from the upper left", ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)), square
    yield "0, 3 and 6 of eight", frozenset({(0, 0), (1, 2), (2, 0)}), g.fence(square)
    yield "out and back, down and up", ((0, 0), (0, 1), (0, 2), (0, 1), (0, 0), (1, 0)), g.around(bend)
    cells = (c.WALL, c.CRATE, c.LEVEL_EXIT, c.PLAYER, c.TREE, c.SPAWNER, c.LIFE, c.EMPTY)
    yield "frozen, dead and no spawner", [True] * 4 + [False] * 4, [is_wall(cell) for cell in cells]
    yield "a block outside lives on, unborn", (None, (LIFE_OUTSIDE,)), run("#  OO/   OO")
    for name, (picture, premise, born, spawns, margin) in ESCAPES.items():
        yield f"{name}: {picture}", (f.Birth(1, born), (premise,)), run(picture, spawns, margin)
    for name, diagonals, picture, birth in LETTER:
        yield f"the perimeter is {name}: {picture}", birth, let_out(picture, diagonals)
    yield "the perimeter lies round a row of three", f.Birth(1, ((2, 4), (4, 4))), run("W  W/ ooo/ W  W")[0]
    held = dict.fromkeys(((2, 3), (3, 2), (3, 4), (4, 3)), c.WALL)
    near = ((0, 0), (0, 1), (0, 7), (1, 0), (1, 1), (1, 7), (7, 0), (7, 1), (7, 7))
    for why, leaking, changed in (
        ("the cell above touches three that may live", ((1, 3),), {(2, 3): 0}),
        ("a spawner outside: it and all that touch it", near, {(0, 0): c.SPAWNER}),
    ):
        yield why, leaking, leaks(Board.empty(8, 8).with_cells(held | changed), g.rectangle(2, 2, 3, 3))


def a_step_on(*cells: int) -> tuple[Any, Any]:
    """Return that if a rectangle lacks nothing, nothing outside lives a step later, and it lacks nothing then."""
    region = g.rectangle(1, 1, 2, 3)
    board = Board.empty(4, 5).with_cells(dict(zip(g.around(region), cells, strict=True)))
    if not f.is_fenced(board, [region]):
        return None, None
    after = advance(board).board
    born = [place for place in f.outside_of(board, [region]) if after[place] & c.ALIVE]
    return ([], ()), (born, g.fence_faults(after, [region]))


def enclosed(scope: Scope) -> Iterator[tuple[f.Region, frozenset[Location]]]:
    """Yield drawn regions, and the walls that are drawn for them."""
    for seed in range(2):
        drawing = DrawnChoices(HashedDraws(seed))
        partition = grow_regions(11, 13, 2, drawing)
        for region in partition.regions:
            yield region, enclose(partition, region, drawing)


def held(region: f.Region, walls: frozenset[Location]) -> tuple[Any, Any]:
    """Return that nothing leaks or gets out, and that without any one of the walls something leaks."""

    def walled(*taken: Location) -> Board:
        return board_of(11, 13, [(wall, c.WALL) for wall in walls.difference(taken)])

    full = walled().with_cells(dict.fromkeys(region - walls, c.LIFE))
    needed = all(leaks(walled(wall), region) for wall in walls)
    got = leaks(walled(), region), g.first_birth_outside(full, [region]), walls <= region, needed
    return ((), None, True, True), got


@lemma(
    "W19-fence",
    "walls at every third cell keep a pattern inside",
    "footnote 10",
    "refuted",
    evidence="exhaustive: the repair over all walls and patterns of a rectangle of 2 x 3 cells; drawn fences round 2 "
    "pairs of drawn regions of any shape; by hand: life gets out in each reading; argued in docs/findings/fences.md",
    defects="As printed the claim fails in each reading of perimeter: at an inner bend, where a cell outside "
    "touches up to five cells of the perimeter; if the perimeter lies outside the region; if the third, sixth, "
    "... cells are walls and the number of cells is not a multiple of three. It does not mention life and "
    "spawners outside, spawners on the perimeter, a second region nearby, or regions that reach round the board.",
    repair="nothing outside ever comes to life if every three consecutive cells of the perimeter contain a wall, "
    "each outside cell touches at most three cells, consecutive ones of one perimeter (as for a rectangle on a "
    "board with two more rows and columns), no spawner is on the perimeter, nothing alive and no spawner is "
    "outside, and nobody acts",
    witness="o#o/o: one wall and three living cells; the cell in the bend comes to life in the first step. With a "
    "perimeter of all that touches the outside, no cell passed twice: #..#/##oo/.o. With nothing alive on the "
    f"perimeter at first: {FROM_INSIDE}, after four steps",
)
def walls_at_every_third() -> Evidence:
    """With a wall at every third cell around the perimeter of a region, no pattern within the region brings a cell
    outside it to life.
    """
    each_cell = product((c.EMPTY, c.LIFE, c.WALL), repeat=6)
    on_rings = among("each of 2 x 3 cells empty, alive or a wall", each_cell, many=True)
    fenced = among("regions that let life out by hand", LETTER, many=True)
    yield by_hand(fences_by_hand)
    yield every("nothing missing: nothing outside comes to life, nothing is missing", a_step_on, on_rings)
    held_in = lambda _, diagonals, picture, birth: (None, let_out(picture, diagonals))  # noqa: E731
    yield every("the letter", held_in, fenced).fails("…o#o/o…: expected None, got Birth(steps=1, locations=((3, 3),))")
    pairs = among("2 drawn pairs of regions on a torus of 11 x 13", enclosed, many=True)
    yield every("walls round regions of any shape: nothing leaks, and no wall is too many", held, pairs)
    yield mutants("""
        safelife.generation.fences:fence_faults
            a wall every fourth cell is a fence: spacing: int = SPACING → spacing: int = 4
            an inner bend is no fault: crowded(board, outside, walks)
                → [x for x in outside if sum(any(_moved(x, step) in of for step in _ROUND) for of in regions) > 1]
            perimeters are looked at one by one: crowded(board, outside, walks)
                → [x for walk in walks for x in crowded(board, outside, [walk])]
            the board ends at its edge: outside = outside_of → board = Board([*((*row, 0, 0) for row in board.rows),
                *[[0] * (board.width + 2)] * 2])⏎    outside = outside_of
            a spawner on the perimeter is no fault: for location in ring if → for location in () if
            life outside is no fault: for location in outside if board[location] & ALIVE → for location in ()
            a spawner outside is no fault: for location in outside if board[location] & SPAWNING → for location in ()
        safelife.generation.fences:unwalled
            the last stretch is not looked at: in_a_row(walk, spacing) → in_a_row(walk, spacing)[: 1 - spacing]
            corners are not part of the perimeter: return → ends = [{min(axis), max(axis)}
                for axis in zip(*walk)]⏎    walk = [x for x in walk if x[0] not in ends[0] or x[1] not in ends[1]]
                ⏎    return
        safelife.generation.fences:is_wall
            trees are walls: (ALIVE | SPAWNING) → SPAWNING
        safelife.generation.enclosures:enclose
            a drawn wall is forgotten: frozenset(walls) → frozenset(sorted(walls)[1:])
            all that could be walls are: frozenset(walls) → frozenset(touched)
    """)


STATEMENTS = statements_in(globals())
