"""The pairs of societies and learning trials with their incremental forms."""

from attrs import evolve, frozen

from formal_rl.checking import EnvironmentPair, Part, Scope
from formal_rl.environments import CATALOGUE
from formal_rl.environments.abstract import (
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    VILLAGE,
    SocietyIncremental,
    asked_for_a_label,
    asked_in_turn,
    in_society,
    supervised_likeness,
    unsupervised_likeness,
)
from formal_rl.environments.abstract.multi_role import BAKER, CHILD
from formal_rl.environments.abstract.shown_trials import clustering_a_line, labelling_bars
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental


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


VILLAGE_PAIR = SocietyPair.of(CATALOGUE["village"])
SEAT_PAIRS = tuple(
    SocietyPair("SocietyIncremental", in_society(VILLAGE, seat), SocietyIncremental(VILLAGE, seat))
    for seat in (BAKER, CHILD)
)

SUPERVISED_PAIR = EnvironmentPair(
    "TrialRecognitionIncremental",
    labelling_bars,
    TrialRecognitionIncremental(supervised_likeness(asked_for_a_label, SUPERVISED_SHOWN)),
)
UNSUPERVISED_PAIR = EnvironmentPair(
    "TrialRecognitionIncremental",
    clustering_a_line,
    TrialRecognitionIncremental(unsupervised_likeness(asked_in_turn, UNSUPERVISED_SHOWN)),
)

SOCIETY_PAIRS = (VILLAGE_PAIR, SEAT_PAIRS[0], SUPERVISED_PAIR)
"""One of each form; the other seats and the unsupervised trials are compared by their own rows and tests."""
