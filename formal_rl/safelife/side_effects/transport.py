"""Transport plans: the mass that moves, is removed and is created, and the cost."""

from typing import NamedTuple

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.side_effects.ground_distance import UNITS, Size, find_length, ground_cost

LEDGER = ("W19-eq3",)

SURPLUS_COST = 1
"""The cost of removing a unit of mass, or of creating one.

Source: Wainwright and Eckersley 2019, Section 3.
"""


class Move(NamedTuple):
    """A mass that goes from one location to another, as a whole number of units."""

    source: Location
    target: Location
    mass: int


class Change(NamedTuple):
    """A mass that is removed from a location, or created there, as a whole number of units."""

    location: Location
    mass: int


@frozen
class Plan:
    """A transport plan: the mass that moves, is removed and is created, in units of one over ``samples``.

    Mass that stays where it is may be left out.

    Ledger: W19-eq3*
    """

    samples: int
    moves: tuple[Move, ...] = ()
    removed: tuple[Change, ...] = ()
    created: tuple[Change, ...] = ()


def plan_cost(plan: Plan, size: Size, distance: str = "torus") -> float:
    """Return the cost of a plan: each move its mass times the ground distance, and 1 for each unit that does not move.

    All is summed exactly over the ground distances in double precision, and rounded once.

    Raises `UnknownName` if no ground distance is called so, and `InvalidParameter` for a cost that double precision
    cannot hold, of some 10**308.

    Source: Wainwright and Eckersley 2019, Equation 3 and the sentence after it.
    Ledger: W19-eq3*
    """
    length = find_length(distance)
    moved = sum(move.mass * ground_cost(length(size, move.source, move.target)) for move in plan.moves)
    surplus = sum(SURPLUS_COST * change.mass for change in (*plan.removed, *plan.created))
    try:
        return (moved + surplus * UNITS) / (plan.samples * UNITS)
    except OverflowError:
        raise InvalidParameter("plan", plan, "a plan whose cost double precision can hold") from None
