"""The pairs of the environments that are rehearsed from nothing, and their forms for foldable learners."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from formal_rl.checking.equality import EnvironmentPair
from formal_rl.checking.outcome import Part
from formal_rl.checking.scope import Scope
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, Learner, deja_vu, reverse_history
from formal_rl.environments.deja_vu_folded import DejaVuFoldedIncremental
from formal_rl.environments.foldable import ListedLearner
from formal_rl.environments.reverse_history_folded import ReverseHistoryFoldedIncremental
from formal_rl.histories import Action, Percept


@frozen
class Listing:
    """A form for foldable learners as one for all: it is run on the lists of the learner's transitions."""

    form: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the initial percept and state."""
        return self.form.start(ListedLearner(learner))

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the percept that answers ``action``, and the next state."""
        return self.form.advance(ListedLearner(learner), state, action)


@frozen
class FoldedPair:
    """An environment and its form for foldable learners: the same percepts for every learner, read as lists.

    Lists are the free monoid, so this decides it for every foldable learner.
    """

    name: str
    definition: ExtendedEnvironment
    fast: IncrementalEnvironment

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        return EnvironmentPair(self.name, self.definition, Listing(self.fast)).parts(scope)


REVERSE_HISTORY_FOLDED = FoldedPair(
    "ReverseHistoryFoldedIncremental", reverse_history, ReverseHistoryFoldedIncremental()
)
DEJA_VU_FOLDED = FoldedPair("DejaVuFoldedIncremental", deja_vu, DejaVuFoldedIncremental())

FOLDED_PAIRS = (REVERSE_HISTORY_FOLDED, DEJA_VU_FOLDED)
"""Both. They are not among the pairs for every learner, since their forms refuse what is not foldable."""
