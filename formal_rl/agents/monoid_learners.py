"""Learners whose training is a product: each transition is an element of a monoid, and a history is their product."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from attrs import frozen

from formal_rl.environments.learners import AgentClass, Learner, LearnerClass, Transition, acts
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation

Element = TypeVar("Element")


class FoldableLearner(ABC, Generic[Element]):
    """A learner whose states are the elements of a monoid, and whose training multiplies by one.

    Law: ``compose`` is associative and ``identity`` is neutral in it, so that a piece of history has one element,
    however it is cut. The state after a piece is composed with that of the next without training on the next again.
    Elements are values. It is a `Learner`: ``initial`` and ``learn`` follow from the others.

    Source: Alexander et al. 2022, Section 4 (where training is said to depend on its order).
    Ledger: A22-S4-reverse*
    """

    @property
    @abstractmethod
    def identity(self) -> Element:
        """Return the element of no training."""

    @abstractmethod
    def of(self, transition: Transition) -> Element:
        """Return the element of training on ``transition``."""

    @abstractmethod
    def compose(self, first: Element, second: Element) -> Element:
        """Return the element of what ``first`` stands for, followed by what ``second`` stands for."""

    @abstractmethod
    def act(self, element: Element, observation: Observation) -> Action:
        """Return the action after the training that ``element`` stands for, on seeing ``observation``."""

    @property
    def initial(self) -> Element:
        """The identity."""
        return self.identity

    def learn(self, state: Element, transition: Transition) -> Element:
        """Return the state composed with the element of the transition."""
        return self.compose(state, self.of(transition))


@frozen
class ListedLearner(FoldableLearner[tuple[Transition, ...]]):
    """Any learner as a foldable one: its elements are lists of transitions, composed by joining them.

    To act it trains on the whole list, so nothing is saved. The lists are the free monoid: what holds of this
    learner with every answer tried holds of every foldable learner.

    Ledger: A22-S4-reverse*
    """

    learner: Learner[Any]

    @property
    def identity(self) -> tuple[Transition, ...]:
        """The empty list."""
        return ()

    def of(self, transition: Transition) -> tuple[Transition, ...]:
        """Return the list of this one."""
        return (transition,)

    def compose(self, first: tuple[Transition, ...], second: tuple[Transition, ...]) -> tuple[Transition, ...]:
        """Return both lists as one."""
        return first + second

    def act(self, element: tuple[Transition, ...], observation: Observation) -> Action:
        """Return the learner's action after training on the list."""
        return acts(self.learner, element, observation)


def require_foldable(learner: Learner[Any]) -> FoldableLearner[Any]:
    """Return the learner if it is a foldable one, else raise `InvalidParameter`."""
    if isinstance(learner, FoldableLearner):
        return learner
    raise InvalidParameter("learner", learner, "a FoldableLearner, such as foldable(learner) makes of some learners")


def foldable_of(agent_class: AgentClass[Any]) -> FoldableLearner[Any]:
    """Return the foldable learner that a `LearnerClass` reads as an agent-class, else raise `InvalidParameter`."""
    if isinstance(agent_class, LearnerClass):
        return require_foldable(agent_class.learner)
    raise InvalidParameter("agent_class", agent_class, "a LearnerClass of a FoldableLearner")
