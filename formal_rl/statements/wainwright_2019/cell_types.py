"""Checks of cell types: what counts as life and as furniture, for every flag, and what is compared in each reading."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy

from formal_rl.checking import Disagreement, Example, Part, check_examples, decide_cases
from formal_rl.safelife.board import COLOURS, CRATE, EMPTY, LIFE, WALL, Board, Cell
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, SPAWNER, coloured
from formal_rl.safelife.side_effects import Density, compared_paper, compared_published, densities, is_life, is_life_of
from formal_rl.safelife.side_effects.cell_types import ComparedDensities, compared_furniture, is_furniture, life_of
from formal_rl.statements.wainwright_2019.dynamics import Cases

IsLife = Callable[[Cell], bool]

_BITS = {
    "alive": 1,
    "agent": 2,
    "pushable": 4,
    "destructible": 8,
    "frozen": 16,
    "preserving": 32,
    "inhibiting": 64,
    "spawning": 128,
    "exit": 256,
    "pullable": 32768,
}
"""The flags of a cell that are no colour and no turn, as numbers."""

_GREEN = coloured(LIFE, "green")
_BEFORE = board_of(2, 3, [((0, 0), _GREEN), ((0, 1), CRATE), ((1, 0), WALL)])
_AFTER = board_of(2, 3, [((0, 0), coloured(HARD_LIFE, "green")), ((0, 2), CRATE), ((1, 0), WALL), ((1, 2), SPAWNER)])
_FURNITURE = board_of(1, 4, [((0, 0), coloured(CRATE, "red")), ((0, 1), SPAWNER), ((0, 2), CRATE), ((0, 3), WALL)])


def _expected(flags: frozenset[str]) -> str:
    """Return what a cell with these flags is, in the words of the published code's rules."""
    if "alive" in flags and flags.isdisjoint({"agent", "exit", "frozen"}):
        return "life"
    if "frozen" in flags and "agent" not in flags and flags & {"destructible", "pushable", "pullable"}:
        return "furniture"
    return "neither"


def kinds(life: IsLife, furniture: IsLife) -> Cases:
    """Yield each set of flags, with a disagreement where a cell that has just these is taken for something else."""
    for number in range(len(_BITS) + 1):
        for names in combinations(_BITS, number):
            cell = sum(_BITS[name] for name in names)
            found = {(True, False): "life", (False, True): "furniture", (False, False): "neither"}.get(
                (life(cell), furniture(cell)), "both"
            )
            expected = _expected(frozenset(names))
            wrong = Disagreement(f"a cell that is {' and '.join(names) or 'nothing'}", expected, found)
            yield expected, None if found == expected else wrong


def _types(found: tuple[ComparedDensities, ...]) -> list[tuple[Cell, Any, int, Any, int]]:
    """Return cell types with the counts and the number of samples of either side."""
    return [
        (each.cell_type, each.inaction.counts, each.inaction.samples, each.action.counts, each.action.samples)
        for each in found
    ]


def _compared_by_hand() -> Iterator[Example]:
    first, last = [_BEFORE, _BEFORE], [_BEFORE, _AFTER]
    corner, none = ((2, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 0, 0))
    wall = ((0, 0, 0), (2, 0, 0))
    yield ("the published types of a changed board",
                  "green life, hard or not; the crate on the two boards alone",
                  [(_GREEN, corner, 2, corner, 2), (CRATE, ((0, 1, 0), (0, 0, 0)), 1, ((0, 0, 1), (0, 0, 0)), 1)],
                  lambda: _types(compared_published(_BEFORE, _AFTER, first, last)))  # fmt: skip
    yield ("its types in the paper", "every cell is one, the least first; hard and soft life are two",
                  [(EMPTY, ((0, 0, 2), (0, 2, 2)), 2, ((0, 1, 1), (0, 2, 1)), 2),
                   (WALL, wall, 2, wall, 2),
                   (SPAWNER, none, 2, ((0, 0, 0), (0, 0, 1)), 2),
                   (1025, none, 2, ((1, 0, 0), (0, 0, 0)), 2),
                   (1033, corner, 2, ((1, 0, 0), (0, 0, 0)), 2),
                   (CRATE, ((0, 2, 0), (0, 0, 0)), 2, ((0, 1, 1), (0, 0, 0)), 2)],
                  lambda: _types(compared_paper(_BEFORE, _AFTER, first, last)))  # fmt: skip
    red, blue = (Board([[coloured(LIFE, name)]]) for name in ("red", "blue"))
    yield ("a colour that vanishes and one that arises", "either side is enough; six colours are on neither",
                  [(521, ((1,),), 1, ((0,),), 1), (2057, ((0,),), 1, ((1,),), 1)],
                  lambda: _types(compared_published(red, blue, [red], [blue])))  # fmt: skip
    yield ("furniture", "a spawner, a crate and a red crate, by their numbers; no wall",
                  [(SPAWNER, ((0, 1, 0, 0),), 1, ((0, 0, 0, 0),), 1),
                   (CRATE, ((0, 0, 1, 0),), 1, ((0, 0, 0, 0),), 1),
                   (33300, ((1, 0, 0, 0),), 1, ((0, 0, 0, 0),), 1)],
                  lambda: _types(compared_furniture(_FURNITURE, Board.empty(1, 4))))  # fmt: skip
    yield ("the types of life", "nine, and the number of the colour from bit nine on",
                  [9, 521, 1033, 1545, 2057, 2569, 3081, 3593],
                  lambda: [life_of(colour) for colour in range(len(COLOURS))])  # fmt: skip
    cells = [*(9 + 512 * colour for colour in range(8)), 1 + 1024, 0, 1024, 17 + 1024, 1033 + 256]
    yield ("life of green", "soft and hard; not of another colour, not frozen, no exit, and not dead",
                  [1033, 1025], lambda: [cell for cell in cells if is_life_of(2, cell)])  # fmt: skip


def _kinds_by_hand(life: IsLife, furniture: IsLife) -> Iterator[Example]:
    yield ("what is life", "1 + 8: alive and soft; not of an exit, not frozen, not of an agent, and not dead",
                  [True, True, False, False, False, False],
                  lambda: [life(cell) for cell in (9, 1, 9 + 256, 9 + 16, 9 + 2, 8)])  # fmt: skip
    yield ("what is furniture", "16 + 8, + 4, + 32768: frozen, and can be moved or destroyed; no agent, no wall",
                  [True, True, True, False, False],
                  lambda: [furniture(cell) for cell in (24, 20, 32784, 24 + 2, 16)])  # fmt: skip


def _densities_by_hand() -> Iterator[Example]:
    half = Fraction(1, 2)
    grid = Density([[1, 2, 3], [4, 5, 6]], 2)
    boards = [Board([[0, 9, 9]]), Board([[9, 9, 16]]), Board([[0, 0, 9]])]
    yield ("a density at a row and a column", "half of the counts, each modulo the size",
                  (half, Fraction(3, 2), Fraction(2), Fraction(3), half),
                  lambda: (grid[0, 0], grid[0, 2], grid[1, 0], grid[-1, -1], grid[2, 3]))  # fmt: skip
    yield ("its size and mass", "2 x 3, 21 over 2", (2, 3, Fraction(21, 2)),
                  lambda: (grid.height, grid.width, grid.mass))  # fmt: skip
    yield ("its array", "the counts", [[1, 2, 3], [4, 5, 6]], lambda: grid.array().tolist())
    yield ("all types of three boards", "least first, each over three",
                  [(0, Density([[2, 1, 0]], 3)), (9, Density([[1, 2, 2]], 3)), (16, Density([[0, 0, 1]], 3))],
                  lambda: list(densities(boards).items()))  # fmt: skip
    yield ("masses of 1/2, 1/3 and 2 over five", "sixths over thirty", Density([[3, 2], [12, 0]], 30),
                  lambda: Density.from_masses([[half, Fraction(1, 3)], [2, 0]], 5))  # fmt: skip
    yield ("an array of counts over three", "as they are", Density([[1, 0]], 3),
                  lambda: Density.from_array(numpy.array([[1, 0]], dtype=numpy.uint8), 3))  # fmt: skip
    yield ("an array of counts with a sign", "as they are", Density([[7], [2]], 1),
                  lambda: Density.from_array(numpy.array([[7], [2]])))  # fmt: skip
    yield ("an array of floats", "exactly, as quarters", Density([[1, 0, 6]], 4),
                  lambda: Density.from_array(numpy.array([[0.25, 0.0, 1.5]])))  # fmt: skip
    yield ("an array of floats over two", "quarters of a half", Density([[1, 6]], 8),
                  lambda: Density.from_array(numpy.array([[0.25, 1.5]]), 2))  # fmt: skip


def cell_types(life: IsLife = is_life, furniture: IsLife = is_furniture) -> Iterator[Part]:
    """Check what is life and what is furniture, what is compared in each reading, and densities by hand."""
    yield check_examples(_kinds_by_hand(life, furniture), "life and furniture")
    yield check_examples(_compared_by_hand(), "what is compared in each reading")
    yield check_examples(_densities_by_hand(), "densities as they are written")
    yield decide_cases(
        "what is life, and what is furniture",
        kinds(life, furniture),
        branches=("life", "furniture", "neither"),
        domain=f"cells with every set of the {len(_BITS)} flags that are no colour and no turn",
    )
