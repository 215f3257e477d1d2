"""An agent given as data, whose faults name the place in the file."""

from typing import Any

from attrs import frozen

from formal_rl.agents import LearnerClass, RegisterLearner, Transition
from formal_rl.errors import MalformedExpression
from formal_rl.histories import Action, Observation


@frozen
class LocatedAgentClass:
    """A register learner as an agent-class that answers only with actions.

    Raises `MalformedExpression` with the full place of the expression: where its evaluation is undefined or
    too large, and where the answer is not one of the actions.
    """

    place: str
    learner: RegisterLearner

    @property
    def initial(self) -> Any:
        """The untrained registers."""
        return self.learner.initial

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        """Return the learner's action and the registers as they were."""
        try:
            action, state = LearnerClass(self.learner).ask(state, observation)
        except MalformedExpression as error:
            raise self._located(error) from error
        if not 0 <= action < self.learner.number_of_actions:
            reason = f"answers {action}, expected an action from 0 to {self.learner.number_of_actions - 1}"
            raise MalformedExpression(f"{self.place}.act", reason)
        return action, state

    def train(self, state: Any, transition: Transition) -> Any:
        """Return the registers after training."""
        try:
            return LearnerClass(self.learner).train(state, transition)
        except MalformedExpression as error:
            raise self._located(error) from error

    def _located(self, error: MalformedExpression) -> MalformedExpression:
        return MalformedExpression(f"{self.place}.{error.field}", error.reason)
