"""Cell types: what counts as life and as furniture, for every flag, and what is compared in each reading."""

from fractions import Fraction

import numpy

from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife.board import COLOURS, CRATE, EMPTY, EXIT, LIFE, WALL, Board
from formal_rl.safelife.board.cells import HARD_LIFE, ICE_CUBE, LEVEL_EXIT, PLAYER, SPAWNER, TREE, coloured
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
    for name, are, life_furniture in (
        ("life", (LIFE, HARD_LIFE), (True, False)),
        ("furniture", (CRATE, SPAWNER, ICE_CUBE), (False, True)),
        ("neither", (EMPTY, WALL, TREE, PLAYER, LEVEL_EXIT, LIFE | EXIT), (False, False)),
    ):
        yield name, {life_furniture}, {(is_life(cell), is_furniture(cell)) for cell in are}
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


CELL_TYPES = (
    by_hand(compared_by_hand, "what is compared in each reading"),
    by_hand(densities_by_hand, "life and furniture, and densities as they are written"),
)
"""Life and furniture, the cells that each reading compares, and densities."""
