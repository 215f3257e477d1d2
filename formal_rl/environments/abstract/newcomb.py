"""Newcomb-like environments, which only learn what the agent would do after another last observation.

Source, where no other is named: Alexander et al. 2022, end of Section 4.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.environments.simulated_copy import with_last_observation
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, Reward, require_play

LEDGER = ("A22-S4-newcomb*",)

Prediction: TypeAlias = Callable[[Observation], Action]
"""The action of the agent at this point of the play, had it seen this observation last.

Ledger: A22-S4-newcomb
"""

NewcombLike: TypeAlias = Callable[[Prediction, Play], Percept]
"""A function from a prediction and a play to a percept; an ordinary environment is one that does not ask.

Source: Alexander et al. 2022, end of Section 4, deterministic, and free to look at the whole play.
Ledger: A22-S4-newcomb
"""


def predict(agent: Agent, play: Play) -> Prediction:
    """Return what the agent would do on x_1 y_1 ... x_n, for each observation in the place of x_n's.

    With x_n's own it is what the agent does on its true history, whatever y_n is. At the start nothing has been seen:
    a prediction for the empty play raises `MalformedHistory` when the agent would answer.
    """

    def prediction(observation: Observation) -> Action:
        return agent(with_last_observation(play, observation))

    return prediction


def embed_newcomb_like(environment: NewcombLike) -> ExtendedEnvironment:
    """Return the extended environment that asks the agent for what the Newcomb-like one asks to be predicted.

    It raises `MalformedHistory` if the Newcomb-like one wants a prediction at the start.

    Source: Alexander et al. 2022, end of Section 4.
    """

    def embedded(agent: Agent, play: Play) -> Percept:
        require_play(play)
        return environment(predict(agent, play), play)

    return embedded


def restrict_to_predictions(environment: ExtendedEnvironment, *, elsewhere: Action = 0) -> NewcombLike:
    """Return the Newcomb-like environment that asks ``environment`` about an agent known by predictions alone.

    On the prompt of the play, with any last observation, this agent acts as predicted; on every other prompt it
    does ``elsewhere``. An extended environment is a Newcomb-like one, embedded, if and only if embedding its
    restriction gives it back: the restriction learns nothing else, and an environment that used nothing else is
    unchanged.

    Raises `InvalidParameter` for an ``elsewhere`` that is not an action.
    """
    require_int("elsewhere", elsewhere, 0)

    def restricted(prediction: Prediction, play: Play) -> Percept:
        def predicted(prompt: Prompt) -> Action:
            return prediction(prompt[-1].observation) if differs_in_what_was_seen_last(play, prompt) else elsewhere

        return environment(predicted, play)

    return restricted


def differs_in_what_was_seen_last(play: Play, prompt: Prompt) -> bool:
    """Return whether a prompt is that of the play, but for the observation of its last percept, or that itself.

    The empty play has no prompt.
    """
    if play == () or len(prompt) != len(play) - 1:
        return False
    return prompt[:-1] == play[:-2] and prompt[-1].reward == play[-2].reward


# Newcomb's problem: a box that is seen, and a box that was filled only for those who leave the other.


ONE_BOX, TWO_BOXES = 0, 1
"""To take the closed box alone, and to take both; every action but 0 takes both."""


def two_boxes(seen: Reward = 1, hidden: Reward = 1000) -> NewcombLike:
    """Return Newcomb's problem, repeated every turn; it predicts the agent's action on its own history.

    ``seen`` lies in the open box. In the closed one lies ``hidden`` if the closed box alone is predicted, and nothing
    if both are; the prediction is for the observation that was seen, and not for y_n. At first the percept is (0, 0);
    after each turn the reward is the sum taken, and the observation 0.

    Raises `InvalidParameter` for rewards that are not exact.

    Source: Alexander et al. 2022, end of Section 4; the amounts, in thousands, are those of Nozick 1969.
    Ledger: A22-S4-newcomb-value*
    """
    for name, reward in (("seen", seen), ("hidden", hidden)):
        if type(reward) is not int and type(reward) is not Fraction:
            raise InvalidParameter(name, reward, "an int or a Fraction")

    def environment(prediction: Prediction, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        predicted = prediction(play[-2].observation)
        return Percept(contents_taken(play[-1], predicted, seen, hidden), 0)

    return environment


def contents_taken(action: Action, predicted: Action, seen: Reward, hidden: Reward) -> Reward:
    """Return what lies in the boxes that are taken, after this prediction.

    Ledger: A22-S4-newcomb-value*
    """
    closed = hidden if predicted == ONE_BOX else 0
    return closed if action == ONE_BOX else closed + seen


def newcombs_problem(seen: Reward = 1, hidden: Reward = 1000) -> ExtendedEnvironment:
    """Return Newcomb's problem as an extended environment: the definition.

    Each step looks through the whole play; `NewcombsProblemIncremental` does not. Raises as `two_boxes`.

    Source: Alexander et al. 2022, end of Section 4.
    Ledger: A22-S4-newcomb-value*
    """
    return embed_newcomb_like(two_boxes(seen, hidden))


@frozen
class NewcombsProblemIncremental:
    """Newcomb's problem with one simulated copy, trained as the agent is; the state is the copy's.

    Ledger: A22-S4-newcomb-value*
    """

    seen: Reward = 1
    hidden: Reward = 1000

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0) and an untrained copy."""
        return Percept(0, 0), learner.initial

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the sum taken, and the copy trained on it."""
        reward = contents_taken(action, learner.act(state, 0), self.seen, self.hidden)
        return Percept(reward, 0), learner.learn(state, Transition(0, action, reward, 0))


RECORDS = (
    EnvironmentRecord(
        "newcombs_problem",
        source="A22 end of Section 4",
        meaning=(
            "the closed box has 1000 if the agent does 0 on this prompt, else nothing; action 0 takes it alone, any "
            "other takes the open box too, which has 1; pays what was taken; (0, 0) at first, and shows 0"
        ),
        named={"definition": "newcombs_problem()", "incremental": "NewcombsProblemIncremental()"},
    ),
)
