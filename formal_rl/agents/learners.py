"""Agents: functions of the history, and state machines, which the papers call agent-classes."""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from attrs import frozen

from formal_rl.histories import Action, Observation, Prompt, Reward, require_prompt

Agent: TypeAlias = Callable[[Prompt], Action]
"""A function from prompts to actions.

Source: Alexander et al. 2022, Definition 1 part 2.
Ledger: A22-D1, A21-D3
"""

State = TypeVar("State")


class Transition(NamedTuple):
    """One training step: the observation, the action, the reward and the next observation.

    Source: Alexander et al. 2022, Section 4 (the four arguments of train).
    """

    observation: Observation
    action: Action
    reward: Reward
    next_observation: Observation


class Learner(Protocol[State]):
    """An agent as a value: an initial state, its action in a state, and its next state after a transition.

    States are values, never mutated; acting changes nothing.

    Source: Alexander et al. 2022, Section 4.
    """

    @property
    def initial(self) -> State:
        """The untrained state."""

    def act(self, state: State, observation: Observation) -> Action:
        """Return the action in ``state`` on seeing ``observation``."""

    def learn(self, state: State, transition: Transition) -> State:
        """Return the state after training on ``transition``."""


class AgentClass(Protocol[State]):
    """A class with act and train as in practice, where even acting may change the instance.

    Instances are states, and states are values: ``ask`` returns the action and the changed one.

    Source: Alexander et al. 2022, Section 4.
    """

    @property
    def initial(self) -> State:
        """A new instance."""

    def ask(self, state: State, observation: Observation) -> tuple[Action, State]:
        """Return the action on ``observation`` and the instance after this call."""

    def train(self, state: State, transition: Transition) -> State:
        """Return the instance after training on ``transition``."""


@frozen
class LearnerClass:
    """A learner read as an agent-class: ``ask`` changes nothing."""

    learner: Learner[Any]

    @property
    def initial(self) -> Any:
        """The untrained state of the learner."""
        return self.learner.initial

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        """Return the learner's action and the unchanged state."""
        return self.learner.act(state, observation), state

    def train(self, state: Any, transition: Transition) -> Any:
        """Return the learner's state after training."""
        return self.learner.learn(state, transition)


@frozen
class WrappedLearner:
    """A learner around another, with its states; it acts and trains like that one, except where a subclass differs."""

    learner: Learner[Any]

    @property
    def initial(self) -> Any:
        """The untrained state of the learner."""
        return self.learner.initial

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the learner's action."""
        return self.learner.act(state, observation)

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the learner's state after training."""
        return self.learner.learn(state, transition)


@frozen
class TrainedOn(WrappedLearner):
    """A learner that trains on ``change`` of each transition."""

    change: Callable[[Transition], Transition]

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the learner's state after training on the changed transition."""
        return self.learner.learn(state, self.change(transition))


def transitions(prompt: Prompt) -> Iterator[Transition]:
    """Yield (o_i, y_i, r_{i+1}, o_{i+1}) for i = 1, 2, ...: the training of an agent along a history.

    The reward of the first percept is in no transition.
    """
    for index in range(0, len(prompt) - 2, 2):
        before, action, after = prompt[index : index + 3]
        yield Transition(before.observation, action, after.reward, after.observation)


def train(learner: Learner[State], prompt: Prompt) -> State:
    """Return the state of the learner after training on every transition of a prompt, in order."""
    return trained(learner, transitions(prompt))


def trained(learner: Learner[State], steps: Iterable[Transition]) -> State:
    """Return the state of the learner after training on ``steps``, in order."""
    return reduce(learner.learn, steps, learner.initial)


def acts(learner: Learner[State], steps: Iterable[Transition], observation: Observation) -> Action:
    """Return the action of the learner on an observation after training on ``steps``, in order."""
    return learner.act(trained(learner, steps), observation)


def as_agent(learner: Learner[State]) -> Agent:
    """Return the learner read as a function of the history: train on its transitions, then act.

    Ledger: A22-S4*
    """

    def agent(prompt: Prompt) -> Action:
        require_prompt(prompt)
        return learner.act(train(learner, prompt), prompt[-1].observation)

    return agent
