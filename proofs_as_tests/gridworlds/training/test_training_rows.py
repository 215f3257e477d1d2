"""Thornley et al. 2024, Sections 5 to 7: what training climbs, what it comes to, and what it costs."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import event, given, settings
from hypothesis import strategies as st

from formal_rl.gridworlds import MemorylessPolicy, expected_return, measure_incremental, named_world, observe
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.gridworlds.training import (
    ExponentialDecay,
    Training,
    appendix_training,
    main_training,
    measure_compiled,
    train_compiled,
)
from formal_rl.gridworlds.training.reinforce import softmax
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.default_agents import best_mixture, expected_coins
from formal_rl.statements.thornley_2024.main_result import exploring, without_the_factor
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.policy_gradient import (
    FOUR,
    TWICE,
    Pieces,
    expected_change,
    plays,
    seen_in,
    slope_at_0,
    slopes,
)
from formal_rl.statements.thornley_2024.policy_gradient import settings as exact_settings
from formal_rl.statements.thornley_2024.replication import PRESSES, apart
from formal_rl.statements.thornley_2024.training import at_six_tenths, expected_baselines
from formal_rl.statements.thornley_2024.pairs import drawn_logits
from formal_rl.statements.thornley_2024.training_runs import run

HALF = Fraction(1, 2)


@pytest.mark.statement("T24-main-result")
@given(seed=st.integers(0, 2**32), exploration=st.sampled_from([0.001, 0.03, 0.25, 1.0]))
@settings(max_examples=20, deadline=None)
def test_a_policy_that_explores_is_a_mixture(seed, exploration):
    """Its softmax is ε / 4 and 1 - ε times the probabilities; without ε the logits are the same."""
    logits = drawn_logits(named_world("last_moment"), seed, 5)
    for (seen, row), (same, mixed) in zip(logits, exploring(logits, exploration), strict=True):
        expected = [exploration / 4 + (1 - exploration) * each for each in softmax(row)]
        assert seen == same
        assert softmax(mixed) == pytest.approx(expected, abs=1e-12)
    assert exploring(logits, 0.0) == logits


@pytest.mark.statement("T24-main-result")
def test_without_the_factor_is_the_definition_where_there_is_no_discount():
    """With γ = 1 the factor γ^t is 1, so training without it is training."""
    training = Training(
        agent="drest",
        gamma=1,
        mini_episodes=4,
        meta_episodes=3,
        learning_rate=ExponentialDecay(0.5, 0.1, 8),
        exploration=ExponentialDecay(0.5, 0.1, 8),
    )
    assert without_the_factor(TINY, training, 7).logits == train_compiled(TINY, training, SeededDraws(7)).logits
    less = evolve(training, gamma=HALF)
    assert without_the_factor(TWICE, less, 7).logits != train_compiled(TWICE, less, SeededDraws(7)).logits


@pytest.mark.statement("T24-replication")
def test_how_far_apart_means_may_be():
    """Three standard errors of the difference of the mean of ten and the mean of n."""
    spread = (sum((each - sum(PRESSES) / 10) ** 2 for each in PRESSES) / 9) ** 0.5
    assert apart(10) == pytest.approx(3 * spread * 0.2**0.5)
    assert sum(PRESSES) / 10 == pytest.approx(0.4993)


# --- What is climbed ---


@st.composite
def rows_in_eighths(draw, world):
    """Probabilities in eighths for each observation, some of them 0."""
    rows = {}
    for seen in seen_in(world):
        cuts = sorted(draw(st.lists(st.integers(0, 8), min_size=3, max_size=3)))
        parts = (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 8 - cuts[2])
        rows[seen] = tuple(Fraction(part, 8) for part in parts)
    return rows


def returned(world, number):
    """Return what gives the expected return of a meta-episode, u and p measured by states."""

    def value(rows):
        measured = measure_incremental(world, MemorylessPolicy(dict(rows)), HALF)
        greatest = {1: 1, 2: HALF} if world == TINY else {1: 1, 2: HALF, 3: HALF**2, 4: HALF**3}
        u = [coins / greatest[length] for length, coins in measured.expected_coins.items()]
        return expected_return(tuple(measured.probabilities.values()), u, HALF, number)

    return value


@pytest.mark.statement("T24-reinforce")
@settings(deadline=None, max_examples=25)
@given(data=st.data(), number=st.integers(1, 3))
def test_credit_for_the_meta_episode_is_the_slope_of_the_return(data, number):
    """The policy gradient theorem, on policies that may leave actions out."""
    rows = data.draw(rows_in_eighths(TINY))
    training = exact_settings(TINY, number, "meta_episode")
    event(f"{number} mini-episodes")

    assert expected_change(TINY, rows, training, Pieces()) == slopes(TINY, rows, returned(TINY, number), number)


@pytest.mark.statement("T24-reinforce")
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_with_four_lengths_it_is_so_too(data):
    """The same of four lengths and one or two mini-episodes."""
    rows, number = data.draw(rows_in_eighths(FOUR)), data.draw(st.integers(1, 2))
    training = exact_settings(FOUR, number, "meta_episode")

    assert expected_change(FOUR, rows, training, Pieces()) == slopes(FOUR, rows, returned(FOUR, number), number)


@pytest.mark.statement("T24-reinforce")
@settings(deadline=None, max_examples=25)
@given(data=st.data(), number=st.integers(2, 3))
def test_the_credits_differ_by_what_a_choice_does_to_later_mini_episodes(data, number):
    """With credit for the own mini-episode the rarer of two lengths gains where every coin is collected."""
    left = Fraction(data.draw(st.integers(1, 7)), 8)
    start = observe(TINY.start)
    rows = {seen: (Fraction(0), Fraction(0), Fraction(0), Fraction(1)) for seen in seen_in(TINY)}
    rows[start] = (Fraction(0), Fraction(0), left, 1 - left)
    change = expected_change(TINY, rows, exact_settings(TINY, number), Pieces())
    short, long = own_returns((left, 1 - left), HALF, number)

    assert change[start, 2] == -change[start, 3] == number * left * (1 - left) * (short - long)
    assert (change[start, 2] > 0, change[start, 2] < 0) == (left < HALF, left > HALF)


@given(coefficients=st.lists(st.fractions(-3, 3, max_denominator=9), min_size=2, max_size=7), more=st.integers(0, 3))
def test_a_polynomial_is_differentiated_exactly(coefficients, more):
    """Its slope at 0 is its second coefficient, and more places than are needed do no harm."""

    def polynomial(x):
        return sum((c * x**power for power, c in enumerate(coefficients)), Fraction(0))

    assert slope_at_0(polynomial, len(coefficients) - 1 + more) == coefficients[1]


@pytest.mark.parametrize(("world", "number"), [(TINY, 7), (TWICE, 34), (FOUR, 25)])
def test_all_that_can_be_played_is_played(world, number):
    """The plays of the uniform policy are all trajectories; their probabilities sum to 1."""
    found = plays(world, {seen: (Fraction(1, 4),) * 4 for seen in seen_in(world)})

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


@pytest.mark.statement("T24-default")
@given(quarters=st.integers(0, 4), name=st.sampled_from(["example", "spacious", "equal_value"]))
def test_the_best_length_is_worth_more_the_more_it_is_chosen(quarters, name):
    """Expected coins of a mixture of best ways are linear in its probability."""
    world, gamma, share = named_world(name), Fraction(19, 20), Fraction(quarters, 4)
    lengths = {"example": (8, 4), "spacious": (7, 5), "equal_value": (4, 7)}[name]
    best, other = (expected_coins(world, best_mixture(world, length, Fraction(1)), gamma) for length in lengths)

    assert best > other
    assert expected_coins(world, best_mixture(world, lengths[0], share), gamma) == share * best + (1 - share) * other


@pytest.mark.statement("T24-tax")
def test_what_is_short_of_useful_is_so_by_little_or_by_much():
    """Where fewer coins are had for longer, a DREST agent ends just below 0.95; a default agent far above."""
    drest = run("fewer_for_longer", appendix_training("drest"), 1)[1][-1]
    default = run("fewer_for_longer", appendix_training("default"), 1)[1][-1]

    assert 0.93 < drest.usefulness < 0.95
    assert default.usefulness > 0.99
