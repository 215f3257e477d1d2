"""Thornley et al. 2024, Definition D.2: the expected return of a meta-episode, computed in every way there is."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import (
    Drest,
    Trajectory,
    discount_factor,
    expected_return,
    expected_return_incremental,
    overall_returns,
    weighted_return,
)
from formal_rl.gridworlds.theorem import enclose, expected_return_in_roots, own_returns
from formal_rl.gridworlds.theorem.appendix_d import hybrid_returns, return_by_thresholds
from formal_rl.gridworlds.training import lopsided_training
from formal_rl.gridworlds.training.fixed_point import paid
from formal_rl.statements.thornley_2024.theorem import neighbours, return_in_world

ROOTS = st.fractions(Fraction(1, 10), Fraction(19, 20), max_denominator=20)


@st.composite
def shares(draw):
    """Draw probabilities of two or three lengths, and the part of each that is collected."""
    k = draw(st.integers(2, 3))
    cuts = sorted(draw(st.lists(st.integers(0, 30), min_size=k - 1, max_size=k - 1)))
    p = [Fraction(high - low, 30) for low, high in zip([0, *cuts], [*cuts, 30], strict=True)]
    return p, draw(st.lists(st.fractions(0, 1, max_denominator=9), min_size=k, max_size=k))


@pytest.mark.statement("T24-DD2")
@given(root=ROOTS, lengths=st.lists(st.integers(1, 2), min_size=1, max_size=9), value=st.integers(0, 5))
def test_the_reward(root, lengths, value):
    """A coin of value c in mini-episode i pays λ^(n - (i - 1)/k) c / m, where n earlier ones had this length."""
    drest = Drest(root, {1: 5, 2: 7})
    meta_episode = [Trajectory((0,) * length, (0,) * (length - 1) + (value,)) for length in lengths]

    for i, (length, got) in enumerate(zip(lengths, overall_returns(drest, meta_episode), strict=True), start=1):
        n = lengths[: i - 1].count(length)
        assert got**2 == drest.lam ** (2 * n - (i - 1)) * Fraction(value, drest.greatest[length]) ** 2
        assert got == discount_factor(drest, i, n) * value / drest.greatest[length]


@pytest.mark.statement("T24-DD2")
@given(left=st.fractions(0, 1, max_denominator=9), root=ROOTS, number=st.integers(1, 4))
def test_it_is_the_mean_over_meta_episodes(left, root, number):
    """The expected return is the mean of what all meta-episodes of a world receive."""
    world, policy = neighbours(left)
    got = expected_return((left, 1 - left), (1, 1), root, number)

    assert got == return_in_world(world, policy, Drest.of(world, root), number)


@pytest.mark.statement("T24-DD2")
@given(of=shares(), root=ROOTS, number=st.integers(1, 6))
def test_it_has_closed_forms(of, root, number):
    """The sum over all sequences of lengths is that of q^i sum_l p_l u_l (1 - c p_l)^i, and N times a mean of W_l."""
    (p, u), lam, weights = of, root ** len(of[0]), [root**-i for i in range(number)]
    exact, own = expected_return(p, u, root, number), own_returns(p, root, number)
    low, high = enclose(expected_return_in_roots(p, u, lam, number), lam)

    assert exact == expected_return_incremental(p, u, root, number) == weighted_return(p, u, lam, weights)
    assert exact == number * sum(a * b * each for a, b, each in zip(p, u, own, strict=True))
    assert low <= exact <= high < low + Fraction(1, 10**9)


@pytest.mark.statement("T24-eqs")
@given(p=st.fractions(0, 1, max_denominator=30), root=ROOTS, number=st.integers(1, 8))
def test_it_is_the_sum_of_the_appendix(p, root, number):
    """Equations (1) to (6): the chances of each count give the same return, mini-episode by mini-episode."""
    lam, pair = root**2, (p, 1 - p)
    by_thresholds = [sum(x * return_by_thresholds((x,) * i, lam, root) for x in pair) for i in range(number)]

    assert tuple(by_thresholds) == hybrid_returns((pair,) * number, lam, root)
    assert sum(by_thresholds) == expected_return_incremental(pair, (1, 1), root, number)


@given(p=st.fractions(0, 1, max_denominator=50), number=st.integers(1, 64))
def test_training_pays_the_own_return(p, number):
    """What training with credit for the own mini-episode pays is N times the own return, up to rounding."""
    root = Fraction(9, 10)
    training = evolve(lopsided_training("drest"), lam=root**2, mini_episodes=number)

    exact = number * own_returns((p, 1 - p), root, number)[0]

    assert paid(training, 2)(float(p)) == pytest.approx(float(exact), rel=1e-9)
