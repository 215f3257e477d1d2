"""The learner that follows the sign of the reward it got last."""

from attrs import frozen

from formal_rl.environments.learners import Transition
from formal_rl.histories import Action, Observation, Reward


@frozen
class LastRewardSignLearner:
    """The learner that does 1 if its latest reward was positive, else 0; 0 untrained.

    Its state is 1 or 0.
    """

    @property
    def initial(self) -> Action:
        """0."""
        return 0

    def act(self, state: Action, observation: Observation) -> Action:
        """Return the state."""
        return state

    def learn(self, state: Action, transition: Transition) -> Action:
        """Return 1 for a positive reward, else 0."""
        reward: Reward = transition.reward
        return 1 if reward > 0 else 0
