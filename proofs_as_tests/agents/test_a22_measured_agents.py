"""Alexander et al. 2022, Section 6: the agents that were measured; and other learners."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import (
    ConstantLearner,
    HashedDraws,
    LastRewardSignLearner,
    NaiveLearner,
    QLearner,
    QLearnerPublished,
    RandomLearner,
    RepeatedDraws,
    SimpleLearner,
    Transition,
    WinStayLearner,
    as_agent,
    draw,
)
from formal_rl.errors import DrawsExhausted, InvalidParameter, MalformedHistory
from formal_rl.histories import history
from formal_rl.strategies import transitions

LEARNED = st.lists(transitions(), max_size=12)


def trained(learner, learned):
    """The state after training."""
    state = learner.initial
    for transition in learned:
        state = learner.learn(state, transition)
    return state


@pytest.mark.statement("A22-S6-agents")
@given(learned=LEARNED, order=st.randoms(use_true_random=False))
def test_simple_does_not_mind_the_order_of_its_training(learned, order):
    """Simple's state is a set: training in another order, or twice, gives the same state."""
    shuffled = order.sample(learned, len(learned))

    assert trained(SimpleLearner(2), learned) == trained(SimpleLearner(2), shuffled + learned)


@pytest.mark.statement("A22-S6-agents")
@given(learned=LEARNED, seed=st.integers(0, 99))
def test_asking_changes_nothing_and_states_are_values(learned, seed):
    """Equal training gives equal, hashable states that act alike."""
    draws = HashedDraws(seed)
    for learner in (QLearner(draws), RandomLearner(draws), SimpleLearner(), NaiveLearner(draws)):
        first, second = trained(learner, learned), trained(learner, learned)
        learner.act(first, 0)
        assert (first, hash(first)) == (second, hash(second))
        assert learner.act(first, 0) == learner.act(second, 0) in {0, 1}


@pytest.mark.statement("A22-S6-agents")
@given(learned=LEARNED)
def test_q_values_stay_within_the_rewards(learned):
    """With rewards of at most R in size, no value exceeds R / (1 - γ) = 10 R."""
    learner = QLearner(HashedDraws(0))
    largest = max((abs(each.reward) for each in learned), default=0)

    for _, row in trained(learner, learned).rows:
        assert all(abs(value) <= 10 * largest for value in row)


def test_last_reward_sign_and_constant_by_hand():
    """One follows the sign of its latest reward, the other nothing."""
    sign, constant = as_agent(LastRewardSignLearner()), as_agent(ConstantLearner(3))

    assert [sign(history(*h)) for h in ([(5, 0)], [(0, 0), 1, (2, 0)], [(0, 0), 0, (2, 0), 1, (0, 0)])] == [0, 1, 0]
    assert constant(history((0, 0), 1, (2, 0))) == 3
    with pytest.raises(MalformedHistory):
        ConstantLearner(-1)


def test_win_stay_by_hand():
    """It stays where it was paid, and else goes on to the next action; after the last comes 0."""
    of_two, of_three = as_agent(WinStayLearner()), as_agent(WinStayLearner(3))
    histories = [history((0, 0)), history((0, 0), 1, (1, 0)), history((0, 0), 1, (0, 0)), history((0, 0), 1, (-1, 0))]

    assert [of_two(each) for each in histories] == [0, 1, 0, 0]
    assert [of_three(each) for each in histories] == [0, 1, 2, 2]
    assert of_three(history((0, 0), 2, (0, 0))) == 0


@given(seed=st.integers(0, 99), rewards=st.lists(st.sampled_from([1, -1]), min_size=40, max_size=60))
def test_how_far_rounding_goes(seed, rewards):
    """The exact Q-learner and the same in floats differ by less than 1e-12."""
    exact, published = QLearner(HashedDraws(seed), 2), QLearnerPublished(HashedDraws(seed), 2)
    learned, state = [], published.initial
    for step, reward in enumerate(rewards):
        learned.append(Transition(step % 3, published.act(state, step % 3), reward, (step + 1) % 3))
        state = published.learn(state, learned[-1])
    for seen in range(3):
        rows = zip(exact.row(trained(exact, learned), seen), published.row(state, seen), strict=True)
        assert all(abs(Fraction(one) - Fraction(other)) < Fraction(1, 10**12) for one, other in rows)


@pytest.mark.parametrize("learner", [SimpleLearner, lambda n: RandomLearner((0, 0), n), lambda n: QLearner((0, 0), n)])
@pytest.mark.parametrize(("number", "failure"), [(0, ValueError), ("2", TypeError)])
def test_numbers_of_actions_are_refused(learner, number, failure):
    """There is at least one action; of one, 0 is done for ever."""
    with pytest.raises(failure):
        learner(number)
    assert learner(1).act(learner(1).initial, 0) == 0


def test_draws_by_hand():
    """Draws repeat from the first, are read by index, and must be numbers in [0, 1)."""
    repeated = RepeatedDraws([Fraction(1, 2), 0.25])

    assert [draw(repeated, k) for k in range(3)] == [Fraction(1, 2), 0.25, Fraction(1, 2)]
    with pytest.raises(InvalidParameter, match="at least one draw"):
        RepeatedDraws(())
    with pytest.raises(DrawsExhausted, match="draw 5 is needed, but there are 1, 0 to 0"):
        draw((0,), 5)
    for wrong in (True, -1, 1, 1.0, float("nan"), "0"):
        with pytest.raises(InvalidParameter, match="a number in"):
            draw((wrong,), 0)
        with pytest.raises(InvalidParameter, match="draw 1"):
            RepeatedDraws((0, wrong))


@given(seed=st.integers(0, 10**9), index=st.integers(0, 10**9))
def test_hashed_draws_are_a_function(seed, index):
    """The same seed and index give the same number in [0, 1), exactly a float."""
    value = draw(HashedDraws(seed), index)

    assert value == draw(HashedDraws(seed), index)
    assert Fraction(float(value)) == value
