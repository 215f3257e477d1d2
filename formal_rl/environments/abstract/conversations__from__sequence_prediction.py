"""Paid for telling which games of adversarial sequence prediction one could have played as the predictor."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from formal_rl.environments.shortlex import shortlex, shortlex_number
from formal_rl.environments.trial_recognition import Likeness, TrialRecognitionIncremental, trial_recognition
from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Percept, Prompt

LEDGER = ("A21-E19-prediction",)


class Round(NamedTuple):
    """What the predictor said, and what the evader did at the same time, each 0 or 1.

    Source: the game of Hibbard that Alexander et al. 2021, Example 19, names.
    """

    predicted: int
    did: int


Game: TypeAlias = tuple[Round, ...]
"""The rounds of a game so far."""

Predictor: TypeAlias = Callable[[Game], int]
"""A function from the rounds so far to 0 or 1."""


def game(number: int) -> Game:
    """Return the game of a number: counted by rounds, and then in order; a bijection with the natural numbers."""
    return tuple(Round(*divmod(digit, 2)) for digit in shortlex(number, 4))


def game_number(rounds: Game) -> int:
    """Return the number of a game."""
    return shortlex_number([2 * predicted + did for predicted, did in rounds], 4)


def predicted_before(rounds: Game) -> Prompt:
    """Return the rounds as the predictor's prompt: it first meets (0, 0), and then what the evader did.

    The reward of a round is 1 for a right prediction, -1 for a wrong one; the predictions are its actions.

    Source: Alexander et al. 2021, Example 19, read as in the published library's adversarial sequences.
    """
    prompt: Prompt = (Percept(0, 0),)
    for predicted, did in rounds:
        prompt = (*prompt, predicted, Percept(1 if predicted == did else -1, did))
    return prompt


def predicting(agent: Agent) -> Predictor:
    """Return the predictor that says 0 where the agent does 0, and 1 where it does anything else.

    Source: Alexander et al. 2021, Example 19 (the function that is left open there).
    Ledger: A21-E19-prediction*
    """
    return lambda rounds: min(agent(predicted_before(rounds)), 1)


def predicts(predictor: Predictor, rounds: Game) -> bool:
    """Return whether every prediction of the game is the predictor's on the rounds before it."""
    return all(predictor(rounds[:k]) == rounds[k].predicted for k in range(len(rounds)))


def has_played(convert: Callable[[Agent], Predictor] = predicting) -> Likeness:
    """Return whether the predictor made of the agent predicts as in the game of a number."""
    return lambda agent, number: predicts(convert(agent), game(number))


def recognising_predictions(convert: Callable[[Agent], Predictor] = predicting) -> ExtendedEnvironment:
    """Return recognition of games, for a conversion of agents into predictors. Each game is shown as its number.

    Source: Alexander et al. 2021, Example 19 (adversarial sequence prediction).
    Ledger: A21-E19-prediction*
    """
    return trial_recognition(has_played(convert))


recognising_predictions_incremental = TrialRecognitionIncremental(has_played())
"""Incremental form.

Ledger: A21-E19-prediction*
"""
