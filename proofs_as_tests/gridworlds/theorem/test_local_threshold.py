"""The local threshold in closed form beside the search, bad input, and the shift by a wrong m."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.gridworlds.theorem import curvature, enclose, local_bounds, local_threshold, threshold
from formal_rl.gridworlds.theorem.local_threshold import curvature_in_roots

LAMS = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=40)


@settings(deadline=None, max_examples=40)
@given(LAMS, st.integers(2, 5))
def test_it_is_the_one_of_the_search(lam, k):
    """And lies within its bounds, of which one integer at most is in doubt for λ >= 1/2."""
    found, bounds = local_threshold(lam, k), local_bounds(lam, k)

    assert found == threshold(lam, k).local if k == 2 else curvature(lam, k, found) <= 0 < curvature(lam, k, found + 1)
    assert bounds.least <= found <= bounds.greatest < bounds.below
    assert 2 * lam < 1 or bounds.greatest - bounds.least <= 1


def test_the_proved_end_is_the_sharper_one():
    """At λ = 9/10 and k = 4 it is 118, where Theorem B has 119; at 1/10 and k = 2 both have 6."""
    assert [threshold(Fraction(lam), k).fails_from for lam, k in (("9/10", 4), ("1/10", 2))] == [118, 6]


@settings(deadline=None, max_examples=25)
@given(LAMS, st.integers(2, 5), st.integers(1, 30))
def test_the_exact_curvature_is_the_one_with_digits(lam, k, number):
    """To 25 digits after the point."""
    low, high = enclose(curvature_in_roots(lam, k, number), lam)
    got = Fraction(curvature(lam, k, number))

    assert low - Fraction(1, 10**25) <= got <= high + Fraction(1, 10**25)
