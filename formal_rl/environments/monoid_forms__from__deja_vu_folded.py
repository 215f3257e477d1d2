"""Déjà vu for foldable learners: three compositions a step, whatever the length of the history."""

from typing import Any

from attrs import frozen

from formal_rl.environments.foldable import FoldableLearner, require_foldable
from formal_rl.environments.folded_simulation import FoldedSimulation
from formal_rl.environments.learners import Learner, Transition
from formal_rl.histories import Action, Percept


def _twice(folding: FoldableLearner[Any], past: Any, action: Action) -> Any:
    """Return the element of s⌢a⌢s: between the two, a is followed by the first percept, whose reward is 0."""
    return folding.compose(folding.compose(past, folding.of(Transition(0, action, 0, 0))), past)


def _after(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(past, newest)


@frozen
class DejaVuFoldedIncremental:
    """Déjà vu, the element of the history composed with itself, the present action in between.

    The state is the element of the history. Raises `InvalidParameter` for a learner that is not a `FoldableLearner`.

    Source: Alexander et al. 2021, Example 10.
    Ledger: A22-S4-reverse*
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0), and the element of no history."""
        return Percept(0, 0), require_foldable(learner).identity

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept, and the element with one transition after it."""
        folding = require_foldable(learner)
        reward = 1 if action == folding.act(_twice(folding, state, action), 0) else -1
        return Percept(reward, 0), _after(folding, state, folding.of(Transition(0, action, reward, 0)))


deja_vu_folded = DejaVuFoldedIncremental()
"""Déjà vu for foldable learners.

Ledger: A22-S4-reverse
"""

deja_vu_published_folded = FoldedSimulation(_twice, _after)
"""Published form for foldable learners: the rewards of `deja_vu_published`, three compositions a step.

Ledger: A22-S4-reverse*
"""
