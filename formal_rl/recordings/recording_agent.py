"""An agent-class that notes an environment's calls of its copies, and may get another learning rate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

from attrs import define, evolve, field, frozen

from formal_rl.agents import AgentClass, LearnerClass, Transition
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.environments.altered_agent import class_at_half_the_rate, class_at_rate_one
from formal_rl.histories import Action, Observation
from formal_rl.transforms.reality_check import PublishedRealityCheck

SimulationCall: TypeAlias = tuple[Any, ...]
"""("new", copy, step, actions, keywords), ("act", copy, step, observation, answer) or
("train", copy, step, observation, action, reward, next observation); step -1 is the start."""


class NumberedCopy(NamedTuple):
    """A copy of the agent and its number, counted from 0 in the order in which the copies were made."""

    number: int
    inner: Any


@define
class Notes:
    """The calls so far; the driver of the environment sets ``step`` and takes the calls."""

    step: int = -1
    copies: int = 0
    calls: list[SimulationCall] = field(factory=list)

    def take_calls(self) -> list[SimulationCall]:
        """Return the calls since they were last taken."""
        taken, self.calls = self.calls, []
        return taken


@frozen
class RecordingAgentClass:
    """An agent-class to hand to an environment, which notes every new copy, question and training.

    Its copies get ``number_of_actions`` and ``keywords``. Before each of them a copy of ``first_read`` is made,
    only to be read.
    """

    agent_class: AgentClass[Any]
    number_of_actions: int
    notes: Notes = field(factory=Notes)
    keywords: Mapping[str, Any] = field(factory=dict)
    first_read: RecordingAgentClass | None = None

    @property
    def initial(self) -> NumberedCopy:
        """A new copy, which is noted."""
        if self.first_read is not None:
            _ = self.first_read.initial
        copy = NumberedCopy(self.notes.copies, self.agent_class.initial)
        self.notes.copies += 1
        self.notes.calls.append(("new", copy.number, self.notes.step, self.number_of_actions, dict(self.keywords)))
        return copy

    def ask(self, state: NumberedCopy, observation: Observation) -> tuple[Action, NumberedCopy]:
        """Return the copy's action, noted, and the copy after its answer."""
        action, inner = self.agent_class.ask(state.inner, observation)
        self.notes.calls.append(("act", state.number, self.notes.step, observation, action))
        return action, state._replace(inner=inner)

    def train(self, state: NumberedCopy, transition: Transition) -> NumberedCopy:
        """Return the copy trained; the training is noted."""
        self.notes.calls.append(("train", state.number, self.notes.step, *transition))
        return state._replace(inner=self.agent_class.train(state.inner, transition))


# --- Learning rates, changed as the published environments change them ---

_CONSTANT = "learning_rate_1000"
"""The learning rate of an agent of integer registers: 1000 times the rate, rounded."""


def with_half_the_learning_rate(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return an agent-class with half its learning rate; ``None`` where it shows none, as reality checks do not."""
    if isinstance(agent_class, RecordingAgentClass):
        inner = with_half_the_learning_rate(agent_class.agent_class)
        if inner is None:
            return None
        keywords = {"learning_rate": _rate(inner)}
        return evolve(agent_class, agent_class=inner, keywords=keywords, first_read=agent_class)
    if isinstance(agent_class, LearnerClass) and isinstance(agent_class.learner, RegisterLearner):
        return _with_rate(agent_class.learner, lambda rate: rate / 2)
    return class_at_half_the_rate(agent_class)


def with_learning_rate_one(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return an agent-class with learning rate 1; ``None`` if it takes no such keyword."""
    if isinstance(agent_class, RecordingAgentClass):
        inner = with_learning_rate_one(agent_class.agent_class)
        return None if inner is None else evolve(agent_class, agent_class=inner, keywords={"learning_rate": 1})
    if isinstance(agent_class, PublishedRealityCheck):
        inner = with_learning_rate_one(agent_class.agent_class)
        return None if inner is None else PublishedRealityCheck(inner)
    if isinstance(agent_class, LearnerClass) and isinstance(agent_class.learner, RegisterLearner):
        return _with_rate(agent_class.learner, lambda rate: Decimal(1))
    return class_at_rate_one(agent_class)


def _rate(agent_class: Any) -> Any:
    constants = dict(getattr(agent_class.learner, "constants", ()))
    return Decimal(constants[_CONSTANT]) / 1000 if _CONSTANT in constants else agent_class.learner.learning_rate


def _with_rate(learner: RegisterLearner, change: Callable[[Decimal], Decimal]) -> AgentClass[Any] | None:
    constants = dict(learner.constants)
    if _CONSTANT not in constants:
        return None
    constants[_CONSTANT] = round(1000 * change(Decimal(constants[_CONSTANT]) / 1000))
    return LearnerClass(evolve(learner, constants=constants))
