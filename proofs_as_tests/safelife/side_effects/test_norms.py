"""Other norms: Manhattan is the definition, and no norm leads out of its bounds, on drawn densities."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.side_effects import (
    NORMS,
    Density,
    Size,
    deviation_by_norm,
    earth_mover_distance,
    norm_distance,
)

COUNTS = st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5), min_size=4, max_size=4)


@settings(max_examples=20)
@given(COUNTS, COUNTS)
def test_bounds(first, second):
    """By Manhattan to the bit what Equation 3 gives; the others are no more, and no less than their part of it."""
    first, second = Density(first, 3), Density(second, 3)
    by = {norm: deviation_by_norm(first, second, norm) for norm in NORMS}

    assert by["Manhattan"] == earth_mover_distance(first, second).value
    assert by["Chebyshev"] <= by["Euclid"] + 1e-12 <= by["Manhattan"] + 2e-12
    assert by["Euclid"] >= by["Manhattan"] / math.sqrt(2) - 1e-12
    assert by["Chebyshev"] >= by["Manhattan"] / 2 - 1e-12


def test_what_is_refused():
    """A norm that there is not, and densities of two sizes."""
    with pytest.raises(UnknownName, match="Manhattan"):
        norm_distance("Manhatan", Size(3, 3), (0, 0), (1, 1))
    with pytest.raises(InvalidParameter):
        deviation_by_norm(Density([[1]]), Density([[1, 1]]), "Euclid")
