"""Recognising one's own learning: the numbers of trials, a run over all of them, and what is named when it is wrong."""

from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LastRewardSignLearner, as_agent
from formal_rl.environments import interact_incremental
from formal_rl.environments.abstract import (
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    Lesson,
    SupervisedTrial,
    UnsupervisedTrial,
    asked_at_once,
    asked_for_a_label,
    asked_for_weights,
    asked_in_turn,
    number_of_supervised_trial,
    number_of_unsupervised_trial,
    repeated_trials,
    supervised_likeness,
    supervised_recognition,
    supervised_trial_at,
    unsupervised_likeness,
    unsupervised_recognition,
    unsupervised_trial_at,
)
from formal_rl.environments.abstract.learning_trial_numbers import number_of_probability, probability_at
from formal_rl.environments.abstract.shown_trials import BARS, LINE
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.abstract.unsupervised_trials import Cloud, clustered_by
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import history
from formal_rl.strategies import agents, plays

KINDS = (
    (supervised_trial_at, number_of_supervised_trial),
    (unsupervised_trial_at, number_of_unsupervised_trial),
    (probability_at, number_of_probability),
)


@pytest.mark.parametrize(("at", "number_of"), KINDS, ids=["supervised", "unsupervised", "probabilities"])
@given(number=st.integers(0, 10**9))
def test_each_number_is_of_one(at, number_of, number):
    """And goes there and back."""
    assert number_of(at(number)) == number


@given(st.fractions(0, 1, max_denominator=500))
def test_each_probability_has_a_number(probability):
    """From 0 to 1."""
    assert probability_at(number_of_probability(probability)) == probability


@given(
    st.integers(1, 3).flatmap(
        lambda labels: st.tuples(
            st.just(labels),
            st.lists(st.tuples(st.integers(0, 600), st.integers(0, labels - 1)), max_size=4),
            st.integers(0, 600),
            st.lists(st.fractions(0, 1, max_denominator=20), min_size=labels, max_size=labels),
        )
    )
)
def test_each_supervised_trial_has_a_number(drawn):
    """With its labels 0, ..., k - 1."""
    labels, training, image, probabilities = drawn
    trial = SupervisedTrial(Lesson(tuple(range(labels)), tuple(training), image), tuple(probabilities))

    assert supervised_trial_at(number_of_supervised_trial(trial)) == trial


@given(
    st.integers(1, 2).flatmap(
        lambda dimension: st.tuples(
            st.just(dimension),
            st.dictionaries(
                st.tuples(*[st.fractions(-2, 2, max_denominator=3)] * dimension), st.integers(0, 2), max_size=3
            ),
        )
    )
)
def test_each_unsupervised_trial_has_a_number(drawn):
    """On the line and in the plane."""
    dimension, named = drawn
    trial = UnsupervisedTrial(Cloud(dimension, tuple(sorted(named))), clustered_by(named.items()))

    assert unsupervised_trial_at(number_of_unsupervised_trial(trial)) == trial


def test_other_labels_have_no_number():
    """They are to be numbered first."""
    with pytest.raises(InvalidParameter, match="the labels"):
        number_of_supervised_trial(SupervisedTrial(BARS, (Fraction(0), Fraction(1))))


@given(agent=agents(), play=plays(min_percepts=1, max_percepts=4))
def test_both_are_the_example(agent, play):
    """An action > 0 is right exactly where the trial before is what the conversion outputs."""
    number = len(play) // 2 - 1
    seen, met = SUPERVISED_SHOWN(number), UNSUPERVISED_SHOWN(number)
    supervised = asked_for_weights(agent)(seen.lesson) == seen.probabilities
    unsupervised = asked_at_once(agent)(met.cloud) == met.clusters

    for own, recognition, conversion, shown in (
        (supervised, supervised_recognition, asked_for_weights, SUPERVISED_SHOWN),
        (unsupervised, unsupervised_recognition, asked_at_once, UNSUPERVISED_SHOWN),
    ):
        reward = recognition(conversion, shown)(agent, play).reward
        assert reward == (1 if (play[-1] > 0) == own else -1)


def test_a_run_over_all_trials():
    """A thousand steps of both, by their definitions and incrementally: the same, numbers shown in their order."""
    learner = LastRewardSignLearner()
    for definition, incremental in (
        (
            supervised_recognition(asked_for_a_label, supervised_trial_at),
            TrialRecognitionIncremental(supervised_likeness(asked_for_a_label, supervised_trial_at)),
        ),
        (
            unsupervised_recognition(asked_in_turn, unsupervised_trial_at),
            TrialRecognitionIncremental(unsupervised_likeness(asked_in_turn, unsupervised_trial_at)),
        ),
    ):
        run = tuple(islice(interact_incremental(learner, incremental), 2_000))
        agent = as_agent(learner)
        assert [percept.observation for percept in run[::2]] == list(range(1_000))
        assert all(definition(agent, run[: 2 * turn]) == run[2 * turn] for turn in (0, 1, 500, 999))


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Lesson(("a", "a"), (), 0), "the labels"),
        (lambda: Lesson(("a",), ((0, "a"), (0, "b")), 0), "label 1"),
        (lambda: Lesson(("a",), (), True), "an image"),
        (lambda: SupervisedTrial(BARS, (Fraction(1),)), "the probabilities"),
        (lambda: SupervisedTrial(BARS, (Fraction(1), Fraction(3, 2))), "probability 1"),
        (lambda: Cloud(0, ()), "the dimension"),
        (lambda: Cloud(2, ((Fraction(0),),)), "point 0"),
        (lambda: Cloud(1, ((Fraction(1),), (Fraction(0),))), "the points"),
        (lambda: UnsupervisedTrial(LINE, (LINE.points[2:], LINE.points[:2])), "the clusters"),
        (lambda: repeated_trials(()), "the trials"),
    ],
)
def test_what_is_no_trial_is_named(make, named):
    """By the part that is wrong."""
    with pytest.raises(InvalidParameter, match=named):
        make()


def test_what_is_no_play_is_named():
    """A prompt is none."""
    with pytest.raises(MalformedHistory):
        supervised_recognition(asked_for_a_label, SUPERVISED_SHOWN)(lambda prompt: 0, history((0, 0)))
