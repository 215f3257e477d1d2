"""Fences: where the letter of the footnote fails, and that the repaired premises keep life inside.

The statement is long: the letter has six readings, and the repair five premises, each of which is needed.
"""

from collections.abc import Collection, Iterator
from itertools import product
from math import prod
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope, among, every
from formal_rl.checking.claims import Rows, by_hand, kinds
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

SIGNS = {" ": 0, "O": c.LIFE, "S": c.SPAWNER, ".": 0, "o": c.LIFE, "#": c.WALL, "t": c.TREE, "s": c.SPAWNER}


def drawn(picture: str, margin: int = 2) -> tuple[Board, tuple[f.Region, ...]]:
    """Return the board of a picture, ``margin`` empty cells all round it, and its regions, the uppermost first.

    Rows are separated by slashes. In a region . is nothing, o life, # a wall, t a tree, s a spawner; outside a space is
    nothing, O life, S a spawner. What hangs together by its sides is one region.
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
            waiting.extend(beside(place) & left - region)
        left -= region
        regions.append(frozenset(region))
    return board, tuple(regions)


def beside(place: Location) -> set[Location]:
    """Return the four places at the sides of one."""
    row, column = place
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def picture_of(region: f.Region, walls: Collection[Location], living: Collection[Location]) -> str:
    """Return the picture of a region with these walls and this life."""
    (top, left), (bottom, right) = ([*map(end, zip(*region, strict=True))] for end in (min, max))
    signs = {place: "#" if place in walls else "o" if place in living else "." for place in region}
    rows = (((row, column) for column in range(left, right + 1)) for row in range(top, bottom + 1))
    return "/".join("".join(signs.get(place, " ") for place in row).rstrip() for row in rows)


# --- By hand ---

GAP, CROWDED, SPAWNER_ON_IT, LIFE_OUTSIDE, SPAWNER_OUTSIDE = f.PREMISES
FROM_INSIDE = "#..#..#/.ooo.../#..#oo./   .o.#/   .#.."
CORNER = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3))
ROUND = ((1, 5), (1, 6), (1, 7), (2, 5), (2, 7), (3, 5), (3, 6), (3, 7))

ESCAPES: dict[str, tuple[str, str, f.Walk, bool, int]] = {
    "a wall every fourth cell": ("#ooo#", GAP, ((1, 4), (3, 4)), False, 2),
    "every third cell counted, the last stretch longer": ("o.#/o../o#.", GAP, ((3, 1),), False, 2),
    "corners without a wall": ("ooo/#.#/.#.", GAP, ((1, 3),), False, 2),
    "trees for walls": ("o/t/o", GAP, ((3, 1), (3, 3)), False, 2),
    "an inner bend": (".o/##oo/..##", CROWDED, ((2, 4),), False, 2),
    "two regions a cell apart": ("o/# o#/o", CROWDED, ((3, 3),), False, 2),
    "two regions corner to corner": ("#o/#o/   o#", CROWDED, ((3, 4),), False, 2),
    "once round the board": ("oo /## / o /   /   ", CROWDED, ((1, 2),), False, 0),
    "a board of one row": ("o#o  ", CROWDED, ((0, 3), (0, 4)), False, 0),
    "a spawner on the perimeter": ("s#", SPAWNER_ON_IT, CORNER, True, 2),
    "life outside": ("o/# O/o", LIFE_OUTSIDE, ((3, 3),), False, 2),
    "a spawner outside": ("#   S", SPAWNER_OUTSIDE, ROUND, True, 2),
}
"""Boards on which a premise is missing and life gets out in the first step: which it is, what is born, what spawns."""


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
    sides = g.around(bend, diagonals=False)
    yield "the same, the inner bend left out", ((0, 0), (0, 1), (0, 2), (0, 1), (1, 0)), sides
    cells = (c.WALL, c.CRATE, c.LEVEL_EXIT, c.PLAYER, c.TREE, c.SPAWNER, c.LIFE, c.EMPTY)
    yield "frozen, dead and no spawner", [True] * 4 + [False] * 4, [is_wall(cell) for cell in cells]
    yield "a block outside lives on, unborn", (None, (LIFE_OUTSIDE,)), run("#  OO/   OO")
    for name, (picture, premise, born, spawns, margin) in ESCAPES.items():
        yield f"{name}: {picture}", (f.Birth(1, born), (premise,)), run(picture, spawns, margin)
    held = dict.fromkeys(((2, 3), (3, 2), (3, 4), (4, 3)), c.WALL)
    near = ((0, 0), (0, 1), (0, 7), (1, 0), (1, 1), (1, 7), (7, 0), (7, 1), (7, 7))
    for why, leaking, changed in (
        ("the cell above touches three that may live", ((1, 3),), {(2, 3): 0}),
        ("a spawner outside: it and all that touch it", near, {(0, 0): c.SPAWNER}),
        ("a spawner in the middle: nothing outside touches it", (), {(3, 3): c.SPAWNER}),
    ):
        yield why, leaking, leaks(Board.empty(8, 8).with_cells(held | changed), g.rectangle(2, 2, 3, 3))


# --- The repaired premises ---


def patterns(scope: Scope) -> Iterator[tuple[Board, Collection[f.Region], bool]]:
    """Yield the boards on which life gets out, then all of a rectangle whose perimeter is empty, alive or a wall."""
    for picture, _, _, spawns, margin in ESCAPES.values():
        yield *drawn(picture, margin), spawns
    height = 3 if scope.is_full else 2
    region, empty = g.rectangle(1, 1, height, 3), Board.empty(height + 2, 5)
    ring = g.around(region)
    for cells in product((c.EMPTY, c.LIFE, c.WALL), repeat=len(ring)):
        yield empty.with_cells(dict(zip(ring, cells, strict=True))), (region,), False


def a_step_on(board: Board, regions: Collection[f.Region], spawns: bool) -> tuple[Any, Any]:
    """Return that where nothing is missing nothing outside lives a step later, and nothing is missing then."""
    if g.fence_faults(board, regions):
        return None, None
    after = advance(board, int(spawns)).board
    born = [place for place in f.outside_of(board, regions) if after[place] & c.ALIVE]
    return ([], ()), (born, g.fence_faults(after, regions))


def to_the_end(height: int, width: int) -> tuple[Any, Any]:
    """Return that of a fenced rectangle with any pattern nothing outside ever lives, or a board on which it does."""
    region, empty = g.rectangle(1, 1, height, width), Board.empty(height + 2, width + 2)
    walk = g.around(region)
    for walls in {g.fence(walk, first) for first in range(len(walk))}:
        free = sorted(region - walls)
        for living in product((c.EMPTY, c.LIFE), repeat=len(free)):
            board = empty.with_cells({**dict.fromkeys(walls, c.WALL), **dict(zip(free, living, strict=True))})
            if g.first_birth_outside(board, (region,)):
                return None, board
    return None, None


# --- The letter ---


def escape(region: f.Region, *, diagonals: bool = True, twice: bool = True, spacing: int = 3) -> tuple[Any, Any]:
    """Return that life does not get out of a region however it is fenced, or a picture of which it does.

    Three free cells are alive that touch one outside cell. If there are none, nothing outside ever has three living
    neighbours.
    """
    walk = g.around(region, diagonals=diagonals)
    if twice or len(set(walk)) == len(walk):
        for walls in dict.fromkeys(g.fence(walk, first, spacing) for first in range(len(walk))):
            free = region - walls
            beyond = (each for place in sorted(region) for each in sorted(round_it(*place) - region))
            near = (f.touched(free, each) for each in beyond)
            if living := next((three for three in near if len(three) >= 3), None):
                picture = picture_of(region, walls, living[:3])
                if birth := g.first_birth_outside(*drawn(picture)):
                    return None, (picture, birth)
    return None, None


def round_it(row: int, column: int) -> set[Location]:
    """Return a place and the eight round it."""
    return set(product((row - 1, row, row + 1), (column - 1, column, column + 1)))


def regions(number: int) -> Iterator[f.Region]:
    """Yield all regions of at most ``number`` cells, smallest first; so few that none has a hole."""
    level = {frozenset({(0, 0)})}
    for _ in range(number):
        yield from sorted(level, key=sorted)
        grown = (region | {each} for region in level for place in region for each in beside(place) - region)
        corners = ((region, *map(min, zip(*region, strict=True))) for region in grown)
        level = {frozenset((row - top, column - left) for row, column in region) for region, top, left in corners}


def thick_regions() -> Iterator[f.Region]:
    """Yield all regions of at most 10 cells whose perimeter passes no cell twice, smallest first.

    They are one cell, two, and unions of squares of 2 x 2, one for each cell of a region of at most 4: of 5 squares
    that hang together there are 11 cells or more.
    """
    squares = {
        frozenset(x for row, column in each for x in product((row, row + 1), (column, column + 1)))
        for each in regions(4)
    }
    few = {g.rectangle(0, 0, 1, 1), g.rectangle(0, 0, 1, 2), g.rectangle(0, 0, 2, 1)}
    yield from sorted(few | squares, key=lambda region: (len(region), sorted(region)))


def from_inside(picture: str) -> tuple[Any, Any]:
    """Return that life does not get out of a fenced region on whose perimeter nothing lives, or when it does."""
    board, (region,) = drawn(picture)
    walk = g.around(region)
    walls = frozenset(place for place in region if board[place] == c.WALL)
    right = walls in {g.fence(walk, first) for first in range(len(walk))} and not set(walk) & set(board.find(c.ALIVE))
    return None, g.first_birth_outside(board, (region,)) if right else None


def fence_beyond(first: int) -> tuple[Any, Any]:
    """Return that life does not get out of a row of three with a fence that lies round it, or when it does."""
    region, walls = g.rectangle(3, 3, 1, 3), g.fence(g.around(g.rectangle(2, 2, 3, 5)), first)
    cells = {**dict.fromkeys(region, c.LIFE), **dict.fromkeys(walls, c.WALL)}
    return None, g.first_birth_outside(Board.empty(7, 9).with_cells(cells), (region,))


# --- Regions of any shape ---


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
    evidence="exhaustive: all regions of at most 5 cells, and of at most 10 whose perimeter passes no cell twice, "
    "every fence and pattern, in each reading until life gets out; the repair over all walls and patterns of a "
    "rectangle of 2 x 3 cells, and over all patterns in fenced ones of 3 x 3 and 3 x 4, to the end; drawn fences "
    "round 2 pairs of drawn regions of any shape; argued in docs/findings/fences.md",
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

    def fails(name: str, of: Any, picture: str, *born: Location, **reading: Any) -> Any:
        part = every(f"the letter: {name}", lambda region: escape(region, **reading), of)
        return part.fails(f"the letter: {name}…: expected None, got ({picture!r}, {f.Birth(1, born)})")

    four, five = (among(f"all regions of at most {most} cells, every fence", regions(most)) for most in (4, 5))
    ten = among("all regions of at most 10 cells whose perimeter passes no cell twice, every fence", thick_regions())
    sizes = sorted(product(range(1, 6), repeat=2), key=prod)  # the smallest first, for the refutation
    rectangles = [g.rectangle(0, 0, *size) for size in sizes if prod(size) <= 5]
    boxes = among("all rectangles of at most 5 cells, every fence", rectangles)
    fenced = kinds(lambda board, of, _: "fenced" if f.is_fenced(board, of) else "not fenced", "fenced", "not fenced")
    on_rings = among("12 boards on which life gets out; 2 x 3 cells, in full 3 x 3, any perimeter", patterns, many=True)
    to_fence = among("3 x 3 and 3 x 4 cells, every fence and pattern", [(3, 3), (3, 4)], many=True)
    yield by_hand(fences_by_hand)
    yield every("nothing missing: nothing outside comes to life, nothing is missing", a_step_on, on_rings, kinds=fenced)
    yield every("a wall at every third cell round a rectangle, to the end", to_the_end, to_fence)
    yield fails("the perimeter is what has an outside cell beside it", four, "o#o/o", (3, 3), diagonals=False)
    once: dict[str, Any] = {"twice": False}
    yield fails("the same, no cell passed twice", five, "#o/ oo/ #", (2, 4), diagonals=False, **once)
    yield fails("the perimeter is what touches the outside", five, "#oo#/o", (3, 3))
    yield fails("the same, no cell passed twice", ten, "#..#/##oo/.o", (4, 4), **once)
    name = "the letter: nothing lives on the perimeter at first"
    part = every(name, from_inside, among("7 walls and 6 living cells", [FROM_INSIDE]))
    yield part.fails(f"{name}, {FROM_INSIDE}: expected None, got {f.Birth(4, ((5, 4),))}")
    name = "the letter: the perimeter lies round the region, outside of it"
    part = every(name, fence_beyond, among("a row of three living cells, every fence round it", range(3)))
    yield part.fails(f"{name}, 0: expected None, got {f.Birth(1, ((2, 4), (4, 4)))}")
    yield fails("a wall at every fourth cell of a rectangle", boxes, "#ooo#", (1, 4), (3, 4), spacing=4)
    pairs = among("2 drawn pairs of regions on a torus of 11 x 13", enclosed, many=True)
    yield every("walls round regions of any shape: nothing leaks, and no wall is too many", held, pairs)
    yield mutants("""
        safelife.generation.fences:fence_faults
            a wall every fourth cell is a fence: spacing: int = SPACING → spacing: int = 4
            an inner bend is no fault: crowded(board, outside, walks)
                → [x for x in outside if sum(bool(touched(region, x)) for region in regions) > 1]
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
