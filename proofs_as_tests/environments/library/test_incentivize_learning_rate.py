"""Learning rates: what half of one is, worked by hand, and what an agent does not tell of its own."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import (
    ConstantLearner,
    HashedDraws,
    LearnerClass,
    QLearner,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    Transition,
    as_agent,
)
from formal_rl.environments import (
    TableLearner,
    incentivize_learning_rate,
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_published,
    incentivize_learning_rate_published,
    interaction,
    learning_rate_one,
)
from formal_rl.environments.library.incentivize_learning_rate import half_the_learning_rate
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, RateReadingLearner
from formal_rl.transforms import reality_check_fold


def test_another_rate():
    """Half of 1/10 is 1/20, in fractions and in floating point; all else stays."""
    learner = QLearner(HashedDraws(1), 3, learning_rate=Fraction(1, 10), gamma=Fraction(1, 2))

    assert half_the_learning_rate(learner) == QLearner(
        HashedDraws(1), 3, learning_rate=Fraction(1, 20), gamma=Fraction(1, 2)
    )
    assert learning_rate_one(learner).learning_rate == 1
    assert half_the_learning_rate(QLearnerPublished(HashedDraws(1))).learning_rate == 0.05


@pytest.mark.parametrize("learner", [SimpleLearner(), TableLearner({}), reality_check_fold(QLearner(HashedDraws(1)))])
def test_there_is_no_other_rate(learner):
    """Where there is none to be told; a reality check hides it."""
    assert half_the_learning_rate(learner) is None
    assert learning_rate_one(learner) is None
    assert incentivize_learning_rate(learner)(lambda prompt: 0, history((0, 0), 0)) == Percept(-1, 0)


@pytest.mark.statement("A22-S34-rate")
def test_by_hand():
    """Rate 1/5: an answer for 1/10, one for 1, and one for its own."""
    answers = {((), (0, Fraction(1, 10))): 2, ((), (0, Fraction(1))): 3, ((), (0, OWN_RATE)): 4}
    learner = RateReadingLearner(TableLearner(answers), OWN_RATE)

    paid = [
        [build(learner)(as_agent(learner), history((0, 0), action)).reward for action in (2, 3, 4)]
        for build in (incentivize_learning_rate, incentivize_learning_rate_old)
    ]
    assert paid == [[1, -1, -1], [-1, 1, -1]]


@pytest.mark.statement("A22-S34-rate")
@given(seed=st.integers(0, 99), rate=st.sampled_from([Fraction(1, 10), Fraction(1, 2), Fraction(1)]))
def test_a_learner_of_rate_one_acts_as_if_it_had_rate_one(seed, rate):
    """It is paid 1 always; of another rate, along its own way, 1 or -1."""
    learner = QLearner(HashedDraws(seed), 2, learning_rate=rate)
    play = interaction(as_agent(learner), incentivize_learning_rate_old(learner), 12)

    assert {percept.reward for percept in play[2::2]} <= ({1} if rate == 1 else {1, -1})


@pytest.mark.parametrize(
    ("form", "definition"),
    [
        (incentivize_learning_rate_published, incentivize_learning_rate),
        (incentivize_learning_rate_old_published, incentivize_learning_rate_old),
    ],
)
@given(seed=st.integers(0, 49), actions=st.lists(st.integers(0, 1), max_size=8))
def test_the_published_forms_are_the_definitions_for_learners_with_a_rate(form, definition, seed, actions):
    """But for the initial percept."""
    learner = QLearner(HashedDraws(seed), 2, learning_rate=Fraction(1, 2))
    copies = LearnerClass(learner)
    shown, state = form.start(copies)
    percept, play = Percept(0, shown), ()
    for action in actions:
        play = (*play, percept, action)
        percept, state = form.step(copies, state, action)
        assert percept == definition(learner)(as_agent(learner), play)


def test_published_by_hand():
    """At half the rate the copy does 1, then, trained on that, 0."""
    half = OWN_RATE / 2
    learner = RateReadingLearner(
        TableLearner({((), (0, half)): 1, ((Transition(0, 1, 1, 0),), (0, half)): 0}), OWN_RATE
    )
    copies = LearnerClass(learner)
    shown, state = incentivize_learning_rate_published.start(copies)
    first, state = incentivize_learning_rate_published.step(copies, state, 1)
    second, _ = incentivize_learning_rate_published.step(copies, state, 1)

    assert (shown, first, second) == (0, Percept(1, 0), Percept(-1, 0))


@pytest.mark.parametrize("learner", [ConstantLearner(), SimpleLearner(), RandomLearner(HashedDraws(1))])
def test_published_learners_ignore_a_rate_of_one(learner):
    """Where the definition pays -1 they are paid for acting as they do; half a rate they do not have."""
    copies = LearnerClass(learner)
    action = learner.act(learner.initial, 0)
    paid = []
    for form in (incentivize_learning_rate_published, incentivize_learning_rate_old_published):
        _, state = form.start(copies)
        paid.append(form.step(copies, state, action)[0].reward)

    assert paid == [-1, 1]
    assert incentivize_learning_rate_old(learner)(as_agent(learner), history((0, 0), action)) == Percept(-1, 0)


def test_other_agent_classes_take_no_rate():
    """What is no learner's class has none that could be told."""
    reality_checked = object()

    assert incentivize_learning_rate_published.start(reality_checked) == (0, None)
    assert incentivize_learning_rate_old_published.step(reality_checked, None, 0)[0] == Percept(-1, 0)


def test_what_is_no_play_is_named():
    """By both."""
    learner = QLearner(HashedDraws(1))
    for build in (incentivize_learning_rate, incentivize_learning_rate_old):
        with pytest.raises(MalformedHistory):
            build(learner)(as_agent(learner), history((0, 0)))
