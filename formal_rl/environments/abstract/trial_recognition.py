"""Paid for telling whether a trial looks like oneself, one trial after another."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from formal_rl.agents import Agent, Learner, as_agent
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation, Percept, Play, require_play

Likeness: TypeAlias = Callable[[Agent, int], bool]
"""Whether the trial of a number, from 0 on, looks like the agent.

Ledger: A21-E18, A21-E19-conversation, A21-E19-prediction
"""


def _itself(number: int) -> Observation:
    return number


def trial_recognition(like: Likeness, shown: Callable[[int], Observation] = _itself) -> ExtendedEnvironment:
    """Return the environment that shows the trials 0, 1, 2, ... in turn and pays for telling which look like the agent.

    Any action > 0 says that the last trial does, 0 that it does not; the reward is 1 where that is right, else -1.
    ``shown(n)`` is the observation that stands for trial n, by default n itself. Which trial is judged depends on the
    number of turns alone, and not on the observations in the play. The first percept is (0, ``shown(0)``).

    Source: Alexander et al. 2021, Section 6: what Examples 18 and 19 have in common.
    Ledger: A21-E18, A21-E19-conversation*, A21-E19-prediction*, A21-E19-knowing
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        turn = len(play) // 2
        if play == ():
            return Percept(0, shown(0))
        return Percept(1 if (play[-1] > 0) == like(agent, turn - 1) else -1, shown(turn))

    return environment


@frozen
class TrialRecognitionIncremental:
    """Recognition of trials, its state the number of turns.

    Source: Alexander et al. 2021, Section 6, in the form of Section 4 of Alexander et al. 2022.
    Ledger: A21-E18, A21-E19-conversation, A21-E19-prediction, A21-E19-knowing
    """

    like: Likeness
    shown: Callable[[int], Observation] = _itself

    def start(self, learner: Learner[Any]) -> tuple[Percept, int]:
        """Return trial 0, and no turn."""
        return Percept(0, self.shown(0)), 0

    def advance(self, learner: Learner[Any], state: int, action: Action) -> tuple[Percept, int]:
        """Return the next percept, and one turn more."""
        right = (action > 0) == self.like(as_agent(learner), state)
        return Percept(1 if right else -1, self.shown(state + 1)), state + 1


Trial = TypeVar("Trial", bound=Hashable)

Trials: TypeAlias = Callable[[int], Trial]
"""An enumeration: the trials 0, 1, 2, ...

Ledger: A21-E19-supervised, A21-E19-unsupervised
"""


def repeated_trials(shown: Sequence[Trial]) -> Trials[Trial]:
    """Return the enumeration that shows these trials over and over; none at all is an `InvalidParameter`.

    Ledger: A21-E19-supervised*, A21-E19-unsupervised
    """
    kept = tuple(shown)
    if not kept:
        raise InvalidParameter("the trials", kept, "at least one")
    return lambda number: kept[number % len(kept)]
