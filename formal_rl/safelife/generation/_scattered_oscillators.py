"""Oscillators of period 2 scattered over a region: small known ones that do not disturb each other."""

from collections.abc import Collection
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy

from formal_rl.agents import Draw
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, EMPTY, Cell
from formal_rl.safelife.board.conway import OSCILLATORS, life_step
from formal_rl.safelife.game.symmetries import SYMMETRIES
from formal_rl.safelife.generation.random_choice import DrawnChoices

Shape: TypeAlias = tuple[Location, ...]
"""Where something lives, as rows and columns from a place that is to be chosen."""

TRIES_OF_ONE = 30
"""The number of tries to find a place before another object is drawn."""

_TWO_AWAY = tuple(product(range(-2, 3), range(-2, 3)))

_ONE: Shape = ((0, 0),)


class ScatterResult(NamedTuple):
    """A board, how many tries that took, and whether enough was placed."""

    board: Board
    tries: int
    filled: bool


SHAPES: tuple[tuple[Shape, ...], ...] = tuple(
    tuple(dict.fromkeys(turn.board(phase).find(ALIVE) for turn in SYMMETRIES for phase in (first, life_step(first))))
    for first, _ in OSCILLATORS.values()
)
"""For each oscillator of period 2 that has a name, where it lives: turned and mirrored, in either phase."""


def scatter_oscillators(
    board: Board,
    region: Collection[Location],
    fill: Draw,
    choices: DrawnChoices,
    *,
    life: Cell,
    single: Cell,
    most_tries: int,
    share_of_single: Draw = 0,
) -> ScatterResult:
    """Return the board with oscillators in a region, until at least the share ``fill`` of it is not empty.

    Each object is drawn: with probability ``share_of_single`` one cell ``single``, such as a wall or a tree, else an
    oscillator. Then up to `TRIES_OF_ONE` times which one, in which position, and where. It is placed if it is empty
    there and in the region, and if then all cells are back after two steps, and none outside of the region changes in
    between. No location touches two of the single cells, so that of three parents one at most is a tree.

    So the board has a period of 1 or 2, by that check, and 2 where an oscillator was placed. ``filled`` says
    whether enough was placed when there had been ``most_tries`` tries, or a few more.

    Raises `DrawsExhausted`.

    Source: Wainwright and Eckersley 2019, Section 4 and Figure 2c; which oscillators and where is ours.
    """
    places = sorted(region)
    enough = fill * len(places)
    tries = placed = 0
    while placed < enough and tries < most_tries:
        is_single = choices.happens(share_of_single)
        for _ in range(TRIES_OF_ONE):
            tries += 1
            shape, cell = (_ONE, single) if is_single else (choices.one_of(choices.one_of(SHAPES)), life)
            after = _placed(board, region, choices.one_of(places), shape, cell)
            if after is not None and comes_back(after, region):
                board = after
                break
        placed = sum(1 for each in places if board[each] != EMPTY)
    return ScatterResult(board, tries, placed >= enough)


def _placed(board: Board, region: Collection[Location], corner: Location, shape: Shape, cell: Cell) -> Board | None:
    """Return the board with a shape at a location, or None if it overlaps, or touches a forbidden cell."""
    row, column = corner
    where = [board.wrapped((row + down, column + right)) for down, right in shape]
    if not all(each in region and board[each] == EMPTY for each in where):
        return None
    if shape == _ONE and cell in {board[row + down, column + right] for down, right in _TWO_AWAY}:
        return None
    return board.with_cells(dict.fromkeys(where, cell))


def comes_back(board: Board, region: Collection[Location]) -> bool:
    """Whether all cells are as they were after two steps, and all outside of a region after one, with no spawning."""
    cells, quiet = board.array(), SpawnDraws(0, ())
    between, _ = advance_planes(PackedBoard.from_array(cells), quiet, 0)
    after, _ = advance_planes(between, quiet, 0)
    changing = numpy.argwhere(between.array() != cells).tolist()
    return bool((after.array() == cells).all()) and all((row, column) in region for row, column in changing)
