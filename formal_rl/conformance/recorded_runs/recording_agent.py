"""An agent-class that notes what an environment does to its copies."""

from typing import Any, NamedTuple

from attrs import define, field

from formal_rl.agents import AgentClass, Transition
from formal_rl.conformance.recorded_runs.traces import SimulationCall
from formal_rl.histories import Action, Observation


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
