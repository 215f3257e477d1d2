"""Déjà vu and reverse history for foldable learners: a history is one element, and a step composes a few."""

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import AgentClass, FoldableLearner, Learner, Transition, foldable_of, require_foldable
from formal_rl.histories import Action, Observation, Percept, Reward

LEDGER = ("A22-S4-reverse",)


class FoldedState(NamedTuple):
    """Whether there was a step, and the element of the transitions so far."""

    begun: bool
    element: Any


@frozen
class FoldedSimulation:
    """`FreshSimulation` for foldable learners: it carries one element forward instead of a list of transitions.

    ``rehearse(folding, past, action)`` is the element of what the copy is trained on, ``extend(folding, past,
    newest)`` the element with one more transition. The agent-class must be a `LearnerClass` of a `FoldableLearner`;
    otherwise it raises `InvalidParameter`.
    """

    rehearse: Callable[[FoldableLearner[Any], Any, Action], Any]
    extend: Callable[[FoldableLearner[Any], Any, Any], Any]

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, FoldedState]:
        """Return observation 0 and the element of no history."""
        return 0, FoldedState(False, foldable_of(agent_class).identity)

    def step(self, agent_class: AgentClass[Any], state: FoldedState, action: Action) -> tuple[Percept, FoldedState]:
        """Return 0 at first, then 1 or -1 for doing as the rehearsed copy does; and the longer element."""
        folding, reward = foldable_of(agent_class), 0
        if state.begun:
            rehearsed = self.rehearse(folding, state.element, action)
            reward = 1 if action == folding.act(rehearsed, 0) else -1
        newest = folding.of(Transition(0, action, reward, 0))
        return Percept(reward, 0), FoldedState(True, self.extend(folding, state.element, newest))


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
"""Déjà vu for foldable learners."""

deja_vu_published_folded = FoldedSimulation(_twice, _after)
"""Published form for foldable learners: the rewards of `deja_vu_published`, three compositions a step.

Ledger: A22-S4-reverse*
"""


class ReversedState(NamedTuple):
    """The last reward given, and the element of the reversed history up to the percept that gave it."""

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
"""Reverse history for foldable learners."""


def _as_it_is(folding: FoldableLearner[Any], past: Any, action: Action) -> Any:
    return past


def _before(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(newest, past)


reverse_history_published_folded = FoldedSimulation(_as_it_is, _before)
"""Published form for foldable learners: the rewards of `reverse_history_published`, one composition a step.

Ledger: A22-S4-reverse*
"""
