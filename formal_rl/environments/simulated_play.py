"""A copy of the agent at play in a role of its own, whatever the true agent is doing meanwhile."""

from __future__ import annotations

from typing import Any, NamedTuple

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments.environment import Environment
from formal_rl.histories import Action, Observation, Percept, Play


def simulated_play(agent: Agent, world: Environment, turns: int) -> Play:
    """Return x'_1 y'_1 ... x'_n y'_n for n = ``turns``: what the agent would do in a world that is not the true one.

    Each x'_i is what ``world`` gives on the copy's play so far, and each y'_i is the agent's own action on
    x'_1 y'_1 ... x'_i. One question is asked per turn.

    Source: Alexander et al. 2021, Examples 11 and 17 (a'_i).
    Ledger: A21-E11*, A22-S34-adversarial
    """
    play: Play = ()
    for _ in range(turns):
        prompt = (*play, world(play))
        play = (*prompt, agent(prompt))
    return play


class SimulatedCopy(NamedTuple):
    """The copy of `simulated_play` kept from turn to turn: its state, and the observation and action of its last turn.

    Ledger: A21-E11, A22-S34-adversarial
    """

    state: Any
    last: tuple[Observation, Action] | None = None

    def shown(self, learner: Learner[Any], percept: Percept) -> tuple[Action, SimulatedCopy]:
        """Return the copy's action on its next percept, and the copy after it."""
        state, last = self
        reward, observation = percept
        if last is not None:
            state = learner.learn(state, Transition(last[0], last[1], reward, observation))
        action = learner.act(state, observation)
        return action, SimulatedCopy(state, (observation, action))
