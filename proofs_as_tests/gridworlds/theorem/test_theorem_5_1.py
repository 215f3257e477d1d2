"""Thornley et al. 2024, Theorem 5.1 and Appendix D: what is optimal, and what is proved about it."""

from fractions import Fraction

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, MalformedLayout
from formal_rl.gridworlds import (
    Drest,
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
from formal_rl.gridworlds.theorem import enclose, excess_polynomial, sign, threshold, uniform_is_the_best
from formal_rl.statements.thornley_2024 import family, no_slack, shares_of
from formal_rl.statements.thornley_2024.theorem import middle_of_enclosure, neighbours, return_in_world

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


def _return(world, policy, root, number):
    """The expected return of a meta-episode, from what is measured of one mini-episode."""
    p, u = shares_of(world, measure_incremental(world, policy, 1))
    return expected_return_incremental(p, u, root, number)


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


@pytest.mark.statement("T24-T5.1")
@given(data=st.data(), numerator=st.integers(0, 12), root=st.sampled_from([Fraction(1, 4), HALF, Fraction(9, 10)]))
def test_T5_1_repaired_for_every_chance_of_the_short_length(data, numerator, root):
    """With a coin on either side, going left half of the time is the one best way, up to N* and no farther."""
    greatest = threshold(root**2, 2).greatest
    number = data.draw(st.integers(2, min(greatest, 20)))
    world, policy = neighbours(Fraction(numerator, 12))
    even = _return(*neighbours(HALF), root, number)

    assert (_return(world, policy, root, number) < even) == (numerator != 6)


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


@pytest.mark.statement("T24-iid")
@given(data=st.data())
def test_the_return_of_a_meta_episode_follows_from_one_mini_episode(data):
    """Over all meta-episodes the expected return is what p and u of one mini-episode give."""
    left, number = data.draw(st.fractions(0, 1, max_denominator=12)), data.draw(st.integers(1, 5))
    world, policy = neighbours(left)

    assert return_in_world(world, policy, Drest.of(world, HALF), number) == _return(world, policy, HALF, number)


# --- A witness for each hypothesis that is dropped ---


@pytest.mark.statement("T24-T5.1")
def test_without_a_bound_on_the_number_of_mini_episodes():
    """At N = 7 > N* = 6 a policy that is USEFUL and not NEUTRAL returns more than the one that is both."""
    assert threshold(Fraction(1, 4), 2).greatest == 6
    assert _return(*neighbours(Fraction(1, 3)), HALF, 7) == Fraction(985, 64)
    assert _return(*neighbours(HALF), HALF, 7) == Fraction(61741, 4096) < Fraction(985, 64)


@pytest.mark.statement("T24-T5.1")
def test_without_a_policy_that_is_both():
    """Without a clock nothing is both in the world without slack; at N = 2 <= N* what is not USEFUL returns more."""
    world = no_slack()

    assert _return(world, family(Fraction(1), Fraction(1), Fraction(0)), HALF, 2) == Fraction(3, 2)
    assert _return(world, family(Fraction(1), HALF, HALF), HALF, 2) == Fraction(117, 64)


@pytest.mark.statement("T24-T5.1")
def test_without_a_coin_in_each_length():
    """Where a length has no coin within reach, the reward divides by 0, and the world is refused."""
    world = parse_layout("length 1\nA B2 . C1")

    assert dict(greatest_coins_incremental(world, 1)) == {1: 0, 3: 1}
    with pytest.raises(InvalidParameter, match="m_1"):
        Drest.of(world, HALF)


@pytest.mark.statement("T24-T5.1")
@given(left=st.fractions(0, 1, max_denominator=50))
def test_with_one_mini_episode(left):
    """For N = 1 every policy that collects each coin is a maximiser."""
    assert _return(*neighbours(left), HALF, 1) == 1


# --- The exact decisions ---


@pytest.mark.statement("T24-threshold")
@given(
    lam=st.fractions(Fraction(1, 30), Fraction(29, 30), max_denominator=30),
    k=st.integers(2, 4),
    number=st.integers(2, 12),
    data=st.data(),
)
def test_the_excess_polynomial_is_the_excess(lam, k, number, data):
    """Its sign at t is that of the return of (x, ..., x, y) less that of uniform, where t = 1 - k x."""
    root = data.draw(st.sampled_from([HALF, Fraction(2, 3), Fraction(9, 10)]))
    t = data.draw(st.fractions(Fraction(1, 10), 1, max_denominator=10))
    x = (1 - t) / k
    p = ((x,) * (k - 1)) + (1 - (k - 1) * x,)
    uniform = (Fraction(1, k),) * k
    gap = expected_return_incremental(p, (1,) * k, root, number) - expected_return_incremental(
        uniform, (1,) * k, root, number
    )
    polynomial = excess_polynomial(root**k, k, number)
    value = sum(
        (t**j * sum(e * root**-i for i, e in enumerate(each)) for j, each in enumerate(polynomial)), Fraction(0)
    )

    assert (gap > 0, gap < 0) == (value > 0, value < 0)
    if uniform_is_the_best(lam, k, number):
        assert number <= threshold(lam, k).greatest


@pytest.mark.statement("T24-T5.1")
@pytest.mark.parametrize(
    ("sums", "lam", "expected"),
    [
        ((Fraction(0), Fraction(0)), Fraction(1, 2), 0),
        ((Fraction(-2), Fraction(1)), Fraction(1, 4), 0),
        ((Fraction(-2), Fraction(0), Fraction(1), Fraction(0)), Fraction(1, 4), 0),
        ((Fraction(-141421356237, 100000000000), Fraction(1)), Fraction(1, 2), 1),
        ((Fraction(-141421356238, 100000000000), Fraction(1)), Fraction(1, 2), -1),
        ((Fraction(0), Fraction(0), Fraction(-1), Fraction(1)), Fraction(1, 16), 1),
    ],
)
def test_signs_are_exact(sums, lam, expected):
    """Sums over powers of a root are told apart from 0 where they are not 0, and only there."""
    assert sign(sums, lam) == expected


@pytest.mark.statement("T24-T5.1")
@pytest.mark.parametrize("lam", [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10), Fraction(2, 3), Fraction(3, 5)])
def test_a_sum_in_the_middle_of_its_enclosure_gets_no_sign_from_it(lam):
    """E0 = (low + high) / 2 less λ^(-1/2), of the bits that are looked at first: 0 is within, and the sign is exact."""
    bits = 64 + lam.denominator.bit_length()
    middle = middle_of_enclosure(lam, bits)
    low, high = enclose(middle, lam, bits)
    assert low < 0 < high

    right = 1 if middle[0] ** 2 * lam > 1 else -1
    assert sign(middle, lam) == right
    assert sign(tuple(-each for each in middle), lam) == -right
