"""Certificates: whole numbers that bound a deviation, and what is refused."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from attrs import evolve

from formal_rl.errors import InvalidCertificate, InvalidParameter, UnknownName
from formal_rl.safelife.side_effects import (
    Change,
    Density,
    Plan,
    Size,
    check_certificate,
    earth_mover_distance_certified,
)
from formal_rl.safelife.side_effects.certificate import (
    UNIT,
    Bounds,
    Certificate,
    check_dual_variables,
    check_gap,
    check_plan,
    cost_bounds,
    lower_bound,
    upper_bound,
)
from formal_rl.safelife.side_effects.ground_distance import flat_length
from formal_rl.safelife.side_effects.transport import Move
from proofs_as_tests.rows import each_row_of, gives, refused

FIRST, SECOND = Density([[3, 0, 0], [0, 1, 0]]), Density([[0, 2, 0], [0, 0, 0]])
GOOD = earth_mover_distance_certified(FIRST, SECOND, "torus")


def tanh(length):
    """Return tanh(length / 5) to fifty digits."""
    with localcontext() as context:
        context.prec = 60
        power = (Decimal(2 * length) / 5).exp()
        return Fraction((power - 1) / (power + 1))


def test_costs_are_bounded_by_neighbouring_whole_numbers():
    for length in (*range(130), 200, 300):
        lower, upper = cost_bounds(length)
        assert lower <= tanh(length) * UNIT <= upper
        assert upper - lower <= 2


def test_costs_rounded_down_are_a_metric_too():
    lower = [cost_bounds(length)[0] for length in range(240)]
    assert all(lower[a + b] <= lower[a] + lower[b] for a in range(120) for b in range(120))
    assert lower == sorted(lower)


def test_bounds_by_hand():
    certificate = Certificate(((UNIT, UNIT // 2, 0), (0, UNIT, 0)))
    assert lower_bound(FIRST, SECOND, certificate) == 3 - 1 + 1
    plan = Plan(1, (Move((0, 0), (0, 1), 2),), (Change((0, 0), 1), Change((1, 1), 1)))
    assert upper_bound(plan, Size(2, 3)) == 2 + Fraction(2 * cost_bounds(1)[1], UNIT)


def prices(change):
    rows = [list(row) for row in GOOD.certificate.dual_variables]
    rows[0][0] = change(rows[0][0])
    return GOOD._replace(certificate=Certificate(tuple(map(tuple, rows))))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (prices(lambda price: UNIT + 1), "row 0, column 0 is 1.0000000000009"),
        (prices(lambda price: 9 * UNIT), "row 0, column 0 is 9895604649984: expected at most"),
        (prices(lambda price: 0.5), "row 0, column 0 is 0.5"),
        (prices(lambda price: True), "row 0, column 0 is True"),
        (prices(lambda price: -UNIT), "the price falls by"),
        (GOOD._replace(certificate=Certificate(GOOD.certificate.dual_variables[:1])), "for each of 2 x 3 locations"),
        (GOOD._replace(bounds=Bounds(GOOD.bounds.lower + 1, GOOD.bounds.upper)), "claims 3"),
        (GOOD._replace(value=0.5), "claims the value 0.5"),
        (GOOD._replace(plan=evolve(GOOD.plan, samples=2)), "in units of 1/2: expected 1/1"),
        (GOOD._replace(plan=evolve(GOOD.plan, removed=())), "row [01], column [01] has"),
        (GOOD._replace(plan=evolve(GOOD.plan, created=(Change((1, 1), 1),))), "row 1, column 1 has 1"),
        (GOOD._replace(plan=evolve(GOOD.plan, created=(Change((2, 1), 1),))), "not one of this grid's"),
        (GOOD._replace(plan=evolve(GOOD.plan, created=(Change((1, 1), -1),))), "or of no mass"),
        (GOOD._replace(plan=evolve(GOOD.plan, moves=(Move((0, 0), (0, 1), 4),))), "row 0, column 0 has 3, but"),
    ],
)
def test_perturbed_certificates_raise(wrong, message):
    with pytest.raises(InvalidCertificate, match=message):
        check_certificate(FIRST, SECOND, wrong)


def test_a_certificate_is_for_one_distance_and_two_densities():
    first, second = Density([[0] * 7 + [1]]), Density([[1] + [0] * 7])
    flat = earth_mover_distance_certified(first, second, "flat")
    with pytest.raises(InvalidCertificate, match="from row 0, column 7 to row 0, column 0 the price falls by"):
        check_certificate(first, second, flat, "torus")
    with pytest.raises(InvalidCertificate):
        check_certificate(second, first, flat, "flat")
    with pytest.raises(InvalidParameter, match="second density"):
        check_certificate(first, Density([[1]]), flat, "flat")
    with pytest.raises(InvalidCertificate, match="from row 1, column 0 to row 0, column 0 the price falls by"):
        dual_variables(((0,), (STEP + 1,), (STEP + 1,)))
    with pytest.raises(UnknownName, match="did you mean flat"):
        check_certificate(first, second, flat, "flta")


@pytest.mark.parametrize("gap", [0, 1e-10, 2, -1, "1e-6", True, float("nan")])
def test_gaps_that_cannot_be_asked_for(gap):
    with pytest.raises(InvalidParameter, match="gap"):
        check_gap(gap)


ONE, HALF, STEP = Density([[1]]), Density([[1]], 2), cost_bounds(1)[0]
LEFT, RIGHT, AHEAD = Density([[1, 0]]), Density([[0, 1]]), Move((0, 0), (0, 1), 1)
NO_MOVES = (
    *((AHEAD._replace(mass=mass),) for mass in (2, True)),
    *((AHEAD._replace(target=place),) for place in ((0, 2), (1, 1), (0, -1))),
    *((AHEAD._replace(source=(-1, 0)),), (AHEAD, AHEAD._replace(target=(0, 0), mass=0))),
)
NO_PRICES = (
    *(((UNIT + 1, UNIT),), ((-UNIT - 1, -UNIT),), ((STEP + 1, 0),), ((0, STEP + 1),), ((0.0, 0),), ((4 * UNIT, 0),)),
    *(((0,), (STEP + 1,)), ((STEP + 1,), (0,))),
)


def dual_variables(prices):
    """Check prices on their grid where the distance is flat."""
    check_dual_variables(Certificate(prices), Size(len(prices), len(prices[0])), flat_length)


@each_row_of(
    gives(check_plan, (HALF, Density([[2]], 4), Plan(4), None), (LEFT, RIGHT, Plan(1, (AHEAD,)), None)),
    refused(InvalidCertificate, check_plan, (ONE, ONE, Plan(2)), (HALF, Density([[2]], 4), Plan(2))),
    refused(InvalidCertificate, check_plan, *((LEFT, RIGHT, Plan(1, moves)) for moves in NO_MOVES)),
    refused(InvalidCertificate, check_plan, (LEFT, RIGHT, Plan(1, (), (Change((0, 0), 1),)))),
    gives(dual_variables, (((STEP, 0),), None), (((0,), (STEP,)), None), (((UNIT, UNIT),), None), (((-UNIT,),), None)),
    refused(InvalidCertificate, dual_variables, *((prices,) for prices in NO_PRICES)),
)
def test_at_the_bounds(row):
    """Plans, prices and gaps: the last that are taken, and the first that are not."""
    row()
