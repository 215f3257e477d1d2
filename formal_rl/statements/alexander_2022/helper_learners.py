"""Learners that stand for one with other reports: of another action, or its learning rate."""

from fractions import Fraction
from typing import Any

from attrs import field, frozen

from formal_rl.agents import Agent, AgentClass, LearnerClass
from formal_rl.agents.learners import WrappedLearner
from formal_rl.histories import Action, Observation


@frozen
class NextInTurn(WrappedLearner):
    """The learner that does one more, modulo a number of actions: it stands for one that is told something else."""

    number_of_actions: int = 3

    def act(self, state: Any, observation: Observation) -> Action:
        """Return one more than the learner's action."""
        return (self.learner.act(state, observation) + 1) % self.number_of_actions


def next_in_turn(agent: Agent, number_of_actions: int = 3) -> Agent:
    """Return the agent that does one more, modulo a number of actions."""
    return lambda prompt: (agent(prompt) + 1) % number_of_actions


def next_in_turn_class(agent_class: Any) -> AgentClass[Any]:
    """Return the agent-class of a learner that does one more, modulo 3: it stands for one told of three actions."""
    return LearnerClass(NextInTurn(agent_class.learner))


@frozen
class RateReadingLearner(WrappedLearner):
    """A learner that gets its learning rate with each observation: whatever a learner may make of its rate."""

    learning_rate: Fraction = field(converter=Fraction)

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the learner's action on seeing the observation together with the rate."""
        return self.learner.act(state, (observation, self.learning_rate))


OWN_RATE = Fraction(1, 5)
"""The learning rate that the learners of the pairs have."""
