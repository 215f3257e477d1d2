"""Reverse history for foldable learners: one composition a step, whatever the length of the history."""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.environments.foldable import FoldableLearner, require_foldable
from formal_rl.environments.folded_simulation import FoldedSimulation
from formal_rl.environments.learners import Learner, Transition
from formal_rl.histories import Action, Percept, Reward


class ReversedState(NamedTuple):
    """The last reward given, and the element of the reversed history up to the percept that gave it.

    Ledger: A22-S4-reverse
    """

    reward: Reward
    element: Any


@frozen
class ReverseHistoryFoldedIncremental:
    """Reverse history, the newest transition composed with the element of the older ones.

    Reversed, x_n y_n x_{n+1} is the transition (o_{n+1}, y_n, r_n, o_n): its reward is the one that preceded y_n. It
    comes first. Raises `InvalidParameter` for a learner that is not a `FoldableLearner`.

    Source: Alexander et al. 2022, Example 5, against the remark on it in Section 4.
    Ledger: A22-S4-reverse*
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, ReversedState]:
        """Return (0, 0), and the element of no history."""
        return Percept(0, 0), ReversedState(0, require_foldable(learner).identity)

    def advance(self, learner: Learner[Any], state: ReversedState, action: Action) -> tuple[Percept, ReversedState]:
        """Return the next percept, and the element with one transition before it."""
        folding = require_foldable(learner)
        reward = 1 if action == folding.act(state.element, 0) else -1
        newest = folding.of(Transition(0, action, state.reward, 0))
        return Percept(reward, 0), ReversedState(reward, folding.compose(newest, state.element))


reverse_history_folded = ReverseHistoryFoldedIncremental()
"""Reverse history for foldable learners.

Ledger: A22-S4-reverse
"""


def _as_it_is(folding: FoldableLearner[Any], past: Any, action: Action) -> Any:
    return past


def _before(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(newest, past)


reverse_history_published_folded = FoldedSimulation(_as_it_is, _before)
"""Published form for foldable learners: the rewards of `reverse_history_published`, one composition a step.

Ledger: A22-S4-reverse*
"""
