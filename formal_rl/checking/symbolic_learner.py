"""The learner that remembers everything and has decided nothing: its state is the list of its transitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from formal_rl.agents import Transition
from formal_rl.checking.unknown_values import require_known
from formal_rl.histories import Action, Observation


class SymbolicTransitions:
    """A list of transitions that says nothing of itself: it equals only itself, and is neither a number nor a tuple.

    Whoever makes such lists makes one for each list, so that equal lists are one. All are written alike, so that no
    text tells them apart, and they are not copied.
    """

    __slots__ = ("grown",)

    def __init__(self, grown: tuple[SymbolicTransitions, Transition] | None) -> None:
        """Keep the list without its last transition, and that transition; ``None`` for the empty list."""
        self.grown = grown

    def __repr__(self) -> str:
        """Return what is the same for all lists."""
        return "a list of transitions"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be copied: a copy would be another list."""
        raise TypeError("a list of transitions cannot be copied")


class FreeLearner:
    """The symbolic learner: each (list of transitions, observation) is a question of its own.

    Whatever holds of the symbolic learner with every answer tried holds of every learner. Equal lists are one object.
    """

    def __init__(self, choose: Callable[[tuple[SymbolicTransitions, Observation]], Action]) -> None:
        self._choose = choose
        self._initial = SymbolicTransitions(None)
        self._children: dict[tuple[SymbolicTransitions, Transition], SymbolicTransitions] = {}

    @property
    def initial(self) -> SymbolicTransitions:
        """The empty list."""
        return self._initial

    def act(self, state: SymbolicTransitions, observation: Observation) -> Action:
        """Return the answer to this question."""
        require_known(observation)
        return self._choose((state, observation))

    def learn(self, state: SymbolicTransitions, transition: Transition) -> SymbolicTransitions:
        """Return the list with the transition at its end."""
        require_known(transition)
        key = (state, transition)
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = SymbolicTransitions(key)
        return child

    def transitions_of(self, state: SymbolicTransitions) -> tuple[Transition, ...]:
        """Return the list itself, lists in its transitions written out too."""
        backwards = []
        while state.grown is not None:
            state, transition = state.grown
            backwards.append(Transition(*map(self.written_out, transition)))
        return tuple(reversed(backwards))

    def written_out(self, value: Any) -> Any:
        """Return a value with the lists in it, within tuples too, as tuples of transitions."""
        if isinstance(value, SymbolicTransitions):
            return self.transitions_of(value)
        if not isinstance(value, tuple):
            return value
        elements = tuple(map(self.written_out, value))
        return type(value)(*elements) if hasattr(value, "_fields") else elements
