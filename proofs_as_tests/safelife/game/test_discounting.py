"""Discounted returns of values, in two forms."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.game import (
    ACTIONS,
    StartPenalty,
    best_actions,
    decision_process,
    discounted_return,
    mean_of_values,
    optimal_values,
    penalty_per_step,
    share_kept,
    weighted,
)
from formal_rl.safelife.levels import parse_level

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


@pytest.mark.parametrize("discount", [Fraction(1, 2), Fraction(3, 5), Fraction(7, 10), Fraction(97, 100)])
def test_who_holds_a_goal_beside_an_exit(discount):
    """It is filled and never left; where the level starts anew it is left empty from γ = 2/3 on."""
    level, spared = parse_level("# # #\n. ^ E\n# # #\ngoals\n. . .\n.b . .\n. . ."), StartPenalty(weight=0)
    for again, action in ((False, "toggle left"), (True, "toggle left" if discount < Fraction(2, 3) else "move right")):
        process = weighted(decision_process(level, penalty_per_step, spared, range(9), again=again), Fraction(0))
        best = best_actions(process, optimal_values(process, discount), 0)
        assert [ACTIONS[each] for each in best] == [action]
