"""Choices of `random_choice.chosen`, made with floats where floats prove that the exact choice is the same.

The exact choice among n energies E_i at temperature T, by a draw x, is the least k with W_k > x W_n. W_k is the sum
of the first k weights w_i, and w_i is ⌊M e^(-E_i)⌋ with energies in units of T and M = `UNIT` e^(least E). The
forms compute sums c_k of floats instead, and take the least k with c_k > t, where t is the float nearest to x c_n. The
two agree wherever no c_k is near t. With u = 2^-53, the greatest relative error of one operation on floats:

* An energy is d + p, a difference of violations and a penalty. `power` computes e^-d and e^-p to thirty digits, since
  `decimal` rounds powers of e correctly, and rounds them to floats. Exponents are at most `LARGEST_EXPONENT`, so
  nothing overflows or loses digits near 0. A sum of n products of two powers is therefore rounded n + 2 times, with
  one more to spare for the thirty digits. All terms are positive, so with g = (n + 3) u / (1 - (n + 3) u) and the
  true sums C_k of e^-E_i, |c_k - C_k| ≤ g c_n and |t - x C_n| ≤ (g + u) c_n.
* The weights are off by at most 1 each and a little, so |W_k - M C_k| ≤ n; also W_n ≥ `UNIT`, so M c_n ≥ 2^60 (1 - g).
* So if c_k exceeds t by more than b c_n, then W_k - x W_n > M c_n (b - 2g - u) - 2n, and this is above 0 if
  b ≥ 2g + u + 2n / (2^60 (1 - g)). If c_(k-1) is below t by as much, W_(k-1) - x W_n is below 0 likewise.

For n up to 2^20 the right side is less than (2.02 n + 8) u. `bound_of` gives b = 4 (n + 4) u, which leaves more than
half for the rounding of t ± b c_n. So `surely_chosen` is right whenever it answers; otherwise the
caller makes the exact choice. With uniform draws that happens about once in 10^12 choices.
"""

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from formal_rl.safelife.generation.random_choice import Number

LEDGER = ("W19-alg1",)

LARGEST_EXPONENT = 300
"""Between e to minus this and e to this, powers, their products and sums are floats of full precision."""

_DIGITS = Context(prec=30)
_UNIT_ROUNDOFF = 2.0**-53


@lru_cache(maxsize=1 << 16)
def power(numerator: int, denominator: int) -> float | None:
    """Return the float nearest to e^-(numerator / denominator), or None if the exponent is too large."""
    if abs(numerator) > LARGEST_EXPONENT * denominator:
        return None
    return float(_DIGITS.exp(-_DIGITS.divide(Decimal(numerator), Decimal(denominator))))


class WeighedPenalty(NamedTuple):
    """A penalty, and e^(-penalty / temperature), unless that is too large or too small."""

    exact: Fraction
    factor: float | None


def weighed(penalty: Number, heat: Fraction) -> WeighedPenalty:
    """Return a penalty with its weight at a temperature."""
    exact = Fraction(penalty)
    return WeighedPenalty(exact, power(*(exact / heat).as_integer_ratio()))


def bound_of(choices: int) -> float:
    """Return the share of all weights that a boundary may be away from where floats have it, and more."""
    return 4 * (choices + 4) * _UNIT_ROUNDOFF


def surely_chosen(up_to: Sequence[float], drawn: float, bound: float) -> int | None:
    """Return the index that the exact choice has, given sums of weights in floats, or None if it is not certain."""
    total = up_to[-1]
    aim, margin = drawn * total, bound * total
    index = bisect_right(up_to, aim - margin)
    return index if up_to[index] > aim + margin else None
