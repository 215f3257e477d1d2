"""Déjà vu and reverse history for foldable learners: a history is one element, and a step composes a few."""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, Learner, Transition
from formal_rl.agents._monoid_learners import FoldableLearner, foldable_of, require_foldable
from formal_rl.histories import Action, Observation, Percept, Reward

LEDGER = ("A22-S4-reverse",)


@frozen
class _FoldedSimulation:
    """`FreshSimulation` for foldable learners: it carries one element forward instead of a list of transitions.

    ``rehearse(folding, past, action)`` is the element of what the copy is trained on, ``extend(folding, past,
    newest)`` the element with one more transition. The agent-class must be a `LearnerClass` of a `FoldableLearner`;
    otherwise it raises `InvalidParameter`.
    """

    rehearse: Callable[[FoldableLearner[Any], Any, Action], Any]
    extend: Callable[[FoldableLearner[Any], Any, Any], Any]

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, tuple[bool, Any]]:
        return 0, (False, foldable_of(agent_class).identity)

    def step(
        self, agent_class: AgentClass[Any], state: tuple[bool, Any], action: Action
    ) -> tuple[Percept, tuple[bool, Any]]:
        begun, element = state
        folding, reward = foldable_of(agent_class), 0
        if begun:
            rehearsed = self.rehearse(folding, element, action)
            reward = 1 if action == folding.act(rehearsed, 0) else -1
        newest = folding.of(Transition(0, action, reward, 0))
        return Percept(reward, 0), (True, self.extend(folding, element, newest))


def _twice(folding: FoldableLearner[Any], past: Any, action: Action) -> Any:
    """Return the element of s⌢a⌢s: between the two, a is followed by the first percept, whose reward is 0."""
    return folding.compose(folding.compose(past, folding.of(Transition(0, action, 0, 0))), past)


def _after(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(past, newest)


@frozen
class _DejaVuFoldedIncremental:
    """Déjà vu, the element of the history composed with itself, the present action in between.

    The state is the element of the history. Raises `InvalidParameter` for a learner that is not a `FoldableLearner`.
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        return Percept(0, 0), require_foldable(learner).identity

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        folding = require_foldable(learner)
        reward = 1 if action == folding.act(_twice(folding, state, action), 0) else -1
        return Percept(reward, 0), _after(folding, state, folding.of(Transition(0, action, reward, 0)))


deja_vu_folded = _DejaVuFoldedIncremental()
"""Déjà vu for foldable learners.

Ledger: A22-S4-reverse*
"""

deja_vu_published_folded = _FoldedSimulation(_twice, _after)
"""Published form for foldable learners: the rewards of `deja_vu_published`, three compositions a step.

Ledger: A22-S4-reverse*
"""


@frozen
class _ReverseHistoryFoldedIncremental:
    """Reverse history, the newest transition composed with the element of the older ones.

    Reversed, x_n y_n x_{n+1} is the transition (o_{n+1}, y_n, r_n, o_n): its reward is the one that preceded y_n. It
    comes first. Raises `InvalidParameter` for a learner that is not a `FoldableLearner`.
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, tuple[Reward, Any]]:
        return Percept(0, 0), (0, require_foldable(learner).identity)

    def advance(
        self, learner: Learner[Any], state: tuple[Reward, Any], action: Action
    ) -> tuple[Percept, tuple[Reward, Any]]:
        folding, (before, element) = require_foldable(learner), state
        reward = 1 if action == folding.act(element, 0) else -1
        newest = folding.of(Transition(0, action, before, 0))
        return Percept(reward, 0), (reward, folding.compose(newest, element))


reverse_history_folded = _ReverseHistoryFoldedIncremental()
"""Reverse history for foldable learners.

Ledger: A22-S4-reverse*
"""


def _before(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(newest, past)


reverse_history_published_folded = _FoldedSimulation(lambda folding, past, action: past, _before)
"""Published form for foldable learners: the rewards of `reverse_history_published`, one composition a step.

Ledger: A22-S4-reverse*
"""
