"""Draws in runs are the draws one by one."""

from fractions import Fraction
from math import inf, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, RepeatedDraws, draw
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.draws import RUN, SpawnDraws, least_float
from formal_rl.seeded_draws import SeededDraws

PROBABILITIES = st.one_of(
    st.sampled_from([Fraction(3, 10), Fraction(1, 3), 0.3, 0.5, Fraction(1, 10**400), 1 - Fraction(1, 10**40)]),
    st.fractions(0, 1),
    st.floats(0, 1),
)


@given(PROBABILITIES, st.floats(0, 1, exclude_max=True))
def test_a_float_is_below_both_or_neither(probability, value):
    """Instead of a probability the least float that is no less may be asked."""
    bound = least_float(probability)
    near = [value, bound, nextafter(bound, -inf), nextafter(bound, inf)]

    for each in near:
        assert (each < bound) is (each < probability)


@given(
    st.integers(0, 99),
    PROBABILITIES.filter(lambda probability: probability > 0),
    st.lists(st.tuples(st.integers(0, 3 * RUN), st.integers(0, 60)), max_size=6),
)
def test_runs_are_the_draws_one_by_one(seed, probability, asked):
    """At every index, forwards and backwards, the answers are those of each draw alone."""
    draws = SeededDraws(seed)
    in_runs = SpawnDraws(probability, draws)

    for first, number in asked:
        expected = [draw(draws, index) < probability for index in range(first, first + number)]
        assert in_runs.below(first, number) == bytes(expected)


def test_other_draws_are_read_one_by_one():
    """Fractions, whole numbers and floats, each compared exactly; nothing is read that is not asked for."""
    third = Fraction(1, 3)
    draws = (0, third, 0.25, Fraction(1, 3) - Fraction(1, 10**30), "no draw")
    read = SpawnDraws(third, draws)

    assert read.below(0, 4) == bytes([1, 0, 1, 1])
    assert read.below(3, 1) == bytes([1])
    with pytest.raises(InvalidParameter, match="draw 4"):
        read.below(0, 5)
    with pytest.raises(DrawsExhausted, match="5"):
        SpawnDraws(third, (0,) * 5).below(0, 6)
    for forever in (RepeatedDraws((0, 0.5)), HashedDraws(3)):
        expected = [forever[index] < third for index in range(20)]
        assert SpawnDraws(third, forever).below(0, 20) == bytes(expected)


@pytest.mark.parametrize("value", [1.0, -0.5, float("nan"), float("inf")])
def test_invalid_draws_raise_when_read(value):
    """It raises on reading, and not before."""
    read = SpawnDraws(Fraction(1, 2), (0.25,) * 7 + (value,))

    assert read.below(0, 7) == bytes([1] * 7)
    with pytest.raises(InvalidParameter, match="draw 7 is"):
        read.below(0, 8)
