"""Discounted returns of values, in two forms."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.game import discounted_return, mean_of_values, share_kept

DISCOUNTS = st.fractions(0, 1, max_denominator=20)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8), DISCOUNTS)
def test_a_return_is_a_mean_of_values(values, discount):
    """For any values, and any discount from 0 to 1."""
    assert discounted_return(values, discount) == mean_of_values(values, discount)
    assert discounted_return(values, 1) == values[-1] - values[0]


@given(st.integers(0, 9), st.integers(1, 9), DISCOUNTS)
def test_a_gain_that_is_lost(worth, steps, discount):
    """It leaves its share."""
    assert discounted_return((0, *[worth] * steps, 0), discount) == worth * share_kept(discount, steps)
    assert share_kept(Fraction(1), steps) == 0
