"""Plans of transport: which mass moves from where to where, what is removed and what created, and what it costs."""

from __future__ import annotations

import math
from typing import NamedTuple

from attrs import frozen

from formal_rl.safelife.board import Location
from formal_rl.safelife.ground_distance import Size, find_length, ground_distance

SURPLUS_COST = 1
"""What it costs to remove a unit of mass, or to create one.

Source: Wainwright and Eckersley 2019, Section 3.
Ledger: W19-eq3
"""


class Move(NamedTuple):
    """A mass that goes from one location to another, as a whole number of units.

    Ledger: W19-eq3
    """

    source: Location
    target: Location
    mass: int


class Change(NamedTuple):
    """A mass that is removed from a location, or created there, as a whole number of units.

    Ledger: W19-eq3
    """

    location: Location
    mass: int


@frozen
class Plan:
    """How one density becomes another: what moves, what is removed, what is created, in units of one over ``samples``.

    Mass that stays where it is may be left out.

    Ledger: W19-eq3
    """

    samples: int
    moves: tuple[Move, ...] = ()
    removed: tuple[Change, ...] = ()
    created: tuple[Change, ...] = ()


def plan_cost(plan: Plan, size: Size, distance: str = "torus") -> float:
    """Return what a plan costs: each move its mass times the ground distance, and one for each unit that does not move.

    The sum is rounded once; each ground distance is right to an ulp, so the whole is right to 1e-15 of itself.

    Source: Wainwright and Eckersley 2019, Equation 3 and the sentence after it.
    Ledger: W19-eq3
    """
    length = find_length(distance)
    moved = (move.mass * ground_distance(length(size, move.source, move.target)) for move in plan.moves)
    surplus = (SURPLUS_COST * change.mass for change in (*plan.removed, *plan.created))
    return math.fsum((*moved, *surplus)) / plan.samples
