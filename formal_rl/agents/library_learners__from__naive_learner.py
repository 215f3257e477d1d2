"""The learner that looks at immediate rewards only."""

from fractions import Fraction
from math import floor
from typing import NamedTuple

from attrs import field, frozen
from attrs.validators import ge, instance_of

from formal_rl.environments.draws import Draws, draw
from formal_rl.environments.learners import Transition
from formal_rl.histories import Action, Observation, Reward


class NaiveState(NamedTuple):
    """Sum and number of the rewards that followed each (observation, action); and the trainings so far."""

    rewards: tuple[tuple[tuple[Observation, Action], tuple[Reward, int]], ...]
    trainings: int


@frozen
class NaiveLearner:
    """The learner that takes the action of the best average immediate reward on this observation.

    The first of equals; an action never tried counts as 0. With m trainings so far, and v_2m < 15/100, it does
    floor(n v_2m+1) instead.

    Source: an agent of the library released with Alexander et al. 2022, in its results and no longer in its code.
    """

    draws: Draws
    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])

    @property
    def initial(self) -> NaiveState:
        """Nothing was tried."""
        return NaiveState((), 0)

    def act(self, state: NaiveState, observation: Observation) -> Action:
        """Return the action."""
        m = state.trainings
        if draw(self.draws, 2 * m) < Fraction(15, 100):
            return floor(self.number_of_actions * draw(self.draws, 2 * m + 1))
        tried = dict(state.rewards)
        sums = [tried.get((observation, a), (0, 1)) for a in range(self.number_of_actions)]
        averages = [Fraction(total, number) for total, number in sums]
        return averages.index(max(averages))

    def learn(self, state: NaiveState, transition: Transition) -> NaiveState:
        """Return the sums with one more reward."""
        tried = dict(state.rewards)
        entry = transition.observation, transition.action
        total, number = tried.get(entry, (0, 0))
        tried[entry] = total + transition.reward, number + 1
        return NaiveState(tuple(tried.items()), state.trainings + 1)
