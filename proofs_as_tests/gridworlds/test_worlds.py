"""Drawn gridworlds: no memoryless policy collects more than m; and enclosures of roots."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import (
    deterministic_policies,
    greatest_coins,
    measure_incremental,
    parse_layout,
)
from formal_rl.gridworlds.theorem import bracket, enclose


@st.composite
def worlds(draw):
    """Small worlds: up to 2 by 3 cells, up to two coins and one button, two moves at most."""
    height, width = draw(st.integers(1, 2)), draw(st.integers(2, 3))
    cells = [(r, c) for r in range(height) for c in range(width)]
    tokens = draw(
        st.permutations(["A", "C1", *draw(st.lists(st.sampled_from(["C2", "C1/2", "B1", "B2", "#"]), max_size=2))])
    )
    tokens = [*tokens, *["."] * len(cells)][: len(cells)]
    assume("A" in tokens and any(token.startswith("C") for token in tokens))
    placed = draw(st.permutations(tokens))
    rows = [" ".join(placed[r * width : (r + 1) * width]) for r in range(height)]
    try:
        return parse_layout("\n".join([f"length {draw(st.integers(1, 2))}", *rows]))
    except MalformedLayout:
        assume(False)


@pytest.mark.statement("T24-m")
@given(world=worlds())
def test_no_memoryless_policy_collects_more_than_the_greatest(world):
    """Over all deterministic memoryless policies of a drawn world, the greatest coins of each length are m_l."""
    best = dict.fromkeys(greatest_coins(world, 1), 0)
    for policy in deterministic_policies(world):
        for length, coins in measure_incremental(world, policy, 1).expected_coins.items():
            best[length] = max(best[length], coins)

    assert best == greatest_coins(world, 1)


@pytest.mark.statement("T24-DD2")
@given(lam=st.fractions(Fraction(1, 100), Fraction(99, 100)), k=st.integers(2, 4))
def test_roots_are_enclosed(lam, k):
    """The k-th root lies between the two rationals."""
    low, high = bracket(lam, k, 64)

    assert low**k <= lam < high**k
    assert high - low == Fraction(1, 2**64)


@pytest.mark.statement("T24-DD2")
@given(sums=st.lists(st.fractions(-5, 5), min_size=2, max_size=4), lam=st.fractions(Fraction(1, 9), Fraction(8, 9)))
def test_sums_of_roots_of_any_sign_are_enclosed(sums, lam):
    """The enclosure is an interval that holds the sum, positive or negative."""
    k = len(sums)
    low, high = enclose(tuple(sums), lam**k, bits=80)

    assert low <= sum(each / lam**j for j, each in enumerate(sums)) <= high
