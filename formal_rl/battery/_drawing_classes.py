"""The learners that draw as classes with act and train: alone they run faster than learners whose states are values."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.agents import Learner, RepeatedDraws
from formal_rl.battery.agents import RunSettings, with_reality_checks
from formal_rl.battery.environments import Reading
from formal_rl.battery.users_agents import LiveInstances, UsersClass
from formal_rl.histories import Action, Observation


class RandomInstance:
    """`RandomLearner`."""

    n_actions: int
    draws: RepeatedDraws

    def __init__(self) -> None:
        self.trainings = 0

    def act(self, obs: Observation) -> Action:
        values: Any = self.draws.values
        return int(self.n_actions * values[self.trainings % len(values)])

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        self.trainings += 1


class NaiveInstance(RandomInstance):
    """`NaiveLearner`, its averages compared as whole numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[Observation, tuple[list[int], list[int]]] = {}

    def act(self, obs: Observation) -> Action:
        values: Any = self.draws.values
        place = 2 * self.trainings
        if values[place % len(values)] <= 0.15:  # A float is less than 15/100 where it is no more than this.
            return int(self.n_actions * values[(place + 1) % len(values)])
        best = 0
        if obs in self.rows:
            sums, numbers = self.rows[obs]
            for action in range(1, self.n_actions):
                if sums[action] * (numbers[best] or 1) > sums[best] * (numbers[action] or 1):
                    best = action
        return best

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        if o_prev not in self.rows:
            self.rows[o_prev] = [0] * self.n_actions, [0] * self.n_actions
        sums, numbers = self.rows[o_prev]
        sums[a] += r
        numbers[a] += 1
        self.trainings += 1


class QInstance(RandomInstance):
    """`QLearnerPublished`: its operations in their order."""

    def __init__(self, learning_rate: float = 0.1) -> None:
        super().__init__()
        self.rate = learning_rate
        self.rows: dict[Observation, list[float]] = {}

    def act(self, obs: Observation) -> Action:
        values: Any = self.draws.values
        place = 2 * self.trainings
        if values[place % len(values)] <= 0.9 and obs in self.rows:
            row = self.rows[obs]
            if any(row):
                return row.index(max(row))
        return int(self.n_actions * values[(place + 1) % len(values)])

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        rows = self.rows
        if o_prev not in rows:
            rows[o_prev] = [0.0] * self.n_actions
        row = rows[o_prev]
        best = max(rows[o_next]) if o_next in rows else 0
        row[a] += self.rate * (r + 0.9 * best - row[a])
        self.trainings += 1


DRAWING: Mapping[str, type[RandomInstance]] = MappingProxyType(
    {"RandomAgent": RandomInstance, "NaiveLearner": NaiveInstance, "Q_learner": QInstance}
)
"""By the published name of the learner."""


@frozen
class _Published(LiveInstances):
    """Instances of a class that is published as taking any keyword, and ignores it."""

    def configured_with(self, keyword: str, value: Any) -> UsersClass:
        return super().configured_with(keyword, value) or self


def drawing_learner(name: str, settings: RunSettings, semantics: Reading, reality_checks: int) -> Learner[Any]:
    """Return one of these, or its reality check in a reading, as a learner made of live instances."""
    made = LiveInstances if semantics == "paper" else _Published
    learner = made(DRAWING[name], settings.number_of_actions, settings.number_of_observations, settings.draws)
    return with_reality_checks(learner, semantics, reality_checks)
