"""Any extended environment in start and advance form, by asking it anew about the whole play."""

from typing import Any

from attrs import frozen

from formal_rl.environments.learners import Learner, as_agent
from formal_rl.environments.types import ExtendedEnvironment
from formal_rl.histories import Action, Percept, Play


@frozen
class ReplayedIncremental:
    """An environment whose state is the prompt so far; each step trains a copy from nothing on what is asked.

    It fits every environment, and its cost per step grows with the history. For reverse history the paper gives a
    reason why nothing better can be expected.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-S4*
    """

    environment: ExtendedEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Play]:
        """Return the percept of the empty play, as percept and as prompt."""
        percept = self.environment(as_agent(learner), ())
        return percept, (percept,)

    def advance(self, learner: Learner[Any], state: Play, action: Action) -> tuple[Percept, Play]:
        """Return the percept of the play so far, and the longer prompt."""
        play = (*state, action)
        percept = self.environment(as_agent(learner), play)
        return percept, (*play, percept)
