"""Alexander et al. 2021, Section 6: plays, conversations, predictions, knowledge, learning that look like oneself."""

from fractions import Fraction
from itertools import islice

import pytest

from formal_rl.agents import LastRewardSignLearner, as_agent
from formal_rl.environments import interaction
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments.abstract import (
    SupervisedTrial,
    UnsupervisedTrial,
    asked_for_a_label,
    asked_in_turn,
    learning_likeness,
    learning_recognition,
)
from formal_rl.environments.abstract.conversations import Alphabet, heard
from formal_rl.environments.abstract.incentivize_self_recognition import (
    as_it_is,
    incentivize_self_recognition,
    incentivize_self_recognition_by_index,
    incentivize_self_recognition_letter,
)
from formal_rl.environments.abstract.knower_recognition import sentence_number
from formal_rl.environments.abstract.learning_trials import (
    BARS,
    LINE,
    Cloud,
    Lesson,
    number_of_supervised_trial,
    supervised_trial_at,
    unsupervised_trial_at,
)
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental, repeated_trials
from formal_rl.errors import InvalidParameter
from formal_rl.histories import encode_history, index_of_play, nth_play
from formal_rl.strategies import ConstantAgent


def test_wrong_parameters_are_named():
    """Characters twice or none, strings of others, and a chatbot asked when it was the last to speak."""
    for characters in ("", "aa"):
        with pytest.raises(InvalidParameter, match="each once"):
            Alphabet(characters)
    with pytest.raises(InvalidParameter, match="'B'"):
        Alphabet("ab").string_number("B")
    with pytest.raises(InvalidParameter, match="a user who spoke last"):
        heard(("a", "b"))


NOUGHT = ("0",)


@pytest.mark.parametrize(
    "expression",
    [
        NOUGHT,
        ("=", NOUGHT),
        ("=", NOUGHT, ("x", 0)),
        ("=", NOUGHT, ("x", -1)),
        ("all", ("=", ("x", 1), NOUGHT)),
        ("=", ("S", ("=", NOUGHT, NOUGHT)), NOUGHT),
        ("not", NOUGHT),
    ],
)
def test_a_malformed_sentence_has_no_number(expression):
    """Terms, unbound variables, and what has other parts than it should."""
    with pytest.raises(InvalidParameter):
        sentence_number(expression)


def test_the_empty_conversation_and_others_characters():
    """Nobody spoke last in it; a conversation with another character has no number."""
    with pytest.raises(InvalidParameter, match="a user who spoke last"):
        heard(())
    with pytest.raises(InvalidParameter, match="'b'"):
        Alphabet("a").conversation_number(("a", "b"))


# --- Self-recognition over the enumeration of all nonempty plays ---


FORMS = (
    pytest.param(incentivize_self_recognition, encode_history, id="numbers"),
    pytest.param(incentivize_self_recognition_letter, as_it_is, id="letter"),
    pytest.param(incentivize_self_recognition_by_index, index_of_play, id="places"),
)


@pytest.mark.parametrize(("environment", "showing"), FORMS)
def test_a_thousand_steps(environment, showing):
    """A thousand plays are shown, all different."""
    run = interaction(ConstantAgent(0), environment, 1_000, remember=False)

    assert len({percept.observation for percept in run[::2]}) == 1_000
    assert run[-2].observation == showing(nth_play(999))


# --- Recognising one's own learning ---


def test_other_labels_have_no_number():
    """They are to be numbered first."""
    with pytest.raises(InvalidParameter, match="the labels"):
        number_of_supervised_trial(SupervisedTrial(BARS, (Fraction(0), Fraction(1))))


def test_a_run_over_all_trials():
    """A thousand steps of both, by their definitions and incrementally: the same, numbers shown in their order."""
    learner = LastRewardSignLearner()
    for definition, incremental in (
        (
            learning_recognition(asked_for_a_label, supervised_trial_at),
            TrialRecognitionIncremental(learning_likeness(asked_for_a_label, supervised_trial_at)),
        ),
        (
            learning_recognition(asked_in_turn, unsupervised_trial_at),
            TrialRecognitionIncremental(learning_likeness(asked_in_turn, unsupervised_trial_at)),
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
def test_an_error_names_a_malformed_trial(make, named):
    """By the part that is wrong."""
    with pytest.raises(InvalidParameter, match=named):
        make()
