"""The opposite of an incremental environment, in the two readings of what its copies are told."""

from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import AgentClass, Learner, TrainedOn, Transition
from formal_rl.battery._published_learners import ClassAsLearner, class_of
from formal_rl.environments import IncrementalEnvironment, Rewrite
from formal_rl.histories import Action, Observation, Percept


def negated(transition: Transition) -> Transition:
    """Return the transition with its reward times -1."""
    return transition._replace(reward=-transition.reward)


@frozen
class NegatedClass:
    """An agent-class that is trained on every reward times -1."""

    agent_class: AgentClass[Any]

    @property
    def initial(self) -> Any:
        """A new instance."""
        return self.agent_class.initial

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        """Return the action of the instance, and the instance after having been asked."""
        return self.agent_class.ask(state, observation)

    def train(self, state: Any, transition: Transition) -> Any:
        """Return the instance after training on the transition with its reward negated."""
        return self.agent_class.train(state, negated(transition))


@frozen
class OppositeOutside:
    """The opposite whose copies are told what the wrapped environment pays: the published reading.

    Source: the library released with Alexander et al. 2022, for its Section 6.
    """

    environment: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept with its reward negated, and the wrapped environment's state."""
        return _opposed(self.environment.start(learner))

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept with its reward negated, and the wrapped environment's state."""
        return _opposed(self.environment.advance(learner, state, action))


@frozen
class OppositeInside:
    """The opposite whose copies are told what it pays itself, rewards times -1, as by definition.

    It fits environments that train their copies on the true rewards, or on what changes its sign with them.

    Source: Alexander et al. 2022, Section 6.
    """

    environment: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept with its reward negated, and the wrapped environment's state."""
        return _opposed(self.environment.start(_told_the_opposite(learner)))

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept with its reward negated, and the wrapped environment's state."""
        return _opposed(self.environment.advance(_told_the_opposite(learner), state, action))


def _opposed(answer: tuple[Percept, Any]) -> tuple[Percept, Any]:
    percept, state = answer
    return percept._replace(reward=-percept.reward), state


def _told_the_opposite(learner: Learner[Any]) -> Learner[Any]:
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
