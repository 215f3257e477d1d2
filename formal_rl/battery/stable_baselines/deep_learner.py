"""The three agents as learners, for environments that ask copies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from attrs import field, frozen

from formal_rl.agents import AgentInstance, ClassLearner, Draws, Transition, TransitionList
from formal_rl.battery.stable_baselines.deep_agent import DeepAgent
from formal_rl.battery.stable_baselines.dqn_agent import DQNAgent
from formal_rl.battery.stable_baselines.on_policy_agents import A2CAgent, PPOAgent
from formal_rl.errors import UnknownName, nearest
from formal_rl.histories import Action, Observation


@frozen
class ForkingLearner(ClassLearner):
    """A class of deep agents as a learner, whose instances are copied in their own way."""

    def _copy_of(self, instance: AgentInstance) -> AgentInstance | None:
        return instance.copy() if isinstance(instance, DeepAgent) else super()._copy_of(instance)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the instances."""
        return ForkingLearner, (self.agent_class,)


ALGORITHMS: Mapping[str, type[DeepAgent]] = MappingProxyType({"dqn": DQNAgent, "a2c": A2CAgent, "ppo": PPOAgent})
"""The agents by name."""

Settings = tuple[tuple[str, Any], ...]


def _in_order(settings: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> Settings:
    return tuple(sorted(dict(settings).items(), key=lambda setting: setting[0]))


@frozen
class DeepLearner:
    """A deep agent as a learner, whose state is the list of its transitions, with live instances behind it.

    It can be told another number of actions and another learning rate; copies that are told these begin with the same
    draws. ``settings`` are pairs of a name and a value, in any order, or a mapping.

    Raises `UnknownName` and `InvalidParameter` as the agent does.

    Source: Alexander et al. 2022, Sections 4 and 6.
    """

    algorithm: str
    draws: Draws
    number_of_actions: int = 2
    number_of_observations: int = 1
    learning_rate: float = field()
    settings: Settings = field(default=(), converter=_in_order, hash=False)
    _learner: ForkingLearner = field(init=False, eq=False, repr=False)

    @learning_rate.default
    def _default_learning_rate(self) -> float:
        return agent_class(self.algorithm).default_learning_rate()

    @_learner.default
    def _behind(self) -> ForkingLearner:
        made = agent_class(self.algorithm)
        made.check(self.number_of_actions, self.number_of_observations, self.learning_rate, dict(self.settings))
        return ForkingLearner(
            partial(
                made,
                self.draws,
                self.number_of_actions,
                self.number_of_observations,
                learning_rate=self.learning_rate,
                **dict(self.settings),
            )
        )

    @property
    def initial(self) -> TransitionList:
        """The empty list."""
        return self._learner.initial

    def act(self, state: TransitionList, observation: Observation) -> Action:
        """Return what an agent trained on this list does."""
        return self._learner.act(state, observation)

    def learn(self, state: TransitionList, transition: Transition) -> TransitionList:
        """Return the longer list."""
        return self._learner.learn(state, transition)


def agent_class(algorithm: str) -> type[DeepAgent]:
    """Return the agent of this name; raise `UnknownName` if there is none."""
    if algorithm not in ALGORITHMS:
        raise UnknownName(f"{algorithm!r} is not a deep agent: {nearest(algorithm, ALGORITHMS)}")
    return ALGORITHMS[algorithm]


def deep_learner(
    algorithm: str, draws: Draws, number_of_actions: int = 2, number_of_observations: int = 1, **settings: Any
) -> DeepLearner:
    """Return the learner of this name, with settings by keyword, ``learning_rate`` among them."""
    rate = {"learning_rate": settings.pop("learning_rate")} if "learning_rate" in settings else {}
    return DeepLearner(algorithm, draws, number_of_actions, number_of_observations, settings=settings, **rate)
