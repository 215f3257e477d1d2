"""Tabular REINFORCE: by hand, its two forms, going on from a state, and what is refused."""

from fractions import Fraction
from math import exp, isclose

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, RepeatedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.gridworlds import named_world, observe, parse_layout
from formal_rl.gridworlds.training import (
    ExponentialDecay,
    Training,
    appendix_training,
    first_state,
    lopsided_training,
    main_training,
    measure_compiled,
    softmax_policy,
    train,
    train_compiled,
)
from formal_rl.gridworlds.training.reinforce import (
    chosen_action,
    own_credits,
    returns_to_go,
    shared_credits,
    softmax,
    weight,
)
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.pairs import drawn_logits, measured_exactly

EXAMPLE = named_world("example")
STEADY = ExponentialDecay(0.5, 0.5, 1)
EXPLORING = ExponentialDecay(0.25, 0.25, 1)


def training(**changes):
    given_ = {
        "agent": "drest",
        "mini_episodes": 2,
        "meta_episodes": 1,
        "learning_rate": STEADY,
        "exploration": EXPLORING,
    }
    return Training(**{**given_, **changes})


# --- By hand ---


def test_the_decay_is_halfway_at_the_geometric_mean():
    decay = ExponentialDecay(0.25, 0.01, 65_536)
    assert decay(0) == 0.25
    assert isclose(decay(32_768), 0.05)
    assert decay(65_536) == decay(10**9) == pytest.approx(0.01)


def test_the_softmax_of_equal_logits_is_uniform_and_of_a_logarithm_its_odds():
    assert softmax((3.0, 3.0, 3.0, 3.0)) == (0.25,) * 4
    odds = softmax((exp(0) - 1, 0.0, 0.0, 1.0986122886681098))  # log 3
    assert odds == pytest.approx((1 / 6, 1 / 6, 1 / 6, 1 / 2))


def test_one_draw_decides_whether_to_explore_and_what_to_do():
    probabilities = (0.5, 0.25, 0.0, 0.25)
    assert [chosen_action(probabilities, 0.25, u) for u in (0.0, 0.0625, 0.125, 0.1875)] == [0, 1, 2, 3]
    # From 0.25 on the rest is stretched to [0, 1): up to 0.625 the first action, up to 0.8125 the second.
    assert [chosen_action(probabilities, 0.25, u) for u in (0.25, 0.6249, 0.625, 0.8124, 0.8125, 0.999)] == [
        0, 0, 1, 1, 3, 3,
    ]  # fmt: skip


@given(st.integers(0, 2**20 - 1), st.sampled_from([0.5, 0.25, 0.125]))
def test_each_action_has_its_share_of_the_draws(seed, exploration):
    """Counted over a fine grid of draws, shares are those of the ε-greedy policy."""
    raw = [1 + (seed >> shift) % 32 for shift in (0, 5, 10, 15)]
    probabilities = tuple(each / sum(raw) for each in raw)
    grid = 4096
    counts = [0] * 4
    for place in range(grid):
        counts[chosen_action(probabilities, exploration, place / grid)] += 1
    for action in range(4):
        share = exploration / 4 + (1 - exploration) * probabilities[action]
        assert abs(counts[action] / grid - share) <= 2 / grid


def test_returns_and_credits_by_hand():
    rewards, half = (Fraction(0), Fraction(2), Fraction(0), Fraction(4)), Fraction(1, 2)
    assert returns_to_go(rewards, half) == (Fraction(3, 2), 3, 2, 4)
    assert own_credits(rewards, half) == (Fraction(3, 2), Fraction(3, 2), Fraction(1, 2), Fraction(1, 2))
    assert shared_credits(((Fraction(1),), (Fraction(2), Fraction(4))), half) == ((5,), (4, 2))


def test_weights_by_hand():
    assert weight(training(lam=Fraction(1, 4)), 2, 8.0, 1, 0) == 1 / 8
    assert weight(training(lam=Fraction(1, 4)), 2, 8.0, 2, 0) == 2 / 8  # λ^(-1/2) = 2
    assert weight(training(lam=Fraction(1, 4)), 2, 8.0, 3, 2) == pytest.approx(1 / 32)
    assert weight(training(agent="lopsided", lam=Fraction(1, 4)), 2, 8.0, 3, 2) == pytest.approx(1 / 4)
    assert weight(training(agent="default"), 2, 8.0, 3, 2) == 1.0


@pytest.mark.parametrize("form", [train, train_compiled])
def test_two_mini_episodes_by_hand(form):
    """In the tiny world: left for the coin, then right for the button and right again for the coin."""
    settings = training(lam=Fraction(1, 4), gamma=Fraction(1, 2), exploration=ExponentialDecay(0.5, 0.5, 1))
    # Below 1/2 draws explore: 4 u / ε = 2 is left, 3 is right.
    state = form(TINY, settings, (0.25, 0.375, 0.375))
    first, second = observe(TINY.start), observe(TINY.start)._replace(cell=(0, 2), buttons=(False,))
    # The first mini-episode: length 1, m = 1, weight 1, credit 1, step 1/2: left by 3/8, the others by -1/8.
    row = [-0.125, -0.125, 0.375, -0.125]
    # The second: length 2, m = 1/2 and weight 4^(1/2) / (1/2) = 4; the coin is in the second move, so G = (2, 4) and
    # both credits are 2; the step is 1.
    chances = softmax(tuple(row))
    row = [each + ((a == 3) - chances[a]) for a, each in enumerate(row)]
    assert dict(state.logits)[first] == pytest.approx(row, abs=1e-15)
    assert dict(state.logits)[second] == pytest.approx([-0.25, -0.25, -0.25, 0.75])
    assert (state.meta_episodes, state.moves) == (1, 3)


@pytest.mark.parametrize("form", [train, train_compiled])
def test_the_whole_meta_episode_is_credited_at_its_end(form):
    settings = training(lam=Fraction(1, 4), gamma=Fraction(1, 2), exploration=ExponentialDecay(0.5, 0.5, 1))
    state = form(TINY, evolve(settings, credit="meta_episode"), (0.25, 0.375, 0.375))
    first = observe(TINY.start)
    # Credits: 1 + 2 for left, then 2 for right; steps 3/2 and 1, both by the uniform policy.
    assert dict(state.logits)[first] == pytest.approx([-0.625, -0.625, 1.5 * 0.75 - 0.25, -1.5 / 4 + 0.75])


def test_a_baseline_is_a_running_mean_for_each_place():
    settings = training(
        lam=Fraction(1, 4), gamma=Fraction(1, 2), baseline=0.5, exploration=ExponentialDecay(0.5, 0.5, 1)
    )
    state = train(TINY, settings, RepeatedDraws((0.25, 0.375, 0.375)))
    assert state.baselines == (0.5, 1.0)
    assert train(TINY, settings, RepeatedDraws((0.25, 0.375, 0.375)), state, until=2).baselines == (0.75, 1.5)


# --- Two forms, one result ---


@pytest.mark.parametrize("credit", ["mini_episode", "meta_episode"])
def test_a_baseline_that_a_state_brings_is_subtracted(credit):
    """It is subtracted from the credit, too, where its weight is 0 and it stays as it is."""
    settings = Training(agent="drest", credit=credit, mini_episodes=2, meta_episodes=3)
    state = first_state(TINY, settings)._replace(baselines=(3.0, 0.5))
    draws = SeededDraws(1)

    assert train_compiled(TINY, settings, draws, state) == train(TINY, settings, draws, state)
    assert train(TINY, settings, draws, state).logits != train(TINY, settings, draws).logits


@given(
    st.sampled_from(["example", "two_buttons_k4", "last_moment"]),
    st.sampled_from(["drest", "default", "lopsided"]),
    st.sampled_from(["mini_episode", "meta_episode"]),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.1]),
)
def test_the_compiled_form_is_equal_to_the_last_bit(name, agent, credit, seed, baseline):
    settings = Training(agent=agent, credit=credit, baseline=baseline, mini_episodes=4, meta_episodes=5)
    world, draws = named_world(name), HashedDraws(seed)
    assert train_compiled(world, settings, draws) == train(world, settings, draws)


@given(st.integers(0, 12), st.integers(0, 2**32))
def test_a_run_can_be_gone_on_with(halfway, seed):
    settings, draws = evolve(main_training("drest"), mini_episodes=4, meta_episodes=12), SeededDraws(seed)
    state = train_compiled(EXAMPLE, settings, draws, until=halfway)
    assert state.meta_episodes == halfway
    assert train_compiled(EXAMPLE, settings, draws, state) == train_compiled(EXAMPLE, settings, draws)


@given(st.integers(0, 2**32), st.sampled_from([1, 5, 40]))
def test_floats_measure_what_exact_numbers_measure(seed, greatest):
    logits = drawn_logits(EXAMPLE, seed, greatest)
    exact, got = (f(EXAMPLE, logits, Fraction(19, 20)) for f in (measured_exactly, measure_compiled))
    assert got.usefulness == pytest.approx(exact.usefulness, abs=1e-12)
    assert got.neutrality == pytest.approx(exact.neutrality, abs=1e-12)
    assert got.probabilities == pytest.approx(exact.probabilities, abs=1e-12)


def test_softmax_policies_sum_to_one_exactly():
    policy = softmax_policy(drawn_logits(EXAMPLE, 7, 20))
    assert all(sum(probabilities) == 1 for _, probabilities in policy.table)


# --- The paper's settings ---


def test_the_papers_settings():
    assert main_training("drest").all_mini_episodes == 131_072
    assert main_training("drest").learning_rate == ExponentialDecay(0.25, 0.01, 65_536)
    assert appendix_training("default").all_mini_episodes == 32_768
    assert appendix_training("drest").exploration.over == 512 * 32
    assert (lopsided_training("drest").agent, lopsided_training("default").agent) == ("lopsided", "default")
    assert (lopsided_training("drest").gamma, lopsided_training("drest").meta_episodes) == (1, 512)


NUMBERS = {
    main_training: ("9/10", "19/20", 64, 2048, (0.25, 0.01, 65_536), (0.5, 0.001, 65_536)),
    lopsided_training: ("9/10", "1", 64, 512, (0.25, 0.003, 16_384), (0.5, 0.0001, 16_384)),
    appendix_training: ("9/10", "19/20", 32, 1024, (0.25, 0.003, 16_384), (0.75, 0.0001, 16_384)),
}


@pytest.mark.parametrize("agent", ["default", "drest"])
@pytest.mark.parametrize("settings", NUMBERS)
def test_every_number_of_the_papers_settings(settings, agent):
    """Each hyperparameter of Section 5, of Section 6.1 and of Appendix C."""
    told, (lam, gamma, mini, meta, rate, exploration) = settings(agent), NUMBERS[settings]
    assert (told.lam, told.gamma) == (Fraction(lam), Fraction(gamma))
    assert (told.mini_episodes, told.meta_episodes) == (mini, meta)
    assert told.learning_rate == ExponentialDecay(*rate)
    assert told.exploration == ExponentialDecay(*exploration)
    assert (told.credit, told.baseline) == ("mini_episode", 0.0)


# --- What is refused ---


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"agent": "greedy"}, "agent"),
        ({"credit": "episode"}, "credit"),
        ({"lam": 1}, "lam"),
        ({"lam": 0.9}, "lam"),
        ({"gamma": 2}, "gamma"),
        ({"mini_episodes": 0}, "mini_episodes"),
        ({"meta_episodes": 1.0}, "meta_episodes"),
        ({"exploration": ExponentialDecay(2.0, 0.1, 5)}, "exploration"),
        ({"baseline": 2.0}, "baseline"),
    ],
)
def test_settings_out_of_range_are_refused_by_name(changes, name):
    with pytest.raises(InvalidParameter, match=name):
        training(**changes)


@pytest.mark.parametrize("start", [0.0, -1.0, 1, float("nan"), float("inf")])
def test_rates_must_be_positive_floats(start):
    with pytest.raises(InvalidParameter, match="start"):
        ExponentialDecay(start, 0.1, 10)


@pytest.mark.parametrize("form", [train, train_compiled])
def test_a_world_without_a_coin_in_some_length_is_refused(form):
    with pytest.raises(InvalidParameter, match="m_2"):
        form(parse_layout("length 1\nC1 A B1 ."), training(), SeededDraws(0))
    with pytest.raises(InvalidParameter, match="at least 2 trajectory-lengths"):
        form(parse_layout("length 1\nC1 A"), training(), SeededDraws(0))


@pytest.mark.parametrize("form", [train, train_compiled])
def test_a_state_of_another_world_is_refused(form):
    with pytest.raises(InvalidParameter, match="observations"):
        form(EXAMPLE, training(), SeededDraws(0), first_state(TINY, training()))
    with pytest.raises(InvalidParameter, match="baselines"):
        form(TINY, training(mini_episodes=3), SeededDraws(0), first_state(TINY, training()))
    broken = first_state(TINY, training())
    broken = broken._replace(logits=((broken.logits[0][0], (0.0, 0.0, float("nan"), 0.0)), *broken.logits[1:]))
    with pytest.raises(InvalidParameter, match="finite"):
        form(TINY, training(), SeededDraws(0), broken)


@pytest.mark.parametrize("form", [train, train_compiled])
def test_numbers_beyond_floats_are_refused(form):
    with pytest.raises(InvalidParameter, match="mini_episodes"):
        form(TINY, training(lam=Fraction(1, 10**6), mini_episodes=400), SeededDraws(0))
    with pytest.raises(InvalidParameter, match="learning rate"):
        form(TINY, training(learning_rate=ExponentialDecay(1e6, 1e6, 1), mini_episodes=20), SeededDraws(0))


@pytest.mark.parametrize("form", [train, train_compiled])
def test_draws_that_run_out_are_named(form):
    with pytest.raises(DrawsExhausted):
        form(TINY, training(), (0.25,))
