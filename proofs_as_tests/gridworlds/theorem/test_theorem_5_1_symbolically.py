"""Identities of Theorem 5.1 for all values, by computer algebra, where sympy is installed."""

import pytest

from formal_rl.gridworlds.theorem.appendix_d import hybrid_returns

sympy = pytest.importorskip("sympy", reason="needs sympy")

A, B, C, Q = sympy.symbols("a b c q", positive=True)


def _hybrid(m, number):
    """The total return of the hybrid unequal in the first m mini-episodes, in symbols."""
    half = (A + B) / 2
    weights, total = [sympy.Integer(1)] * 2, sympy.Integer(0)
    for i in range(number):
        pair = (A, B) if i < m else (half, half)
        total += Q**i * sum(p * w for p, w in zip(pair, weights, strict=True))
        weights = [w * (1 - C * p) for p, w in zip(pair, weights, strict=True)]
    return total


@pytest.mark.statement("T24-LD2")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_the_effect_of_a_step(number):
    """A step changes the return by d (B - A) q^(m-1) (1 - (c s q / 2) (1 + q h + ... )), for all p, c and q."""
    s, d, h = A + B, (A - B) / 2, 1 - C * (A + B) / 2
    for m in range(1, number + 1):
        gap = (1 - C * B) ** (m - 1) - (1 - C * A) ** (m - 1)
        rest = sum((Q * h) ** t for t in range(number - m))
        expected = d * gap * Q ** (m - 1) * (1 - C * s * Q / 2 * rest)

        assert sympy.expand(_hybrid(m - 1, number) - _hybrid(m, number) - expected) == 0


@pytest.mark.statement("T24-LD2")
def test_the_symbols_agree_with_the_code():
    """With numbers put in, the symbolic total is that of the code."""
    a, b, lam, root = sympy.Rational(2, 3), sympy.Rational(1, 3), sympy.Rational(1, 4), sympy.Rational(1, 2)
    from fractions import Fraction

    pairs = ((Fraction(2, 3), Fraction(1, 3)),) * 2 + ((Fraction(1, 2),) * 2,) * 3
    got = sum(hybrid_returns(pairs, Fraction(1, 4), Fraction(1, 2)))

    assert _hybrid(2, 5).subs({A: a, B: b, C: 1 - lam, Q: 1 / root}) == sympy.Rational(got.numerator, got.denominator)


@pytest.mark.statement("T24-threshold")
def test_the_sum_of_certain_failure():
    """The sum over i < N of i ((i + 1) c / k - 2) is N (N - 1) ((N + 1) c / (3 k) - 1), for all N, c and k."""
    i, number, k = sympy.symbols("i N k", positive=True)
    total = sympy.summation(i * ((i + 1) * C / k - 2), (i, 1, number - 1))

    assert sympy.simplify(total - number * (number - 1) * ((number + 1) * C / (3 * k) - 1)) == 0


@pytest.mark.statement("T24-threshold")
@pytest.mark.parametrize("i", range(1, 9))
def test_the_second_derivative_of_a_term(i):
    """(p (1 - c p)^i)'' is i c (1 - c p)^(i - 2) ((i + 1) c p - 2)."""
    p = sympy.symbols("p", positive=True)
    expected = i * C * (1 - C * p) ** (i - 2) * ((i + 1) * C * p - 2)

    assert sympy.simplify(sympy.diff(p * (1 - C * p) ** i, p, 2) - expected) == 0


@pytest.mark.statement("T24-equilibrium")
@pytest.mark.parametrize("i", range(8))
def test_the_slope_of_the_potential(i):
    """(1 - (1 - c p)^(i + 1)) / (c (i + 1)) has the derivative (1 - c p)^i."""
    p = sympy.symbols("p", positive=True)

    assert sympy.simplify(sympy.diff((1 - (1 - C * p) ** (i + 1)) / (C * (i + 1)), p) - (1 - C * p) ** i) == 0


@pytest.mark.statement("T24-T5.1-readings")
def test_hoarding_a_length_pays():
    """With λ = x^2 the lengths a, a, b receive (1 - x) (x^-2 - 1) more than a, b, a."""
    x = sympy.symbols("x", positive=True)
    aab, aba = 1 + x + x**-2, 1 + 1 / x + 1

    assert sympy.simplify(aab - aba - (1 - x) * (x**-2 - 1)) == 0
