"""Agent-classes instantiated with another learning rate, as the published environments of learning rates do it."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from attrs import evolve

from formal_rl.agents import AgentClass
from formal_rl.environments import class_at_rate_one
from formal_rl.environments.library.incentivize_learning_rate import class_at_half_the_rate
from formal_rl.recordings.located_agent import LocatedAgentClass
from formal_rl.recordings.recording_agent import RecordedAltered, RecordingAgentClass
from formal_rl.transforms import PublishedRealityCheck

_CONSTANT = "learning_rate_1000"
"""What an agent of integer registers knows of its learning rate: 1000 times that, rounded."""


def with_half_the_learning_rate(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return an agent-class with half its learning rate; ``None`` where it shows none, as reality checks do not."""
    if isinstance(agent_class, RecordingAgentClass):
        inner = with_half_the_learning_rate(agent_class.agent_class)
        return (
            None
            if inner is None
            else RecordedAltered(agent_class, inner, {"learning_rate": _rate(inner)}, first_read=True)
        )
    if isinstance(agent_class, LocatedAgentClass):
        return _told(agent_class, lambda rate: rate / 2)
    return class_at_half_the_rate(agent_class)


def with_learning_rate_one(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return an agent-class told that its learning rate is 1; ``None`` where it takes no such keyword."""
    if isinstance(agent_class, RecordingAgentClass):
        inner = with_learning_rate_one(agent_class.agent_class)
        return None if inner is None else RecordedAltered(agent_class, inner, {"learning_rate": 1})
    if isinstance(agent_class, PublishedRealityCheck):
        inner = with_learning_rate_one(agent_class.agent_class)
        return None if inner is None else PublishedRealityCheck(inner)
    if isinstance(agent_class, LocatedAgentClass):
        return _told(agent_class, lambda rate: Decimal(1))
    return class_at_rate_one(agent_class)


def _rate(agent_class: Any) -> Any:
    constants = dict(getattr(agent_class.learner, "constants", ()))
    return Decimal(constants[_CONSTANT]) / 1000 if _CONSTANT in constants else agent_class.learner.learning_rate


def _told(agent_class: LocatedAgentClass, change: Callable[[Decimal], Decimal]) -> LocatedAgentClass | None:
    constants = dict(agent_class.learner.constants)
    if _CONSTANT not in constants:
        return None
    constants[_CONSTANT] = round(1000 * change(_rate(agent_class)))
    return evolve(agent_class, learner=evolve(agent_class.learner, constants=constants))
