"""Means and their errors: exact, and rounded to the nearest."""

from fractions import Fraction
from math import sqrt
from statistics import mean, pstdev, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.battery import (
    Estimate,
    population_deviation_over_n_squared,
    sample_deviation_over_n_squared,
    standard_error_squared,
)
from formal_rl.battery.estimates import fixed_text, nearest_root
from formal_rl.errors import InvalidParameter

values = st.lists(st.fractions(-1, 1, max_denominator=1000), min_size=2, max_size=8)


@given(values)
def test_the_three_formulas_are_those_of_statistics(numbers):
    """Mean and errors are those that the standard library gives in floating point."""
    estimate, n = Estimate(tuple(numbers)), len(numbers)

    assert estimate.mean == mean(numbers)
    assert float(standard_error_squared(estimate)) == pytest.approx(float(stdev(numbers)) ** 2 / n, abs=1e-12)
    assert float(sample_deviation_over_n_squared(estimate)) == pytest.approx(float(stdev(numbers) / n) ** 2, abs=1e-12)
    assert float(population_deviation_over_n_squared(estimate)) == pytest.approx(
        float(pstdev(numbers) / n) ** 2, abs=1e-12
    )


@given(values)
def test_the_printed_errors_are_too_small_by_fixed_factors(numbers):
    """Squared, a standard error is n times what Table 3 prints, and n^2 / (n - 1) times what Table 1 prints."""
    estimate, n = Estimate(tuple(numbers)), len(numbers)

    assert standard_error_squared(estimate) == n * sample_deviation_over_n_squared(estimate)
    assert standard_error_squared(estimate) == population_deviation_over_n_squared(estimate) * n**2 / (n - 1)


@given(st.fractions(0, 100, max_denominator=10_000), st.integers(0, 6))
def test_no_multiple_is_nearer_to_the_root(square, digits):
    """The root is between half a unit below and half a unit above."""
    root, half = nearest_root(square, digits), Fraction(1, 2 * 10**digits)

    assert (root * 10**digits).denominator == 1
    assert max(root - half, 0) ** 2 <= square < (root + half) ** 2
    assert float(root) == pytest.approx(sqrt(square), abs=float(half) * 1.001)


@given(st.fractions(-100, 100, max_denominator=10_000), st.integers(0, 6))
def test_a_text_is_within_half_a_unit(value, digits):
    """Rounded text is within half a unit, has so many digits, and no sign before zeros alone."""
    text = fixed_text(value, digits)

    assert abs(Fraction(text) - value) <= Fraction(1, 2 * 10**digits)
    assert len(text.partition(".")[2]) == digits
    assert Fraction(text) != 0 or not text.startswith("-")


def test_texts_by_hand():
    """Halves go away from 0."""
    numbers = ((1, 8), (-1, 8), (1, 3), (-1, 1000), (12, 1))
    assert [fixed_text(Fraction(*each), 2) for each in numbers] == ["0.13", "-0.13", "0.33", "0.00", "12.00"]
    assert fixed_text(Fraction(5, 2), 0) == "3"


def test_values_without_mean_or_error_raise():
    """No value has no mean, one value no spread, and a negative number no root."""
    with pytest.raises(InvalidParameter, match="at least one"):
        Estimate(())
    with pytest.raises(InvalidParameter, match="at least two"):
        standard_error_squared(Estimate((Fraction(1),)))
    with pytest.raises(InvalidParameter, match="square"):
        nearest_root(Fraction(-1), 2)
