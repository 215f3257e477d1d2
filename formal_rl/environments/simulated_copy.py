"""Simulated copies: in a role of their own, with another last observation, or with other reports of each turn."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from attrs import field, frozen
from attrs.validators import ge, instance_of, optional

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments.environment import Environment
from formal_rl.environments.mimic import PAID, PUNISHED
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, prompt_of


def simulated_play(agent: Agent, world: Environment, turns: int) -> Play:
    """Return x'_1 y'_1 ... x'_n y'_n for n = ``turns``: what the agent would do in a world that is not the true one.

    Each x'_i is what ``world`` gives on the copy's play so far, and each y'_i is the agent's own action on
    x'_1 y'_1 ... x'_i. It asks one question per turn.

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

    def act_on(self, learner: Learner[Any], percept: Percept) -> tuple[Action, SimulatedCopy]:
        """Return the copy's action on its next percept, and the copy after it."""
        state, last = self
        reward, observation = percept
        if last is not None:
            state = learner.learn(state, Transition(last[0], last[1], reward, observation))
        action = learner.act(state, observation)
        return action, SimulatedCopy(state, (observation, action))


def with_last_observation(play: Play, observation: Observation) -> Prompt:
    """Return the prompt of a nonempty play, the observation of its last percept replaced.

    Source: Alexander et al. 2022, Example 4 (h') and Section 3.4.
    Ledger: A22-E4, A22-S34-recognition*
    """
    h = prompt_of(play)
    return (*h[:-1], h[-1]._replace(observation=observation))


class CopyBehind(NamedTuple):
    """A copy that is a transition behind, and that transition, so that its end can be replaced.

    Ledger: A22-E4, A22-S34-recognition
    """

    copy: Any
    last: Transition | None = None

    def act_with_last_observation(self, learner: Learner[Any], observation: Observation) -> Action:
        """Return what the copy does if ``observation`` was what it saw last."""
        copy = self.copy
        if self.last is not None:
            seen, action, reward, _ = self.last
            copy = learner.learn(copy, Transition(seen, action, reward, observation))
        return learner.act(copy, observation)

    def followed_by(self, learner: Learner[Any], transition: Transition) -> CopyBehind:
        """Return the copy trained on the last transition, and the next one as the last."""
        copy = self.copy if self.last is None else learner.learn(self.copy, self.last)
        return CopyBehind(copy, transition)


class Rewrite(Protocol):
    """The report of a turn to a copy: the transitions that it is trained on in place of the true one."""

    def __call__(self, turn: int, before: Transition | None, true: Transition, /) -> tuple[Transition, ...]:
        """Return the report of turn ``turn``, counted from 1, which followed ``before``, to the copy."""


def as_it_was(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
    """Return the true transition: the `Rewrite` that changes nothing."""
    return (true,)


class RewrittenState(NamedTuple):
    """Turns so far, modulo the period if there is one; the last true transition; and the copy."""

    turns: int
    last: Transition | None
    copy: Any


@frozen
class RewrittenIncremental:
    """The incremental form of a mimicry whose prompt changes turn by turn: a copy is trained on what ``rewrite`` says.

    Where ``period`` is given, ``rewrite`` must depend on the number of the turn through its remainder by ``period``
    alone. Turns are then counted modulo ``period``, so that a state can come again.

    It fits `mimic(φ)` with observation 0 where the transitions of φ(play) are those that ``rewrite`` makes of the
    transitions of the play, one turn after the other, and where the first percept of φ(play) shows 0.

    Ledger: A22-S4, A22-lib*
    """

    rewrite: Rewrite
    period: int | None = field(default=None, validator=optional([instance_of(int), ge(1)]))

    def start(self, learner: Learner[Any]) -> tuple[Percept, RewrittenState]:
        """Return (0, 0), and an untrained copy."""
        return Percept(0, 0), RewrittenState(0, None, learner.initial)

    def advance(self, learner: Learner[Any], state: RewrittenState, action: Action) -> tuple[Percept, RewrittenState]:
        """Return 1 or -1 for doing as the copy does, and the copy trained on its report."""
        turn, before, copy = state.turns + 1, state.last, state.copy
        answer = PAID if action == learner.act(copy, 0) else PUNISHED
        true = Transition(0, action, answer[0], 0)
        for report in self.rewrite(turn, before, true):
            copy = learner.learn(copy, report)
        return answer, RewrittenState(turn if self.period is None else turn % self.period, true, copy)
