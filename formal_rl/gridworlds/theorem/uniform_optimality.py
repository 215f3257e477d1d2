"""Whether uniform is the one best distribution over lengths, decided exactly for any rational λ."""

from fractions import Fraction
from math import comb
from operator import add
from typing import TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.theorem._radical_sums import RootSum, require_lam, require_lengths, sign
from formal_rl.gridworlds.world import Value

LEDGER = ("T24-threshold",)

Excess: TypeAlias = tuple[RootSum, ...]
"""The coefficients of a polynomial, from the constant one on."""

_HALVINGS = 40
"""How often an interval is halved before it is given up."""


def excess_polynomial(lam: Value, k: int, number: int) -> Excess:
    """Return (R(x, ..., x, y) - R(uniform)) / t^2, but for a positive factor, in t = 1 - k x.

    t runs over (0, 1]: x from just below 1/k down to 0. The constant coefficient decides whether uniform is a local
    maximum. All coefficients are integers: with λ = a / b, h = 1 - c / k = H / (k b) and c / k = V / (k b), and the
    factor takes the denominators away.

    Raises `InvalidParameter` for N < 2.

    Source: a correction of Thornley et al. 2024, Lemma D.2.
    Ledger: T24-threshold*
    """
    require_lam(lam)
    require_lengths(k)
    if number < 2:
        raise InvalidParameter("N", number, "at least 2 mini-episodes")
    a, b = Fraction(lam).as_integer_ratio()
    h, v, d = k * b - b + a, b - a, k * b
    most = (number - 1) // k
    sums = [[0] * k for _ in range(number - 1)]
    for i in range(1, number):
        factor = b ** (i // k) * a ** (most - i // k) * d ** (number - 1 - i)
        for j in range(2, i + 2):
            power = (1 - k) ** j
            at_j = comb(i, j) * h ** (i - j) * v**j * (k - 1 + power) if j <= i else 0
            before = comb(i, j - 1) * h ** (i - j + 1) * v ** (j - 1) * (-power - (k - 1))
            sums[j - 2][i % k] += factor * (at_j + before)
    return tuple(tuple(Fraction(each) for each in coefficients) for coefficients in sums)


def uniform_is_the_best(lam: Value, k: int, number: int) -> bool:
    """Return whether uniform is the only best distribution over k lengths, for N = ``number`` mini-episodes.

    Every best distribution is uniform or of the form (x, ..., x, y) with x < 1/k < y, so the sign of one polynomial
    on (0, 1] decides. On a part of it the polynomial is negative if all its coefficients in Bernstein's form are;
    where they are not, the part is halved, until it is negative everywhere or at least 0 somewhere.

    Raises `InvalidParameter` where forty halvings do not decide, as they would not if the greatest value were 0.

    Source: a correction of Thornley et al. 2024, Lemma D.2.
    Ledger: T24-threshold*
    """
    waiting = [(excess_polynomial(lam, k, number), 0)]
    while waiting:
        polynomial, halvings = waiting.pop()
        signs = [sign(each, lam) for each in bernstein_form(polynomial)]
        if signs[0] > 0 or signs[-1] >= 0:
            return False
        if max(signs) <= 0:
            continue
        if halvings == _HALVINGS:
            raise InvalidParameter("N", number, "a number for which the excess is not 0 at its greatest")
        left = tuple(_times(each, 2 ** (len(polynomial) - j)) for j, each in enumerate(polynomial))
        waiting += [(left, halvings + 1), (shifted(left), halvings + 1)]
    return True


def _times(sums: RootSum, factor: int) -> RootSum:
    return tuple(factor * each for each in sums)


def bernstein_form(polynomial: Excess) -> Excess:
    """Return the coefficients in Bernstein's form on [0, 1], each times its binomial coefficient."""
    degree = len(polynomial) - 1

    def coefficient(m: int) -> RootSum:
        terms = (_times(polynomial[j], comb(degree - j, m - j)) for j in range(m + 1))
        return tuple(sum(each, Fraction(0)) for each in zip(*terms, strict=True))

    return tuple(map(coefficient, range(degree + 1)))


def shifted(polynomial: Excess) -> Excess:
    """Return the coefficients of the polynomial in t + 1."""
    found = list(polynomial)
    for first in range(len(found) - 1):
        for j in reversed(range(first, len(found) - 1)):
            found[j] = tuple(map(add, found[j], found[j + 1]))
    return tuple(found)
