"""Paid for telling which sentences a knower made of oneself has come to know."""

from collections.abc import Callable
from typing import TypeAlias

from formal_rl.environments.simulated_play import simulated_play
from formal_rl.environments.trial_recognition import Likeness, TrialRecognitionIncremental, trial_recognition
from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Percept, Play, actions, check_play
from formal_rl.histories.coding import decode_pair

LEDGER = ("A21-E19-knowing*",)

Knower: TypeAlias = Callable[[int], frozenset[int]]
"""A function from a number of steps to the numbers of the sentences enumerated within them; with more, never fewer.

Source: Alexander et al. 2021, Example 19 (the code of a computably enumerable set).
Ledger: A21-E19-knowing
"""


def showing(turn: int) -> tuple[int, int]:
    """Return (φ, n): turn ``turn``, from 0 on, shows sentence φ for the nth time, n from 1 on.

    The sentences are shown in the order 0, 0 1, 0 1 2, 0 1 2 3, ..., so each of them without end.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-knowing
    """
    before, shown = decode_pair(turn)
    return shown, before + 1


def enumerating(agent: Agent) -> Knower:
    """Return the knower that enumerates a sentence a step: that whose number is the agent's next action.

    The agent meets (0, 0), (0, 1), (0, 2), ..., and its actions between are its own.

    Source: Alexander et al. 2021, Example 19 (i, which is left open there).
    """
    return lambda steps: frozenset(actions(simulated_play(agent, lambda play: Percept(0, len(play) // 2), steps)))


def has_come_to_know(convert: Callable[[Agent], Knower] = enumerating) -> Likeness:
    """Return whether the sentence of a turn is enumerated within as many steps as it was shown times.

    Ledger: A21-E19-knowing
    """

    def enumerated(agent: Agent, turn: int) -> bool:
        shown, times = showing(turn)
        return shown in convert(agent)(times)

    return enumerated


def _sentence_shown(turn: int) -> int:
    return showing(turn)[0]


def knowing_letter(convert: Callable[[Agent], Knower] = enumerating) -> ExtendedEnvironment:
    """Return the mechanical knowing agent by the letter: 1 if the sentence is enumerated, -1 if not, whatever is said.

    It raises `MalformedHistory` on what is no play.

    Source: Alexander et al. 2021, Example 19, by the letter.
    """
    enumerated = has_come_to_know(convert)

    def environment(agent: Agent, play: Play) -> Percept:
        check_play(play)
        turn = len(play) // 2
        if play == ():
            return Percept(0, _sentence_shown(0))
        return Percept(1 if enumerated(agent, turn - 1) else -1, _sentence_shown(turn))

    return environment


def knowing(convert: Callable[[Agent], Knower] = enumerating) -> ExtendedEnvironment:
    """Return the mechanical knowing agent, repaired: 1 if the action is > 0 exactly if the sentence is enumerated.

    The sentence shown for the nth time counts as enumerated if the knower made of the agent does so within n steps.
    Turn t asks at most √(2t) + 1 questions, the longest with as many percepts.

    Source: Alexander et al. 2021, Example 19 (mechanical knowing agent), repaired.
    """
    return trial_recognition(has_come_to_know(convert), _sentence_shown)


knowing_incremental = TrialRecognitionIncremental(has_come_to_know(), _sentence_shown)
"""Incremental form of `knowing`."""
