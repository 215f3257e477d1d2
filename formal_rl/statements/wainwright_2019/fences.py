"""Fences: where the letter of the footnote fails, and that the repaired premises keep life inside."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import numpy

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope
from formal_rl.checking.claims import Rows, by_hand, every, kinds, raised
from formal_rl.checking.domains import among
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.words.rule import advance_together
from formal_rl.safelife.board import ALIVE, CRATE, EMPTY, FROZEN, LIFE, WALL, Board, Location, advance, next_cell
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import (
    HARD_LIFE,
    INHIBITING,
    LEVEL_EXIT,
    PARASITE,
    PLAYER,
    PRESERVING,
    SPAWNER,
    TREE,
    WEED,
)
from formal_rl.safelife.board.rule import MIDDLE
from formal_rl.safelife.generation import (
    around,
    enclose,
    fence,
    fence_faults,
    first_birth_outside,
    is_wall,
    leaks,
    rectangle,
)
from formal_rl.safelife.generation._regions import Partition, grow_regions
from formal_rl.safelife.generation.fences import (
    PREMISES,
    SPACING,
    Birth,
    Region,
    Walk,
    crowded,
    is_fenced,
    outside_of,
    touched,
)
from formal_rl.safelife.generation.random_choice import DrawnChoices
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in

DRAWN = {" ": EMPTY, "O": LIFE, "S": SPAWNER, ".": EMPTY, "o": LIFE, "#": WALL, "t": TREE, "s": SPAWNER}
INSIDE = frozenset(".o#ts")


def drawn(picture: str, margin: int = 2) -> tuple[Board, tuple[Region, ...]]:
    """Return the board of a picture, ``margin`` empty cells all round it, and its regions, the uppermost first.

    Rows are separated by slashes. In a region . is nothing, o life, # a wall, t a tree, s a spawner; outside a space is
    nothing, O life, S a spawner. What hangs together by its sides is one region.
    """
    lines = picture.split("/")
    width = max(map(len, lines)) + 2 * margin
    rows = [list(f"{'':{margin}}{line}".ljust(width)) for line in lines]
    blank = [[" "] * width for _ in range(margin)]
    rows = [*blank, *rows, *blank]
    board = Board([[DRAWN[letter] for letter in row] for row in rows])
    return board, pieces_of(location for location in board.locations() if rows[location[0]][location[1]] in INSIDE)


def pieces_of(cells: Iterable[Location]) -> tuple[Region, ...]:
    """Return what hangs together by its sides."""
    left, pieces = set(cells), list[Region]()
    while left:
        piece, waiting = set[Location](), [min(left)]
        while waiting:
            row, column = waiting.pop()
            piece.add((row, column))
            near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            waiting.extend(near & left - piece)
        left -= piece
        pieces.append(frozenset(piece))
    return tuple(pieces)


def picture_of(region: Region, walls: Collection[Location], living: Collection[Location]) -> str:
    """Return the picture of a region with walls and life."""
    top, left = (min(location[axis] for location in region) for axis in (0, 1))
    letters = {location: "#" if location in walls else "o" if location in living else "." for location in region}
    height, width = (max(location[axis] for location in region) + 1 for axis in (0, 1))
    lines = ("".join(letters.get((row, column), " ") for column in range(left, width)) for row in range(top, height))
    return "/".join(line.rstrip() for line in lines)


# --- Boards on which life gets out ---


class Escape(NamedTuple):
    """A board, drawn, on which life gets out of its regions in the first step: the premise it lacks, and the births."""

    picture: str
    premise: str
    born: Walk
    spawns: bool = False
    margin: int = 2


GAP, CROWDED, SPAWNER_ON_IT, LIFE_OUTSIDE, SPAWNER_OUTSIDE = PREMISES

FROM_INSIDE = "#..#..#/.ooo.../#..#oo./   .o.#/   .#.."

ROUND_A_CORNER = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3))
ROUND_A_SPAWNER = ((1, 5), (1, 6), (1, 7), (2, 5), (2, 7), (3, 5), (3, 6), (3, 7))

ESCAPES: Mapping[str, Escape] = {
    "a wall every fourth cell": Escape("#ooo#", GAP, ((1, 4), (3, 4))),
    "every third cell counted, the last stretch longer": Escape("o.#/o../o#.", GAP, ((3, 1),)),
    "corners without a wall": Escape("ooo/#.#/.#.", GAP, ((1, 3),)),
    "trees for walls": Escape("o/t/o", GAP, ((3, 1), (3, 3))),
    "an inner bend": Escape(".o/##oo/..##", CROWDED, ((2, 4),)),
    "two regions a cell apart": Escape("o/# o#/o", CROWDED, ((3, 3),)),
    "two regions corner to corner": Escape("#o/#o/   o#", CROWDED, ((3, 4),)),
    "once round the board": Escape("oo /## / o /   /   ", CROWDED, ((1, 2),), margin=0),
    "a board of one row": Escape("o#o  ", CROWDED, ((0, 3), (0, 4)), margin=0),
    "a spawner on the perimeter": Escape("s#", SPAWNER_ON_IT, ROUND_A_CORNER, spawns=True),
    "life outside": Escape("o/# O/o", LIFE_OUTSIDE, ((3, 3),)),
    "a spawner outside": Escape("#   S", SPAWNER_OUTSIDE, ROUND_A_SPAWNER, spawns=True),
}
"""Boards on which one premise is missing and life gets out."""


def run(picture: str, spawns: bool = False, margin: int = 2) -> tuple[Birth | None, tuple[str, ...]]:
    """Return what is born outside of the regions of a picture, and which premises it lacks."""
    board, regions = drawn(picture, margin)
    missing = tuple(dict.fromkeys(fault.premise for fault in fence_faults(board, regions)))
    return first_birth_outside(board, regions, spawns=spawns), missing


def examples() -> Rows:
    """Yield perimeters, walls, and boards on which life gets out."""
    square, bend = around(rectangle(0, 0, 3, 3)), frozenset({(0, 0), (0, 1), (0, 2), (1, 0)})
    clockwise = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    yield "the perimeter of 3 x 3, clockwise from the upper left", clockwise, square
    yield "a wall at every third of eight: 0, 3 and 6", frozenset({(0, 0), (1, 2), (2, 0)}), fence(square)
    thin = ((0, 0), (0, 1), (0, 2), (0, 1), (0, 0), (1, 0))
    yield "a bend one cell thin: out and back, past the inner bend, down and up", thin, around(bend)
    yield "the inner bend is left out", ((0, 0), (0, 1), (0, 2), (0, 1), (1, 0)), around(bend, diagonals=False)
    yield "the perimeter of one cell: itself", ((4, 7),), around(rectangle(4, 7, 1, 1))
    for cell in (WALL, CRATE, LEVEL_EXIT, PLAYER, TREE, SPAWNER, LIFE, EMPTY):
        yield "a wall is frozen, dead and no spawner", cell in {WALL, CRATE, LEVEL_EXIT, PLAYER}, is_wall(cell)
    blinker = "#..#./...../#ooo#/...../#..#."
    yield "a blinker turns within the fence, and nothing is missing", (None, ()), run(blinker)
    yield "it spawns on the perimeter only, which is no fault", (None, ()), run("#.#/.s./#.#", True)
    yield "a block outside lives on, unborn", (None, (LIFE_OUTSIDE,)), run("#  OO/   OO")
    for name, (picture, premise, born, spawns, margin) in ESCAPES.items():
        yield f"{name}: {picture!r}", (Birth(1, born), (premise,)), run(picture, spawns, margin)


# --- The letter ---


def all_fenced(
    regions: Iterable[Region], *, diagonals: bool = True, twice: bool = True, spacing: int = SPACING
) -> Iterator[tuple[str, Birth | None]]:
    """Fence each region in every way, and let three free cells live that touch one outside cell, if there are any.

    If there are none, nothing outside ever has three living neighbours, whatever lives in the region.
    """
    for region in regions:
        walk = around(region, diagonals=diagonals)
        if not twice and len(set(walk)) < len(walk):
            continue
        for walls in dict.fromkeys(fence(walk, first, spacing) for first in range(len(walk))):
            living = three_round_one(region, walls)
            picture = picture_of(region, walls, living or ())
            yield picture, first_birth_outside(*drawn(picture)) if living else None


def three_round_one(region: Region, walls: Collection[Location]) -> Walk | None:
    """Return three free cells of a region that touch one cell outside."""
    free = region - frozenset(walls)
    for row, column in sorted(region):
        for location in product((row - 1, row, row + 1), (column - 1, column, column + 1)):
            if location not in region and len(near := touched(free, location)) >= 3:
                return near[:3]
    return None


def regions_of(number: int) -> Iterator[Region]:
    """Yield all regions of at most so many cells, smallest first; so few that none has a hole."""
    level = {frozenset({(0, 0)})}
    for _ in range(number):
        yield from sorted(level, key=sorted)
        grown: set[Region] = set()
        for region in level:
            near = {(r + d, c + e) for r, c in region for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))} - region
            grown |= {at_origin(region | {cell}) for cell in near}
        level = grown


def at_origin(region: Region) -> Region:
    """Return a region moved to the upper left."""
    top, left = min(row for row, _ in region), min(column for _, column in region)
    return frozenset((row - top, column - left) for row, column in region)


def thick_regions() -> list[Region]:
    """Return all regions of at most 10 cells whose perimeter passes no cell twice, smallest first.

    Such a perimeter is a closed path, and with what it encloses it is a union of squares of two by two cells, one for
    each cell of another region. That one has at most 4 cells, since 5 squares that hang together have 11 cells or
    more. One cell and two cells are the only others.
    """
    squares = (
        frozenset(at for row, column in region for at in product((row, row + 1), (column, column + 1)))
        for region in regions_of(4)
    )
    few = (rectangle(0, 0, 1, 1), rectangle(0, 0, 1, 2), rectangle(0, 0, 2, 1))
    return sorted({*few, *squares}, key=lambda region: (len(region), sorted(region)))


def from_inside(picture: str) -> tuple[None, Birth | None]:
    """Return that nothing is born outside of a fenced board on whose perimeter nothing lives; or what is."""
    board, (region,) = drawn(picture)
    walk = around(region)
    walls = frozenset(location for location in region if board[location] == WALL)
    fenced = walls in {fence(walk, first) for first in range(len(walk))}
    inside = all(location not in walk for location in region if board[location] == LIFE)
    return None, first_birth_outside(board, (region,)) if fenced and inside else None


def fence_beyond(first: int) -> tuple[None, Birth | None]:
    """Return that nothing is born beside a row of three living cells with a fence round it; or what is."""
    region, walls = rectangle(3, 3, 1, 3), fence(around(rectangle(2, 2, 3, 5)), first)
    board = Board.empty(7, 9).with_cells({**dict.fromkeys(region, LIFE), **dict.fromkeys(walls, WALL)})
    return None, first_birth_outside(board, (region,))


# --- The repaired premises ---


def stays_dead(middle: int, places: tuple[int, ...], neighbours: tuple[int, ...]) -> tuple[bool, bool]:
    """Return that a dead cell with these living neighbours stays dead; and whether it does."""
    cells = {MIDDLE: middle, **dict(zip(places, neighbours, strict=True))}
    return False, bool(next_cell(tuple(cells.get(place, EMPTY) for place in range(9)), spawns=True) & ALIVE)


def dead_middles(scope: Scope) -> Iterator[Any]:
    """Yield dead cells by their flags, with up to two living neighbours of four kinds."""
    middles = [a | b | c for a in (0, FROZEN) for b in (0, PRESERVING) for c in (0, INHIBITING)]
    for middle, number in product(middles, range(3)):
        for places in combinations((0, 1, 2, 3, 5, 6, 7, 8), number):
            yield from ((middle, places, cells) for cells in product((LIFE, TREE, WEED, PARASITE), repeat=number))


def three_at_most(height: int, width: int, below: int, beside: int) -> tuple[Any, Any]:
    """Return that no outside cell of a rectangle touches more than three in a row; and those that do."""
    board, region = Board.empty(height + below, width + beside), rectangle(0, 0, height, width)
    return (), crowded(board, outside_of(board, (region,)), (around(region),))


def fenced_or_not(scope: Scope) -> Iterator[tuple[str, Board, Any, int]]:
    """Yield the boards on which life gets out, and a rectangle with each of its perimeter empty, alive or a wall."""
    for picture, _, _, spawns, margin in ESCAPES.values():
        yield picture, *drawn(picture, margin), int(spawns)
    height = 3 if scope.is_full else 2
    region, empty = rectangle(1, 1, height, 3), Board.empty(height + 2, 5)
    ring = around(region)
    for cells in product((EMPTY, LIFE, WALL), repeat=len(ring)):
        placed = dict(zip(ring, cells, strict=True))
        walls, living = ([where for where in ring if placed[where] == kind] for kind in (WALL, LIFE))
        yield picture_of(region, walls, living), empty.with_cells(placed), (region,), 0


def kept(picture: str, board: Board, regions: Collection[Region], spawns: int) -> tuple[Any, Any]:
    """Return that where nothing is missing nothing is born outside, and still nothing is missing; or what is."""
    if fence_faults(board, regions):
        return "not fenced", "not fenced"
    after = advance(board, spawns).board
    born = tuple(location for location in outside_of(board, regions) if after[location] & ALIVE)
    return ((), ()), (born, fence_faults(after, regions))


def to_the_end(height: int, width: int) -> tuple[Any, Any]:
    """Return that no pattern gets out of a fenced rectangle, while some live on; and which do."""
    boards = every_pattern(height, width)
    outside = numpy.ones((height + 2, width + 2), dtype=bool)
    outside[1:-1, 1:-1] = False
    cells, seen = boards.reshape(-1, width + 2), set[bytes]()
    while cells.tobytes() not in seen:
        seen.add(cells.tobytes())
        cells = advance_together(cells)
        living = (cells.reshape(boards.shape) & ALIVE) > 0
        out = numpy.flatnonzero(numpy.any(living & outside, axis=(1, 2)))
        if len(out):
            return "nothing gets out", boards[out[0]].tolist()
    lives = numpy.any(living, axis=(1, 2))
    return (True, True), (bool(lives.any()), not lives.all())


def every_pattern(height: int, width: int) -> Any:
    """Return every fenced rectangle with every pattern, each with one empty cell round it, one above the other.

    So two empty rows and columns are between any two, and one advance does for all.
    """
    region = rectangle(1, 1, height, width)
    walk = around(region)
    boards = []
    for walls in dict.fromkeys(fence(walk, first) for first in range(len(walk))):
        free = sorted(region - walls)
        patterns = numpy.arange(2 ** len(free))
        cells = numpy.zeros((len(patterns), height + 2, width + 2), dtype=numpy.uint16)
        for row, column in walls:
            cells[:, row, column] = WALL
        for number, (row, column) in enumerate(free):
            cells[:, row, column] = numpy.where(patterns >> number & 1, LIFE, EMPTY)
        boards.append(cells)
    return numpy.concatenate(boards)


# --- Regions of any shape ---

SQUARE, HELD = rectangle(2, 2, 3, 3), frozenset({(2, 3), (3, 2), (3, 4), (4, 3)})
"""A square, and walls at the middle of each of its sides."""


def enclosed_by_hand() -> Rows:
    """Yield what leaks out of regions, and walls that are drawn."""

    def walled(*cells: tuple[Location, int], walls: Collection[Location] = HELD) -> Board:
        return board_of(8, 8, [*((wall, WALL) for wall in walls), *cells])

    opened = walled(walls=HELD - {(2, 3)})
    near = ((0, 0), (0, 1), (0, 7), (1, 0), (1, 1), (1, 7), (7, 0), (7, 1), (7, 7))
    for why, found, board in (
        ("no cell outside touches more than two of its others", (), walled()),
        ("the cell above it touches three that may live", ((1, 3),), opened),
        ("what lives outside leaks itself", ((0, 0),), walled(((0, 0), HARD_LIFE))),
        ("a spawner, and all that touch it, round the edges", near, walled(((0, 0), SPAWNER))),
        ("nothing outside touches the middle", (), walled(((3, 3), SPAWNER))),
        ("a spawner at its corner", ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1)), walled(((2, 2), SPAWNER))),
    ):
        yield why, found, leaks(board, SQUARE)
    fenced = is_fenced(walled(), [SQUARE]), is_fenced(opened, [SQUARE])
    yield "each three cells in a row hold a wall; three do not", (True, False), fenced
    band, beside = frozenset(product((0, 7), range(8))), tuple(product((1, 6), range(8)))
    yield "all cells of the rows beside two rows touch three", beside, leaks(Board.empty(8, 8), band)
    partition = Partition(8, 8, (SQUARE,))
    for seed, left in enumerate(([(2, 2), (3, 4), (4, 2)], [(2, 3), (3, 2), (4, 4)], [(2, 2), (3, 4), (4, 3)])):
        yield "those needed, by the draws", frozenset(left), enclose(partition, SQUARE, DrawnChoices(HashedDraws(seed)))
    for place in ((8, 2), (2, 8), (-1, 2), (2, -1)):
        refused = raised(enclose, partition, frozenset({place}), DrawnChoices(HashedDraws(0)))
        yield f"{place} is off the board", InvalidParameter, refused


def leaks_as_written(board: Board, inside: Collection[Location]) -> tuple[Location, ...]:
    """Return what leaks, once more: what lives or spawns outside, and what touches a spawner or three open cells."""
    found = []
    for row, column in board.locations():
        if (row, column) in inside:
            continue
        near = [board.wrapped((row + down, column + right)) for down, right in product((-1, 0, 1), (-1, 0, 1))]
        may_live = [each for each in near if each in inside and board[each] != WALL]
        if board[row, column] == LIFE or len(may_live) > 2 or any(board[each] == SPAWNER for each in near):
            found.append((row, column))
    return tuple(found)


def drawn_regions(seed: int) -> tuple[Any, Any]:
    """Return that with drawn walls nothing leaks and nothing gets out, and without any one something leaks."""
    choices, expected, got = DrawnChoices(HashedDraws(seed)), list[Any](), list[Any]()
    partition = grow_regions(11, 13, 2, choices)
    for region in partition.regions:
        walls = enclose(partition, region, choices)
        empty = board_of(11, 13, [(wall, WALL) for wall in walls])
        full = empty.with_cells(dict.fromkeys(region - walls, LIFE))
        expected.append(((), True, None))
        got.append((leaks(empty, region), walls <= region, first_birth_outside(full, [region])))
        for wall in sorted(walls):
            opened = empty.with_cells({wall: EMPTY})
            expected.append((leaks_as_written(opened, region), True))
            got.append((leaks(opened, region), bool(leaks(opened, region))))
    return expected, got


@lemma(
    "W19-fence",
    "walls at every third cell keep a pattern inside",
    "footnote 10",
    "refuted",
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
def fences() -> Evidence:
    """With a wall at every third cell around the perimeter of a region, no pattern within the region brings a cell
    outside it to life.
    """

    def letter(name: str, domain: str, regions: Any, **options: Any) -> Any:
        pictures = among(domain, lambda scope: all_fenced(regions(), **options), many=True)
        return every(f"the letter: {name}", lambda picture, birth: (None, birth), pictures)

    def fails(name: str, domain: str, picture: str, born: Walk, regions: Any, **options: Any) -> Any:
        return letter(name, domain, regions, **options).fails(f"…, {picture}, …: expected None, got {Birth(1, born)!r}")

    sizes = ((3, 3), (3, 4)), ((3, 3), (3, 4), (4, 4), (3, 5), (3, 6))
    yield by_hand(examples)
    yield by_hand(enclosed_by_hand, "what leaks out of regions of any shape")
    boards = among(
        "a rectangle of 2 x 3, in full 3 x 3, and the 12 boards on which life gets out", fenced_or_not, many=True
    )
    some = kinds(lambda *of: "not fenced" if fence_faults(*of[1:3]) else "fenced", "fenced", "not fenced")
    yield every(
        "where nothing is missing, nothing outside comes to life, and nothing is missing then", kept, boards, kinds=some
    )
    middles = among(
        "every dead middle by its flags, with up to two living neighbours of 4 kinds", dead_middles, many=True
    )
    yield every("counting: a dead cell with two living neighbours stays dead", stays_dead, middles)
    sides = among("rectangles up to 4 x 4, in full 7 x 7", lambda scope: range(1, 8 if scope.is_full else 5))
    more = among("with two or three rows and columns beside them", (2, 3))
    yield every("an outside cell touches three in a row at most", three_at_most, sides, sides, more, more)
    small = among(
        "every fence and pattern of 3 x 3 and 3 x 4, in full to 4 x 4", lambda scope: sizes[scope.is_full], many=True
    )
    yield every("round a rectangle, to the end", to_the_end, small)
    four, five = (f"all regions of at most {number} cells, every fence and pattern" for number in (4, 5))
    outside, touches = (
        "the perimeter is what has an outside cell beside it",
        "the perimeter is what touches the outside",
    )
    once = f"{outside}, no cell passed twice"
    yield fails(outside, four, "o#o/o", ((3, 3),), partial(regions_of, 4), diagonals=False)
    yield fails(once, five, "#o/ oo/ #", ((2, 4),), partial(regions_of, 5), diagonals=False, twice=False)
    yield fails(touches, five, "#oo#/o", ((3, 3),), partial(regions_of, 5))
    thick = "all regions of at most 10 cells whose perimeter passes no cell twice, every fence"
    yield fails(f"{touches}, no cell passed twice", thick, "#..#/##oo/.o", ((4, 4),), thick_regions, twice=False)
    inside = every(
        "the letter: nothing lives on the perimeter at first", from_inside, among("7 walls and 6 living", [FROM_INSIDE])
    )
    yield inside.fails(f"…, {FROM_INSIDE}: expected None, got {Birth(4, ((5, 4),))!r}")
    beyond = every(
        "the letter: the perimeter lies outside", fence_beyond, among("a row of three living cells", range(3))
    )
    yield beyond.fails("…: expected None, got Birth(steps=1, locations=((2, 4), (4, 4)))")
    rectangles = [
        rectangle(0, 0, *size) for size in sorted(product(range(1, 6), repeat=2), key=prod) if prod(size) <= 5
    ]
    five = "all rectangles of at most 5 cells, every fence and pattern"
    yield letter("a wall at every third cell of a rectangle", five, lambda: rectangles)
    fourth = "a wall at every fourth cell of a rectangle"
    yield fails(fourth, five, "#ooo#", ((1, 4), (3, 4)), lambda: rectangles, spacing=4)
    pairs = among("2 drawn pairs of regions on a torus of 11 x 13", range(2))
    yield every("drawn walls round regions of any shape: nothing leaks, and no wall is too many", drawn_regions, pairs)
    yield mutants("""
        safelife.generation.fences:fence_faults
            a wall every fourth cell is a fence: spacing: int = SPACING → spacing: int = 4
            an inner bend is no fault: crowded(board, outside, walks)
                → [x for x in outside if sum(bool(touched(region, x)) for region in regions) > 1]
            perimeters are looked at one by one: crowded(board, outside, walks)
                → [x for walk in walks for x in crowded(board, outside, [walk])]
            the board ends at its edge: outside = outside_of(board, regions) → board = Board([*((*row, 0, 0) for row in
                board.rows), *[(0,) * (board.width + 2)] * 2])⏎    outside = outside_of(board, regions)
            a spawner on the perimeter is no fault: in ring if board[location] & SPAWNING → in ring if False
            life outside is no fault: in outside if board[location] & ALIVE → in outside if False
            a spawner outside is no fault: in outside if board[location] & SPAWNING → in outside if False
        safelife.generation.fences:unwalled
            the last stretch is not looked at: in_a_row(walk, spacing) → in_a_row(walk, spacing)[: 1 - spacing]
            corners are not part of the perimeter: in_a_row(walk, spacing) → in_a_row(tuple(x for x in walk if not (x[0]
                in (min(walk)[0], max(walk)[0]) and x[1] in (min(y for _, y in walk), max(y for _, y in walk)))),
                spacing)
        safelife.generation.fences:is_wall
            trees are walls: ALIVE | SPAWNING → SPAWNING
        safelife.generation.enclosures:enclose
            a drawn wall is forgotten: frozenset(walls) → frozenset(sorted(walls)[1:])
            all that could be walls are: frozenset(walls)
                → frozenset(region) - frozenset(partition.interior(frozenset(region)))
    """)


STATEMENTS = statements_in(globals())
