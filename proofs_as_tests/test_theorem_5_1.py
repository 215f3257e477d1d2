"""Thornley et al. 2024, Theorem 5.1 (D.1): the counterexample, the corrected theorem, and the theorem repaired."""

from fractions import Fraction

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import (
    Drest,
    MemorylessPolicy,
    expected_return,
    expected_return_incremental,
    greatest_coins_incremental,
    measure_incremental,
    observe,
    parse_layout,
    reachable,
    repaired_returns,
    usefulness,
    weighted_return,
)
from formal_rl.gridworlds.theorem import threshold
from formal_rl.statements.thornley_2024.theorem import neighbours, return_in_world
from formal_rl.statements.thornley_2024.useful import shares_of

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


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
def test_the_theorem_is_false():
    """For λ = 1/4, two lengths and N = 7, the rewards give (1/2, 1/2) only 61741/4096, and (1/3, 2/3) 985/64."""
    even, uneven = (
        return_in_world(*neighbours(left), Drest.of(neighbours(left)[0], HALF), 7) for left in (HALF, THIRD)
    )

    assert even == expected_return((HALF, HALF), (1, 1), HALF, 7) == Fraction(61741, 4096)
    assert uneven == expected_return((THIRD, 1 - THIRD), (1, 1), HALF, 7) == Fraction(985, 64)
    assert even < uneven


@pytest.mark.statement("T24-T5.1")
@given(p=st.fractions(0, 1, max_denominator=60).filter(lambda p: p != HALF), number=st.integers(2, 6))
def test_seven_mini_episodes_are_the_fewest(p, number):
    """For λ = 1/4 and 2 to 6 mini-episodes no distribution over two lengths returns as much as (1/2, 1/2)."""
    assert expected_return((p, 1 - p), (1, 1), HALF, number) < expected_return((HALF, HALF), (1, 1), HALF, number)


@pytest.mark.statement("T24-T5.1")
@given(data=st.data(), root=st.sampled_from([Fraction(1, 4), HALF, Fraction(3, 4), Fraction(9, 10)]))
def test_the_corrected_theorem(data, root):
    """For 2 ≤ N ≤ 4 / (1 - λ) the policies of greatest return are those that are maximally USEFUL and NEUTRAL."""
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


@pytest.mark.statement("T24-threshold")
@pytest.mark.parametrize("root", [Fraction(1, 4), HALF, Fraction(3, 4), Fraction(9, 10)])
@given(p=st.fractions(0, 1, max_denominator=60).filter(lambda p: p != HALF))
def test_the_threshold(root, p):
    """For two lengths uniform is the only best distribution up to N*; at N* + 1 another one returns more."""
    greatest, ones = threshold(root**2, 2).greatest, (1, 1)
    best, beyond = (expected_return_incremental((HALF, HALF), ones, root, greatest + more) for more in (0, 1))
    near = [HALF + Fraction(1, 2**bits) for bits in range(2, 10)]

    assert expected_return_incremental((p, 1 - p), ones, root, greatest) < best
    assert any(expected_return_incremental((x, 1 - x), ones, root, greatest + 1) > beyond for x in near)


@pytest.mark.statement("T24-repair")
@given(
    data=st.data(),
    weights=st.lists(st.fractions(Fraction(1, 9), 9, max_denominator=9), min_size=2, max_size=12),
    lam=st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20),
)
def test_the_repaired_theorem(data, weights, lam):
    """Without the weight that grows with i, the best policies are those that are both, for every N."""
    world = data.draw(worlds())
    p, u = shares_of(world, measure_incremental(world, data.draw(policies(world)), 1))
    falling = sorted(weights, reverse=True)
    best = weighted_return((HALF, HALF), (1, 1), lam, falling)
    got = weighted_return(p, u, lam, falling)

    assert got <= best
    assert (got == best) == (set(p) == {HALF} and set(u) == {1})


@pytest.mark.statement("T24-repair")
@given(left=st.fractions(0, 1, max_denominator=9), number=st.integers(2, 4))
def test_the_repaired_reward(left, number):
    """The reward λ^n c / m has equal weights: its return is that of weights 1, and is greatest at (1/2, 1/2) alone."""
    world, policy = neighbours(left)
    drest = Drest.of(world, HALF)
    got = return_in_world(world, policy, drest, number, repaired_returns)

    assert got == weighted_return((left, 1 - left), (1, 1), drest.lam, (1,) * number)
    assert (got < weighted_return((HALF, HALF), (1, 1), drest.lam, (1,) * number)) == (left != HALF)
