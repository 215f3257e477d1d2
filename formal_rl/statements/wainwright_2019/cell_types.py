"""Checks of cell types: what counts as life and as furniture, for every flag, and what is compared in each reading."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from operator import attrgetter
from typing import Any

import numpy

from formal_rl.checking import Case, Example, Part, check_examples, equal, part
from formal_rl.safelife.board import COLOURS, CRATE, EMPTY, LIFE, WALL, Board, Cell
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, SPAWNER, coloured
from formal_rl.safelife.side_effects import Density, compared_paper, compared_published, densities, is_life, is_life_of
from formal_rl.safelife.side_effects.cell_types import ComparedDensities, compared_furniture, is_furniture, life_of

IsLife = Callable[[Cell], bool]

_BITS = {name: 1 << bit for bit, name in enumerate(("alive", "agent", "pushable", "destructible", "frozen"))}
_BITS |= {"preserving": 32, "inhibiting": 64, "spawning": 128, "exit": 256, "pullable": 32768}
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


@part(
    "what is life, and what is furniture",
    branches=("life", "furniture", "neither"),
    domain=f"cells with every set of the {len(_BITS)} flags that are no colour and no turn",
)
def _kinds(life: IsLife, furniture: IsLife) -> Iterator[Case]:
    found = {(True, False): "life", (False, True): "furniture", (False, False): "neither", (True, True): "both"}
    for names in (names for number in range(len(_BITS) + 1) for names in combinations(_BITS, number)):
        cell, expected = sum(_BITS[name] for name in names), _expected(frozenset(names))
        about = f"a cell that is {' and '.join(names) or 'nothing'}"
        yield expected, equal(about, expected, found[life(cell), furniture(cell)])


def _types(found: tuple[ComparedDensities, ...]) -> list[tuple[Cell, Any, int, Any, int]]:
    """Return cell types with the counts and the number of samples of either side."""
    return [
        (each.cell_type, each.inaction.counts, each.inaction.samples, each.action.counts, each.action.samples)
        for each in found
    ]


def _compared_by_hand() -> Iterator[Example]:
    def types(compared: Callable[..., tuple[ComparedDensities, ...]], *boards: Any) -> object:
        return _types(compared(*boards))

    def each_once(*types: tuple[int, tuple[int, ...], tuple[int, ...]]) -> object:
        return [(kind, (before,), 1, (after,), 1) for kind, before, after in types]

    first, last = [_BEFORE, _BEFORE], [_BEFORE, _AFTER]
    corner, none, wall = ((2, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 0, 0)), ((0, 0, 0), (2, 0, 0))
    crate = (CRATE, ((0, 1, 0), (0, 0, 0)), 1, ((0, 0, 1), (0, 0, 0)), 1)
    published = [(_GREEN, corner, 2, corner, 2), crate]
    paper = [
        (EMPTY, ((0, 0, 2), (0, 2, 2)), 2, ((0, 1, 1), (0, 2, 1)), 2),
        (WALL, wall, 2, wall, 2),
        (SPAWNER, none, 2, ((0, 0, 0), (0, 0, 1)), 2),
        (1025, none, 2, ((1, 0, 0), (0, 0, 0)), 2),
        (1033, corner, 2, ((1, 0, 0), (0, 0, 0)), 2),
        (CRATE, ((0, 2, 0), (0, 0, 0)), 2, ((0, 1, 1), (0, 0, 0)), 2),
    ]
    kinds = (SPAWNER, (0, 1, 0, 0)), (CRATE, (0, 0, 1, 0)), (33300, (1, 0, 0, 0))
    furniture = each_once(*((*kind, (0,) * 4) for kind in kinds))
    red, blue = (Board([[coloured(LIFE, name)]]) for name in ("red", "blue"))
    colours = each_once((521, (1,), (0,)), (2057, (0,), (1,)))
    cells = [*(9 + 512 * colour for colour in range(8)), 1 + 1024, 0, 1024, 17 + 1024, 1033 + 256]
    changed = (_BEFORE, _AFTER, first, last)
    for name, compared, boards, expected in (
        ("the published types: green, hard or not; the crate on two boards", compared_published, changed, published),
        ("the paper's types: every cell; hard and soft life are two", compared_paper, changed, paper),
        ("a colour that vanishes, one that arises", compared_published, (red, blue, [red], [blue]), colours),
    ):
        yield (name, "counted", expected, types, compared, *boards)
    yield ("furniture", "by its numbers; no wall", furniture, types, compared_furniture, _FURNITURE, Board.empty(1, 4))
    for colour in range(len(COLOURS)):
        yield ("the types of life", "9, the colour from bit nine on", 9 + 512 * colour, life_of, colour)
    for cell in cells:
        right = cell in {1033, 1025}
        yield (f"whether {cell} is green life", "soft or hard, not frozen, no exit", right, is_life_of, 2, cell)


def _kinds_by_hand(life: IsLife, furniture: IsLife) -> Iterator[Example]:
    for cell in (9, 1, 9 + 256, 9 + 16, 9 + 2, 8):
        yield (f"whether {cell} is life", "alive; no exit, not frozen, no agent", cell in {9, 1}, life, cell)
    for cell in (24, 20, 32784, 24 + 2, 16):
        right = cell in {24, 20, 32784}
        yield (
            f"whether {cell} is furniture",
            "frozen, and can be moved or destroyed; no agent",
            right,
            furniture,
            cell,
        )


def _densities_by_hand() -> Iterator[Example]:
    half, grid = Fraction(1, 2), Density([[1, 2, 3], [4, 5, 6]], 2)
    boards = [Board([[0, 9, 9]]), Board([[9, 9, 16]]), Board([[0, 0, 9]])]
    of_boards = [(0, Density([[2, 1, 0]], 3)), (9, Density([[1, 2, 2]], 3)), (16, Density([[0, 0, 1]], 3))]
    for place, value in (((0, 0), half), ((0, 2), 3 * half), ((1, 0), 4 * half), ((-1, -1), 6 * half), ((2, 3), half)):
        yield (f"a density at {place}", "half of the count, modulo the size", value, grid.__getitem__, place)
    size, masses = attrgetter("height", "width", "mass"), [[half, Fraction(1, 3)], [2, 0]]
    small, signed = numpy.array([[1, 0]], dtype=numpy.uint8), numpy.array([[7], [2]])
    floats, two = numpy.array([[0.25, 0.0, 1.5]]), numpy.array([[0.25, 1.5]])
    yield from (
        ("its size and mass", "2 x 3, 21 over 2", (2, 3, Fraction(21, 2)), size, grid),
        ("its array", "the counts", [[1, 2, 3], [4, 5, 6]], grid.array().tolist),
        ("all types of three boards", "least first, each over three", of_boards, list, densities(boards).items()),
        ("masses over five", "sixths over thirty", Density([[3, 2], [12, 0]], 30), Density.from_masses, masses, 5),
        ("an array of counts over three", "as they are", Density([[1, 0]], 3), Density.from_array, small, 3),
        ("an array of counts with a sign", "as they are", Density([[7], [2]], 1), Density.from_array, signed),
        ("an array of floats", "exactly, as quarters", Density([[1, 0, 6]], 4), Density.from_array, floats),
        ("an array of floats over two", "quarters of a half", Density([[1, 6]], 8), Density.from_array, two, 2),
    )


def cell_types(life: IsLife = is_life, furniture: IsLife = is_furniture) -> Iterator[Part]:
    """Check what is life and what is furniture, what is compared in each reading, and densities by hand."""
    yield check_examples(_kinds_by_hand(life, furniture), "life and furniture")
    yield check_examples(_compared_by_hand(), "what is compared in each reading")
    yield check_examples(_densities_by_hand(), "densities as they are written")
    yield _kinds(life, furniture)
