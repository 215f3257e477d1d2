"""Visits are counted, and the chance that a chain comes back is that of its powers."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.game import chance_of_return, count_visits


@given(st.lists(st.integers(0, 5), min_size=1))
def test_counted(states):
    """Each number is that of a plain count."""
    found, times = count_visits(states), Counter(states)

    assert found.steps == len(states)
    assert found.different == len(set(states))
    assert found.once == sum(1 for state in states if times[state] == 1)


@given(st.fractions(0, 1, max_denominator=20), st.integers(0, 8))
def test_chance(probability, apart):
    """From dead and alive as often as in the long run, step by step."""
    agree = Fraction(0)
    for start in (0, 1):
        dead, alive = Fraction(start == 0), Fraction(start == 1)
        for _ in range(apart):
            dead, alive = dead * (1 - probability) + alive, dead * probability
        agree += (alive * probability if start else dead) / (1 + probability)

    assert chance_of_return(probability, apart, 1) == agree
    assert chance_of_return(probability, apart, 3) == agree**3


def test_no_visits():
    """There is no share of nothing."""
    with pytest.raises(InvalidParameter):
        count_visits("")
