"""The learners that are foldable, as foldable ones."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.environments.constant_learner import ConstantLearner
from formal_rl.environments.finite_learner import FiniteLearner
from formal_rl.environments.foldable import FoldableLearner
from formal_rl.environments.foldable_registers import FoldableRegisterLearner
from formal_rl.environments.last_reward_sign_learner import LastRewardSignLearner
from formal_rl.environments.learners import Learner, Transition
from formal_rl.environments.naive_learner import NaiveLearner, NaiveState
from formal_rl.environments.random_learner import RandomLearner
from formal_rl.environments.register_learner import RegisterLearner
from formal_rl.environments.simple_learner import Punished, SimpleLearner
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation

LEDGER = ("A22-S4-reverse",)


@frozen
class FoldableConstantLearner(FoldableLearner[tuple[()]]):
    """The constant learner: the monoid of one element."""

    learner: ConstantLearner

    @property
    def identity(self) -> tuple[()]:
        """The one element."""
        return ()

    def of(self, transition: Transition) -> tuple[()]:
        """Return the one element."""
        return ()

    def compose(self, first: tuple[()], second: tuple[()]) -> tuple[()]:
        """Return the one element."""
        return ()

    def act(self, element: tuple[()], observation: Observation) -> Action:
        """Return the action."""
        return self.learner.act(element, observation)


@frozen
class FoldableLastRewardSignLearner(FoldableLearner[Action | None]):
    """The learner of the last reward: of two elements the later counts, and ``None`` is no training."""

    learner: LastRewardSignLearner

    @property
    def identity(self) -> None:
        """``None``."""
        return None

    def of(self, transition: Transition) -> Action:
        """Return 1 for a positive reward, else 0."""
        return self.learner.learn(self.learner.initial, transition)

    def compose(self, first: Action | None, second: Action | None) -> Action | None:
        """Return the second, if there is one."""
        return first if second is None else second

    def act(self, element: Action | None, observation: Observation) -> Action:
        """Return the element, untrained 0."""
        return self.learner.act(self.learner.initial if element is None else element, observation)


@frozen
class FoldableSimpleLearner(FoldableLearner[Punished]):
    """The simple learner: sets of what was punished, composed by their union."""

    learner: SimpleLearner

    @property
    def identity(self) -> Punished:
        """The empty set."""
        return self.learner.initial

    def of(self, transition: Transition) -> Punished:
        """Return what was punished."""
        return self.learner.learn(self.learner.initial, transition)

    def compose(self, first: Punished, second: Punished) -> Punished:
        """Return the union."""
        return first | second

    def act(self, element: Punished, observation: Observation) -> Action:
        """Return the least action that is not in the set with this observation, else 0."""
        return self.learner.act(element, observation)


@frozen
class FoldableRandomLearner(FoldableLearner[int]):
    """The learner that draws: numbers of trainings, composed by adding."""

    learner: RandomLearner

    @property
    def identity(self) -> int:
        """0."""
        return 0

    def of(self, transition: Transition) -> int:
        """Return 1."""
        return 1

    def compose(self, first: int, second: int) -> int:
        """Return the sum."""
        return first + second

    def act(self, element: int, observation: Observation) -> Action:
        """Return the action that is drawn."""
        return self.learner.act(element, observation)


@frozen
class FoldableNaiveLearner(FoldableLearner[NaiveState]):
    """The naive learner: sums and numbers of rewards, added entry by entry.

    Composing costs as much as the second has entries, and copies those of the first: at most one for each observation
    and action.
    """

    learner: NaiveLearner

    @property
    def identity(self) -> NaiveState:
        """No entry."""
        return self.learner.initial

    def of(self, transition: Transition) -> NaiveState:
        """Return the one entry."""
        return self.learner.learn(self.learner.initial, transition)

    def compose(self, first: NaiveState, second: NaiveState) -> NaiveState:
        """Return the entries of both, those of the first first, as training would have put them."""
        tried = dict(first.rewards)
        for entry, (total, number) in second.rewards:
            before, times = tried.get(entry, (0, 0))
            tried[entry] = before + total, times + number
        return NaiveState(tuple(tried.items()), first.trainings + second.trainings)

    def act(self, element: NaiveState, observation: Observation) -> Action:
        """Return the action of the best average, or the one that is drawn."""
        return self.learner.act(element, observation)


@frozen
class FoldableFiniteLearner(FoldableLearner[tuple[int, ...]]):
    """A learner with finitely many states: maps of its states, as the tuple of their values, composed as maps."""

    learner: FiniteLearner

    @property
    def identity(self) -> tuple[int, ...]:
        """Each state to itself."""
        return tuple(range(len(self.learner.moves)))

    def of(self, transition: Transition) -> tuple[int, ...]:
        """Return where each state goes; `KeyError` if some state does not list the transition."""
        return tuple(self.learner.learn(state, transition) for state in range(len(self.learner.moves)))

    def compose(self, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
        """Return the second map after the first."""
        return tuple(second[state] for state in first)

    def act(self, element: tuple[int, ...], observation: Observation) -> Action:
        """Return what is done in the state to which the first one goes."""
        return self.learner.act(element[self.learner.initial], observation)


_FOLDABLE: Mapping[type, Callable[[Any], FoldableLearner[Any]]] = MappingProxyType(
    {
        ConstantLearner: FoldableConstantLearner,
        FiniteLearner: FoldableFiniteLearner,
        LastRewardSignLearner: FoldableLastRewardSignLearner,
        NaiveLearner: FoldableNaiveLearner,
        RandomLearner: FoldableRandomLearner,
        RegisterLearner: FoldableRegisterLearner,
        SimpleLearner: FoldableSimpleLearner,
    }
)


def foldable(learner: Learner[Any]) -> FoldableLearner[Any]:
    """Return the foldable learner that acts as this one does, after every training.

    There is one for the learners that are constant, random, simple, naive, finite or of the last reward, and for
    register learners whose updates are affine; a foldable learner is returned as it is. Of anything else, of a
    Q-learner too, it raises `InvalidParameter`, and `MalformedExpression` for registers whose updates do not compose.

    Ledger: A22-S4-reverse*
    """
    if isinstance(learner, FoldableLearner):
        return learner
    version = _FOLDABLE.get(type(learner))
    if version is None:
        names = ", ".join(sorted(kind.__name__ for kind in _FOLDABLE))
        raise InvalidParameter("learner", learner, f"a learner with a foldable version: {names}")
    return version(learner)
