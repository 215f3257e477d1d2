"""N_loc, the greatest N for which uniform is a local maximum: bounds in closed form, and its value, exactly."""

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from formal_rl.gridworlds.drest import require_number
from formal_rl.gridworlds.theorem._radical_sums import RootSum, last, require_lam, require_lengths, sign
from formal_rl.gridworlds.world import Value

LEDGER = ("T24-Nloc*",)


class LocalBounds(NamedTuple):
    """N_loc is at least ``least``, and less than ``below``.

    Ledger: T24-Nloc
    """

    least: int
    below: Fraction

    @property
    def greatest(self) -> int:
        """The greatest integer that N_loc may be."""
        return ceil(self.below) - 1


def second_order(k: int) -> Fraction:
    """Return (k - 1) (19 k + 1) / (160 k), by which the bound on N_loc falls for each 1 - λ."""
    return Fraction((k - 1) * (19 * k + 1), 160 * k)


def local_bounds(lam: Value, k: int) -> LocalBounds:
    """Return bounds on N_loc: it is less than 3k/c - (3k + 5)/8 - e c, with c = 1 - λ and e = `second_order` of k.

    For λ >= 1/2 it is at least the integer part of this bound less e c²; so where e c² <= 1, and for k <= 34 it is,
    at most one integer is in doubt. For smaller λ it is at least the integer part of 2k/c, up to which no term of the
    curvature is positive.

    Source: a correction of Thornley et al. 2024, Theorem 5.1.
    """
    require_lam(lam)
    require_lengths(k)
    c, e = 1 - Fraction(lam), second_order(k)
    below = 3 * k / c - Fraction(3 * k + 5, 8) - e * c
    return LocalBounds(floor(below - e * c**2) if 2 * c <= 1 else floor(2 * k / c), below)


def curvature_in_roots(lam: Value, k: int, number: int) -> RootSum:
    """Return the result of `curvature`, exactly, over the powers of λ^(-1/k): at most 0 iff N <= N_loc."""
    require_lam(lam)
    require_lengths(k)
    require_number(number)
    lam = Fraction(lam)
    part = (1 - lam) / k
    sums, power = [Fraction(0)] * k, Fraction(1)
    for i in range(1, number):
        power *= 1 - part
        sums[i % k] += power * lam ** -(i // k) * i * ((i + 1) * part - 2)
    return tuple(sums)


def local_threshold(lam: Value, k: int) -> int:
    """Return N_loc, exactly: where the bounds leave a doubt, the sign of the curvature decides."""
    low, high = local_bounds(lam, k).least, local_bounds(lam, k).greatest + 1
    return last(lambda number: sign(curvature_in_roots(lam, k, number), lam) <= 0, low, high)
