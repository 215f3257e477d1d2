"""The learner that remembers everything and has decided nothing: its state is the list of its transitions."""

from __future__ import annotations

from collections.abc import Callable

from formal_rl.environments import Transition
from formal_rl.histories import Action, Observation


class FreeLearner:
    """The free learner: each (list of transitions, observation) is a question of its own.

    Whatever holds of the free learner with every answer tried holds of every learner. Lists are held as
    integers, equal lists as equal ones: 0 is the empty list.

    Ledger: infrastructure
    """

    def __init__(self, choose: Callable[[tuple[int, Observation]], Action]) -> None:
        """Ask ``choose`` for the answer to each question (list, observation)."""
        self._choose = choose
        self._children: dict[tuple[int, Transition], int] = {}
        self._parents: list[tuple[int, Transition] | None] = [None]

    @property
    def initial(self) -> int:
        """The empty list."""
        return 0

    def act(self, state: int, observation: Observation) -> Action:
        """Return the answer to this question."""
        return self._choose((state, observation))

    def learn(self, state: int, transition: Transition) -> int:
        """Return the list with the transition at its end."""
        key = (state, transition)
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = len(self._parents)
            self._parents.append(key)
        return child

    def transitions_of(self, state: int) -> tuple[Transition, ...]:
        """Return the list itself."""
        backwards = []
        link = self._parents[state]
        while link is not None:
            state, transition = link
            backwards.append(transition)
            link = self._parents[state]
        return tuple(reversed(backwards))
