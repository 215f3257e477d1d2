"""Checks of fences: where the letter of the footnote fails, and that the repaired premises keep life inside."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from formal_rl.agents import HashedDraws
from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Scope,
    check_examples,
    decide_cases,
    equal,
    part,
    unless,
)
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
    Fault,
    Region,
    Walk,
    crowded,
    in_a_row,
    is_fenced,
    outside_of,
    touched,
)
from formal_rl.safelife.generation.random_choice import DrawnChoices
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Faults = Callable[[Board, Collection[Region]], tuple[Fault, ...]]
Enclose = Callable[[Partition, Region, DrawnChoices], frozenset[Location]]

_DRAWN = {" ": EMPTY, "O": LIFE, "S": SPAWNER, ".": EMPTY, "o": LIFE, "#": WALL, "t": TREE, "s": SPAWNER}
_INSIDE = frozenset(".o#ts")


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
    board = Board([[_DRAWN[letter] for letter in row] for row in rows])
    return board, _pieces(location for location in board.locations() if rows[location[0]][location[1]] in _INSIDE)


def _pieces(cells: Iterable[Location]) -> tuple[Region, ...]:
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


def _picture(region: Region, walls: Collection[Location], living: Collection[Location]) -> str:
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


_GAP, _CROWDED, _SPAWNER_ON_IT, _LIFE_OUTSIDE, _SPAWNER_OUTSIDE = PREMISES

FROM_INSIDE = "#..#..#/.ooo.../#..#oo./   .o.#/   .#.."

_ROUND_A_CORNER = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3))
_ROUND_A_SPAWNER = ((1, 5), (1, 6), (1, 7), (2, 5), (2, 7), (3, 5), (3, 6), (3, 7))

ESCAPES: Mapping[str, Escape] = {
    "a wall every fourth cell": Escape("#ooo#", _GAP, ((1, 4), (3, 4))),
    "every third cell counted, the last stretch longer": Escape("o.#/o../o#.", _GAP, ((3, 1),)),
    "corners without a wall": Escape("ooo/#.#/.#.", _GAP, ((1, 3),)),
    "trees for walls": Escape("o/t/o", _GAP, ((3, 1), (3, 3))),
    "an inner bend": Escape(".o/##oo/..##", _CROWDED, ((2, 4),)),
    "two regions a cell apart": Escape("o/# o#/o", _CROWDED, ((3, 3),)),
    "two regions corner to corner": Escape("#o/#o/   o#", _CROWDED, ((3, 4),)),
    "once round the board": Escape("oo /## / o /   /   ", _CROWDED, ((1, 2),), margin=0),
    "a board of one row": Escape("o#o  ", _CROWDED, ((0, 3), (0, 4)), margin=0),
    "a spawner on the perimeter": Escape("s#", _SPAWNER_ON_IT, _ROUND_A_CORNER, spawns=True),
    "life outside": Escape("o/# O/o", _LIFE_OUTSIDE, ((3, 3),)),
    "a spawner outside": Escape("#   S", _SPAWNER_OUTSIDE, _ROUND_A_SPAWNER, spawns=True),
}
"""Boards on which one premise is missing and life gets out."""


# --- The check ---


def fences(scope: Scope, *, faults: Faults = fence_faults, enclosed: Enclose = enclose) -> Iterator[Part]:
    """Check the footnote: by hand, its letter in each reading, the repaired premises, and that each is needed."""
    yield check_examples(_worked_examples())
    yield check_examples(_enclosed_by_hand(enclosed), "what leaks out of regions of any shape, by hand")
    yield from _repaired(scope, faults)
    yield from _letter()
    yield _enclosed(enclosed, range(2))


def _none_born(where: str, birth: Birth | None) -> Disagreement | None:
    return equal(f"births outside of {where}", None, birth)


def _worked_examples() -> Iterator[Example]:
    square, bend = around(rectangle(0, 0, 3, 3)), frozenset({(0, 0), (0, 1), (0, 2), (1, 0)})
    clockwise = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    yield ("the perimeter of three by three cells", "clockwise from the upper left", clockwise, lambda: square)
    yield ("a wall at every third of eight", "0, 3 and 6", frozenset({(0, 0), (1, 2), (2, 0)}), fence, square)
    thin, why = ((0, 0), (0, 1), (0, 2), (0, 1), (0, 0), (1, 0)), "out and back, past the inner bend, down and up"
    yield ("the perimeter of a bend one cell thin", why, thin, around, bend)
    sides, left_out = partial(around, diagonals=False), ((0, 0), (0, 1), (0, 2), (0, 1), (1, 0))
    yield ("the same without what touches only at a corner", "the inner bend is left out", left_out, sides, bend)
    yield ("the perimeter of one cell", "itself", ((4, 7),), around, rectangle(4, 7, 1, 1))
    walls = (*((cell, True) for cell in (WALL, CRATE, LEVEL_EXIT, PLAYER)), (TREE, False), (SPAWNER, False))
    for cell, expected in (*walls, (LIFE, False), (EMPTY, False)):
        yield (f"whether {cell} is a wall", "frozen, dead and no spawner", expected, is_wall, cell)
    blinker, why = "#..#./...../#ooo#/...../#..#.", "it turns within the fence, and nothing is missing"
    yield ("a blinker across a fenced square of five by five", why, (None, ()), _run, blinker)
    why = "it spawns on the perimeter only, which is no fault"
    yield ("a spawner in the middle of a fenced square", why, (None, ()), _run, "#.#/.s./#.#", True)
    yield ("a block outside", "it lives on, unborn", (None, (_LIFE_OUTSIDE,)), _run, "#  OO/   OO")
    for name, (picture, premise, born, spawns, margin) in ESCAPES.items():
        about, found = f"what is missing, and what is born: {name}", (Birth(1, born), (premise,))
        yield (about, f"{picture!r}", found, _run, picture, spawns, margin)


def _run(picture: str, spawns: bool = False, margin: int = 2) -> tuple[Birth | None, tuple[str, ...]]:
    board, regions = drawn(picture, margin)
    missing = tuple(dict.fromkeys(fault.premise for fault in fence_faults(board, regions)))
    return first_birth_outside(board, regions, spawns=spawns), missing


# --- The letter ---


def _letter() -> Iterator[Part]:
    def fails(name: str, domain: str, picture: str, born: Walk, regions: Iterable[Region], **options: Any) -> Part:
        domain = f"{domain}; fewest living, then fewest steps, then fewest cells"
        foreseen = f"births outside of {picture!r}: expected None, got {Birth(1, born)!r}"
        return decide_cases(name, _all_fenced(regions, **options), domain=domain).meant_to_fail(foreseen)

    four, five = (f"all regions of at most {number} cells, every fence and pattern" for number in (4, 5))
    name = "the letter: the perimeter is what has an outside cell beside it"
    yield fails(name, four, "o#o/o", ((3, 3),), _regions(4), diagonals=False)
    once = "the letter: the same, no cell passed twice"
    yield fails(once, five, "#o/ oo/ #", ((2, 4),), _regions(5), diagonals=False, twice=False)
    yield fails("the letter: the perimeter is what touches the outside", five, "#oo#/o", ((3, 3),), _regions(5))
    thick = "all regions of at most 10 cells whose perimeter passes no cell twice, every fence"
    yield fails(once, thick, "#..#/##oo/.o", ((4, 4),), _thick_regions(), twice=False)
    yield _from_inside().meant_to_fail(f"births outside of {FROM_INSIDE!r}: expected None, got {Birth(4, ((5, 4),))!r}")
    yield _fence_beyond().meant_to_fail(
        "births outside of ooo, walls at [(2, 2), (2, 5), (4, 3), (4, 6)]: expected None, got "
        "Birth(steps=1, locations=((2, 4), (4, 4)))"
    )
    sizes = sorted(product(range(1, 6), repeat=2), key=prod)
    rectangles = [rectangle(0, 0, *size) for size in sizes if prod(size) <= 5]
    domain = "all rectangles of at most 5 cells, every fence and pattern"
    name = "a wall at every third cell of a rectangle of at most five cells"
    yield decide_cases(name, _all_fenced(rectangles), branches=("kept in",), domain=domain)
    name = "a wall at every fourth cell of a rectangle"
    yield fails(name, domain, "#ooo#", ((1, 4), (3, 4)), rectangles, spacing=4)


def _all_fenced(
    regions: Iterable[Region], *, diagonals: bool = True, twice: bool = True, spacing: int = SPACING
) -> Iterator[Case]:
    """Fence each region in every way, and let three free cells live that touch one outside cell, if there are any.

    If there are none, nothing outside ever has three living neighbours, whatever lives in the region.
    """
    for region in regions:
        walk = around(region, diagonals=diagonals)
        if not twice and len(set(walk)) < len(walk):
            continue
        for walls in dict.fromkeys(fence(walk, first, spacing) for first in range(len(walk))):
            living = _three_round_one(region, walls)
            yield "kept in" if living is None else "gets out", _escaped(region, walls, living or ())


def _three_round_one(region: Region, walls: Collection[Location]) -> Walk | None:
    free = region - frozenset(walls)
    for row, column in sorted(region):
        for location in product((row - 1, row, row + 1), (column - 1, column, column + 1)):
            if location not in region and len(near := touched(free, location)) >= 3:
                return near[:3]
    return None


def _escaped(region: Region, walls: Collection[Location], living: Walk) -> Disagreement | None:
    """Run the pattern and say what is born outside."""
    picture = _picture(region, walls, living)
    return _none_born(f"{picture!r}", first_birth_outside(*drawn(picture))) if living else None


def _regions(number: int) -> Iterator[Region]:
    """Yield all regions of at most so many cells, smallest first; so few that none has a hole."""
    level = {frozenset({(0, 0)})}
    for _ in range(number):
        yield from sorted(level, key=sorted)
        grown: set[Region] = set()
        for region in level:
            near = {(r + d, c + e) for r, c in region for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))} - region
            grown |= {_at_origin(region | {cell}) for cell in near}
        level = grown


def _at_origin(region: Region) -> Region:
    top, left = min(row for row, _ in region), min(column for _, column in region)
    return frozenset((row - top, column - left) for row, column in region)


def _thick_regions() -> Iterator[Region]:
    """Yield all regions of at most 10 cells whose perimeter passes no cell twice, smallest first.

    Such a perimeter is a closed path, and with what it encloses it is a union of squares of two by two cells, one for
    each cell of another region. That one has at most 4 cells, since 5 squares that hang together have 11 cells or
    more. One cell and two cells are the only others.
    """
    squares = (frozenset(_squares(region)) for region in _regions(4))
    few = (rectangle(0, 0, 1, 1), rectangle(0, 0, 1, 2), rectangle(0, 0, 2, 1))
    yield from sorted({*few, *squares}, key=lambda region: (len(region), sorted(region)))


def _squares(region: Region) -> Iterator[Location]:
    for row, column in region:
        yield from product((row, row + 1), (column, column + 1))


@part("the letter: nothing lives on the perimeter at first", domain="one board: 7 walls and 6 living cells")
def _from_inside() -> Iterator[Case]:
    board, (region,) = drawn(FROM_INSIDE)
    walk = around(region)
    walls = frozenset(location for location in region if board[location] == WALL)
    fenced = walls in {fence(walk, first) for first in range(len(walk))}
    inside = all(location not in walk for location in region if board[location] == LIFE)
    birth = first_birth_outside(board, (region,)) if fenced and inside else None
    yield "a board", _none_born(f"{FROM_INSIDE!r}", birth)


@part(
    "the letter: the perimeter lies round the region, outside of it",
    domain="a row of three living cells, every fence round it",
)
def _fence_beyond() -> Iterator[Case]:
    region = rectangle(3, 3, 1, 3)
    walk = around(rectangle(2, 2, 3, 5))
    for first in range(3):
        walls = fence(walk, first)
        board = Board.empty(7, 9).with_cells({**dict.fromkeys(region, LIFE), **dict.fromkeys(walls, WALL)})
        yield "a fence", _none_born(f"ooo, walls at {sorted(walls)}", first_birth_outside(board, (region,)))


# --- The repaired premises ---


def _repaired(scope: Scope, faults: Faults) -> Iterator[Part]:
    side, height = (7, 3) if scope.is_full else (4, 2)
    sizes = ((3, 3), (3, 4), *(((4, 4), (3, 5), (3, 6)) if scope.is_full else ()))
    yield decide_cases(
        "where nothing is missing, nothing outside comes to life, and still nothing is missing",
        _one_step(faults, height),
        branches=("fenced", "not fenced"),
        domain=f"a rectangle of {height} x 3 cells, each of its perimeter empty, alive or a wall; "
        f"and the {len(ESCAPES)} boards on which life gets out",
    )
    yield _stays_dead()
    yield decide_cases(
        "an outside cell touches three in a row of a rectangle at most",
        _three_at_most(side),
        branches=("an outside cell",),
        domain=f"rectangles up to {side} x {side}, with two or three rows and columns of the board beside them",
    )
    yield decide_cases(
        "a wall at every third cell round a rectangle, to the end",
        _to_the_end(sizes),
        branches=("dies out", "lives on"),
        domain="every fence and every pattern, perimeter and interior: rectangles of "
        f"{', '.join(f'{rows} x {columns}' for rows, columns in sizes)} cells",
    )


@part(
    "counting: a dead cell with at most two living neighbours and no spawner stays dead",
    branches=("none lives", "one lives", "two live"),
    domain="every dead middle by its flags, every place and four kinds of the living",
)
def _stays_dead() -> Iterator[Case]:
    for middle in (a | b | c for a in (0, FROZEN) for b in (0, PRESERVING) for c in (0, INHIBITING)):
        for number, name in enumerate(("none lives", "one lives", "two live")):
            for places in combinations((0, 1, 2, 3, 5, 6, 7, 8), number):
                for kinds in product((LIFE, TREE, WEED, PARASITE), repeat=number):
                    cells = {MIDDLE: middle, **dict(zip(places, kinds, strict=True))}
                    block = tuple(cells.get(place, EMPTY) for place in range(9))
                    after = next_cell(block, spawns=True)
                    yield name, unless(not after & ALIVE, f"the middle of {block}", middle, after)


def _three_at_most(side: int) -> Iterator[Case]:
    for height, width, below, beside in product(range(1, side + 1), range(1, side + 1), (2, 3), (2, 3)):
        board, region = Board.empty(height + below, width + beside), rectangle(0, 0, height, width)
        outside = outside_of(board, (region,))
        wrong = set(crowded(board, outside, (around(region),)))
        for location in outside:
            about = f"{location} touches three of {height} x {width} in a row, on {board.height} x {board.width}"
            yield "an outside cell", unless(location not in wrong, about, "three at most", "more")


def _one_step(faults: Faults, height: int) -> Iterator[Case]:
    """Let the boards on which life gets out come first: each lacks something, and it must be seen."""
    for picture, _, _, spawns, margin in ESCAPES.values():
        yield _kept(faults, *drawn(picture, margin), picture, spawns=spawns)
    region = rectangle(1, 1, height, 3)
    ring, empty = around(region), Board.empty(height + 2, 5)
    for cells in product((EMPTY, LIFE, WALL), repeat=len(ring)):
        placed = dict(zip(ring, cells, strict=True))
        walls, living = ([where for where in ring if placed[where] == kind] for kind in (WALL, LIFE))
        yield _kept(faults, empty.with_cells(placed), (region,), _picture(region, walls, living))


def _kept(faults: Faults, board: Board, regions: Collection[Region], picture: str, *, spawns: bool = False) -> Case:
    if faults(board, regions):
        return "not fenced", None
    after = advance(board, int(spawns)).board
    born = tuple(location for location in outside_of(board, regions) if after[location] & ALIVE)
    if born:
        return "fenced", Disagreement(f"what is born outside of {picture!r}, where nothing is missing", (), born)
    missing = faults(after, regions)
    about = f"what is missing a step after {picture!r}, where nothing is"
    return "fenced", unless(not missing, about, (), missing)


def _to_the_end(sizes: Iterable[tuple[int, int]]) -> Iterator[Case]:
    for height, width in sizes:
        boards = _every_pattern(height, width)
        outside = numpy.ones((height + 2, width + 2), dtype=bool)
        outside[1:-1, 1:-1] = False
        cells, seen = boards.reshape(-1, width + 2), set[bytes]()
        while cells.tobytes() not in seen:
            seen.add(cells.tobytes())
            cells = advance_together(cells)
            living = (cells.reshape(boards.shape) & ALIVE) > 0
            for which in numpy.flatnonzero(numpy.any(living & outside, axis=(1, 2))):
                about = f"births outside of {boards[which].tolist()}"
                yield "gets out", Disagreement(about, None, f"a birth after {len(seen)} steps")
        lives = numpy.any(living, axis=(1, 2))
        yield from (("lives on" if each else "dies out", None) for each in lives)


def _every_pattern(height: int, width: int) -> NDArray[numpy.uint16]:
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

_SQUARE = rectangle(2, 2, 3, 3)
_HELD = frozenset({(2, 3), (3, 2), (3, 4), (4, 3)})
"""Walls at the middle of each side of the square."""

_LEFT = [[(2, 2), (3, 4), (4, 2)], [(2, 3), (3, 2), (4, 4)], [(2, 2), (3, 4), (4, 3)]]
"""What three sequences of draws leave of the walls of the square."""


def _enclosed_by_hand(enclose: Enclose) -> Iterator[Example]:
    def leaking(*cells: tuple[Location, int], walls: Collection[Location] = _HELD) -> tuple[Location, ...]:
        return leaks(board_of(8, 8, [*((wall, WALL) for wall in walls), *cells]), _SQUARE)

    def fenced(walls: Collection[Location]) -> bool:
        return is_fenced(board_of(8, 8, [(wall, WALL) for wall in walls]), [_SQUARE])

    yield ("a square with a wall amid each side", "no cell outside touches more than two of its others", (), leaking)
    yield ("it is fenced, too", "each three cells in a row hold a wall", True, fenced, _HELD)
    why, opened = "the cell above it touches three that may live", partial(leaking, walls=_HELD - {(2, 3)})
    yield ("without the wall above", why, ((1, 3),), opened)
    yield ("which is no fence", "three cells in a row without a wall", False, fenced, _HELD - {(2, 3)})
    yield ("something that lives outside", "it leaks itself", ((0, 0),), leaking, ((0, 0), HARD_LIFE))
    near: Walk = ((0, 0), (0, 1), (0, 7), (1, 0), (1, 1), (1, 7), (7, 0), (7, 1), (7, 7))
    yield ("a spawner outside", "it and all that touch it, round the edges", near, leaking, ((0, 0), SPAWNER))
    yield ("a spawner in the middle of the square", "nothing outside touches it", (), leaking, ((3, 3), SPAWNER))
    near = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1))
    yield ("a spawner at its corner", "five cells outside touch it", near, leaking, ((2, 2), SPAWNER))
    band, beside = frozenset(product((0, 7), range(8))), tuple(product((1, 6), range(8)))
    why = "all cells of the rows beside them touch three"
    yield ("two rows round the seam without walls", why, beside, leaks, Board.empty(8, 8), band)
    drawn_for = partial(enclose, Partition(8, 8, (_SQUARE,)))
    for seed, walls in enumerate(_LEFT):
        drawn_walls, choices = frozenset(walls), DrawnChoices(HashedDraws(seed))
        yield ("walls drawn for the square", "those needed, by the draws", drawn_walls, drawn_for, _SQUARE, choices)
    for place in ((8, 2), (2, 8), (-1, 2), (2, -1)):
        outside, choices = frozenset({place}), DrawnChoices(HashedDraws(0))
        yield (f"a region with {place}, on 8 x 8", "off the board", InvalidParameter, drawn_for, outside, choices)


def _leaks_as_written(board: Board, inside: Collection[Location]) -> tuple[Location, ...]:
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


@part(
    "walls round regions of any shape: nothing leaks, and no wall is too many",
    branches=("with its walls", "filled with life", "without a wall"),
    domain="2 drawn pairs of regions on a torus of 11 x 13, each wall taken away, whatever the scope",
)
def _enclosed(enclose: Enclose, seeds: range) -> Iterator[Case]:
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


# --- Mutants ---


def _but(
    premise: str, board: Board, regions: Collection[Region], found: Collection[Location] = ()
) -> tuple[Fault, ...]:
    """Return the faults, with other ones of this premise."""
    others = tuple(fault for fault in fence_faults(board, regions) if fault.premise != premise)
    return others + tuple(Fault(premise, location) for location in found)


def _gaps_in(rows: Callable[[Walk], Collection[Walk]]) -> Callable[[Board, Collection[Region]], tuple[Fault, ...]]:
    """Look for a wall in other rows of three."""

    def faults(board: Board, regions: Collection[Region]) -> tuple[Fault, ...]:
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


def _one_by_one(board: Board, regions: Collection[Region]) -> tuple[Fault, ...]:
    """Look at the perimeters one by one."""
    outside = outside_of(board, regions)
    found = [location for region in regions for location in crowded(board, outside, [around(region)])]
    return _but(_CROWDED, board, regions, found)


def _any_region(board: Board, regions: Collection[Region]) -> tuple[Fault, ...]:
    """Let an outside cell touch one region wherever it likes."""
    found = [x for x in outside_of(board, regions) if sum(bool(touched(region, x)) for region in regions) > 1]
    return _but(_CROWDED, board, regions, found)


def _trees_too(board: Board, regions: Collection[Region]) -> tuple[Fault, ...]:
    return fence_faults(board.with_cells({x: WALL for x in board.locations() if board[x] == TREE}), regions)


def _flat(board: Board, regions: Collection[Region]) -> tuple[Fault, ...]:
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


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-fence",
        kind="lemma",
        title="walls at every third cell keep a pattern inside",
        claim="With a wall at every third cell around the perimeter of a region, no pattern within the region brings "
        "a cell outside it to life.",
        source=f"{WAINWRIGHT_2019}, footnote 10",
        check=fences,
        mutants={
            "a wall every fourth cell is a fence": {"faults": partial(fence_faults, spacing=4)},
            "the last stretch is not looked at": {
                "faults": _gaps_in(lambda walk: in_a_row(walk, SPACING)[: 1 - SPACING])
            },
            "corners are not part of the perimeter": {"faults": _gaps_in(_sides_only)},
            "trees are walls": {"faults": _trees_too},
            "an inner bend is no fault": {"faults": _any_region},
            "perimeters are looked at one by one": {"faults": _one_by_one},
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
        "drawn fences round 2 pairs of drawn regions of any shape; argued in docs/findings/fences.md",
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
    ),
)
