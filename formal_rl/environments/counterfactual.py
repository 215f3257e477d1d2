"""A history whose last observation is another than it was, and a copy that can be asked about it."""

from __future__ import annotations

from typing import Any, NamedTuple

from formal_rl.agents import Learner, Transition
from formal_rl.histories import Action, Observation, Play, Prompt, prompt_of


def had_it_shown(play: Play, observation: Observation) -> Prompt:
    """Return the prompt of a nonempty play, the observation of its last percept replaced.

    Source: Alexander et al. 2022, Example 4 (h') and Section 3.4.
    Ledger: A22-E4, A22-S34-recognition*
    """
    h = prompt_of(play)
    return (*h[:-1], h[-1]._replace(observation=observation))


class CopyBehind(NamedTuple):
    """A copy that is a transition behind, and that transition, so that its end can be replaced.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-E4, A22-S34-recognition
    """

    copy: Any
    last: Transition | None = None

    def had_it_shown(self, learner: Learner[Any], observation: Observation) -> Action:
        """Return what the copy does if ``observation`` was what it saw last."""
        copy = self.copy
        if self.last is not None:
            seen, action, reward, _ = self.last
            copy = learner.learn(copy, Transition(seen, action, reward, observation))
        return learner.act(copy, observation)

    def followed_by(self, learner: Learner[Any], transition: Transition) -> CopyBehind:
        """Return the copy trained on what was the last transition, and the next one as the last."""
        copy = self.copy if self.last is None else learner.learn(self.copy, self.last)
        return CopyBehind(copy, transition)
