"""Supervised learning trials, what an agent makes of them, and paid for knowing which are one's own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import Attribute, field, frozen

from formal_rl.agents import Agent
from formal_rl.environments.abstract.trial_recognition import Likeness, Trials, trial_recognition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Observation, Percept, Play, Prompt, encode_pair, require_natural

LEDGER = ("A21-E19-supervised",)

Label: TypeAlias = Hashable
Image: TypeAlias = int
"""A picture as a natural number. Any coding will do; those of the examples are bits, row by row."""

Probabilities: TypeAlias = tuple[Fraction, ...]
"""A probability for each label, in the order of the labels."""


def _distinct(_: Any, attribute: Attribute[Any], labels: tuple[Label, ...]) -> None:
    if not labels or len(set(labels)) != len(labels):
        raise InvalidParameter("the labels", labels, "at least one, each once")


def _labelled(lesson: Lesson, attribute: Attribute[Any], training: tuple[tuple[Image, Label], ...]) -> None:
    for index, (_, label) in enumerate(training):
        if label not in lesson.labels:
            raise InvalidParameter(f"label {index} of the training set", label, f"one of {lesson.labels!r}")
    for image in (lesson.image, *(image for image, _ in training)):
        require_natural("an image", image)


@frozen
class Lesson:
    """A finite set of labels L, in an order; a training set T of images with labels; and an image I without.

    Labels are any values. Raises `InvalidParameter` for labels that are empty or not distinct, for a label in the
    training set that is not one of them, and for an image that is not a natural number.

    Source: Alexander et al. 2021, Example 19.
    """

    labels: tuple[Label, ...] = field(validator=_distinct)
    training: tuple[tuple[Image, Label], ...] = field(validator=_labelled)
    image: Image


def _from_0_to_1(trial: SupervisedTrial, attribute: Attribute[Any], probabilities: Probabilities) -> None:
    if len(probabilities) != len(trial.lesson.labels):
        raise InvalidParameter("the probabilities", probabilities, f"one for each of {trial.lesson.labels!r}")
    for index, probability in enumerate(probabilities):
        if type(probability) is not Fraction or not 0 <= probability <= 1:
            raise InvalidParameter(f"probability {index}", probability, "a Fraction from 0 to 1")


@frozen
class SupervisedTrial:
    """A lesson and p, a probability for each label; as printed, any numbers from 0 to 1.

    Raises `InvalidParameter` for a p that is not that.

    Source: Alexander et al. 2021, Example 19.
    """

    lesson: Lesson
    probabilities: Probabilities = field(validator=_from_0_to_1)


SupervisedConversion: TypeAlias = Callable[[Agent], Callable[[Lesson], Probabilities]]
"""f: a supervised learner f(A) made from an agent A; given a lesson, it outputs a p.

Source: Alexander et al. 2021, Example 19.
"""


def lesson_play(lesson: Lesson) -> Play:
    """Return the training set as a play: each image is shown, and its label, by number, was done and then paid 1.

    The first percept has reward 0, since nothing was done before it.
    """
    play: Play = ()
    for image, label in lesson.training:
        play = (*play, Percept(1 if play else 0, image), lesson.labels.index(label))
    return play


def lesson_prompt(lesson: Lesson, shown: Observation) -> Prompt:
    """Return the training set as a play, followed by what is shown."""
    play = lesson_play(lesson)
    return (*play, Percept(1 if play else 0, shown))


def asked_for_a_label(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """f: asked on the training set and then the image, the agent's action is the number of the label, which is certain.

    An action that is the number of no label leaves all labels equally probable. One question is asked.

    Ledger: A21-E19-supervised*
    """

    def learner(lesson: Lesson) -> Probabilities:
        answer, number = agent(lesson_prompt(lesson, lesson.image)), len(lesson.labels)
        if answer >= number:
            return (Fraction(1, number),) * number
        return tuple(Fraction(place == answer) for place in range(number))

    return learner


def asked_for_weights(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """f: asked on the training set and the image paired with the number of a label, the agent gives the label a weight.

    The probabilities are the shares of the weights, all equal if all weights are 0. As many questions as labels.

    Ledger: A21-E19-supervised*
    """

    def learner(lesson: Lesson) -> Probabilities:
        weights = [
            agent(lesson_prompt(lesson, encode_pair(lesson.image, place))) for place in range(len(lesson.labels))
        ]
        total = sum(weights)
        if total == 0:
            return (Fraction(1, len(weights)),) * len(weights)
        return tuple(Fraction(weight, total) for weight in weights)

    return learner


def supervised_likeness(conversion: SupervisedConversion, trials: Trials[SupervisedTrial]) -> Likeness:
    """Return whether f(A) outputs the p of trial n on its lesson.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-supervised*
    """

    def like(agent: Agent, number: int) -> bool:
        trial = trials(number)
        return conversion(agent)(trial.lesson) == trial.probabilities

    return like


def supervised_recognition(conversion: SupervisedConversion, trials: Trials[SupervisedTrial]) -> ExtendedEnvironment:
    """Return the environment of Example 19 for supervised learning, parametric in f and the enumeration.

    An observation is the number of a trial. The incremental form is `TrialRecognitionIncremental` with the same
    likeness; a step of it costs what its trial costs.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-supervised*
    """
    return trial_recognition(supervised_likeness(conversion, trials))
