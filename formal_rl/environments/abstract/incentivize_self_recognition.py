"""Shown every nonempty play in turn, and paid for saying rightly whether its last action is one's own."""

from collections.abc import Callable

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments.abstract.trial_recognition import TrialRecognitionIncremental, trial_recognition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import (
    Action,
    Observation,
    Play,
    Prompt,
    decode_history,
    encode_history,
    index_of_play,
    nth_play,
    require_prompt,
)

LEDGER = ("A21-E18*",)

Showing = Callable[[Play], Observation]
"""The observation for a play: the play itself, or a number."""


def as_it_is(play: Play) -> Observation:
    """Return the play itself, as an observation: Example 18 as printed."""
    return play


def looks_like(agent: Agent, play: Play) -> bool:
    """Whether the last action of a nonempty play is what the agent does on what goes before it.

    Source: Alexander et al. 2021, Example 18.
    """
    return bool(agent(play[:-1]) == play[-1])


def _nth_looks_like(agent: Agent, number: int) -> bool:
    return looks_like(agent, nth_play(number))


def incentivize_self_recognition_showing(showing: Showing) -> ExtendedEnvironment:
    """Return the environment that shows s_0, s_1, ... in turn, each as ``showing`` has it.

    After n >= 1 actions it shows s_n and pays for the last action on s_{n-1} = s'⌢a': 1 if it is above 0 (looks like
    me) and a' = T(s'), 1 if it is 0 (does not look like me) and a' ≠ T(s'), else -1. At first it gives (0, s_0). The
    observations in the play do not matter, only its number of actions. Each step asks one question, on a short
    prompt: up to n = 1,000, s_{n-1} has at most 5 turns.

    Source: Alexander et al. 2021, Example 18.
    """
    return trial_recognition(_nth_looks_like, lambda number: showing(nth_play(number)))


incentivize_self_recognition = incentivize_self_recognition_showing(encode_history)
"""Definition: Example 18, each play shown as its number, so that observations are natural numbers."""
incentivize_self_recognition_incremental = TrialRecognitionIncremental(
    _nth_looks_like, lambda number: encode_history(nth_play(number))
)
"""Incremental form."""

incentivize_self_recognition_letter = incentivize_self_recognition_showing(as_it_is)
"""Example 18 as printed: the observation is the play itself, which is not a natural number."""

incentivize_self_recognition_by_index = incentivize_self_recognition_showing(index_of_play)
"""A variation that shows a play as its place in the enumeration: after n actions, n.

It shows 0 first, and s_0 is (0, 0) 0: it asks about the prompt on which the agent acts. To say that 0
looks like oneself is not to do 0, and to say that it does not is to do it. So every first action is punished. It cannot
happen in the definition, where the number of a play is greater than all that is observed in it.
"""


@frozen
class SelfRecognizer:
    """An agent that looks at itself: it recognises every play it sees, and is paid each time.

    Where the last observation is the number of a nonempty play s'⌢a', it does 1 if it would do a' on s', else 0;
    elsewhere it does as ``otherwise``. To know what it would do on s' it asks itself. That comes to an end, since the
    last observation of s' is less than the number of s'⌢a'.
    """

    otherwise: Agent

    def __call__(self, prompt: Prompt) -> Action:
        """Return the action."""
        require_prompt(prompt)
        observation = prompt[-1].observation
        shown = decode_history(observation) if type(observation) is int and observation >= 0 else ()
        if shown == () or len(shown) % 2 == 1:
            return self.otherwise(prompt)
        return 1 if looks_like(self, shown) else 0


RECORDS = recorded(globals(), EnvironmentRecord("incentivize_self_recognition", source="A21 Example 18"))
