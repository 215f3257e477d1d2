"""The rest of gains that are lost again, where rewards are differences of points and later ones count less."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

LEDGER = ("W19-stands-to-lose*",)

Points: TypeAlias = Fraction | int


def discounted_return(values: Sequence[Points], discount: Points) -> Fraction:
    """Return the sum of γ^t (V(s_t+1) - V(s_t)) over the steps between states with these point values.

    Source: Wainwright and Eckersley 2019, Sections 2 and 5.
    """
    steps = pairwise(values)
    return sum((discount**time * Fraction(after - before) for time, (before, after) in enumerate(steps)), Fraction(0))


def mean_of_values(values: Sequence[Points], discount: Points) -> Fraction:
    """Return the same as `discounted_return`, as a weighted mean of the values after the steps, less the first value.

    The last value has the weight γ^(T-1), the value after step t of those before it (1 - γ) γ^(t-1).

    Source: Wainwright and Eckersley 2019, Section 5, has no formula.
    """
    first, *after = values
    if not after:
        return Fraction(0)
    *between, last = after
    mean = sum((discount**time * Fraction(value) for time, value in enumerate(between)), Fraction(0))
    return (1 - discount) * mean + discount ** len(between) * Fraction(last) - first


def share_kept(discount: Points, steps: int) -> Fraction:
    """Return the share of a gain that is left if it is lost k steps later: 1 - γ^k.

    Source: Wainwright and Eckersley 2019, Section 5, has no formula.
    """
    return 1 - Fraction(discount) ** steps
