"""Paid for acting as one would by now if nothing had ever been paid."""

from typing import Any

from formal_rl.agents import Agent, AgentClass, Learner, Transition
from formal_rl.environments.mimic import PAID, PUNISHED
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.histories import Action, Observation, Percept, Play, require_play

LEDGER = ("A22-lib",)

NOTHING = Percept(0, 0)
"""The constant percept of the trivial environment."""


def unrewarded_action(agent: Agent, turn: int) -> Action:
    """Return b_n, n = ``turn``, of the agent's interaction with the environment that always answers (0, 0)."""
    prompt: tuple[Any, ...] = (NOTHING,)
    for _ in range(turn - 1):
        prompt = (*prompt, agent(prompt), NOTHING)
    return agent(prompt)


def ignore_rewards_3(agent: Agent, play: Play) -> Percept:
    """Return reward 1 if the last action of x_1 y_1 ... x_n y_n is b_n, else -1, with observation 0; (0, 0) at first.

    The past of the play does not matter, only its length.

    Source: documented intention of the published library (IgnoreRewards3).
    Ledger: A22-lib*
    """
    require_play(play)
    if play == ():
        return Percept(0, 0)
    return Percept(1 if play[-1] == unrewarded_action(agent, len(play) // 2) else -1, 0)


class _IgnoreRewards3Incremental:
    """Ignore rewards 3 with one simulated copy, which plays a game of its own.

    The state is the state of that copy.
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        return Percept(0, 0), learner.initial

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        own = learner.act(state, 0)
        return PAID if action == own else PUNISHED, learner.learn(state, Transition(0, own, 0, 0))


ignore_rewards_3_incremental = _IgnoreRewards3Incremental()
"""Incremental form."""


class _PublishedIgnoreRewards3:
    """Ignore rewards 3 as the published library runs it: each step queries the copy once."""

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        return 0, agent_class.initial

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        own, copy = agent_class.ask(state, 0)
        return Percept(1 if action == own else -1, 0), agent_class.train(copy, Transition(0, own, 0, 0))


ignore_rewards_3_published = _PublishedIgnoreRewards3()
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""

RECORDS = (
    EnvironmentRecord(
        "ignore_rewards_3",
        meaning=(
            "pays 1 if the n-th action is the n-th that the agent does where every percept is (0, 0), else -1; (0, 0) "
            "at first, and shows 0"
        ),
        own_game=True,
    ),
)
