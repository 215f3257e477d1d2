"""The learners that draw as classes with act and train: alone they run faster than learners whose states are values."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.agents import Learner
from formal_rl.battery._draw_pools import drawn_actions, draws_up_to
from formal_rl.battery.agents import with_reality_checks
from formal_rl.battery.environments import find_environment
from formal_rl.battery.results import BatteryRun
from formal_rl.battery.users_agents import LiveInstances, UsersClass
from formal_rl.histories import Action, Observation


class RandomInstance:
    """`RandomLearner`."""

    n_actions: int
    draws: int
    """The seed."""

    def __init__(self) -> None:
        self.drawn, self.place = drawn_actions(self.draws, self.n_actions), 0
        self.last = len(self.drawn) - 1

    def act(self, obs: Observation) -> Action:
        return self.drawn[self.place]

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        self.place = self.place + 1 if self.place < self.last else 0

    def copied(self, _: object) -> Any:
        made = object.__new__(type(self))
        made.__dict__ |= self.__dict__
        return made


class _WithRows(RandomInstance):
    """Two draws a training, and a row of numbers for each observation that was trained."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[Observation, list[Any]] = {}

    def copied(self, _: object) -> Any:
        made = super().copied(_)
        made.rows = {obs: row.copy() for obs, row in self.rows.items()}
        return made


class NaiveInstance(_WithRows):
    """`NaiveLearner`, its averages compared as whole numbers; a row has the sums and then the numbers of rewards."""

    def __init__(self) -> None:
        super().__init__()
        self.explores = draws_up_to(self.draws, 0.15)  # A float is less than 15/100 where it is no more than this.

    def act(self, obs: Observation) -> Action:
        if self.explores[self.place]:
            return self.drawn[self.place + 1]
        best = 0
        if obs in self.rows:
            row, n = self.rows[obs], self.n_actions
            for action in range(1, n):
                if row[action] * (row[n + best] or 1) > row[best] * (row[n + action] or 1):
                    best = action
        return best

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        n = self.n_actions
        if o_prev not in self.rows:
            self.rows[o_prev] = [0] * (2 * n)
        row = self.rows[o_prev]
        row[a] += r
        row[n + a] += 1
        self.place = (self.place + 2) % len(self.drawn)


class QInstance(_WithRows):
    """`QLearnerPublished`: its operations in their order."""

    def __init__(self, learning_rate: float = 0.1) -> None:
        super().__init__()
        self.exploits, self.rate = draws_up_to(self.draws, 0.9), learning_rate

    def act(self, obs: Observation) -> Action:
        if self.exploits[self.place] and obs in self.rows:
            row = self.rows[obs]
            best = max(row)
            if best or any(row):
                return row.index(best)
        return self.drawn[self.place + 1]

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        rows = self.rows
        if o_prev not in rows:
            rows[o_prev] = [0.0] * self.n_actions
        row = rows[o_prev]
        best = max(rows[o_next]) if o_next in rows else 0
        row[a] += self.rate * (r + 0.9 * best - row[a])
        self.place = (self.place + 2) % len(self.drawn)


DRAWING: Mapping[str, type[RandomInstance]] = MappingProxyType(
    {"RandomAgent": RandomInstance, "NaiveLearner": NaiveInstance, "Q_learner": QInstance}
)
"""By the published name of the learner."""


@frozen
class _Published(LiveInstances):
    """Instances of a class that is published as taking any keyword, and ignores it."""

    def configured_with(self, keyword: str, value: Any) -> UsersClass:
        return super().configured_with(keyword, value) or self


def drawing_learner(name: str, run: BatteryRun, reality_checks: int) -> Learner[Any]:
    """Return one of these, or its reality check, as a learner made of live instances for a run."""
    made = LiveInstances if run.semantics == "paper" else _Published
    found, _ = find_environment(run.environment)
    draws: Any = run.seed
    learner = made(DRAWING[name], found.number_of_actions, found.number_of_observations, draws)
    return with_reality_checks(learner, run.semantics, reality_checks)
