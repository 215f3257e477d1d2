"""Paid for acting as if one's learning rate were another: half of it, or 1."""

from typing import Any

from formal_rl.agents import (
    AgentClass,
    ConstantLearner,
    Learner,
    LearnerClass,
    NaiveLearner,
    RandomLearner,
    SimpleLearner,
    as_agent,
)
from formal_rl.environments.altered_agent import AsIfIncremental, AsIfPublished, as_if, with_field
from formal_rl.environments.environment import ExtendedEnvironment

LEDGER = ("A22-S34-rate*",)


def half_the_learning_rate(learner: Learner[Any]) -> Learner[Any] | None:
    """Return the same learner with half its learning rate; ``None`` for one without a ``learning_rate``.

    This works for a learner that is an attrs class with a field of this name.

    Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
    Ledger: A22-S34-rate
    """
    return with_field(learner, "learning_rate", lambda rate: rate / 2)


def learning_rate_one(learner: Learner[Any]) -> Learner[Any] | None:
    """Return the same learner with learning rate 1; ``None`` for one without a ``learning_rate``.

    Source: documented intention of the published library, before it was changed.
    Ledger: A22-S34-rate
    """
    return with_field(learner, "learning_rate", lambda rate: 1)


def incentivize_learning_rate(learner: Learner[Any]) -> ExtendedEnvironment:
    """Return the environment that pays ``learner``, read as an agent, for acting as with half its learning rate.

    An agent, which is a function of prompts, does not determine a learning rate, so the environment gets the learner
    that it will face. One that has no learning rate is paid -1 for every action.

    Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
    """
    return _as_if_it_were(half_the_learning_rate(learner))


def incentivize_learning_rate_old(learner: Learner[Any]) -> ExtendedEnvironment:
    """Return the environment that pays ``learner``, read as an agent, for acting as with learning rate 1.

    Like `incentivize_learning_rate`, it gets the learner. The published numbers are of this one.

    Source: documented intention of the published library, before it was changed.
    """
    return _as_if_it_were(learning_rate_one(learner))


def _as_if_it_were(other: Learner[Any] | None) -> ExtendedEnvironment:
    return as_if(lambda agent: None if other is None else as_agent(other))


incentivize_learning_rate_incremental = AsIfIncremental(half_the_learning_rate)
"""Incremental form."""

incentivize_learning_rate_old_incremental = AsIfIncremental(learning_rate_one)
"""Incremental form."""

_TAKE_ANY_KEYWORD = (ConstantLearner, NaiveLearner, RandomLearner, SimpleLearner)


def class_at_half_the_rate(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return a learner's agent-class with half the learning rate, ``None`` where it has none.

    Ledger: A22-S34-rate
    """
    other = half_the_learning_rate(agent_class.learner) if isinstance(agent_class, LearnerClass) else None
    return None if other is None else LearnerClass(other)


def class_at_rate_one(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return a learner's agent-class with learning rate 1; as it was, if it is published as taking any keyword.

    ``None`` if it cannot take a learning rate.

    Ledger: A22-S34-rate
    """
    if not isinstance(agent_class, LearnerClass):
        return None
    if isinstance(agent_class.learner, _TAKE_ANY_KEYWORD):
        return agent_class
    other = learning_rate_one(agent_class.learner)
    return None if other is None else LearnerClass(other)


incentivize_learning_rate_published = AsIfPublished(class_at_half_the_rate)
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""

incentivize_learning_rate_old_published = AsIfPublished(class_at_rate_one)
"""Published form of the one behind the published numbers. Differs: there is no initial percept; published agents
without a learning rate ignore the keyword, so they are paid for acting as they do, where the definition pays -1.
"""
