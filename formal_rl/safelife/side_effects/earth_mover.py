"""The earth mover's deviation between two densities: the definition, as a flow of least cost."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.side_effects.density import Density, require_comparable
from formal_rl.safelife.side_effects.ground_distance import UNITS, Size, find_length, ground_cost
from formal_rl.safelife.side_effects.transport import SURPLUS_COST, Change, Move, Plan, plan_cost

LEDGER = ("W19-eq3*",)

SMALL_CHANGE = Fraction(1, 1000)
"""Up to which share of the greatest change the published code leaves a change out.

Source: the published code.
Ledger: W19-eq3
"""

_SURPLUS = "surplus"


class TransportResult(NamedTuple):
    """The deviation of two densities: the cost of a cheapest plan, the plan, and the possible error.

    The least cost over all plans, by the ground distance as a real number, is within ``rounding`` of ``value``.

    Ledger: W19-eq3
    """

    value: float
    plan: Plan
    rounding: Fraction


def earth_mover_distance(first: Density, second: Density, distance: str = "torus") -> TransportResult:
    """Return the least cost of turning the first density into the second, with a plan of this cost.

    The whole mass of the lighter one is moved, each unit at the ground distance, at no cost where it stays. The
    surplus of the heavier one is removed from it, or added to it, at one for each unit, wherever this is cheapest.
    The plan leaves out the mass that stays.

    The two are brought to one number of samples, so that all masses are whole. The costs are the ground distances in
    double precision, which are whole numbers of units, so that the flow is found in integers. Rounding affects each
    ground distance, by up to 2**-52, and the value, once.

    The flow has an edge for each pair of a location with mass in the first and one in the second. Between two full
    densities of 10 x 10 this takes a tenth of a second, and of 26 x 26 some seconds; `earth_mover_distance_certified`
    is for larger ones.

    Raises `InvalidParameter` for densities of different size and for masses too large for double precision, and
    `UnknownName` if no ground distance is called so.

    Source: Wainwright and Eckersley 2019, Equation 3 and the sentence after it.
    Ledger: W19-eq3*, W19-props*
    """
    require_comparable(first, second)
    length, size = find_length(distance), Size(first.height, first.width)

    def cost(source: Location, target: Location) -> int:
        return ground_cost(length(size, source, target))

    plan = cheapest_plan(first, second, cost, SURPLUS_COST * UNITS)
    value = plan_cost(plan, size, distance)
    return TransportResult(value, plan, min(first.mass, second.mass) / 2**52 + Fraction(value) / 2**53)


def cheapest_plan(
    first: Density, second: Density, cost: Callable[[Location, Location], int], surplus_cost: int
) -> Plan:
    """Return a plan that turns the first density into the second at the least cost, for any costs in whole numbers.

    Nothing that has to move is removed, and nothing is created but the surplus of the second.

    Raises `InvalidParameter` for densities of different size.
    """
    import networkx  # noqa: PLC0415 - slow to import, and only needed here

    require_comparable(first, second)
    samples = lcm(first.samples, second.samples)
    sources, targets = (dict(_heaps(density, samples)) for density in (first, second))
    surplus = sum(sources.values()) - sum(targets.values())
    graph = networkx.DiGraph()
    for source, mass in sources.items():
        graph.add_node(("from", source), demand=-mass)
    for target, mass in targets.items():
        graph.add_node(("to", target), demand=mass)
    graph.add_node(_SURPLUS, demand=surplus)
    # An edge without a capacity gets the infinity of floating point, which cannot be compared with very large ints.
    for source, mass in sources.items():
        for target in targets:
            graph.add_edge(("from", source), ("to", target), weight=cost(source, target), capacity=mass)
        if surplus > 0:
            graph.add_edge(("from", source), _SURPLUS, weight=surplus_cost, capacity=mass)
    if surplus < 0:
        for target, mass in targets.items():
            graph.add_edge(_SURPLUS, ("to", target), weight=surplus_cost, capacity=mass)
    _, flow = networkx.network_simplex(graph)
    return _plan(samples, flow)


def _heaps(density: Density, samples: int) -> Iterator[tuple[Location, int]]:
    """Yield each location with a mass, and the mass in units of one over ``samples``."""
    for row, counts in enumerate(density.counts):
        for column, count in enumerate(counts):
            if count:
                yield (row, column), count * (samples // density.samples)


def _plan(samples: int, flow: Any) -> Plan:
    """Return the plan of a flow, without the mass that stays."""
    moves, removed, created = list[Move](), list[Change](), list[Change]()
    for start, ends in flow.items():
        for end, mass in ends.items():
            if not mass:
                continue
            if end == _SURPLUS:
                removed.append(Change(start[1], mass))
            elif start == _SURPLUS:
                created.append(Change(end[1], mass))
            elif start[1] != end[1]:
                moves.append(Move(start[1], end[1], mass))
    return Plan(samples, tuple(moves), tuple(removed), tuple(created))


def without_small_changes(
    first: Density, second: Density, share: Fraction | int = SMALL_CHANGE
) -> tuple[Density, Density]:
    """Return the two densities, emptied where they differ by at most a share of their greatest difference.

    The published code does this before anything else, so that small changes are neither moved nor counted as
    surplus. It compares in double precision, where a change of exactly the share may stay; here none does:
    `without_small_changes_published` has its comparison. A share of 0 leaves out only equal masses.

    Raises `InvalidParameter` for densities of different size, and for a share that is not an int or Fraction from 0 to
    below 1.

    Source: the published code.
    """
    _require_drop(first, second, share)
    changes = [
        [abs(a * second.samples - b * first.samples) for a, b in zip(*rows, strict=True)]
        for rows in zip(first.counts, second.counts, strict=True)
    ]
    return _emptied(first, second, changes, share * max(map(max, changes)))


def without_small_changes_published(
    first: Density, second: Density, share: Fraction | int = SMALL_CHANGE
) -> tuple[Density, Density]:
    """Return the two densities, emptied where the published code does not look: by its own comparison, bit for bit.

    It has each density as a double, takes the difference of the two, and keeps all more than the share, as a
    double, times the greatest difference: four roundings. So 501 of 1000 boards against 500, beside 1000 against none,
    is a change of 0.0010000000000000009, and stays, while 1 against none is one of 0.001, and goes. Where no change is
    within rounding of the share of the greatest, this is `without_small_changes`.

    Raises as that does, and `InvalidParameter` for densities that double precision cannot hold.

    Source: the published code.
    """
    _require_drop(first, second, share)
    try:
        changes = [
            [abs(a / first.samples - b / second.samples) for a, b in zip(*rows, strict=True)]
            for rows in zip(first.counts, second.counts, strict=True)
        ]
    except OverflowError:
        raise InvalidParameter("densities", (first, second), "densities that double precision can hold") from None
    return _emptied(first, second, changes, float(share) * max(map(max, changes)))


def _require_drop(first: Density, second: Density, share: Fraction | int) -> None:
    require_comparable(first, second)
    if type(share) not in {int, Fraction} or not 0 <= share < 1:
        raise InvalidParameter("share", share, "an int or a Fraction of at least 0 and below 1")


def _emptied(
    first: Density, second: Density, changes: Sequence[Sequence[float]], least: Fraction | float
) -> tuple[Density, Density]:
    """Return the densities with nothing where they change by no more than this."""

    def kept(density: Density) -> Density:
        rows = zip(density.counts, changes, strict=True)
        counts = [[count if change > least else 0 for count, change in zip(*row, strict=True)] for row in rows]
        return Density(counts, density.samples)

    return kept(first), kept(second)
