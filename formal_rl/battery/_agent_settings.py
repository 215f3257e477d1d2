"""Learners and agent-classes that are told another number, through whatever they are wrapped in."""

from collections.abc import Callable
from typing import Any

from attrs import evolve

from formal_rl.agents import AgentClass, Learner, LearnerClass, TrainedOn
from formal_rl.battery._adapters import NegatedClass
from formal_rl.environments import class_at_rate_one, learning_rate_one, told_of_three_actions
from formal_rl.transforms import PublishedRealityCheck, RealityCheckFold

Change = Callable[[Any], Any]
"""What is done to the innermost one; ``None`` where that cannot be told."""


def _through(thing: Any, wrapper: tuple[type, ...], field: str, change: Change) -> Any:
    if not isinstance(thing, wrapper):
        return change(thing)
    wrapped: Any = thing
    inner = _through(getattr(wrapped, field), wrapper, field, change)
    return None if inner is None else evolve(wrapped, **{field: inner})


def _learner(learner: Any, change: Change) -> Any:
    return _through(learner, (RealityCheckFold, TrainedOn), "learner", change)


def _of_class(agent_class: Any, change: Change, unless_a_learner: Change) -> Any:
    def innermost(inner: Any) -> Any:
        if not isinstance(inner, LearnerClass):
            return unless_a_learner(inner)
        learner = _learner(inner.learner, change)
        return None if learner is None else LearnerClass(learner)

    return _through(agent_class, (PublishedRealityCheck, NegatedClass), "agent_class", innermost)


def _asked_to_take_it(otherwise: Change) -> Change:
    """Return the change for learners that are told keywords, as a user's are; the other one for the rest."""

    def change(learner: Any) -> Any:
        return learner.told("learning_rate", 1) if hasattr(learner, "told") else otherwise(learner)

    return change


def three_actions(learner: Learner[Any]) -> Learner[Any]:
    """Return the learner told that it has three actions."""
    told: Learner[Any] = _learner(learner, told_of_three_actions)
    return told


def class_of_three_actions(agent_class: AgentClass[Any]) -> AgentClass[Any]:
    """Return the agent-class told that it has three actions, or itself where that cannot be told."""
    told: AgentClass[Any] = _of_class(agent_class, told_of_three_actions, lambda inner: inner)
    return told


def rate_one(learner: Learner[Any]) -> Learner[Any] | None:
    """Return the learner told that its learning rate is 1; ``None`` where it has none."""
    told: Learner[Any] | None = _learner(learner, _asked_to_take_it(learning_rate_one))
    return told


def class_of_rate_one(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return the agent-class told that its learning rate is 1; as it was, if it is published as taking any keyword."""

    def change(learner: Learner[Any]) -> Learner[Any] | None:
        told: Any = class_at_rate_one(LearnerClass(learner))
        return None if told is None else told.learner

    told_class: AgentClass[Any] | None = _of_class(agent_class, _asked_to_take_it(change), lambda inner: None)
    return told_class
