"""Thornley et al. 2024, Theorem 5.1 and Appendix D: what is optimal, and what is proved about it."""

from fractions import Fraction

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import (
    MemorylessPolicy,
    expected_return_incremental,
    greatest_coins_incremental,
    measure_incremental,
    observe,
    parse_layout,
    reachable,
    usefulness,
    weighted_return,
)
from formal_rl.statements.thornley_2024 import shares_of

HALF = Fraction(1, 2)


# --- The corrected theorem on drawn policies in drawn worlds ---


@st.composite
def worlds(draw):
    """Draw a small world with one button and a coin within reach in each of two lengths."""
    width, height = draw(st.sampled_from([(4, 1), (5, 1), (3, 2)]))
    cells = ["."] * (width * height)
    free = draw(st.permutations(range(width * height)))
    cells[free[0]], cells[free[1]] = "A", f"B{draw(st.integers(1, 2))}"
    for place in free[2 : 2 + draw(st.integers(1, 3))]:
        cells[place] = f"C{draw(st.integers(1, 2))}"
    rows = (" ".join(cells[row * width : (row + 1) * width]) for row in range(height))
    text = "\n".join([f"length {draw(st.integers(1, 3))}", *rows])
    try:
        world = parse_layout(text)
    except MalformedLayout:
        assume(False)
    greatest = greatest_coins_incremental(world, 1)
    assume(len(greatest) == 2 and all(greatest.values()))
    return world


@st.composite
def policies(draw, world):
    """Draw a policy without a clock: small weights for each observation."""
    weights = st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any)
    seen = sorted({observe(state) for state in reachable(world)})
    table = {each: draw(weights) for each in seen}
    return MemorylessPolicy({each: tuple(Fraction(w, sum(ws)) for w in ws) for each, ws in table.items()})


@pytest.mark.statement("T24-T5.1")
@given(data=st.data(), root=st.sampled_from([Fraction(1, 4), HALF, Fraction(3, 4), Fraction(9, 10)]))
def test_T5_1_repaired_for_drawn_policies(data, root):
    """Up to 4 / (1 - λ) mini-episodes only policies that are both return as much as uniform with every coin."""
    world = data.draw(worlds())
    policy = data.draw(policies(world))
    number = data.draw(st.integers(2, min(12, int(4 / (1 - root**2)))))
    p, u = shares_of(world, measured := measure_incremental(world, policy, 1))
    best = expected_return_incremental((HALF, HALF), (1, 1), root, number)
    got = expected_return_incremental(p, u, root, number)
    useful = usefulness(measured, greatest_coins_incremental(world, 1)) == 1
    neutral = set(p) == {HALF}
    event(f"USEFUL: {useful}, NEUTRAL: {neutral}")

    assert got <= best
    assert (got == best) == (useful and neutral)


@pytest.mark.statement("T24-repair")
@given(
    data=st.data(),
    weights=st.lists(st.fractions(Fraction(1, 9), 9, max_denominator=9), min_size=2, max_size=12),
    lam=st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20),
)
def test_the_repair_for_drawn_policies_and_weights(data, weights, lam):
    """With any weights that do not increase, drawn policies return no more than uniform with every coin."""
    world = data.draw(worlds())
    p, u = shares_of(world, measure_incremental(world, data.draw(policies(world)), 1))
    falling = sorted(weights, reverse=True)
    best = weighted_return((HALF, HALF), (1, 1), lam, falling)
    got = weighted_return(p, u, lam, falling)

    assert got <= best
    assert (got == best) == (set(p) == {HALF} and set(u) == {1})
