"""What the three agents have in common: checked questions, draws by index, and networks that are trained alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from fractions import Fraction
from inspect import signature
from math import floor
from typing import Any, ClassVar, Self

import numpy
import torch
from gymnasium import Env
from gymnasium.spaces import Discrete
from stable_baselines3.common.logger import Logger

from formal_rl.agents import Draws, Transition, draw
from formal_rl.battery.stable_baselines._seeding import UNTRAINED, hash_after, hash_of_draws, seeded
from formal_rl.errors import InvalidParameter, UnknownName, nearest, short_repr
from formal_rl.histories import Action, Observation

Numbers = tuple[float, ...]
"""What a network says of each action."""

_GREATEST = int(torch.finfo(torch.float32).max)


class DeepAgent(ABC):
    """An agent with act and train around an algorithm of Stable-Baselines3, semi-deterministic.

    The algorithm is trained by its own ``train``, on a buffer that is filled with the transitions given to the agent;
    no environment is stepped. With m trainings so far an action depends on the networks, the observation and the draws
    v_m or v_2m and v_2m+1. Networks depend on the first draws and on what they were trained on, since initial weights
    and batches are drawn from generators seeded by a hash of these. So instances that were trained alike act alike,
    however often they were asked, and whatever else the process draws.

    Where training leaves a network with numbers that are not finite, there is nothing left to go by: from then on the
    agent does floor(n v_m) and is trained no more.

    ``settings`` are those of the algorithm that ``setting_names`` lists; the others have no meaning for recorded
    transitions. Learning rates are constant, since a life has no length of which a part could be over.

    Raises `InvalidParameter` for numbers that are out of range, where it is made, asked or trained, and `UnknownName`
    for a setting that there is not.

    Source: Alexander et al. 2022, Section 4 (agents with act and train) and Section 6 (DQN, A2C, PPO).
    """

    algorithm: ClassVar[Any]
    setting_names: ClassVar[tuple[str, ...]]
    counts: ClassVar[Mapping[str, int]]

    def __init__(
        self,
        draws: Draws,
        number_of_actions: int = 2,
        number_of_observations: int = 1,
        *,
        learning_rate: float | None = None,
        **settings: Any,
    ) -> None:
        self.check(number_of_actions, number_of_observations, learning_rate, settings)
        self.draws = draws
        self.number_of_actions = number_of_actions
        self.number_of_observations = number_of_observations
        self.learning_rate = self.default_learning_rate() if learning_rate is None else float(learning_rate)
        self.trainings = 0
        self._seed = hash_of_draws(draws)
        self._past = UNTRAINED
        self._finite = True
        self._said: dict[Observation, Numbers] = {}
        self._model = self._made(settings)

    @classmethod
    def default_learning_rate(cls) -> float:
        """Return the default learning rate of the algorithm."""
        return float(signature(cls.algorithm).parameters["learning_rate"].default)

    @classmethod
    def check(
        cls, number_of_actions: int, number_of_observations: int, learning_rate: Any, settings: Mapping[str, Any]
    ) -> None:
        """Raise `InvalidParameter` or `UnknownName` for what an agent cannot be made with."""
        _require_count("number_of_actions", number_of_actions, 1)
        _require_count("number_of_observations", number_of_observations, 1)
        if learning_rate is not None and (type(learning_rate) not in {int, float} or not 0 < learning_rate <= 1):
            raise InvalidParameter("learning_rate", learning_rate, "a number > 0 and <= 1")
        for name, value in settings.items():
            if name not in cls.setting_names:
                known = ("learning_rate", *cls.setting_names)
                raise UnknownName(f"{name!r} is not a setting of {cls.algorithm.__name__}: {nearest(name, known)}")
            if name in cls.counts:
                _require_count(name, value, cls.counts[name])

    def act(self, obs: Observation) -> Action:
        """Return the action on an observation; asking changes nothing."""
        self._require("the observation", obs, self.number_of_observations)
        if not self._finite:
            return floor(self.number_of_actions * draw(self.draws, self.trainings))
        if obs not in self._said:
            with seeded(self._past), torch.no_grad():
                self._model.policy.set_training_mode(False)
                self._said[obs] = self._say(obs)
        return self._choose(self._said[obs])

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        """Learn from a transition, which need not follow on the last one."""
        self._require("the observation", o_prev, self.number_of_observations)
        self._require("the action", a, self.number_of_actions)
        self._require("the next observation", o_next, self.number_of_observations)
        if type(r) not in {int, float, Fraction} or not -_GREATEST <= r <= _GREATEST:
            raise InvalidParameter("the reward", r, "a number that single precision can hold")
        transition = Transition(o_prev, a, r, o_next)
        self._past = hash_after(self._past, transition)
        self.trainings += 1
        if self._finite:
            self._record(transition)

    def copy(self) -> Self:
        """Return an agent that was trained on the same, to be trained on something else."""
        other = copy(self)
        other._said = dict(self._said)
        other._model = deepcopy(self._model, self._copied_already())
        return other

    def _copied_already(self) -> dict[int, Any]:
        """Return parts of the model that are not to be copied as a whole, by identity, as deepcopy takes them."""
        return {}

    @abstractmethod
    def _say(self, obs: Observation) -> Numbers:
        """Return what the network says of each action."""

    @abstractmethod
    def _choose(self, said: Numbers) -> Action:
        """Return the action, by the draws of this number of trainings."""

    @abstractmethod
    def _record(self, transition: Transition) -> None:
        """Keep a transition, and train where it is time."""

    def _algorithm_settings(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the settings that are the algorithm's own."""
        return settings

    def _train(self, work: Callable[[], None]) -> None:
        with seeded(self._seed + self._past), numpy.errstate(all="ignore"):
            try:
                work()
            except ValueError:  # torch has no distribution of numbers that are not finite
                if self._weights_are_finite():
                    raise
        self._said.clear()
        self._finite = self._weights_are_finite()

    def _weights_are_finite(self) -> bool:
        return all(bool(torch.isfinite(weights).all()) for weights in self._model.policy.parameters())

    def _made(self, settings: Mapping[str, Any]) -> Any:
        with seeded(self._seed):
            try:
                model = self.algorithm(
                    "MlpPolicy",
                    SpacesOnly(self.number_of_actions, self.number_of_observations),
                    learning_rate=self.learning_rate,
                    device="cpu",
                    **deepcopy(dict(self._algorithm_settings(settings))),  # the library writes into policy_kwargs
                )
            except (AssertionError, TypeError, ValueError) as error:
                raise InvalidParameter(
                    "the settings", dict(settings), f"settings of {self.algorithm.__name__} ({error})"
                ) from error
        model.set_logger(Logger(folder=None, output_formats=[]))
        return model

    def _require(self, name: str, value: object, number: int) -> None:
        if type(value) is not int or not 0 <= value < number:
            raise InvalidParameter(name, value, f"an int from 0 to {short_repr(number - 1)}")


def _require_count(name: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise InvalidParameter(name, value, f"an int >= {least}")


class SpacesOnly(Env[Any, Any]):
    """So many observations and so many actions; it can be neither reset nor stepped, since nobody acts in it."""

    def __init__(self, number_of_actions: int, number_of_observations: int) -> None:
        self.action_space = Discrete(number_of_actions)
        self.observation_space = Discrete(number_of_observations)
