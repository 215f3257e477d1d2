"""Under which weights reality checks gain: the page's table, drawn weights and the half-space, what is refused."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.battery import gain_vector
from formal_rl.battery.weights import READINGS, GainVector
from formal_rl.errors import InvalidParameter
from formal_rl.statements.alexander_2022.conjecture_9 import KNOWN

PAGE = (Path(__file__).parents[2] / "docs" / "findings" / "gain.md").read_text("utf-8")
Q = gain_vector(READINGS["published"](), "Q_learner")


@pytest.mark.parametrize("reading", KNOWN)
def test_the_page_has_the_table_that_the_row_checks(reading):
    """Line for line."""
    words = {"published": "as published", "paper": "as in the paper"}[reading]
    for agent, known in KNOWN[reading].items():
        assert f"| {agent} | {words} | {' | '.join(known)} |" in PAGE


@given(st.lists(st.integers(0, 20), min_size=50, max_size=50).filter(any))
def test_no_weights_leave_the_interval_and_the_bound(numbers):
    """Under weights that sum to 1 the gain is within the interval, and at most the bound either way."""
    weights = dict(zip(Q.gains, (Fraction(number, sum(numbers)) for number in numbers), strict=True))
    least, greatest = Q.interval

    assert least <= Q.under(weights) <= greatest
    assert abs(Q.under(weights)) <= Q.bound(weights) <= 2


@given(st.fractions(0, 1, max_denominator=100))
def test_the_share_on_opposites_divides_the_line(share):
    """It gains for each greater share and for no other."""
    weights = {name: (share if "minus" in name else 1 - share) / 25 for name in Q.gains}
    assert (Q.under(weights) > 0) == (share > Q.least_share)


def test_without_a_threshold():
    """Where opposites are no better than environments there is none."""
    assert GainVector("A", {"E": Fraction(1), "minus_rewards(E)": Fraction(1)}).least_share is None
    assert GainVector("A", {"E": Fraction(1), "minus_rewards(E)": Fraction(2)}).least_share == -1


def test_what_is_refused():
    """An agent that was not run, seeds that were not, and an environment that there is not."""
    totals = READINGS["paper"]()
    with pytest.raises(InvalidParameter, match="NoAgent"):
        gain_vector(totals, "NoAgent")
    for seeds, message in (((6,), "seed=6"), ((), "number of seeds is 0")):
        with pytest.raises(InvalidParameter, match=message):
            gain_vector(totals, "Q_learner", seeds=seeds)
    with pytest.raises(InvalidParameter, match="Nowhere"):
        Q.under({"Nowhere": Fraction(1)})
