"""An agent-class that notes what an environment does to its copies."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from attrs import define, evolve, field, frozen

from formal_rl.agents import AgentClass, Transition
from formal_rl.histories import Action, Observation
from formal_rl.recordings.traces import SimulationCall


class NumberedCopy(NamedTuple):
    """A copy of the agent and its number, counted from 0 in the order in which the copies were made."""

    number: int
    inner: Any


@define
class RecordingAgentClass:
    """An agent-class to hand to an environment: every new copy, question and training is noted in ``calls``.

    Whoever drives the environment sets ``step`` and takes the calls.
    """

    agent_class: AgentClass[Any]
    number_of_actions: int
    step: int = -1
    copies: int = 0
    calls: list[SimulationCall] = field(factory=list)

    @property
    def initial(self) -> NumberedCopy:
        """A new copy, which is noted."""
        copy = NumberedCopy(self.copies, self.agent_class.initial)
        self.copies += 1
        self.calls.append(("new", copy.number, self.step, self.number_of_actions, {}))
        return copy

    def ask(self, state: NumberedCopy, observation: Observation) -> tuple[Action, NumberedCopy]:
        """Return the copy's action, noted, and the copy after having been asked."""
        action, inner = self.agent_class.ask(state.inner, observation)
        self.calls.append(("act", state.number, self.step, observation, action))
        return action, state._replace(inner=inner)

    def train(self, state: NumberedCopy, transition: Transition) -> NumberedCopy:
        """Return the copy trained; the training is noted."""
        self.calls.append(("train", state.number, self.step, *transition))
        return state._replace(inner=self.agent_class.train(state.inner, transition))

    def take_calls(self) -> list[SimulationCall]:
        """Return the calls since they were last taken."""
        taken, self.calls = self.calls, []
        return taken


@frozen
class RecordedAltered:
    """A recording agent-class with another one, ``altered``, in the place of its own; it notes in the same list.

    ``keywords`` and ``number_of_actions`` are what its copies are told; with ``first_read``, a copy is made before each
    of them only to be read.
    """

    recording: RecordingAgentClass
    altered: AgentClass[Any]
    keywords: Mapping[str, Any] = field(factory=dict)
    first_read: bool = False
    number_of_actions: int | None = None

    @property
    def initial(self) -> NumberedCopy:
        """A new copy of the altered class, which is noted."""
        recording = self.recording
        if self.first_read:
            _ = recording.initial
        copy = NumberedCopy(recording.copies, self.altered.initial)
        recording.copies += 1
        number = recording.number_of_actions if self.number_of_actions is None else self.number_of_actions
        recording.calls.append(("new", copy.number, recording.step, number, dict(self.keywords)))
        return copy

    def ask(self, state: NumberedCopy, observation: Observation) -> tuple[Action, NumberedCopy]:
        """Return the copy's action, noted, and the copy after having been asked."""
        return self._with_its_notes().ask(state, observation)

    def train(self, state: NumberedCopy, transition: Transition) -> NumberedCopy:
        """Return the copy trained; the training is noted."""
        return self._with_its_notes().train(state, transition)

    def _with_its_notes(self) -> RecordingAgentClass:
        # Made anew each time: whoever drives the environment takes the notes, and sets the step, at every step.
        return evolve(self.recording, agent_class=self.altered)
