"""Paid little for acting as if paid much, hour by hour."""

from typing import Any

from formal_rl.environments.learners import Learner, Transition
from formal_rl.environments.mimic import mimic
from formal_rl.environments.turn_by_turn import TurnByTurn, paid
from formal_rl.environments.types import Agent
from formal_rl.histories import Action, Percept, Play, Prompt

LEDGER = ("A21-intro-employer*",)

PRETENDED, PAY = 1000, 100
"""What the employee is to act as if paid for an hour, and what is paid or charged, in dollars."""


_PAID_MUCH = TurnByTurn(paid(lambda hour, before, reward: PRETENDED))


def as_if_paid(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with the reward of each hour worked ``PRETENDED``, charges too.

    The reward of the first percept stays, since no hour was worked before it; so do the actions.

    Source: Alexander et al. 2021, Section 1.
    """
    return _PAID_MUCH.hypothetical(play)


_pretending = mimic(as_if_paid)


def clever_employer(agent: Agent, play: Play) -> Percept:
    """Return ``PAY`` if the last action is the agent's on the history as if paid, else -``PAY``; (0, 0) at first.

    A step costs in proportion to the history, which is written anew; that of the incremental form is flat. Raises
    `MalformedHistory` on what is no play.

    Source: Alexander et al. 2021, Section 1.
    """
    judged = _pretending(agent, play)
    return judged._replace(reward=PAY * judged.reward)


class CleverEmployerIncremental:
    """The clever employer with one copy, which is paid ``PRETENDED`` for what the agent does and is the state.

    Source: Alexander et al. 2021, Section 1, in the form of Section 4 of Alexander et al. 2022.
    Ledger: A21-intro-employer
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0), and an untrained copy."""
        return Percept(0, 0), learner.initial

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the pay or the charge, and the copy paid for the hour."""
        earned = PAY if learner.act(state, 0) == action else -PAY
        return Percept(earned, 0), learner.learn(state, Transition(0, action, PRETENDED, 0))


clever_employer_incremental = CleverEmployerIncremental()
"""Incremental form."""
