"""Agents and learners with act and train, plainly: what the wrong ones are edits of."""

# ruff: noqa: D102

from collections import defaultdict
from typing import Any


class _Drawing:
    """Knows how many actions there are, and its draws, and counts its trainings."""

    n_actions: int
    draws: tuple[float, ...]
    trainings = 0

    def drawn(self, place: int) -> Any:
        return int(self.n_actions * self.draws[place])

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1


class Constant(_Drawing):
    """Does 0."""

    def act(self, obs: Any) -> Any:
        return 0


class Drawing(_Drawing):
    """Draws anew after each training."""

    def __init__(self, n_actions: Any, draws: Any) -> None:
        self.n_actions, self.draws = n_actions, draws

    def act(self, obs: Any) -> Any:
        return self.drawn(self.trainings)


class Naive(_Drawing):
    """Averages what each action was paid at once."""

    def __init__(self) -> None:
        self.paid: Any = defaultdict(list)

    def average(self, obs: Any, action: Any) -> Any:
        paid = self.paid[obs, action]
        return sum(paid) / len(paid) if paid else 0

    def act(self, obs: Any) -> Any:
        if self.draws[2 * self.trainings] < 0.15:
            return self.drawn(2 * self.trainings + 1)
        return max(range(self.n_actions), key=lambda action: self.average(obs, action))

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        self.paid[o_prev, a].append(r)


class Simple:
    """Keeps what was punished."""

    n_actions: int

    def __init__(self) -> None:
        self.punished: Any = set()

    def act(self, obs: Any) -> Any:
        kept = (a for a in range(self.n_actions) if (obs, a) not in self.punished)
        return next(kept, 0)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        if r < 0:
            self.punished.add((o_prev, a))


class Tabular(_Drawing):
    """Tabular Q-learning in floating point numbers."""

    def __init__(self, epsilon: Any = 0.9, learning_rate: Any = 0.1, gamma: Any = 0.9) -> None:
        self.epsilon, self.learning_rate, self.gamma = epsilon, learning_rate, gamma
        self.table: Any = defaultdict(lambda: [0.0] * self.n_actions)

    def act(self, obs: Any) -> Any:
        row = self.table[obs]
        explores = self.draws[2 * self.trainings] > self.epsilon
        return self.drawn(2 * self.trainings + 1) if explores or not any(row) else row.index(max(row))

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        row, target = self.table[o_prev], r + self.gamma * max(self.table[o_next])
        row[a] += self.learning_rate * (target - row[a])
