"""Environments, ordinary and extended; and the embedding of ordinary ones as extended ones."""

from collections.abc import Callable
from typing import TypeAlias

from formal_rl.agents import Agent
from formal_rl.histories import Percept, Play

Environment: TypeAlias = Callable[[Play], Percept]
"""An ordinary environment: a function from plays to percepts.

Source: Alexander et al. 2022, Definition 1 part 1.
Ledger: A22-D1
"""

ExtendedEnvironment: TypeAlias = Callable[[Agent, Play], Percept]
"""A function from an agent and a play to a percept.

Those of this package raise `MalformedHistory` on anything that is not a play.

Source: Alexander et al. 2022, Definition 2 part 1.
Ledger: A22-D2, A21-D3
"""


def embed(environment: Environment) -> ExtendedEnvironment:
    """Return the extended environment that ignores the agent and answers as ``environment`` does.

    Source: Alexander et al. 2022, Section 2, after Definition 2.
    Ledger: A22-D2*, A22-D8*
    """

    def embedded(agent: Agent, play: Play) -> Percept:
        return environment(play)

    return embedded
