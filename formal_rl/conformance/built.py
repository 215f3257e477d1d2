"""What can be replayed: the published environments that are built, and the agents that specifications give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from formal_rl.conformance.agent_specifications import PublishedSpecification, RegisterSpecification, Specification
from formal_rl.conformance.located_agent import LocatedAgentClass
from formal_rl.environments import (
    AgentClass,
    PublishedEnvironment,
    deja_vu_published,
    false_memories_published,
    ignore_rewards_published,
    reverse_history_published,
)
from formal_rl.errors import FormalRLError
from formal_rl.transforms import PublishedRealityCheck

PUBLISHED_ENVIRONMENTS: Mapping[str, PublishedEnvironment] = {
    "DejaVu": deja_vu_published,
    "FalseMemories": false_memories_published,
    "IgnoreRewards": ignore_rewards_published,
    "ReverseHistory": reverse_history_published,
}
"""The environments that can be replayed, by the name that files of recorded runs use."""


class NotBuiltYet(FormalRLError, LookupError):
    """A recorded run needs something that this version does not have."""


def environment_named(name: str) -> PublishedEnvironment:
    """Return the published form of an environment.

    Raises `NotBuiltYet` with the reason for a skip.

    Ledger: infrastructure
    """
    if name not in PUBLISHED_ENVIRONMENTS:
        raise NotBuiltYet(f"environment {name}: not built yet")
    return PUBLISHED_ENVIRONMENTS[name]


def agent_class_from(specification: Specification, number_of_actions: int) -> AgentClass[Any]:
    """Return the agent-class that a specification describes, told how many actions it has.

    Raises `NotBuiltYet` with the reason for a skip.

    Ledger: infrastructure
    """
    if isinstance(specification, RegisterSpecification):
        return LocatedAgentClass(specification.place, specification.learner(number_of_actions))
    if isinstance(specification, PublishedSpecification):
        raise NotBuiltYet(f"published agent {specification.name}: not built yet")
    return PublishedRealityCheck(agent_class_from(specification.inner, number_of_actions))
