"""Paid for acting as if every reward so far had been 0."""

from typing import Any

from formal_rl.agents import Learner, Transition
from formal_rl.environments.library_protocol import RunningSimulation
from formal_rl.environments.mimic import PAID, PUNISHED, mimic
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import Action, Percept, Play, Prompt, map_rewards, prompt_of


def without_rewards(play: Play) -> Prompt:
    """Return the prompt of a nonempty play, every reward set to 0: x'_1 y_1 ... x'_n.

    Source: Alexander et al. 2021, Example 6 (s^0); Alexander et al. 2022, Example 3 (x').
    Ledger: A21-E6, A22-E3*
    """
    return map_rewards(lambda reward: 0, prompt_of(play))


ignore_rewards = mimic(without_rewards)
"""Definition: Alexander et al. 2021, Example 6; Alexander et al. 2022, Example 3 with O = 0.

Ledger: A21-E6*, A22-E3*, A22-S5-trivialise*
"""


class IgnoreRewardsIncremental:
    """Ignore rewards with one simulated copy, trained as the agent is but with every reward 0.

    The state is the state of that copy.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A21-E6, A22-S4*
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0) and an untrained copy."""
        return Percept(0, 0), learner.initial

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept, and the copy trained on reward 0."""
        answer = PAID if action == learner.act(state, 0) else PUNISHED
        return answer, learner.learn(state, Transition(0, action, 0, 0))


ignore_rewards_incremental = IgnoreRewardsIncremental()
"""Incremental form.

Ledger: A21-E6*, A22-E3
"""

ignore_rewards_published = RunningSimulation(lambda turn, before, true: (true._replace(reward=0),))
"""Published form. Differs: there is no initial percept; otherwise it is Example 3.

Ledger: A22-E3*
"""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "ignore_rewards",
        source="A21 Example 6, A22 Example 3",
        meaning="pays 1 if the agent would have done the same had every reward so far been 0, else -1; shows 0",
        shown_as="the history with every reward 0",
        hypothetical="without_rewards",
        published_meaning="pays 1 if a copy trained on the same with every reward 0 does the same, else -1; shows 0",
    ),
)
