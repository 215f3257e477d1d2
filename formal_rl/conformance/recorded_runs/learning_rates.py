"""Agent-classes instantiated with another learning rate, as the published environments of learning rates do it."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import AgentClass, Transition
from formal_rl.conformance.recorded_runs.located_agent import LocatedAgentClass
from formal_rl.conformance.recorded_runs.recording_agent import NumberedCopy, RecordingAgentClass
from formal_rl.environments import class_at_rate_one
from formal_rl.environments.library.incentivize_learning_rate import class_at_half_the_rate
from formal_rl.histories import Action, Observation
from formal_rl.transforms import PublishedRealityCheck

_CONSTANT = "learning_rate_1000"
"""What an agent of integer registers knows of its learning rate: 1000 times that, rounded."""


@frozen
class _Told:
    """A recording agent-class whose copies are told ``keywords``; with ``asks``, one is made before only to be read."""

    recording: RecordingAgentClass
    inner: AgentClass[Any]
    keywords: Mapping[str, Any]
    asks: bool

    @property
    def initial(self) -> NumberedCopy:
        recording = self.recording
        if self.asks:
            _ = recording.initial
        copy = NumberedCopy(recording.copies, self.inner.initial)
        recording.copies += 1
        recording.calls.append(("new", copy.number, recording.step, recording.number_of_actions, dict(self.keywords)))
        return copy

    def ask(self, state: NumberedCopy, observation: Observation) -> tuple[Action, NumberedCopy]:
        return self._recording.ask(state, observation)

    def train(self, state: NumberedCopy, transition: Transition) -> NumberedCopy:
        return self._recording.train(state, transition)

    @property
    def _recording(self) -> RecordingAgentClass:
        return evolve(self.recording, agent_class=self.inner)


def with_half_the_learning_rate(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return an agent-class with half its learning rate; ``None`` where it shows none, as reality checks do not."""
    if isinstance(agent_class, RecordingAgentClass):
        inner = with_half_the_learning_rate(agent_class.agent_class)
        return None if inner is None else _Told(agent_class, inner, {"learning_rate": _rate(inner)}, asks=True)
    if isinstance(agent_class, LocatedAgentClass):
        return _told(agent_class, lambda rate: rate / 2)
    return class_at_half_the_rate(agent_class)


def with_learning_rate_one(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return an agent-class told that its learning rate is 1; ``None`` where it takes no such keyword."""
    if isinstance(agent_class, RecordingAgentClass):
        inner = with_learning_rate_one(agent_class.agent_class)
        return None if inner is None else _Told(agent_class, inner, {"learning_rate": 1}, asks=False)
    if isinstance(agent_class, PublishedRealityCheck):
        inner = with_learning_rate_one(agent_class.agent_class)
        return None if inner is None else PublishedRealityCheck(inner)
    if isinstance(agent_class, LocatedAgentClass):
        return _told(agent_class, lambda rate: Decimal(1))
    return class_at_rate_one(agent_class)


def _rate(agent_class: Any) -> Any:
    constants = dict(getattr(agent_class.learner, "constants", ()))
    return Decimal(constants[_CONSTANT]) / 1000 if _CONSTANT in constants else agent_class.learner.learning_rate


def _told(agent_class: LocatedAgentClass, change: Callable[[Decimal], Decimal]) -> LocatedAgentClass | None:
    constants = dict(agent_class.learner.constants)
    if _CONSTANT not in constants:
        return None
    constants[_CONSTANT] = round(1000 * change(_rate(agent_class)))
    return evolve(agent_class, learner=evolve(agent_class.learner, constants=constants))
