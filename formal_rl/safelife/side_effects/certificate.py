"""Certificates of an earth mover deviation: bounds that anybody can check, without trust in the solver."""

import math
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.errors import InvalidCertificate, InvalidParameter
from formal_rl.safelife.side_effects.density import Density, require_comparable
from formal_rl.safelife.side_effects.ground_distance import Length, Size, find_length, ground_distance
from formal_rl.safelife.side_effects.transport import SURPLUS_COST, Change, Move, Plan

LEDGER = ("W19-eq3",)

UNIT = 1 << 40
"""Prices and costs are whole numbers of this many parts of one."""

_SLACK = 2.0**-10
"""In parts: more than the error of a hyperbolic tangent in double precision, which is some 2**-12 parts."""

DualVariables: TypeAlias = tuple[tuple[int, ...], ...]


class Bounds(NamedTuple):
    """Exact lower and upper bounds on a deviation."""

    lower: Fraction
    upper: Fraction


@frozen
class Certificate:
    """A price for each location, in parts of one: a proof that no plan costs less than the lower bound.

    No price is above one or below minus one, and from no location to another does it fall by more than the ground
    distance. So whatever moves a mass, removes it or creates it, pays at least for the fall of its price, and all
    plans pay at least the sum of price times first density less second density. This is linear programming's dual.
    """

    dual_variables: DualVariables


class CertifiedTransportResult(NamedTuple):
    """A deviation, a plan that costs as much, and the bounds that plan and certificate prove."""

    value: float
    plan: Plan
    certificate: Certificate
    bounds: Bounds


@cache
def cost_bounds(length: int) -> tuple[int, int]:
    """Return whole numbers of parts between which the ground distance of a length lies."""
    parts = ground_distance(length) * UNIT
    return max(0, math.floor(parts - _SLACK)) if length else 0, min(UNIT, math.ceil(parts + _SLACK)) if length else 0


def lower_bound(first: Density, second: Density, certificate: Certificate) -> Fraction:
    """Return the sum over all locations of price times first density less second density.

    It bounds every plan's cost from below, if the certificate is as `check_dual_variables` wants it.
    """
    parts = sum(
        price * (count * second.samples - other * first.samples)
        for prices, counts, others in zip(certificate.dual_variables, first.counts, second.counts, strict=True)
        for price, count, other in zip(prices, counts, others, strict=True)
    )
    return Fraction(parts, UNIT * first.samples * second.samples)


def upper_bound(plan: Plan, size: Size, distance: str = "torus") -> Fraction:
    """Return the cost of a plan, each ground distance rounded up."""
    length = find_length(distance)
    moved = sum(move.mass * cost_bounds(length(size, move.source, move.target))[1] for move in plan.moves)
    surplus = sum(SURPLUS_COST * UNIT * change.mass for change in (*plan.removed, *plan.created))
    return Fraction(moved + surplus, UNIT * plan.samples)


def check_certificate(
    first: Density, second: Density, deviation: CertifiedTransportResult, distance: str = "torus"
) -> Bounds:
    """Return the bounds that a deviation's plan and certificate prove, in whole numbers, with all pairs looked at.

    Raises `InvalidCertificate` naming the place: prices out of bounds or that fall by more than the ground distance,
    a plan that does not turn the first density into the second, and claimed bounds or a value that do not follow.
    Raises `InvalidParameter` for densities of several sizes and `UnknownName` for a distance that there is not.

    Ledger: W19-eq3*
    """
    return check_claims(deviation, proven_bounds(first, second, deviation.plan, deviation.certificate, distance))


def proven_bounds(
    first: Density, second: Density, plan: Plan, certificate: Certificate, distance: str = "torus"
) -> Bounds:
    """Return the bounds that a plan and a certificate prove, whatever bounds they claim.

    Raises as `check_certificate` does.
    """
    require_comparable(first, second)
    check_dual_variables(certificate, Size(first.height, first.width), find_length(distance))
    check_plan(first, second, plan)
    return bounds_by(first, second, plan, certificate, distance)


def bounds_by(first: Density, second: Density, plan: Plan, certificate: Certificate, distance: str) -> Bounds:
    """Return the bounds that follow from a plan and a certificate, both taken to be right."""
    size = Size(first.height, first.width)
    return Bounds(lower_bound(first, second, certificate), upper_bound(plan, size, distance))


def check_claims(deviation: CertifiedTransportResult, proven: Bounds) -> Bounds:
    """Return the bounds that are proven, if they are those that are claimed.

    Raises `InvalidCertificate` if they are not, or if the value is not between them.
    """
    if deviation.bounds != proven:
        raise InvalidCertificate(f"claims {_shown(deviation.bounds)}, but proves {_shown(proven)}")
    check_value(deviation.value, proven)
    return proven


def check_value(value: float, proven: Bounds) -> None:
    """Raise `InvalidCertificate` if a value is not between the bounds that are proven, but for its rounding."""
    tolerance = (proven.upper + 1) / 10**9
    if not proven.lower - tolerance <= Fraction(value) <= proven.upper + tolerance:
        raise InvalidCertificate(f"claims the value {value!r}, but proves {_shown(proven)}")


def check_dual_variables(certificate: Certificate, size: Size, length: Length) -> None:
    """Check that prices are within one and minus one, and fall by no more than the ground distance between any two.

    Raises `InvalidCertificate` with the first location or pair where they do not.
    """
    prices = _array(certificate, size)
    for row, column in numpy.argwhere(abs(prices) > UNIT):
        price = int(prices[row, column]) / UNIT
        raise InvalidCertificate(f"the price at row {row}, column {column} is {price}: expected at most 1 either way")
    spread = int(prices.max() - prices.min())
    for down, right in product(range(1 - size.height, size.height), range(1 - size.width, size.width)):
        source = (max(0, -down), max(0, -right))
        most = cost_bounds(length(size, source, (source[0] + down, source[1] + right)))[0]
        if spread <= most:
            continue
        falls = _from(prices, down, right) - _from(prices, -down, -right)
        if falls.size and int(falls.max()) > most:
            row, column = (int(index) for index in numpy.unravel_index(int(falls.argmax()), falls.shape))
            place = (source[0] + row, source[1] + column)
            raise InvalidCertificate(
                f"from row {place[0]}, column {place[1]} to row {place[0] + down}, column {place[1] + right} the price "
                f"falls by {int(falls.max()) / UNIT}, more than the distance {most / UNIT}"
            )


def check_plan(first: Density, second: Density, plan: Plan) -> None:
    """Check that a plan turns the first density into the second, and moves only mass that is there at first.

    Raises `InvalidCertificate` with the location where it does not.
    """
    common = math.lcm(first.samples, second.samples)
    if plan.samples != common:
        raise InvalidCertificate(f"the plan is in units of 1/{plan.samples}: expected 1/{common}")
    leaves, arrives = ([[0] * first.width for _ in range(first.height)] for _ in range(2))
    for move in plan.moves:
        _add(leaves, move.source, move.mass, move)
        _add(arrives, move.target, move.mass, move)
    for change in plan.removed:
        _add(leaves, change.location, change.mass, change)
    for change in plan.created:
        _add(arrives, change.location, change.mass, change)
    for row in range(first.height):
        for column in range(first.width):
            had = first.counts[row][column] * (common // first.samples)
            has = second.counts[row][column] * (common // second.samples)
            gone, come = leaves[row][column], arrives[row][column]
            if gone > had:
                raise InvalidCertificate(f"row {row}, column {column} has {had}, but {gone} leave")
            if had - gone + come != has:
                raise InvalidCertificate(
                    f"row {row}, column {column} has {had}, of which {gone} leave while {come} come: expected {has}"
                )


def _add(masses: list[list[int]], location: tuple[int, int], mass: int, what: Move | Change) -> None:
    row, column = location
    if not (0 <= row < len(masses) and 0 <= column < len(masses[0])) or type(mass) is not int or mass < 1:
        raise InvalidCertificate(f"{what} is not one of this grid's, or of no mass")
    masses[row][column] += mass


def _array(certificate: Certificate, size: Size) -> NDArray[numpy.int64]:
    rows = certificate.dual_variables
    if len(rows) != size.height or any(len(row) != size.width for row in rows):
        raise InvalidCertificate(f"expected a price for each of {size.height} x {size.width} locations")
    for row, prices in enumerate(rows):
        for column, price in enumerate(prices):
            if type(price) is not int or not -2 * UNIT <= price <= 2 * UNIT:
                raise InvalidCertificate(
                    f"the price at row {row}, column {column} is {price!r}: expected at most {UNIT} parts either way"
                )
    return numpy.array(rows, dtype=numpy.int64)


def _from(prices: NDArray[numpy.int64], down: int, right: int) -> NDArray[Any]:
    """Return the prices where a displacement stays on the grid; that of the opposite one has the targets."""
    height, width = prices.shape
    return prices[
        max(0, -down) : height - max(0, down),
        max(0, -right) : width - max(0, right),
    ]


def _shown(bounds: Bounds) -> str:
    return f"{float(bounds.lower):.12g} to {float(bounds.upper):.12g}"


def check_gap(gap: Fraction | float) -> Fraction:
    """Return the value as a fraction if it can be asked for as a gap, else raise `InvalidParameter`."""
    if type(gap) not in {int, float, Fraction} or not Fraction(1, 10**9) <= gap <= 1:
        raise InvalidParameter("gap", gap, "a number from 1e-9 to 1, a share of the mass")
    return Fraction(gap)
