"""The listed learning trials: bars to label, and points of a line to cluster."""

from fractions import Fraction

from formal_rl.environments.abstract.supervised_trials import (
    Lesson,
    SupervisedTrial,
    asked_for_a_label,
    supervised_recognition,
)
from formal_rl.environments.abstract.trial_recognition import repeated_trials
from formal_rl.environments.abstract.unsupervised_trials import (
    Cloud,
    UnsupervisedTrial,
    asked_in_turn,
    clustering,
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

labelling_bars = supervised_recognition(asked_for_a_label, SUPERVISED_SHOWN)
"""The listed supervised trials."""

clustering_a_line = unsupervised_recognition(asked_in_turn, UNSUPERVISED_SHOWN)
"""The listed unsupervised trials."""
