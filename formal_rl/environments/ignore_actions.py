"""Paid for acting as if every action so far had been 0."""

from __future__ import annotations

from formal_rl.environments.learners import Transition
from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental
from formal_rl.histories import Play, Prompt, prompt_of

LEDGER = ("A22-lib",)


def without_actions(play: Play) -> Prompt:
    """Return x_1 0 x_2 0 ... x_n for the nonempty play x_1 y_1 x_2 y_2 ... x_n y_n.

    Source: documented intention of the published library (IgnoreActions).
    """
    return tuple(0 if index % 2 else element for index, element in enumerate(prompt_of(play)))


ignore_actions = mimic(without_actions)
"""Definition: the documented intention of the published library (IgnoreActions).

Ledger: A22-lib*
"""


def _with_action_0(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
    return (Transition(true.observation, 0, true.reward, true.next_observation),)


ignore_actions_incremental = RewrittenIncremental(_with_action_0, period=1)
"""Incremental form."""

ignore_actions_published = RunningSimulation(_with_action_0)
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""
