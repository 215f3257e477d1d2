"""The closed form of N_loc for every number of lengths at once, by computer algebra.

With e = (1 - λ)/k and l the logarithm of g = λ^(-1/k) (1 - e), the curvature at uniform is the sum over n of l^n / n!
times the moment T_n, the sum over i < N of i^n b_i, b_i = i ((i + 1) e - 2). What is left out, and l itself, is bounded
by polynomials of e; so is N. The sign of a polynomial on an interval follows from its coefficients, in a variable that
runs over all numbers from 0 on.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial

import pytest

from formal_rl.gridworlds.theorem import local_bounds

sympy = pytest.importorskip("sympy")

RING, E, K, T = sympy.polys.rings.ring("e, k, t", sympy.QQ)
DEGREE = 6


@cache
def power_sum(j):
    """Return the coefficients, in N, of the sum of i^j over 0 <= i < N.

    N^(j + 1) is the sum over m <= j of (j + 1 over m) times the sum of i^m, since (i + 1)^(j + 1) - i^(j + 1) is.
    """
    found = [Fraction(0)] * (j + 1) + [Fraction(1)]
    for m in range(j):
        for power, coefficient in enumerate(power_sum(m)):
            found[power] -= comb(j + 1, m) * coefficient
    return tuple(each / (j + 1) for each in found)


def test_the_moments_are_sums():
    """T_n is e^-6 times the polynomial: the sum of i^n b_i, for N to 9 and e = 1/10, 1/3."""
    for n, number, e in product(range(5), range(1, 10), (Fraction(1, 10), Fraction(1, 3))):
        expected = sum((i ** (n + 1) * ((i + 1) * e - 2) for i in range(number)), Fraction(0))
        got = moment(n, RING(0) + rational(number * e)).evaluate([(E, rational(e)), (K, 2), (T, 0)])
        assert got == rational(expected * e**DEGREE)


def rational(value):
    """Return a fraction as an element of the field."""
    return sympy.QQ(value.numerator, value.denominator)


def moment(n, numerator):
    """Return e^6 times the n-th moment where N is ``numerator`` / e, as a polynomial in e, k and t."""
    total = RING(0)
    for power, coefficient in enumerate(power_sum(n + 2)):
        total += rational(coefficient) * numerator**power * E ** (DEGREE + 1 - power)
    for power, coefficient in enumerate(power_sum(n + 1)):
        total += rational(coefficient) * numerator**power * (E ** (DEGREE + 1 - power) - 2 * E ** (DEGREE - power))
    return total


def series(log, moments):
    """Return the sum of log^n / n! times the n-th moment given."""
    return sum((log**n * each * sympy.QQ(1, factorial(n)) for n, each in enumerate(moments)), RING(0))


def log_to(last):
    """Return the first terms of the logarithm of g."""
    return sum((E**j * (K ** (j - 1) - 1) * sympy.QQ(1, j) for j in range(2, last + 1)), RING(0))


def upper():
    """Return e times the upper bound: 3 - (3k + 5)/8 e - (k - 1) (19 k + 1)/160 e^2."""
    return 3 - (3 * K + 5) * sympy.QQ(1, 8) * E - (K - 1) * (19 * K + 1) * sympy.QQ(1, 160) * E**2


def is_not_negative(polynomial, most, *, t_to_one=False):
    """Whether all coefficients are, for e = most / (k (1 + s)), k = 2 + r, and t = 1 / (1 + v) if t is at most 1."""
    ring, s, r, v = sympy.polys.rings.ring("s, r, v", sympy.QQ)
    high, wide = (max(powers[place] for powers in polynomial.monoms()) for place in (0, 2))
    k, factor = r + 2, (r + 2) * (s + 1)
    total = ring(0)
    by_power = {}
    for (a, b, d), coefficient in polynomial.terms():
        inner = by_power.setdefault(a, [])
        inner.append(coefficient * k**b * ((1 + v) ** (wide - d) if t_to_one else v**d))
    for a, inner in by_power.items():
        total += rational(most) ** a * sum(inner, ring(0)) * factor ** (high - a)
    coefficients = total.coeffs()
    return bool(coefficients) and all(bool(each >= 0) for each in coefficients)


def test_the_bound_is_the_one_of_the_module():
    """The bound in the proof is that of `local_bounds`, at some λ and k."""
    for k, lam in ((2, Fraction(1, 4)), (3, Fraction(9, 10)), (7, Fraction(2, 3))):
        e = (1 - lam) / k
        expected = 3 - Fraction(3 * k + 5, 8) * e - Fraction((k - 1) * (19 * k + 1), 160) * e**2
        assert local_bounds(lam, k).below == expected / e
        assert rational(expected) == upper().evaluate([(E, rational(e)), (K, k), (T, 0)])


@pytest.mark.full  # a proof, of no code but `local_bounds`
def test_uniform_is_not_a_local_maximum_from_the_upper_bound_on():
    """For every k >= 2 and every λ."""
    number, log = upper() + T * E, log_to(6)
    moments = [moment(n, number) for n in range(5)]

    assert is_not_negative(moments[2], Fraction(1))
    assert is_not_negative(series(log, moments[1:4]), Fraction(1))
    assert is_not_negative(series(log, moments), Fraction(1))
    assert not is_not_negative(series(log, [moment(n, number - E / 4) for n in range(5)]), Fraction(1))


@pytest.mark.full  # so is this
def test_uniform_is_a_local_maximum_up_to_the_lower_bound():
    """For every k >= 2 and every λ >= 1/2."""
    half = Fraction(1, 2)
    bound = upper() - (K - 1) * K * (19 * K + 1) * sympy.QQ(1, 160) * E**3
    number, log = bound - T * E, log_to(7) + 2 * E**8 * K**7 * sympy.QQ(1, 8)
    at_bound = [moment(n, bound) for n in range(4)]
    for n, each in enumerate(at_bound):
        assert is_not_negative(each - moment(n, number), half, t_to_one=True)
        assert n == 0 or is_not_negative(each, half)
    assert is_not_negative(3 * moment(3, number) - E * moment(4, number), half, t_to_one=True)
    room = 4 - 3 * log.quo(E)
    assert is_not_negative(room, half)
    total = series(log, at_bound[:3]) * room + 4 * log**3 * at_bound[3] * sympy.QQ(1, 6)
    assert is_not_negative(-total, half)
