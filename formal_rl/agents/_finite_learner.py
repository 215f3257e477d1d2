"""Learners given by finite tables: for each state, its action and its successor."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar

from attrs import frozen

from formal_rl.agents.learners import Transition
from formal_rl.histories import Action, Observation


@frozen
class FiniteLearner:
    """A learner with states 0 to k - 1, starting in 0.

    ``acts[state]`` maps observations to actions, ``moves[state]`` transitions to states, both as tuples of pairs.
    An observation or transition that is not listed raises `KeyError`.
    """

    acts: tuple[tuple[tuple[Observation, Action], ...], ...]
    moves: tuple[tuple[tuple[Transition, int], ...], ...]
    initial: ClassVar[int] = 0

    def act(self, state: int, observation: Observation) -> Action:
        """Look the action up."""
        return dict(self.acts[state])[observation]

    def learn(self, state: int, transition: Transition) -> int:
        """Look the next state up."""
        return dict(self.moves[state])[transition]


def finite_learners(
    number_of_states: int,
    *,
    observations: Sequence[Observation],
    actions: Sequence[Action],
    transitions: Sequence[Transition],
) -> Iterator[FiniteLearner]:
    """Yield every learner with ``number_of_states`` states over the given alphabets.

    There are a^(k o) k^(k t) of them, for k states, o observations, a actions and t transitions.
    """
    states = range(number_of_states)
    rows = [tuple(zip(observations, row, strict=True)) for row in product(actions, repeat=len(observations))]
    moves = [tuple(zip(transitions, row, strict=True)) for row in product(states, repeat=len(transitions))]
    for acting in product(rows, repeat=number_of_states):
        for moving in product(moves, repeat=number_of_states):
            yield FiniteLearner(acting, moving)
