"""The pairs of societies and learning trials with their incremental forms."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve, frozen

from formal_rl.checking.equality import EnvironmentPair
from formal_rl.checking.outcome import Part
from formal_rl.checking.scope import Scope
from formal_rl.environments.learning_trials import repeated_trials
from formal_rl.environments.societies import BAKER, CHILD, VILLAGE, village, village_incremental
from formal_rl.environments.society import SocietyIncremental, in_society
from formal_rl.environments.supervised_trials import (
    Lesson,
    SupervisedTrial,
    asked_for_a_label,
    supervised_likeness,
    supervised_recognition,
)
from formal_rl.environments.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.unsupervised_trials import (
    Cloud,
    UnsupervisedTrial,
    asked_in_turn,
    clustering,
    unsupervised_likeness,
    unsupervised_recognition,
)

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


@frozen
class SocietyPair(EnvironmentPair):
    """A society and its incremental form; it is compared less far than others, since all copies are asked in each turn.

    How far does not depend on the horizon of the scope.
    """

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        return super().parts(evolve(scope, horizon=3 if scope.is_full else 2))

    def _sampled(self, scope: Scope) -> Part:
        return super()._sampled(evolve(scope, horizon=12 if scope.is_full else 5))


VILLAGE_PAIR = SocietyPair("village_incremental", village, village_incremental)
SEAT_PAIRS = tuple(
    SocietyPair("SocietyIncremental", in_society(VILLAGE, seat), SocietyIncremental(VILLAGE, seat))
    for seat in (BAKER, CHILD)
)

SUPERVISED_PAIR = EnvironmentPair(
    "TrialRecognitionIncremental",
    supervised_recognition(asked_for_a_label, SUPERVISED_SHOWN),
    TrialRecognitionIncremental(supervised_likeness(asked_for_a_label, SUPERVISED_SHOWN)),
)
UNSUPERVISED_PAIR = EnvironmentPair(
    "TrialRecognitionIncremental",
    unsupervised_recognition(asked_in_turn, UNSUPERVISED_SHOWN),
    TrialRecognitionIncremental(unsupervised_likeness(asked_in_turn, UNSUPERVISED_SHOWN)),
)

SOCIETY_PAIRS = (VILLAGE_PAIR, SEAT_PAIRS[0], SUPERVISED_PAIR)
"""One of each form; the other seats and the unsupervised trials are compared by their own rows and tests."""
