"""Adapters that give agents and environments one interface: published ones, opposites, those with another number."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import AgentClass, Learner, LearnerClass, Transition
from formal_rl.agents.learners import TrainedOn
from formal_rl.environments import IncrementalEnvironment, PublishedEnvironment
from formal_rl.environments.altered_agent import class_at_rate_one, configured_with_three_actions, learning_rate_one
from formal_rl.environments.simulated_copy import Rewrite
from formal_rl.histories import Action, Observation, Percept
from formal_rl.transforms.reality_check import PublishedRealityCheck, RealityCheckFold


@frozen
class ClassAsLearner:
    """An agent-class as a learner: a query drops the changes that it causes.

    This is the true agent of a run, with one query before each training. It fits classes that query themselves without
    need, as the published reality check does.
    """

    agent_class: AgentClass[Any]

    @property
    def initial(self) -> Any:
        return self.agent_class.initial

    def act(self, state: Any, observation: Observation) -> Action:
        return self.agent_class.ask(state, observation)[0]

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the instance after training."""
        return self.agent_class.train(state, transition)


def class_of(learner: Learner[Any]) -> AgentClass[Any]:
    """Return the agent-class of which a learner is the reading."""
    return learner.agent_class if isinstance(learner, ClassAsLearner) else LearnerClass(learner)


@frozen
class PublishedAsIncremental:
    """A published environment as an incremental one: the first percept has reward 0; copies are agent-classes."""

    environment: PublishedEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        observation, state = self.environment.start(class_of(learner))
        return Percept(0, observation), state

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        return self.environment.step(class_of(learner), state, action)


def as_incremental(form: IncrementalEnvironment | PublishedEnvironment) -> IncrementalEnvironment:
    """Return a form of an environment as an incremental one."""
    published: Any = form
    return published if hasattr(form, "advance") else PublishedAsIncremental(published)


def negated(transition: Transition) -> Transition:
    """Return the transition with its reward times -1."""
    return transition._replace(reward=-transition.reward)


@frozen
class NegatedClass:
    """An agent-class that is trained on every reward times -1."""

    agent_class: AgentClass[Any]

    @property
    def initial(self) -> Any:
        return self.agent_class.initial

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        return self.agent_class.ask(state, observation)

    def train(self, state: Any, transition: Transition) -> Any:
        return self.agent_class.train(state, negated(transition))


@frozen
class OppositeOutside:
    """The opposite that trains its copies on the wrapped environment's rewards: the published reading.

    Source: the library released with Alexander et al. 2022, for its Section 6.
    """

    environment: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        percept, state = self.environment.start(self.copied_from(learner))
        return percept._replace(reward=-percept.reward), state

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, state = self.environment.advance(self.copied_from(learner), state, action)
        return percept._replace(reward=-percept.reward), state

    def copied_from(self, learner: Learner[Any]) -> Learner[Any]:
        """Return the learner that the wrapped environment makes its copies of."""
        return learner


@frozen
class OppositeInside(OppositeOutside):
    """The opposite that trains its copies on its own rewards, the wrapped ones times -1, as by definition.

    It fits environments that train their copies on the true rewards, or on what changes its sign with them.

    Source: Alexander et al. 2022, Section 6.
    """

    def copied_from(self, learner: Learner[Any]) -> Learner[Any]:
        """Return the learner trained on every reward times -1."""
        if isinstance(learner, ClassAsLearner):
            return ClassAsLearner(NegatedClass(class_of(learner)))
        return TrainedOn(learner, negated)


def on_opposite_rewards(form: Any) -> Any:
    """Return a form that has a ``rewrite`` with this applied to transitions whose rewards are negated.

    With it `OppositeOutside` is the definition, whatever the rewrite makes of the sign of a reward.
    """
    rewrite: Rewrite = form.rewrite

    def opposed(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
        return rewrite(turn, None if before is None else negated(before), negated(true))

    return evolve(form, rewrite=opposed)


Change = Callable[[Any], Any]
"""A change of the innermost learner or class; ``None`` if that has no such number."""

_WRAPPED: Mapping[type, str] = {
    RealityCheckFold: "learner",
    TrainedOn: "learner",
    LearnerClass: "learner",
    PublishedRealityCheck: "agent_class",
    NegatedClass: "agent_class",
}
"""The field in which a wrapper has what it wraps."""


def _within(thing: Any, change: Change) -> Any:
    """Return a learner or an agent-class, changed within all wrappers."""
    field = next((field for wrapper, field in _WRAPPED.items() if isinstance(thing, wrapper)), None)
    if field is None:
        return change(thing)
    inner = _within(getattr(thing, field), change)
    return None if inner is None else evolve(thing, **{field: inner})


def _at_rate_one(otherwise: Change) -> Change:
    """Return the change for learners that take keywords, as a user's do; ``otherwise`` for the rest."""
    return lambda learner: (
        learner.configured_with("learning_rate", 1) if hasattr(learner, "configured_with") else otherwise(learner)
    )


def three_actions(thing: Any) -> Any:
    """Return a learner or an agent-class with three actions, or itself if it cannot take that number."""
    return _within(thing, configured_with_three_actions)


def rate_one(learner: Learner[Any]) -> Any:
    """Return the learner with learning rate 1; ``None`` if it has no rate."""
    return _within(learner, _at_rate_one(learning_rate_one))


def class_of_rate_one(agent_class: AgentClass[Any]) -> Any:
    """Return the agent-class with learning rate 1; unchanged, if its published form takes any keyword."""

    def change(learner: Learner[Any]) -> Learner[Any] | None:
        altered: Any = class_at_rate_one(LearnerClass(learner))
        return None if altered is None else altered.learner

    return _within(agent_class, _at_rate_one(change))
