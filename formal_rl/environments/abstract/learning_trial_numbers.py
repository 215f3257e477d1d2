"""All learning trials, each at one number, and each number that of one trial."""

from fractions import Fraction

from formal_rl.environments.abstract.supervised_trials import Lesson, SupervisedTrial
from formal_rl.environments.abstract.unsupervised_trials import Cloud, UnsupervisedTrial, clustered_by
from formal_rl.errors import InvalidParameter
from formal_rl.histories import (
    Point,
    decode_pair,
    decode_sequence,
    encode_pair,
    encode_sequence,
    number_of_point,
    point_at,
)


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
