"""Agent-classes and environments of the published library, in the shape in which everything else is run."""

from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, Learner, LearnerClass, Transition
from formal_rl.environments import IncrementalEnvironment, PublishedEnvironment
from formal_rl.histories import Action, Observation, Percept


@frozen
class ClassAsLearner:
    """An agent-class read as a learner: it is asked, and what asking changed is dropped.

    This is the true agent of a run, which is asked once before each training. It fits classes that ask themselves where
    they were not asked, as the published reality check does.
    """

    agent_class: AgentClass[Any]

    @property
    def initial(self) -> Any:
        """A new instance."""
        return self.agent_class.initial

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the action of the instance."""
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
        """Return reward 0 with the first observation, and the state."""
        observation, state = self.environment.start(class_of(learner))
        return Percept(0, observation), state

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the percept that answers ``action``, and the next state."""
        return self.environment.step(class_of(learner), state, action)


def as_incremental(form: IncrementalEnvironment | PublishedEnvironment) -> IncrementalEnvironment:
    """Return a form of an environment as an incremental one."""
    published: Any = form
    return published if hasattr(form, "advance") else PublishedAsIncremental(published)
