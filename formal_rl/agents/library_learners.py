"""The learner that always does the same."""

from attrs import field, frozen

from formal_rl.environments.learners import Transition
from formal_rl.histories import Action, Observation, check_action


@frozen
class ConstantLearner:
    """The learner that always takes ``action``."""

    action: Action = field(default=0, validator=lambda _, __, value: check_action(value))

    @property
    def initial(self) -> tuple[()]:
        """The one state."""
        return ()

    def act(self, state: tuple[()], observation: Observation) -> Action:
        """Return the action."""
        return self.action

    def learn(self, state: tuple[()], transition: Transition) -> tuple[()]:
        """Return the one state."""
        return ()
