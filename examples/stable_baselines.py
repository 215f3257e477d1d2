"""DQN, A2C and PPO of Stable-Baselines3 in the battery (`pip install stable-baselines3`).

    formal-rl battery --agent examples/stable_baselines.py:PPO --steps 1000 --as published

They have the settings of Stable-Baselines3, and are other agents than those of the paper, which used another version.
Each is trained by the algorithm's own ``train`` on the transitions that the battery reports. An action depends on these
and on the draws that all agents share, so instances that were trained alike act alike. Instances are not copied, so by
the definitions (`--as paper`) the three environments that ask about another past take the square of the steps.
"""

from __future__ import annotations

from functools import partial
from math import floor
from typing import Any

import numpy as np
import stable_baselines3
import torch
from gymnasium import Env
from gymnasium.spaces import Discrete
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import polyak_update, set_random_seed

from formal_rl.agents import draw


class _Spaces(Env[Any, Any]):
    def __init__(self, actions: int, observations: int) -> None:
        self.action_space, self.observation_space = Discrete(actions), Discrete(observations)


class _Agent:
    algorithm: Any
    n_actions: int  # the battery sets these three
    n_obs: int
    draws: Any

    def __init__(self, **settings: Any) -> None:
        """Make the algorithm with the same first weights each time, on one thread, so that sums have one order."""
        torch.set_num_threads(1)
        spaces = _Spaces(self.n_actions, self.n_obs)
        self.model = self.algorithm("MlpPolicy", spaces, seed=0, device="cpu", **settings)
        self.model.set_logger(Logger(folder=None, output_formats=[]))
        self.trainings = 0
        self.rollout: list[tuple[int, int, float, int]] = []

    def drawn(self, place: int) -> float:
        """Return one of the draws that all agents share."""
        return float(draw(self.draws, place))


class DQN(_Agent):
    """Explore with a probability that falls from 1 to 0.05 in 1,000 trainings, else do what has the greatest value."""

    algorithm = partial(stable_baselines3.DQN, buffer_size=10_000)  # copies of the library's million take long

    def act(self, obs: int) -> int:
        """Return the action."""
        if self.drawn(2 * self.trainings) < max(0.05, 1 - 0.95 * self.trainings / 1_000):
            return floor(self.n_actions * self.drawn(2 * self.trainings + 1))
        return int(self.model.predict(np.array(obs), deterministic=True)[0])

    def train(self, o_prev: int, a: int, r: Any, o_next: int) -> None:
        """Keep the transition, and train every few of them on batches of those that are kept."""
        model = self.model
        self.trainings += 1
        model.replay_buffer.add(*map(np.array, ([o_prev], [o_next], [a], [float(r)], [False])), [{}])
        if self.trainings % model.target_update_interval == 0:
            polyak_update(model.q_net.parameters(), model.q_net_target.parameters(), model.tau)
        if self.trainings > model.learning_starts and self.trainings % model.train_freq.frequency == 0:
            set_random_seed(self.trainings)  # batches are drawn from generators that the whole process shares
            model.train(model.gradient_steps, model.batch_size)


class A2C(_Agent):
    """Act by the probabilities of the policy; train it every ``n_steps`` transitions on these alone."""

    algorithm = stable_baselines3.A2C

    def act(self, obs: int) -> int:
        """Return the first action to which the probabilities add up to more than the draw."""
        with torch.no_grad():
            sums = self.model.policy.get_distribution(torch.tensor([obs])).distribution.probs[0].cumsum(0)
        return min(int((sums <= self.drawn(self.trainings)).sum()), self.n_actions - 1)

    def train(self, o_prev: int, a: int, r: Any, o_next: int) -> None:
        """Keep the transition; where it does not begin where the last one ended, an episode begins."""
        self.trainings += 1
        self.rollout.append((o_prev, a, float(r), o_next))
        if len(self.rollout) < self.model.n_steps:
            return
        buffer, policy = self.model.rollout_buffer, self.model.policy
        seen, actions, _, after = (torch.tensor(each) for each in zip(*self.rollout, strict=True))
        with torch.no_grad():
            values, log_probabilities, _ = policy.evaluate_actions(seen, actions)
            last = policy.predict_values(after[-1:])
        buffer.reset()
        before = seen[0]
        for (obs, action, reward, following), *of_policy in zip(self.rollout, values, log_probabilities, strict=True):
            buffer.add(*map(np.array, ([obs], [action], [reward], [obs != before])), *of_policy)
            before = following
        buffer.compute_returns_and_advantage(last_values=last, dones=np.array([False]))
        set_random_seed(self.trainings)
        self.model.train()
        self.rollout.clear()


class PPO(A2C):
    """The same with the updates of PPO."""

    algorithm = stable_baselines3.PPO
