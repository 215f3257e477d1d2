"""What can be replayed: the published environments that are built, and the agents that specifications give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from formal_rl.conformance.agent_specifications import PublishedSpecification, RegisterSpecification, Specification
from formal_rl.conformance.draw_pools import DrawPools
from formal_rl.conformance.located_agent import LocatedAgentClass
from formal_rl.environments import (
    AgentClass,
    Draws,
    LearnerClass,
    PublishedEnvironment,
    PublishedTemptingButton,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    deja_vu_published,
    false_memories_published,
    ignore_rewards_published,
    reverse_history_published,
)
from formal_rl.errors import FormalRLError
from formal_rl.transforms import OppositePublished, PublishedRealityCheck

PUBLISHED_ENVIRONMENTS: Mapping[str, Callable[[Draws], PublishedEnvironment]] = {
    "DejaVu": lambda draws: deja_vu_published,
    "FalseMemories": lambda draws: false_memories_published,
    "IgnoreRewards": lambda draws: ignore_rewards_published,
    "ReverseHistory": lambda draws: reverse_history_published,
    "TemptingButton": PublishedTemptingButton,
}
"""The environments that can be replayed, each made from its draws, by the name that files of recorded runs use."""

OPPOSITE = "opposite_"
"""What the name of an opposite begins with."""


class NotBuiltYet(FormalRLError, LookupError):
    """A recorded run needs something that this version does not have."""


def environment_named(name: str, draws: Draws) -> PublishedEnvironment:
    """Return the published form of an environment, or of the opposite of one, with its draws.

    Raises `NotBuiltYet` with the reason for a skip.

    Ledger: infrastructure
    """
    wrapped = name.removeprefix(OPPOSITE)
    if wrapped not in PUBLISHED_ENVIRONMENTS:
        raise NotBuiltYet(f"environment {name}: not built yet")
    environment = PUBLISHED_ENVIRONMENTS[wrapped](draws)
    return environment if wrapped == name else OppositePublished(environment)


def agent_class_from(
    specification: Specification, number_of_actions: int, pools: DrawPools, keywords: Mapping[str, float] | None = None
) -> AgentClass[Any]:
    """Return the agent-class that a specification describes, told how many actions it has.

    Published agents that draw do so from the pool of the agents; ``keywords`` are epsilon, learning_rate and gamma
    of the Q-learner. Raises `NotBuiltYet` for keywords of any other agent.

    Ledger: infrastructure
    """
    if not isinstance(specification, PublishedSpecification) and keywords:
        raise NotBuiltYet("keyword arguments of this agent: not built yet")
    if isinstance(specification, RegisterSpecification):
        return LocatedAgentClass(specification.place, specification.learner(number_of_actions))
    if isinstance(specification, PublishedSpecification):
        return _published(specification.name, number_of_actions, pools.agents, dict(keywords or {}))
    return PublishedRealityCheck(agent_class_from(specification.inner, number_of_actions, pools))


def _published(name: str, number_of_actions: int, draws: Draws, keywords: dict[str, Any]) -> AgentClass[Any]:
    if name == "q_learner":
        return LearnerClass(QLearnerPublished(draws, number_of_actions, **keywords))
    if keywords:
        raise NotBuiltYet(f"keyword arguments of {name}: not built yet")
    if name == "simple_learner":
        return LearnerClass(SimpleLearner(number_of_actions))
    return LearnerClass(RandomLearner(draws, number_of_actions))
