"""The published form of rehearsing anew at every step, for learners of which a history is one element."""

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.environments.foldable import FoldableLearner, foldable_of
from formal_rl.environments.learners import AgentClass, Transition
from formal_rl.histories import Action, Observation, Percept


class FoldedState(NamedTuple):
    """Whether there was a step, and the element of the transitions so far.

    Ledger: A22-S4-reverse
    """

    begun: bool
    element: Any


@frozen
class FoldedSimulation:
    """`FreshSimulation` for foldable learners: it carries one element forward instead of a list of transitions.

    ``rehearse(folding, past, action)`` is the element of what the copy is trained on, ``extend(folding, past,
    newest)`` the element with one more transition. The agent-class must be a `LearnerClass` of a `FoldableLearner`;
    otherwise it raises `InvalidParameter`.

    Ledger: A22-S4-reverse
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
