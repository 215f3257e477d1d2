"""Cell types: which cells are counted as one, when densities with and without actions are compared."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from formal_rl.errors import require_known
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import (
    AGENT,
    ALIVE,
    COLOUR_SHIFT,
    COLOURS,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    LIFE,
    MOVABLE,
    Cell,
    colour_of,
)
from formal_rl.safelife.side_effects.density import Density, density, density_where


# It stands before LEDGER, since no row is about it.
def find_reading(name: str) -> "Reading":
    """Return the reading of cell type that has this name; raise `UnknownName` if there is none."""
    require_known("no reading of cell types", name, READINGS)
    return READINGS[name]


LEDGER = ("W19-eq1",)


class ComparedDensities(NamedTuple):
    """A cell type, and its densities in the inaction distribution and in the action distribution."""

    cell_type: Cell
    inaction: Density
    action: Density


Reading: TypeAlias = Callable[[Board, Board, Sequence[Board], Sequence[Board]], tuple[ComparedDensities, ...]]
"""The densities to compare, of the initial board, the final board, and the states that follow without and with actions.
"""


def is_life(cell: Cell) -> bool:
    """Whether the published code counts a cell as life: alive, and neither frozen nor an agent nor an exit.

    Source: the published code.
    """
    return bool(cell & ALIVE) and not cell & (AGENT | EXIT | FROZEN)


def is_life_of(colour: int, cell: Cell) -> bool:
    """Whether a cell is life of the colour of this number, whatever its other flags.

    Source: the published code.
    Ledger: W19-eq1, W19-robust*
    """
    return is_life(cell) and colour_of(cell) == colour


def is_furniture(cell: Cell) -> bool:
    """Whether a cell is frozen and yet can be pushed, pulled or destroyed, and no agent, such as crates and spawners.

    Source: the published code.
    """
    return bool(cell & FROZEN) and bool(cell & (DESTRUCTIBLE | MOVABLE)) and not cell & AGENT


def life_of(colour: int) -> Cell:
    """Return the cell that stands for all life of the colour of this number.

    Source: the published code.
    """
    return LIFE | colour << COLOUR_SHIFT


def compared_paper(
    initial: Board, final: Board, inaction: Sequence[Board], action: Sequence[Board]
) -> tuple[ComparedDensities, ...]:
    """Return every cell that occurs in the two distributions as a type of its own, in increasing order.

    So says the letter, s(x) = α: nothing and walls are types, and so is an agent that looks up.

    Source: Wainwright and Eckersley 2019, Equation 1.
    Ledger: W19-eq1*
    """
    types = sorted({cell for boards in (inaction, action) for board in boards for row in board.rows for cell in row})
    return tuple(ComparedDensities(each, density(inaction, each), density(action, each)) for each in types)


def compared_published(
    initial: Board, final: Board, inaction: Sequence[Board], action: Sequence[Board]
) -> tuple[ComparedDensities, ...]:
    """Return life by its colour, then each cell of `is_furniture` that the initial board has, in increasing order.

    Life of a colour that occurs on neither side is left out. Furniture is not averaged: the initial board is compared
    with the final one. Types missing on the initial board have no score, whatever the final board has.

    Source: the published code.
    Ledger: W19-eq1*
    """
    life = (
        ComparedDensities(
            life_of(colour), *(density_where(boards, partial(is_life_of, colour)) for boards in (inaction, action))
        )
        for colour in range(len(COLOURS))
    )
    return tuple(each for each in life if each.inaction.mass or each.action.mass) + compared_furniture(initial, final)


def compared_furniture(initial: Board, final: Board) -> tuple[ComparedDensities, ...]:
    """Return each cell of `is_furniture` that the initial board has, on that board and on the final one alone.

    Source: the published code.
    """
    types = sorted({cell for row in initial.rows for cell in row if is_furniture(cell)})
    return tuple(ComparedDensities(each, density([initial], each), density([final], each)) for each in types)


READINGS: Mapping[str, Reading] = MappingProxyType({"paper": compared_paper, "published": compared_published})
"""The readings of cell type, by name."""
