"""The learner that avoids what was ever punished."""

from typing import TypeAlias

from attrs import field, frozen
from attrs.validators import ge, instance_of

from formal_rl.environments.learners import Transition
from formal_rl.histories import Action, Observation

Punished: TypeAlias = frozenset[tuple[Observation, Action]]


@frozen
class SimpleLearner:
    """The learner that takes the least action never punished on this observation, or 0 if there is none.

    Punished is what was followed by a negative reward. Its state is the set of punished (observation, action).

    Source: Alexander et al. 2022, Section 6 (Simple).
    Ledger: A22-S6-agents*
    """

    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])

    @property
    def initial(self) -> Punished:
        """Nothing was punished."""
        return frozenset()

    def act(self, state: Punished, observation: Observation) -> Action:
        """Return the least action that is not in the set with this observation, else 0."""
        for action in range(self.number_of_actions):
            if (observation, action) not in state:
                return action
        return 0

    def learn(self, state: Punished, transition: Transition) -> Punished:
        """Return the set with what was punished in it."""
        observation, action, reward, _ = transition
        if reward < 0 and (observation, action) not in state:
            return state | {(observation, action)}
        return state
