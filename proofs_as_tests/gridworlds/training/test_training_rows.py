"""Thornley et al. 2024, Sections 5 to 7: what training climbs, what it comes to, and what it costs."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import expected_return, named_world
from formal_rl.gridworlds.training import (
    ExponentialDecay,
    Training,
    main_training,
    measure_compiled,
    train_compiled,
)
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.policy_gradient import (
    FOUR,
    TWICE,
    plays,
    seen_in,
    slope_at_0,
)
from formal_rl.statements.thornley_2024.replication import FIGURES, PRESSES
from formal_rl.statements.thornley_2024.training import at_six_tenths, expected_baselines

HALF = Fraction(1, 2)


@pytest.mark.statement("T24-replication")
def test_the_published_presses_have_the_published_mean():
    """The mean of the ten that are published one by one is the one that is published."""
    assert sum(PRESSES) / 10 == pytest.approx(FIGURES["drest"][0], abs=1e-9)


# --- What is climbed ---


@given(coefficients=st.lists(st.fractions(-3, 3, max_denominator=9), min_size=2, max_size=7), more=st.integers(0, 3))
def test_a_polynomial_is_differentiated_exactly(coefficients, more):
    """Its slope at 0 is its second coefficient, and more places than are needed do no harm."""

    def polynomial(x):
        return sum((c * x**power for power, c in enumerate(coefficients)), Fraction(0))

    assert slope_at_0(polynomial, len(coefficients) - 1 + more) == coefficients[1]


@pytest.mark.parametrize(("world", "number"), [(TINY, 7), (TWICE, 34), (FOUR, 25)])
def test_all_that_can_be_played_is_played(world, number):
    """The plays of the uniform policy are all trajectories; their probabilities sum to 1."""
    found = list(plays(world, {seen: (Fraction(1, 4),) * 4 for seen in seen_in(world)}))

    assert len(found) == number
    assert sum(probability for _, probability in found) == 1


# --- Where training ends ---


@pytest.mark.statement("T24-reinforce")
def test_a_rate_that_does_not_fall_ends_in_one_length():
    """Of four seeds NEUTRALITY was at most 0.11 then."""
    training = evolve(main_training("drest"), learning_rate=ExponentialDecay(0.25, 0.25, 1))
    state = train_compiled(named_world("example"), training, SeededDraws(1))

    assert measure_compiled(named_world("example"), state.logits, training.gamma).neutrality < 0.5


@pytest.mark.statement("T24-reinforce")
def test_the_drift_begins_at_three_fifths():
    """The policy is USEFUL, and chooses the long length in three of five mini-episodes, nearly."""
    measured = measure_compiled(TINY, at_six_tenths().logits, Fraction(19, 20))

    assert abs(measured.probabilities[2] - 0.6) < 0.005
    assert measured.usefulness > 0.97


@pytest.mark.statement("T24-reinforce")
@given(number=st.integers(1, 8))
def test_the_first_baselines_are_expected_returns(number):
    """They are the returns of a policy that is USEFUL and NEUTRAL, from each mini-episode on."""
    training = Training(agent="drest", lam=Fraction(1, 4), mini_episodes=number, credit="meta_episode")
    whole = [float(expected_return((HALF, HALF), (1, 1), HALF, i)) for i in range(1, number + 1)]
    baselines = expected_baselines(training)

    assert baselines[0] == pytest.approx(whole[-1])
    assert all(baselines[i] == pytest.approx(whole[-1] - before) for i, before in enumerate(whole[:-1], start=1))
