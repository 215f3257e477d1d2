"""The mean change of logits, and the chain of two: bad input, exploration, and schedules."""

from fractions import Fraction
from math import exp, fsum, log

import pytest
from attrs import evolve

from formal_rl.gridworlds.theorem import climbing_rate, mean_change
from formal_rl.gridworlds.training import ExponentialDecay, lopsided_training, train_two_choices
from formal_rl.gridworlds.training.two_choices import after_meta_episode, only_the_first, share_of_first

HALF = Fraction(1, 2)


def settings(**changes):
    """Settings of two mini-episodes, λ = 1/4, with a rate that falls to a half after the first meta-episode."""
    rate, exploration = ExponentialDecay(1.0, 0.5, 2), ExponentialDecay(0.5, 0.25, 2)
    small = evolve(lopsided_training("drest"), lam=Fraction(1, 4), mini_episodes=2, meta_episodes=2)
    return evolve(small, learning_rate=rate, exploration=exploration, **changes)


def test_one_mini_episode_teaches_nothing():
    """Every length is paid 1."""
    assert mean_change((Fraction(1, 5), Fraction(4, 5)), HALF, 1) == (0, 0)
    assert climbing_rate(2, HALF, 1) == 0


@pytest.mark.parametrize("difference", [-800.0, -1.5, 0.0, 2.0, 800.0])
def test_the_two_shares_are_a_softmax(difference):
    """Also where the exponential would overflow."""
    assert share_of_first(difference) + share_of_first(-difference) == 1
    if abs(difference) < 100:
        assert share_of_first(difference) == pytest.approx(exp(difference) / (1 + exp(difference)))


def test_exploration_and_the_rate_are_those_of_the_schedule():
    """By hand at the second meta-episode: ε = 1/4, so the first is chosen with 1/8 + 3/4 p, at the rate 1/2."""
    start = log(3)
    second = 1 / (1 + exp(-(start + 0.25)))  # rate 1/2, credit 1, the other's share 1/4
    expected = (0.125 + 0.75 * 0.75) * (0.125 + 0.75 * second)

    assert only_the_first(settings(), start, done=1) == pytest.approx(expected)
    found = after_meta_episode(settings(), start, meta_episodes=1)
    assert sum(found.values()) == 1
    assert float(found[max(found)]) == pytest.approx(expected)  # twice the first leads furthest


def test_runs_are_drawn_from_the_chain():
    """Over a grid of draws as fine as 40 x 40 the mean end is the chain's, about."""
    places = [(i + 0.5) / 40 for i in range(40)]
    one = settings(meta_episodes=1)
    ends = [train_two_choices(one, (u, v), (3.0, 1.0)) for u in places for v in places]
    found = after_meta_episode(one, 0.0, (3.0, 1.0))

    assert set(ends) == set(found)
    assert fsum(ends) / len(ends) == pytest.approx(fsum(float(p) * at for at, p in found.items()), abs=0.1)
