"""The metrics of a policy: NEUTRALITY in floats."""

from fractions import Fraction
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import entropy, neutrality


@pytest.mark.parametrize(("p", "bits"), [(0.5, 1), (0, 0), (1, 0), (0.25, 2 - 0.75 * log2(3))])
def test_entropy(p, bits):
    """It is 0 log 0 = 0 at the ends."""
    assert entropy((p, 1 - p)) == pytest.approx(bits)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(any))
def test_entropy_is_neutrality_in_floats(weights):
    """It is what NEUTRALITY is of the exact probabilities."""
    shares = [Fraction(weight, sum(weights)) for weight in weights]
    assert entropy(map(float, shares)) == neutrality(dict(enumerate(shares)))
