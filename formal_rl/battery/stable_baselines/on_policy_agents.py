"""A2C and PPO, trained on rollout buffers of recorded transitions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, ClassVar, Self

import numpy
import torch
from stable_baselines3 import A2C, PPO

from formal_rl.agents import Draws, Transition, draw
from formal_rl.battery.stable_baselines.deep_agent import DeepAgent, Numbers
from formal_rl.histories import Action, Observation


class OnPolicyAgent(DeepAgent):
    """An algorithm that is trained every ``n_steps`` transitions, on these alone.

    With m trainings so far it takes the first action to which the probabilities of its policy add up to more than v_m.

    The policy does not change between two trainings of the algorithm, so values and log-probabilities of a rollout are
    computed together at its end, of the recorded actions, which need not be the agent's own. Where a transition does
    not begin with the observation in which the last one ended, the last one counts as cut off there, and the value of
    its end is paid on top, as the library treats what is cut off.
    """

    def __init__(self, draws: Draws, *numbers: int, **settings: Any) -> None:
        super().__init__(draws, *numbers, **settings)
        self._rollout: list[Transition] = []

    def copy(self) -> Self:
        """Return an agent that was trained on the same, to be trained on something else."""
        with torch.no_grad():  # the policy holds its last answers, and those of training cannot be copied
            self._say(0)
        other = super().copy()
        other._rollout = list(self._rollout)
        return other

    def _say(self, obs: Observation) -> Numbers:
        return tuple(self._model.policy.get_distribution(torch.tensor([obs])).distribution.probs[0].tolist())

    def _choose(self, said: Numbers) -> Action:
        return drawn(said, float(draw(self.draws, self.trainings)))

    def _record(self, transition: Transition) -> None:
        self._rollout.append(transition)
        if len(self._rollout) == self._model.n_steps:
            self._train(self._train_on_rollout)
            self._rollout.clear()

    def _train_on_rollout(self) -> None:
        model, rollout = self._model, self._rollout
        buffer, policy = model.rollout_buffer, model.policy
        observations, actions, _, ends = zip(*rollout, strict=True)
        policy.set_training_mode(False)
        with torch.no_grad():
            values, log_probabilities, _ = policy.evaluate_actions(torch.tensor(observations), torch.tensor(actions))
            end_values = policy.predict_values(torch.tensor(ends))
        buffer.reset()
        cut_off = False
        for place, (o, a, r, after) in enumerate(rollout):
            begins = cut_off
            cut_off = place + 1 < len(rollout) and observations[place + 1] != after
            paid = float(r) + (model.gamma * float(end_values[place]) if cut_off else 0.0)
            buffer.add(
                numpy.array([o]),
                numpy.array([a]),
                numpy.array([paid]),
                numpy.array([begins]),
                values[place],
                log_probabilities[place],
            )
        buffer.compute_returns_and_advantage(last_values=end_values[-1], dones=numpy.array([False]))
        model.train()


def drawn(probabilities: Numbers, number: float) -> Action:
    """Return the first action to which the probabilities add up to more than ``number`` of their sum."""
    sums = list(accumulate(probabilities))
    return min(bisect_right(sums, number * sums[-1]), sums.index(sums[-1]))


class A2CAgent(OnPolicyAgent):
    """A2C, trained every ``n_steps`` transitions by one step on all of them.

    Source: Alexander et al. 2022, Section 6 (A2C).
    """

    algorithm: ClassVar[Any] = A2C
    setting_names = (
        "n_steps",
        "gamma",
        "gae_lambda",
        "ent_coef",
        "vf_coef",
        "max_grad_norm",
        "rms_prop_eps",
        "use_rms_prop",
        "normalize_advantage",
        "policy_kwargs",
    )
    counts: ClassVar[Mapping[str, int]] = {"n_steps": 1}


class PPOAgent(OnPolicyAgent):
    """PPO, trained every ``n_steps`` transitions by ``n_epochs`` rounds of batches; before that not at all.

    Source: Alexander et al. 2022, Section 6 (PPO).
    """

    algorithm: ClassVar[Any] = PPO
    setting_names = (
        "n_steps",
        "batch_size",
        "n_epochs",
        "gamma",
        "gae_lambda",
        "clip_range",
        "clip_range_vf",
        "normalize_advantage",
        "ent_coef",
        "vf_coef",
        "max_grad_norm",
        "target_kl",
        "policy_kwargs",
    )
    counts: ClassVar[Mapping[str, int]] = {"n_steps": 1, "batch_size": 1, "n_epochs": 1}
