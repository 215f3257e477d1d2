"""Paid for knowing which of four sentences about oneself are true."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import Agent, AgentClass, Draws, Learner, Transition, drawn_observation
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.simulated_copy import CopyBehind, with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, require_play

LEDGER = ("A22-S34-recognition*",)

TRUE, FALSE = 1, 0
"""The two answers, as actions."""

SENTENCES: Mapping[Observation, tuple[Observation, Action]] = MappingProxyType(
    {2: (0, 0), 3: (0, 1), 4: (1, 0), 5: (1, 1)}
)
"""The observations that are sentences: (o, y) stands for *if this observation were o, you would take action y*.

Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
"""


def drawn_sentence(draws: Draws, turn: int) -> Observation:
    """Return o_turn, one of 0, ..., 5: the whole part of 6 u_turn. 0 and 1 are not sentences."""
    return drawn_observation(draws, turn, 6)


def self_recognition(draws: Draws) -> ExtendedEnvironment:
    """Return self-recognition, o_0, o_1, ... made from the draws u_0, u_1, ...

    Where the last percept shows a sentence, the last action pays 1 if it is the right answer, TRUE or FALSE, else -1. A
    sentence is true if it is so of the agent on that same history, its last observation replaced. Where the last
    percept shows no sentence, the action pays 0. The first percept is (0, o_0). The functional form is the same. The
    environment raises `DrawsExhausted` where the draws end.

    Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        after = drawn_sentence(draws, len(play) // 2)
        if play == () or play[-2].observation not in SENTENCES:
            return Percept(0, after)
        observation, action = SENTENCES[play[-2].observation]
        right = TRUE if agent(with_last_observation(play, observation)) == action else FALSE
        return Percept(1 if play[-1] == right else -1, after)

    return environment


class SelfRecognitionState(NamedTuple):
    """Turns so far, the copy, and the current observation.

    Ledger: A22-S34-recognition
    """

    turn: int
    copy: Any
    observation: Observation


@frozen
class SelfRecognitionIncremental:
    """Self-recognition with one simulated copy, a transition behind so that its end can be replaced.

    Source: Alexander et al. 2022, Section 4.
    """

    draws: Draws

    def start(self, learner: Learner[Any]) -> tuple[Percept, SelfRecognitionState]:
        """Return (0, o_0), and an untrained copy."""
        first = drawn_sentence(self.draws, 0)
        return Percept(0, first), SelfRecognitionState(0, CopyBehind(learner.initial), first)

    def advance(
        self, learner: Learner[Any], state: SelfRecognitionState, action: Action
    ) -> tuple[Percept, SelfRecognitionState]:
        """Return the next percept; the copy is asked only where there is a sentence."""
        turn, copy, seen = state.turn + 1, state.copy, state.observation
        reward = 0
        if seen in SENTENCES:
            observation, supposed = SENTENCES[seen]
            right = TRUE if copy.act_with_last_observation(learner, observation) == supposed else FALSE
            reward = 1 if action == right else -1
        after = drawn_sentence(self.draws, turn)
        copy = copy.followed_by(learner, Transition(seen, action, reward, after))
        return Percept(reward, after), SelfRecognitionState(turn, copy, after)


@frozen
class PublishedSelfRecognition:
    """Published form. Differs: no initial percept; o_k is made from u_{k+1}; the copy has been trained on the true last
    observation when it is asked about another, and is asked about 0 where there is no sentence.
    """

    draws: Draws

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, SelfRecognitionState]:
        """Return the first observation, and a new copy."""
        first = drawn_sentence(self.draws, 1)
        return first, SelfRecognitionState(1, agent_class.initial, first)

    def step(
        self, agent_class: AgentClass[Any], state: SelfRecognitionState, action: Action
    ) -> tuple[Percept, SelfRecognitionState]:
        """Return reward and observation, and the copy asked and trained."""
        turn, seen = state.turn + 1, state.observation
        observation, supposed = SENTENCES.get(seen, (0, 0))
        would, copy = agent_class.ask(state.copy, observation)
        reward = 0
        if seen in SENTENCES:
            right = TRUE if would == supposed else FALSE
            reward = 1 if action == right else -1
        after = drawn_sentence(self.draws, turn)
        copy = agent_class.train(copy, Transition(seen, action, reward, after))
        return Percept(reward, after), SelfRecognitionState(turn, copy, after)
