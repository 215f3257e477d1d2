"""The pairs of societies and learning trials with their incremental forms."""

from attrs import evolve, frozen

from formal_rl.checking.equality import EnvironmentPair
from formal_rl.checking.outcome import Part
from formal_rl.checking.scope import Scope
from formal_rl.environments.catalogue import CATALOGUE
from formal_rl.environments.shown_trials import (
    SUPERVISED_SHOWN,
    UNSUPERVISED_SHOWN,
    clustering_a_line,
    labelling_bars,
)
from formal_rl.environments.societies import BAKER, CHILD, VILLAGE
from formal_rl.environments.society import SocietyIncremental, in_society
from formal_rl.environments.supervised_trials import asked_for_a_label, supervised_likeness
from formal_rl.environments.trial_recognition import TrialRecognitionIncremental
from formal_rl.environments.unsupervised_trials import asked_in_turn, unsupervised_likeness


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
