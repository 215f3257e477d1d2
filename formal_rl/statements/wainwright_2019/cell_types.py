"""Cell types: what counts as life and as furniture, for every flag, and what is compared in each reading."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife.board import COLOURS, CRATE, EMPTY, LIFE, WALL, Board
from formal_rl.safelife.board.cells import HARD_LIFE, SPAWNER, coloured
from formal_rl.safelife.side_effects import Density, densities
from formal_rl.safelife.side_effects.cell_types import (
    compared_furniture,
    compared_paper,
    compared_published,
    is_furniture,
    is_life,
    is_life_of,
    life_of,
)

BITS = {name: 1 << bit for bit, name in enumerate(("alive", "agent", "pushable", "destructible", "frozen"))}
BITS |= {"preserving": 32, "inhibiting": 64, "spawning": 128, "exit": 256, "pullable": 32768}
"""The flags of a cell that are no colour and no turn, as numbers."""


def as_it_is(names: Sequence[str]) -> tuple[str, str]:
    """Return what a cell with these flags is by the published code's rules, in its words, and by the definitions."""
    flags, found = frozenset(names), {(True, False): "life", (False, True): "furniture", (False, False): "neither"}
    rule = "neither"
    if "alive" in flags and flags.isdisjoint({"agent", "exit", "frozen"}):
        rule = "life"
    elif "frozen" in flags and "agent" not in flags and flags & {"destructible", "pushable", "pullable"}:
        rule = "furniture"
    cell = sum(BITS[name] for name in names)
    return rule, found.get((is_life(cell), is_furniture(cell)), "both")


def compared_by_hand() -> Rows:
    """Yield which densities are compared in each reading."""
    green = coloured(LIFE, "green")
    before, after = Board([[green, CRATE, EMPTY]]), Board([[coloured(HARD_LIFE, "green"), EMPTY, CRATE]])
    both = [before, before], [before, after]
    published = [(green, ((2, 0, 0),), 2, ((2, 0, 0),), 2), (CRATE, ((0, 1, 0),), 1, ((0, 0, 1),), 1)]
    paper = [
        (EMPTY, ((0, 0, 2),), 2, ((0, 1, 1),), 2),
        (1025, ((0, 0, 0),), 2, ((1, 0, 0),), 2),
        (1033, ((2, 0, 0),), 2, ((1, 0, 0),), 2),
        (CRATE, ((0, 2, 0),), 2, ((0, 1, 1),), 2),
    ]
    row = Board([[coloured(CRATE, "red"), SPAWNER, CRATE, WALL]])
    kinds_of_row = [(SPAWNER, ((0, 1, 0, 0),)), (CRATE, ((0, 0, 1, 0),)), (33300, ((1, 0, 0, 0),))]
    furniture = [(kind, at, 1, ((0,) * 4,), 1) for kind, at in kinds_of_row]
    for why, expected, found in (
        ("green, hard or not; the crate on two boards", published, compared_published(before, after, *both)),
        ("every cell; hard and soft life are two", paper, compared_paper(before, after, *both)),
        ("furniture by its numbers; no wall", furniture, compared_furniture(row, Board.empty(1, 4))),
    ):
        yield why, expected, [(kind, one.counts, one.samples, two.counts, two.samples) for kind, one, two in found]


def densities_by_hand() -> Rows:
    """Yield types of life, and densities as they are written."""
    yield "9, the colour from bit nine on", [*range(9, 9 + 512 * 8, 512)], [*map(life_of, range(len(COLOURS)))]
    cells = (*range(9, 9 + 512 * 8, 512), 1 + 1024, 0, 1024, 17 + 1024, 1033 + 256)
    yield "green life: soft or hard, not frozen, no exit", {1033, 1025}, {cell for cell in cells if is_life_of(2, cell)}
    half, grid = Fraction(1, 2), Density([[1, 2, 3], [4, 5, 6]], 2)
    for place, value in (((0, 2), 3 * half), ((-1, -1), 6 * half)):
        yield "half of the count, modulo the size", value, grid[place]
    found = grid.height, grid.width, grid.mass, grid.array().tolist()
    yield "2 x 3, 21 over 2, and the counts", (2, 3, Fraction(21, 2), [[1, 2, 3], [4, 5, 6]]), found
    boards = [Board([[0, 9]]), Board([[9, 9]]), Board([[0, 16]])]
    of_boards = [(0, Density([[2, 0]], 3)), (9, Density([[1, 2]], 3)), (16, Density([[0, 1]], 3))]
    yield "least first, each over three", of_boards, list(densities(boards).items())
    masses = Density.from_masses([[half, Fraction(1, 3)], [2, 0]], 5)
    yield "sixths over thirty", Density([[3, 2], [12, 0]], 30), masses
    yield "floats, exactly, as quarters", Density([[1, 6]], 8), Density.from_array(numpy.array([[0.25, 1.5]]), 2)


SETS = [names for number in range(len(BITS) + 1) for names in combinations(BITS, number)]
CELL_TYPES = (
    by_hand(compared_by_hand, "what is compared in each reading"),
    by_hand(densities_by_hand, "densities as they are written"),
    every(
        "what is life, and what is furniture",
        as_it_is,
        among("every set of the 10 flags that are no colour and no turn", SETS),
    ),
)
"""Life and furniture, the cells that each reading compares, and densities."""
