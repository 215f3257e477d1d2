"""Newcomb's problem: a box that is seen, and a box that was filled only for those who leave the other."""

from fractions import Fraction
from typing import Any

from attrs import frozen

from formal_rl.environments.learners import Learner, Transition
from formal_rl.environments.newcomb_like import NewcombLike, Prediction, embed_newcomb_like
from formal_rl.environments.types import ExtendedEnvironment
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Percept, Play, Reward, check_play

LEDGER = ("A22-S4-newcomb-value*",)

ONE_BOX, TWO_BOXES = 0, 1
"""To take the closed box alone, and to take both; every action but 0 takes both."""


def two_boxes(seen: Reward = 1, hidden: Reward = 1000) -> NewcombLike:
    """Return Newcomb's problem, again on every turn, told what the agent does on its own history.

    ``seen`` lies in the open box. In the closed one lies ``hidden`` if the closed box alone is predicted, and nothing
    if both are; the prediction is for the observation that was seen, and not for y_n. At first the percept is (0, 0);
    after each turn the reward is what was taken, and 0 is shown.

    Raises `InvalidParameter` for rewards that are not exact.

    Source: Alexander et al. 2022, end of Section 4; the amounts, in thousands, are those of Nozick 1969.
    """
    for name, reward in (("seen", seen), ("hidden", hidden)):
        if type(reward) is not int and type(reward) is not Fraction:
            raise InvalidParameter(name, reward, "an int or a Fraction")

    def environment(prediction: Prediction, play: Play) -> Percept:
        check_play(play)
        if play == ():
            return Percept(0, 0)
        predicted = prediction(play[-2].observation)
        return Percept(taken(play[-1], predicted, seen, hidden), 0)

    return environment


def taken(action: Action, predicted: Action, seen: Reward, hidden: Reward) -> Reward:
    """Return what lies in the boxes that are taken, after this prediction.

    Source: Alexander et al. 2022, end of Section 4.
    """
    closed = hidden if predicted == ONE_BOX else 0
    return closed if action == ONE_BOX else closed + seen


def newcombs_problem(seen: Reward = 1, hidden: Reward = 1000) -> ExtendedEnvironment:
    """Return Newcomb's problem as an extended environment: the definition.

    Each step looks through the whole play; `NewcombsProblemIncremental` does not. Raises as `two_boxes`.

    Source: Alexander et al. 2022, end of Section 4.
    """
    return embed_newcomb_like(two_boxes(seen, hidden))


@frozen
class NewcombsProblemIncremental:
    """Newcomb's problem with one simulated copy, trained as the agent is; the state is the copy's.

    Source: Alexander et al. 2022, Section 4.
    """

    seen: Reward = 1
    hidden: Reward = 1000

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0) and an untrained copy."""
        return Percept(0, 0), learner.initial

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return what was taken, and the copy trained on it."""
        reward = taken(action, learner.act(state, 0), self.seen, self.hidden)
        return Percept(reward, 0), learner.learn(state, Transition(0, action, reward, 0))
