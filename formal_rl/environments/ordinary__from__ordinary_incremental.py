"""The ordinary environments in start and advance form: what they remember is a cell or nothing."""

from typing import Any

from attrs import frozen

from formal_rl.environments.learners import Learner
from formal_rl.environments.ordinary import bandit, corridor, guess_the_number
from formal_rl.environments.types import Environment
from formal_rl.errors import ActionOutOfRange
from formal_rl.histories import Action, Percept, Reward

LEDGER = ("A22-S4*",)


def _check(turn: int, action: Action, number_of_actions: int) -> None:
    if action >= number_of_actions:
        raise ActionOutOfRange(2 * turn + 1, action, number_of_actions)


def _answer_at_once(environment: Environment, turn: int, action: Action, number_of_actions: int) -> Percept:
    """Return what an environment that looks at the last action alone answers to it."""
    _check(turn, action, number_of_actions)
    return environment((Percept(0, 0), action))


@frozen
class BanditIncremental:
    """The bandit; its state is the number of turns so far."""

    rewards: tuple[Reward, ...]

    def start(self, learner: Learner[Any]) -> tuple[Percept, int]:
        """Return (0, 0)."""
        return bandit(self.rewards)(()), 0

    def advance(self, learner: Learner[Any], state: int, action: Action) -> tuple[Percept, int]:
        """Return what the arm pays."""
        return _answer_at_once(bandit(self.rewards), state, action, len(self.rewards)), state + 1


@frozen
class GuessTheNumberIncremental:
    """Guess the number; its state is the number of turns so far."""

    secret: int
    number_of_actions: int

    def start(self, learner: Learner[Any]) -> tuple[Percept, int]:
        """Return (0, 0)."""
        return guess_the_number(self.secret, self.number_of_actions)(()), 0

    def advance(self, learner: Learner[Any], state: int, action: Action) -> tuple[Percept, int]:
        """Return how the guess compares."""
        environment = guess_the_number(self.secret, self.number_of_actions)
        return _answer_at_once(environment, state, action, self.number_of_actions), state + 1


@frozen
class CorridorIncremental:
    """The corridor; its state is the number of turns so far and the cell."""

    length: int

    def start(self, learner: Learner[Any]) -> tuple[Percept, tuple[int, int]]:
        """Return (0, 0), in cell 0."""
        return corridor(self.length)(()), (0, 0)

    def advance(self, learner: Learner[Any], state: tuple[int, int], action: Action) -> tuple[Percept, tuple[int, int]]:
        """Return the cell, and 1 if it is the last."""
        turn, cell = state
        _check(turn, action, 2)
        cell = min(self.length, cell + 1) if action == 1 else max(0, cell - 1)
        return Percept(1 if cell == self.length else 0, cell), (turn + 1, cell)
