"""Paid for acting as an altered agent would on the same history: other parameters, the same past."""

from collections.abc import Callable
from typing import Any

from attrs import evolve, fields_dict, frozen, has

from formal_rl.agents import Agent, AgentClass, Learner, Transition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.mimic import PAID, PUNISHED
from formal_rl.histories import Action, Observation, Percept, Play, require_play


def with_field(learner: Learner[Any], name: str, change: Callable[[Any], Any]) -> Learner[Any] | None:
    """Return the same learner with one of its numbers changed; ``None`` for one that has no field of this name.

    A learner has fields if it is of an attrs class.
    """
    of_any: Any = learner
    if not has(type(of_any)) or name not in fields_dict(type(of_any)):
        return None
    other: Learner[Any] = evolve(of_any, **{name: change(getattr(of_any, name))})
    return other


def as_if(altered: Callable[[Agent], Agent | None]) -> ExtendedEnvironment:
    """Return the environment that pays 1 iff the last action is what the altered agent does on the same prompt.

    ``altered(agent)`` is the altered agent, or ``None`` for an agent that cannot be altered in this way; such an agent
    is paid -1 for every action. The observation is always 0, and the first percept (0, 0).

    Source: the common form of two environments of the published library, as documented there: acting as with a third
    action, and acting as with another learning rate.
    Ledger: A22-lib, A22-S34-rate*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        other = altered(agent)
        if other is None:
            return Percept(-1, 0)
        return Percept(1 if play[-1] == other(play[:-1]) else -1, 0)

    return environment


@frozen
class AsIfIncremental:
    """The incremental form of `as_if`: one copy of the altered learner is trained on what truly happened.

    It fits ``as_if`` where altering and reading as an agent commute: ``as_agent(altered(learner))`` is the altered
    ``as_agent(learner)``. The state is the altered learner and the state of the copy, ``None`` where there is none.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-lib, A22-S34-rate
    """

    altered: Callable[[Learner[Any]], Learner[Any] | None]

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0), and an untrained copy if there is an altered learner."""
        other = self.altered(learner)
        return Percept(0, 0), None if other is None else (other, other.initial)

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept, and the copy trained on what truly happened."""
        if state is None:
            return PUNISHED, None
        other, copy = state
        answer = PAID if action == other.act(copy, 0) else PUNISHED
        return answer, (other, other.learn(copy, Transition(0, action, answer[0], 0)))


@frozen
class AsIfPublished:
    """The published form of `as_if`. Differs: there is no initial percept.

    ``altered(agent_class)`` is the altered agent-class, or ``None`` if there is none.

    The state is the altered agent-class and its instance, ``None`` where there is none.

    Ledger: A22-lib, A22-S34-rate
    """

    altered: Callable[[AgentClass[Any]], AgentClass[Any] | None]

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        """Return observation 0, and the altered class with a new instance of it if there is one."""
        other = self.altered(agent_class)
        return 0, None if other is None else (other, other.initial)

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return 1 or -1 for doing as the altered copy does, and that copy trained on."""
        if state is None:
            return Percept(-1, 0), None
        other, copy = state
        simulated, copy = other.ask(copy, 0)
        reward = 1 if action == simulated else -1
        return Percept(reward, 0), (other, other.train(copy, Transition(0, action, reward, 0)))
