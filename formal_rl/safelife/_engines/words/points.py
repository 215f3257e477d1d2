"""The points of many games at once: for each payment, how many cells of many boards get it."""

from functools import reduce
from itertools import groupby, product
from operator import itemgetter, or_
from typing import TypeAlias

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.safelife._engines.words.frame import Numbers, Words
from formal_rl.safelife._engines.words.rule import BatchPlanes, for_boards
from formal_rl.safelife.board.cells import BLUE, COLOURS, DESTRUCTIBLE, FROZEN, GREEN, PULLABLE, PUSHABLE, RED
from formal_rl.safelife.game.points import NOT_LIVING


@frozen(eq=False)
class Payment:
    """An amount, the column of the points tables in which it is, and in which rows it is there for which boards.

    ``goals`` has the colours of goals, and for each the numbers of the boards that have the amount there, or None if
    all have.
    """

    worth: int
    column: int
    goals: tuple[tuple[int, NDArray[numpy.bool_] | None], ...]


Paid: TypeAlias = tuple[tuple[int, int, Words], ...]
"""Amounts, the columns of the points tables, and where on the goals a cell of that column gets it."""


def payments_of(tables: NDArray[numpy.int64]) -> tuple[Payment, ...]:
    """Return what points tables pay, one for each board, of shape (boards, 8, 9); equal amounts follow one another."""
    found: dict[tuple[int, int], list[tuple[int, NDArray[numpy.bool_] | None]]] = {}
    for goal, column in product(range(len(COLOURS)), range(NOT_LIVING + 1)):
        worths = tables[:, goal, column]
        for worth in set(worths.tolist()) - {0}:
            boards = worths == worth
            found.setdefault((worth, column), []).append((goal, None if boards.all() else boards))
    return tuple(Payment(worth, column, tuple(goals)) for (worth, column), goals in sorted(found.items(), key=_amount))


def _amount(entry: tuple[tuple[int, int], object]) -> tuple[int, int]:
    return entry[0]


def paid_on(goals: BatchPlanes, payments: tuple[Payment, ...]) -> Paid:
    """Return where on these goals each payment is made."""
    where = by_colour(goals, goals.frame.everywhere)
    found = []
    for payment in payments:
        planes = [
            where[goal] if boards is None else where[goal] & for_boards(boards, goals.frame)
            for goal, boards in payment.goals
            if goal in where
        ]
        if planes:
            found.append((payment.worth, payment.column, reduce(or_, planes)))
    return tuple(found)


def points_of(boards: BatchPlanes, paid: Paid) -> Numbers:
    """Return the points for each board."""
    columns = _columns(boards)
    points = numpy.zeros(len(boards), dtype=numpy.int64)
    for worth, places in groupby(paid, key=itemgetter(0)):
        planes = [columns[column] & where for _, column, where in places if column in columns]
        if planes:
            # No cell gets an amount twice.
            points += worth * numpy.bitwise_count(reduce(or_, planes)).sum(axis=(0, 1), dtype=numpy.int64)
    return points


def by_colour(boards: BatchPlanes, places: Words) -> dict[int, Words]:
    """Return which of some places have each colour, by its number, for those colours that occur or may occur."""
    found = {0: places}
    for number, bit in enumerate((RED, GREEN, BLUE)):
        plane = boards.plane(bit)
        if plane is not None:
            having = {colour | 1 << number: where & plane for colour, where in found.items()}
            found = {colour: where & ~plane for colour, where in found.items()} | having
    return found


def _columns(boards: BatchPlanes) -> dict[int, Words]:
    """Return where the counted cells of each column of a points table are."""
    counted = boards.frame.everywhere
    frozen_cells = boards.plane(FROZEN)
    if frozen_cells is not None:
        counted = ~frozen_cells & counted
        for bit in (DESTRUCTIBLE, PUSHABLE, PULLABLE):
            plane = boards.plane(bit)
            counted = counted if plane is None else counted | plane
    alive = boards.planes[0]
    return by_colour(boards, alive & counted) | {NOT_LIVING: ~alive & counted}
