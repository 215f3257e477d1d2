"""DQN, trained on a replay buffer of recorded transitions."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from math import floor
from typing import Any, ClassVar

import numpy
import torch
from stable_baselines3 import DQN
from stable_baselines3.common.utils import polyak_update

from formal_rl.agents import Draws, Transition, draw
from formal_rl.battery.stable_baselines.deep_agent import DeepAgent, Numbers
from formal_rl.histories import Action, Observation

EXPLORATION_STEPS = 1_000
"""Over how many trainings exploration declines where nothing is said."""


class DQNAgent(DeepAgent):
    """DQN: every ``train_freq`` transitions it is trained on batches of all that it keeps, once it has enough of them.

    With m trainings so far it explores where v_2m < ε, doing floor(n v_2m+1); else it takes the action of the greatest
    value, the first of equals. ε goes from ``exploration_initial_eps`` to ``exploration_final_eps`` evenly over the
    first ``exploration_steps`` trainings; the library makes these a part of the whole length, and a life has none.

    Source: Alexander et al. 2022, Section 6 (DQN).
    """

    algorithm: ClassVar[Any] = DQN
    setting_names = (
        "buffer_size",
        "learning_starts",
        "batch_size",
        "tau",
        "gamma",
        "train_freq",
        "gradient_steps",
        "target_update_interval",
        "exploration_steps",
        "exploration_initial_eps",
        "exploration_final_eps",
        "max_grad_norm",
        "policy_kwargs",
    )
    counts: ClassVar[Mapping[str, int]] = {
        "buffer_size": 1,
        "learning_starts": 0,
        "batch_size": 1,
        "train_freq": 1,
        "gradient_steps": 1,
        "target_update_interval": 1,
        "exploration_steps": 0,
    }

    def __init__(
        self, draws: Draws, *numbers: int, exploration_steps: int = EXPLORATION_STEPS, **settings: Any
    ) -> None:
        super().__init__(draws, *numbers, exploration_steps=exploration_steps, **settings)
        self.exploration_steps = exploration_steps

    def _algorithm_settings(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: value for name, value in settings.items() if name != "exploration_steps"}

    @property
    def epsilon(self) -> float:
        """The probability to explore after so many trainings."""
        first, last = self._model.exploration_initial_eps, self._model.exploration_final_eps
        if self.trainings >= self.exploration_steps:
            return float(last)
        return float(first + (last - first) * self.trainings / self.exploration_steps)

    def _copied_already(self) -> dict[int, Any]:
        buffer = self._model.replay_buffer
        used = buffer.size()
        other = copy(buffer)
        for name, value in vars(buffer).items():
            if isinstance(value, numpy.ndarray) and len(value) == buffer.buffer_size:
                # Of a long buffer that is nearly empty, only what is used takes memory.
                values = numpy.zeros(value.shape, value.dtype)
                values[:used] = value[:used]
                setattr(other, name, values)
        return {id(buffer): other}

    def _say(self, obs: Observation) -> Numbers:
        return tuple(self._model.q_net(torch.tensor([obs]))[0].tolist())

    def _choose(self, said: Numbers) -> Action:
        if draw(self.draws, 2 * self.trainings) < self.epsilon:
            return floor(self.number_of_actions * draw(self.draws, 2 * self.trainings + 1))
        return said.index(max(said))

    def _record(self, transition: Transition) -> None:
        model = self._model
        o, a, r, after = transition
        model.replay_buffer.add(
            numpy.array([o]),
            numpy.array([after]),
            numpy.array([a]),
            numpy.array([float(r)]),
            numpy.array([False]),
            [{}],
        )
        if self.trainings % model.target_update_interval == 0:
            polyak_update(model.q_net.parameters(), model.q_net_target.parameters(), model.tau)
        if self.trainings % model.train_freq.frequency == 0 and self.trainings > model.learning_starts:
            self._train(lambda: model.train(model.gradient_steps, model.batch_size))
