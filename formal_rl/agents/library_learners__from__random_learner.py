"""The learner that draws its actions."""

from math import floor

from attrs import field, frozen
from attrs.validators import ge, instance_of

from formal_rl.environments.draws import Draws, draw
from formal_rl.environments.learners import Transition
from formal_rl.histories import Action, Observation


@frozen
class RandomLearner:
    """The learner that does floor(n v_k), for n actions, draws v_0, v_1, ... and k trainings so far.

    Its state is k; so copies that were trained equally often act alike.

    Source: Alexander et al. 2022, Section 6 (Random), with the draws of Section 4.1 made explicit.
    Ledger: A22-S6-agents*
    """

    draws: Draws
    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])

    @property
    def initial(self) -> int:
        """0."""
        return 0

    def act(self, state: int, observation: Observation) -> Action:
        """Return the action that is drawn."""
        return floor(self.number_of_actions * draw(self.draws, state))

    def learn(self, state: int, transition: Transition) -> int:
        """Count."""
        return state + 1
