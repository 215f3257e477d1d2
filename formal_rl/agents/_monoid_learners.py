"""Learners whose training is a product: each transition is an element of a monoid, and a history is their product."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from attrs import frozen

from formal_rl.agents._finite_learner import FiniteLearner
from formal_rl.agents.learners import AgentClass, Learner, LearnerClass, Transition, acts
from formal_rl.agents.library_learners import ConstantLearner, LastRewardSignLearner, Punished, SimpleLearner
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation

Element = TypeVar("Element")


class FoldableLearner(ABC, Generic[Element]):
    """A learner whose states are the elements of a monoid, and whose training multiplies by one.

    Law: ``compose`` is associative and ``identity`` is neutral in it, so that a piece of history has one element,
    however it is cut. The state after a piece is composed with that of the next without training on the next again.
    Elements are values. It is a `Learner`: ``initial`` and ``learn`` follow from the others.

    Source: Alexander et al. 2022, Section 4 (training may depend on its order).
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
        """Return the element of the piece of ``first`` followed by the piece of ``second``."""

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


LEDGER = ("A22-S4-reverse",)


# The learners that are foldable, as foldable ones.


@frozen
class _OfStates(FoldableLearner[Element]):
    """A learner whose own states are the elements, so that a subclass defines only their composition."""

    learner: Learner[Element]

    @property
    def identity(self) -> Element:
        return self.learner.initial

    def of(self, transition: Transition) -> Element:
        return self.learner.learn(self.learner.initial, transition)

    def act(self, element: Element, observation: Observation) -> Action:
        return self.learner.act(element, observation)


class _FoldableConstantLearner(_OfStates[tuple[()]]):
    """The constant learner: the monoid of one element."""

    def compose(self, first: tuple[()], second: tuple[()]) -> tuple[()]:
        return ()


class _FoldableSimpleLearner(_OfStates[Punished]):
    """The simple learner: sets of punished pairs, composed by their union."""

    def compose(self, first: Punished, second: Punished) -> Punished:
        return first | second


@frozen
class _FoldableLastRewardSignLearner(FoldableLearner[Action | None]):
    """The learner of the last reward: of two elements the later counts, and ``None`` stands for no training."""

    learner: LastRewardSignLearner

    @property
    def identity(self) -> None:
        return None

    def of(self, transition: Transition) -> Action:
        return self.learner.learn(self.learner.initial, transition)

    def compose(self, first: Action | None, second: Action | None) -> Action | None:
        return first if second is None else second

    def act(self, element: Action | None, observation: Observation) -> Action:
        return self.learner.act(self.learner.initial if element is None else element, observation)


@frozen
class _FoldableFiniteLearner(FoldableLearner[tuple[int, ...]]):
    """A learner with finitely many states: maps of its states, as the tuple of their values, composed as maps."""

    learner: FiniteLearner

    @property
    def identity(self) -> tuple[int, ...]:
        return tuple(range(len(self.learner.moves)))

    def of(self, transition: Transition) -> tuple[int, ...]:
        return tuple(self.learner.learn(state, transition) for state in range(len(self.learner.moves)))

    def compose(self, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(second[state] for state in first)

    def act(self, element: tuple[int, ...], observation: Observation) -> Action:
        return self.learner.act(element[self.learner.initial], observation)


_FOLDABLE: dict[type, type[Any]] = {
    ConstantLearner: _FoldableConstantLearner,
    FiniteLearner: _FoldableFiniteLearner,
    LastRewardSignLearner: _FoldableLastRewardSignLearner,
    SimpleLearner: _FoldableSimpleLearner,
}


def foldable(learner: Learner[Any]) -> FoldableLearner[Any]:
    """Return the foldable learner that acts as this one does, after every training.

    There is one for the learners that are constant, simple, of the last reward, or finite. A foldable learner is
    returned as it is, and anything else raises `InvalidParameter`.

    Ledger: A22-S4-reverse*
    """
    if isinstance(learner, FoldableLearner):
        return learner
    if type(learner) not in _FOLDABLE:
        names = ", ".join(kind.__name__ for kind in _FOLDABLE)
        raise InvalidParameter("learner", learner, f"a learner with a foldable version: {names}")
    folding: FoldableLearner[Any] = _FOLDABLE[type(learner)](learner)
    return folding
