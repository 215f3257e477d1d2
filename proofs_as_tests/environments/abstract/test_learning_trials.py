"""Recognising one's own learning: a run over all of them, and what is named when it is wrong."""

from fractions import Fraction
from itertools import islice

import pytest

from formal_rl.agents import LastRewardSignLearner, as_agent
from formal_rl.environments import interact_incremental
from formal_rl.environments.abstract import (
    SUPERVISED_SHOWN,
    Lesson,
    SupervisedTrial,
    UnsupervisedTrial,
    asked_for_a_label,
    asked_in_turn,
    number_of_supervised_trial,
    repeated_trials,
    supervised_likeness,
    supervised_recognition,
    supervised_trial_at,
    unsupervised_likeness,
    unsupervised_recognition,
    unsupervised_trial_at,
)
from formal_rl.environments.abstract.shown_trials import BARS, LINE
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.abstract.unsupervised_trials import Cloud
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import history


def test_other_labels_have_no_number():
    """They are to be numbered first."""
    with pytest.raises(InvalidParameter, match="the labels"):
        number_of_supervised_trial(SupervisedTrial(BARS, (Fraction(0), Fraction(1))))


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
        (lambda: Lesson((), (), 0), "the labels"),
        (lambda: Lesson(("a",), ((0, "c"),), 0), "label 0"),
        (lambda: Lesson(("a",), (), True), "an image"),
        (lambda: Lesson(("a",), ((-1, "a"),), 0), "image"),
        (lambda: SupervisedTrial(BARS, (Fraction(1),)), "the probabilities"),
        (lambda: SupervisedTrial(BARS, (Fraction(1), Fraction(3, 2))), "probability 1"),
        (lambda: SupervisedTrial(BARS, (1, 0)), "probability 0"),
        (lambda: SupervisedTrial(BARS, (Fraction(1), Fraction(-1, 2))), "probability 1"),
        (lambda: Cloud(0, ()), "the dimension"),
        (lambda: Cloud(True, ()), "the dimension"),
        (lambda: Cloud(1, ((1,),)), "point 0"),
        (lambda: Cloud(1, (LINE.points[0],) * 2), "the points"),
        (lambda: Cloud(2, ((Fraction(0),),)), "point 0"),
        (lambda: Cloud(1, ((Fraction(1),), (Fraction(0),))), "the points"),
        (lambda: UnsupervisedTrial(LINE, (LINE.points[2:], LINE.points[:2])), "the clusters"),
        (lambda: UnsupervisedTrial(LINE, (LINE.points[:2],)), "the clusters"),
        (lambda: UnsupervisedTrial(LINE, (LINE.points[:2], LINE.points[1:])), "the clusters"),
        (lambda: UnsupervisedTrial(LINE, (LINE.points[1::-1], LINE.points[2:])), "the clusters"),
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
