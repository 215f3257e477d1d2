"""Learning trials, what an agent makes of them, and paid for knowing which are one's own: supervised, unsupervised."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import astuple, frozen

from formal_rl.agents import Agent
from formal_rl.environments.abstract.trial_recognition import Likeness, Trials, repeated_trials, trial_recognition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.environments.simulated_copy import simulated_play
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.histories import Observation, Percept, Play, Prompt, actions
from formal_rl.histories.coding import (
    Point,
    decode_pair,
    decode_sequence,
    encode_pair,
    encode_sequence,
    number_of_point,
    point_at,
    require_natural,
)


def learning_likeness(conversion: Callable[[Agent], Callable[[Any], Any]], trials: Trials[Any]) -> Likeness:
    """Return whether f(A) outputs the p of trial n on its lesson, or g(A) clusters the cloud as the trial does.

    Ledger: A21-E19-supervised*, A21-E19-unsupervised*
    """

    def like(agent: Agent, number: int) -> bool:
        given, learned = astuple(trials(number), recurse=False)
        return bool(conversion(agent)(given) == learned)

    return like


def learning_recognition(
    conversion: Callable[[Agent], Callable[[Any], Any]], trials: Trials[Any]
) -> ExtendedEnvironment:
    """Return the environment of Example 19 for learning, parametric in f or g and the enumeration.

    An observation is the number of a trial. The incremental form is `TrialRecognitionIncremental` with the same
    likeness; a step of it costs what its trial costs.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-supervised*, A21-E19-unsupervised*
    """
    return trial_recognition(learning_likeness(conversion, trials))


LEDGER = ("A21-E19-supervised", "A21-E19-unsupervised")

Label: TypeAlias = Hashable
Image: TypeAlias = int
"""A picture as a natural number. Any coding will do; those of the examples are bits, row by row."""

Probabilities: TypeAlias = tuple[Fraction, ...]
"""A probability for each label, in the order of the labels."""


@frozen
class Lesson:
    """A finite set of labels L, in an order; a training set T of images with labels; and an image I without.

    Labels are any values. Raises `InvalidParameter` for labels that are empty or not distinct, for a label in the
    training set that is not one of them, and for an image that is not a natural number.

    Ledger: A21-E19-supervised
    """

    labels: tuple[Label, ...]
    training: tuple[tuple[Image, Label], ...]
    image: Image

    def __attrs_post_init__(self) -> None:
        if not self.labels or len(set(self.labels)) != len(self.labels):
            raise InvalidParameter("the labels", self.labels, "at least one, each once")
        for index, (image, label) in enumerate(self.training):
            if label not in self.labels:
                raise InvalidParameter(f"label {index} of the training set", label, f"one of {self.labels!r}")
            require_natural("an image", image)
        require_natural("an image", self.image)


@frozen
class SupervisedTrial:
    """A lesson and p, a probability for each label; as printed, any numbers from 0 to 1.

    Raises `InvalidParameter` for a p that is not that.

    Ledger: A21-E19-supervised
    """

    lesson: Lesson
    probabilities: Probabilities

    def __attrs_post_init__(self) -> None:
        if len(self.probabilities) != len(self.lesson.labels):
            raise InvalidParameter("the probabilities", self.probabilities, f"one for each of {self.lesson.labels!r}")
        for index, probability in enumerate(self.probabilities):
            if type(probability) is not Fraction or not 0 <= probability <= 1:
                raise InvalidParameter(f"probability {index}", probability, "a Fraction from 0 to 1")


def lesson_play(lesson: Lesson) -> Play:
    """Return the training set as a play: each image is an observation, its label's number the action, the reward 1.

    The first percept has reward 0, since nothing was done before it.

    Ledger: A21-E19-supervised
    """
    play: Play = ()
    for image, label in lesson.training:
        play = (*play, Percept(1 if play else 0, image), lesson.labels.index(label))
    return play


def lesson_prompt(lesson: Lesson, shown: Observation) -> Prompt:
    """Return the training set as a play, followed by the observation.

    Ledger: A21-E19-supervised
    """
    play = lesson_play(lesson)
    return (*play, Percept(1 if play else 0, shown))


def asked_for_a_label(agent: Agent) -> Callable[[Lesson], Probabilities]:
    """f: asked on the training set and then the image, the agent's action is the number of the label, which is certain.

    An action that is the number of no label leaves all labels equally probable. It asks one question.

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


def probability_at(number: int) -> Fraction:
    """Return the probability with this number: 0, 1, 1/2, 1/3, ... is each rational from 0 to 1 once.

    From the third on it is a continued fraction without a whole part, its terms a sequence of naturals.

    Ledger: A21-E19-supervised
    """
    if number < 2:
        return Fraction(number)
    *terms, last = decode_sequence(number - 1)
    value = Fraction(1, last + 2)
    for term in reversed(terms):
        value = 1 / (term + 1 + value)
    return value


def number_of_probability(probability: Fraction) -> int:
    """Return the number of a probability, the inverse of `probability_at`.

    Ledger: A21-E19-supervised
    """
    if probability in {0, 1}:
        return int(probability)
    terms, above, below = [], probability.denominator, probability.numerator
    while below:
        term, rest = divmod(above, below)
        terms.append(term - 1)
        above, below = below, rest
    terms[-1] -= 1
    return encode_sequence(terms) + 1


def supervised_trial_at(number: int) -> SupervisedTrial:
    """Return the supervised trial with this number, its labels 0, ..., k - 1.

    Probabilities, training set and image are sequence, sequence and number, paired. Trials with other labels are these
    with names for the numbers. Raises `InvalidParameter` for anything that is not a natural number.

    Source: Alexander et al. 2021, Example 19 (*systematically shown all*).
    Ledger: A21-E19-supervised*
    """
    outer, image = decode_pair(number)
    first, second = decode_pair(outer)
    probabilities = tuple(map(probability_at, decode_sequence(first + 1)))
    labels = len(probabilities)
    training = tuple(divmod(element, labels) for element in decode_sequence(second))
    return SupervisedTrial(Lesson(tuple(range(labels)), training, image), probabilities)


def number_of_supervised_trial(trial: SupervisedTrial) -> int:
    """Return the number of a trial, the inverse of `supervised_trial_at`.

    Raises `InvalidParameter` for one whose labels are not 0, ..., k - 1.

    Ledger: A21-E19-supervised*
    """
    lesson = trial.lesson
    labels = len(lesson.labels)
    if lesson.labels != tuple(range(labels)):
        raise InvalidParameter("the labels", lesson.labels, f"{tuple(range(labels))}")
    first = encode_sequence([*map(number_of_probability, trial.probabilities)]) - 1
    second = encode_sequence([image * labels + lesson.labels.index(label) for image, label in lesson.training])
    return encode_pair(encode_pair(first, second), lesson.image)


UPRIGHT, FLAT, UPRIGHT_LEFT = 0b010_010_010, 0b000_111_000, 0b100_100_100
"""Pictures of three rows of three: a bar upright, a bar lying, and again one upright."""

BARS = Lesson(("upright", "lying"), ((UPRIGHT, "upright"), (FLAT, "lying")), UPRIGHT_LEFT)
"""Two labels, two examples, and an image without a label."""

SUPERVISED_SHOWN = repeated_trials(
    (
        SupervisedTrial(BARS, (Fraction(1), Fraction(0))),
        SupervisedTrial(BARS, (Fraction(0), Fraction(1))),
        SupervisedTrial(BARS, (Fraction(1, 2), Fraction(1, 2))),
    )
)
"""The image surely upright, surely lying, or either."""

labelling_bars = learning_recognition(asked_for_a_label, SUPERVISED_SHOWN)
"""The listed supervised trials."""

Clustering: TypeAlias = tuple[tuple[Point, ...], ...]
"""A partition: the points of each cluster in order, the clusters in the order of their first points."""


def clustering(clusters: Iterable[Iterable[Point]]) -> Clustering:
    """Return the clustering with these clusters in order; empty ones are left out.

    Ledger: A21-E19-unsupervised
    """
    return tuple(sorted(tuple(sorted(cluster)) for cluster in map(tuple, clusters) if cluster))


def clustered_by(names: Iterable[tuple[Point, Hashable]]) -> Clustering:
    """Return the clustering in which points with equal names are together.

    Ledger: A21-E19-unsupervised
    """
    clusters: dict[Hashable, list[Point]] = {}
    for point, name in names:
        clusters.setdefault(name, []).append(point)
    return clustering(clusters.values())


@frozen
class Cloud:
    """A dimension n and D, finitely many points of ℚ^n in lexicographic order.

    Raises `InvalidParameter` for a dimension below 1, and for points that are not of it, repeated or out of order.

    Ledger: A21-E19-unsupervised
    """

    dimension: int
    points: tuple[Point, ...]

    def __attrs_post_init__(self) -> None:
        require_int("the dimension", self.dimension, 1)
        for index, point in enumerate(self.points):
            if len(point) != self.dimension or not all(type(number) is Fraction for number in point):
                raise InvalidParameter(f"point {index}", point, f"{self.dimension} Fractions")
        if list(self.points) != sorted(set(self.points)):
            raise InvalidParameter("the points", self.points, "each once, in order")


@frozen
class UnsupervisedTrial:
    """A cloud of points and C, a clustering of it, which is a partition of the points.

    Ledger: A21-E19-unsupervised
    """

    cloud: Cloud
    clusters: Clustering

    def __attrs_post_init__(self) -> None:
        members = sorted(point for cluster in self.clusters for point in cluster)
        if members != list(self.cloud.points) or self.clusters != clustering(self.clusters):
            expected = "a partition of the points, in order, as clustering gives it"
            raise InvalidParameter("the clusters", self.clusters, expected)


def asked_in_turn(agent: Agent) -> Callable[[Cloud], Clustering]:
    """g: shown the number of one point after the other, the agent names the cluster of each by its action.

    It is never paid, and asked about each point with those before it and its own answers to them. One question each.

    Ledger: A21-E19-unsupervised*
    """

    def learner(cloud: Cloud) -> Clustering:
        def show(play: Play) -> Percept:
            return Percept(0, number_of_point(cloud.points[len(play) // 2]))

        answers = actions(simulated_play(agent, show, len(cloud.points)))
        return clustered_by(zip(cloud.points, answers, strict=True))

    return learner


def asked_at_once(agent: Agent) -> Callable[[Cloud], Clustering]:
    """g: shown the numbers of the cloud and of a place in it, paired, the agent names the cluster of that point.

    It does not learn of its other answers. It answers one question for each point.

    Ledger: A21-E19-unsupervised*
    """

    def learner(cloud: Cloud) -> Clustering:
        whole = encode_sequence([number_of_point(point) for point in cloud.points])
        return clustered_by(
            (point, agent((Percept(0, encode_pair(whole, place)),))) for place, point in enumerate(cloud.points)
        )

    return learner


def unsupervised_trial_at(number: int) -> UnsupervisedTrial:
    """Return the unsupervised trial with this number.

    It is a dimension and a sequence, paired. The points come by rising numbers; for each the sequence has a number made
    from the gap before it and its cluster, which is one of those so far or the next. Raises `InvalidParameter` for
    anything that is not a natural number.

    Source: Alexander et al. 2021, Example 19 (*systematically shown all*).
    Ledger: A21-E19-unsupervised*
    """
    lower, sequence = decode_pair(number)
    dimension, place, clusters = lower + 1, -1, 0
    named: list[tuple[Point, int]] = []
    for element in decode_sequence(sequence):
        gap, cluster = divmod(element, clusters + 1)
        place += gap + 1
        clusters = max(clusters, cluster + 1)
        named.append((point_at(dimension, place), cluster))
    return UnsupervisedTrial(Cloud(dimension, tuple(sorted(point for point, _ in named))), clustered_by(named))


def number_of_unsupervised_trial(trial: UnsupervisedTrial) -> int:
    """Return the number of a trial, the inverse of `unsupervised_trial_at`.

    Ledger: A21-E19-unsupervised*
    """
    of_point = {point: index for index, cluster in enumerate(trial.clusters) for point in cluster}
    elements: list[int] = []
    names: dict[int, int] = {}
    before = -1
    for place, point in sorted((number_of_point(point), point) for point in of_point):
        clusters = len(names)
        cluster = names.setdefault(of_point[point], clusters)
        elements.append((place - before - 1) * (clusters + 1) + cluster)
        before = place
    return encode_pair(trial.cloud.dimension - 1, encode_sequence(elements))


LINE = Cloud(1, tuple((Fraction(x),) for x in (0, 1, 5)))
"""Two points of the line that are near to each other, and one that is far."""

_LEFT, _NEAR, _FAR = LINE.points

UNSUPERVISED_SHOWN = repeated_trials(
    (
        UnsupervisedTrial(LINE, clustering([[_LEFT, _NEAR], [_FAR]])),
        UnsupervisedTrial(LINE, clustering([[_LEFT], [_NEAR, _FAR]])),
        UnsupervisedTrial(LINE, clustering([LINE.points])),
    )
)
"""The far one apart, the left one apart, or all together."""

clustering_a_line = learning_recognition(asked_in_turn, UNSUPERVISED_SHOWN)
"""The listed unsupervised trials."""

RECORDS = recorded(
    globals(),
    EnvironmentRecord("supervised_recognition", source="A21 Example 19", named={"definition": "labelling_bars"}),
    EnvironmentRecord("unsupervised_recognition", source="A21 Example 19", named={"definition": "clustering_a_line"}),
)
