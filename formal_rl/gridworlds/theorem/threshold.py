"""The threshold N*: up to this many mini-episodes the uniform distribution over lengths is the unique optimum."""

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from formal_rl.gridworlds.theorem._radical_sums import last, require_lam, require_lengths
from formal_rl.gridworlds.theorem.local_threshold import local_bounds
from formal_rl.gridworlds.world import Value

LEDGER = ("T24-threshold",)

DIGITS = 50
"""The number of digits of irrational numbers."""

_GRID = 600
"""The number of grid points in [0, 1/k) before the best is refined."""


class Threshold(NamedTuple):
    """N*, the greatest N for which uniform is the only best distribution, and the bounds on it by formula.

    ``sufficient`` = floor(4 / (1 - λ)) is proved to be enough, and from ``fails_from`` on uniform is proved not to be
    best: it is the first integer beyond what `local_bounds` allow. ``local`` is the greatest N for which it is a local
    maximum.
    """

    greatest: int
    local: int
    sufficient: int
    fails_from: int


class Maximiser(NamedTuple):
    """The best distribution of the form (p_other, ..., p_other, p_most), and how much better it is than uniform.

    The probabilities are found by a search of values, to about 18 digits; the gain is the one of these. Where uniform
    is best both are 1/k and the gain is 0.
    """

    p_most: Decimal
    p_other: Decimal
    relative_gain: Decimal

    def distribution(self, k: int) -> Mapping[int, Fraction]:
        """Return the probability of each of k lengths, here numbered from 0; the likeliest is the last."""
        return dict(enumerate([*[Fraction(self.p_other)] * (k - 1), Fraction(self.p_most)]))


def _decimal(value: Value) -> Decimal:
    exact = Fraction(value)
    return Decimal(exact.numerator) / Decimal(exact.denominator)


class _Phi:
    """phi(p) = p times the sum over i < N of (q (1 - c p))^i: the part of the return from a length of probability p."""

    def __init__(self, lam: Value, k: int, number: int) -> None:
        require_lam(lam)
        require_lengths(k)
        value = _decimal(lam)
        self.c, self.k, self.number = 1 - value, k, number
        self.q = value ** (Decimal(-1) / k)

    def __call__(self, p: Decimal) -> Decimal:
        ratio = self.q * (1 - self.c * p)
        total = Decimal(self.number) if ratio == 1 else (ratio**self.number - 1) / (ratio - 1)
        return p * total

    def excess(self, x: Decimal) -> Decimal:
        """Return by how much (x, ..., x, y) is better than uniform, divided by (1/k - x)^2."""
        # Near 1/k the gap vanishes as the square of the distance: divided by that, its sign is still seen there.
        y = 1 - (self.k - 1) * x
        even = Decimal(1) / self.k
        gap = (self.k - 1) * self(x) + self(y) - self.k * self(even)
        return gap / (even - x) ** 2


def _best(function: Callable[[Decimal], Decimal], even: Decimal, *, to_the_end: bool) -> tuple[Decimal, Decimal]:
    """Return x in [0, even) where the function is greatest, and its value; ``to_the_end`` searches up to ``even``."""
    # There may be a lower hill as well: the grid finds the highest, and golden sections climb that one.
    points = [even * place / _GRID for place in range(_GRID)]
    place = max(range(_GRID), key=lambda i: function(points[i]))
    end = even if to_the_end else points[-1]
    return _peak(function, points[max(place - 1, 0)], points[place + 1] if place + 1 < _GRID else end)


def _peak(function: Callable[[Decimal], Decimal], low: Decimal, high: Decimal) -> tuple[Decimal, Decimal]:
    golden = (Decimal(5).sqrt() - 1) / 2
    first, second = high - golden * (high - low), low + golden * (high - low)
    at_first, at_second = function(first), function(second)
    for _ in range(80):  # each keeps 0.618 of the interval, all together 2e-17
        if at_first < at_second:
            low, first, at_first = first, second, at_second
            second = low + golden * (high - low)
            at_second = function(second)
        else:
            high, second, at_second = second, first, at_first
            first = high - golden * (high - low)
            at_first = function(first)
    middle = (low + high) / 2
    return middle, function(middle)


def curvature(lam: Value, k: int, number: int) -> Decimal:
    """Return the sum over 0 < i < N of g^i i ((i + 1) c / k - 2): at most 0 iff uniform is a local maximum.

    It is phi''(1/k) but for a positive factor; g = λ^(-1/k) (1 - c/k), c = 1 - λ.

    Ledger: T24-threshold*
    """
    require_lam(lam)
    require_lengths(k)
    with localcontext(prec=DIGITS):
        value = _decimal(lam)
        c = 1 - value
        g = value ** (Decimal(-1) / k) * (1 - c / k)
        total, power = Decimal(0), Decimal(1)
        for i in range(1, number):
            power *= g
            total += power * i * ((i + 1) * c / k - 2)
        return total


def scaled_excess(lam: Value, k: int, number: int) -> Decimal:
    """Return the greatest of (R(x, ..., x, y) - R(uniform)) / (1/k - x)^2: negative iff uniform is the only best.

    Every best distribution is uniform or of the form (x, ..., x, y) with x < 1/k < y, so one number is searched: on a
    grid of 600, then by golden sections, with 50 digits.

    Ledger: T24-threshold*
    """
    with localcontext(prec=DIGITS):
        return _best(_Phi(lam, k, number).excess, Decimal(1) / k, to_the_end=False)[1]  # at 1/k it is 0 / 0


def maximiser(lam: Value, k: int, number: int) -> Maximiser:
    """Return the best distribution over k lengths for N = ``number`` mini-episodes."""
    with localcontext(prec=DIGITS):
        is_uniform, even = number <= threshold(lam, k).greatest, Decimal(1) / k
        if is_uniform:
            return Maximiser(even, even, Decimal(0))
        phi = _Phi(lam, k, number)

        def gain(x: Decimal) -> Decimal:
            return (k - 1) * phi(x) + phi(1 - (k - 1) * x)

        x, most = _best(gain, even, to_the_end=True)
        uniform = k * phi(even)
        return Maximiser(1 - (k - 1) * x, x, (most - uniform) / uniform)


def threshold(lam: Value, k: int) -> Threshold:
    """Return N* and its bounds for λ and k lengths.

    For k = 2 it is the local threshold, exactly; for more lengths it is searched for with 50 digits. Both conditions
    fail from some N on for good, so they are bisected.

    Ledger: T24-threshold*, T24-T5.1*, T24-lopsided-lambda*
    """
    require_lam(lam)
    require_lengths(k)
    c = 1 - Fraction(lam)
    sufficient, fails_from = floor(4 / c), local_bounds(lam, k).greatest + 1
    # The search has an end of its own, Theorem B's: so it can be compared with what `local_bounds` say.
    local = last(lambda number: curvature(lam, k, number) <= 0, sufficient, ceil(3 * k / c - 1))
    if k == 2:
        return Threshold(local, local, sufficient, fails_from)
    greatest = last(lambda number: scaled_excess(lam, k, number) < 0, sufficient, local + 1)
    return Threshold(greatest, local, sufficient, fails_from)
