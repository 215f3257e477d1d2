"""Learners whose training is a product: each transition is an element of a monoid, and a history is their product."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from attrs import field, frozen

from formal_rl.agents._finite_learner import FiniteLearner
from formal_rl.agents.learners import AgentClass, Learner, LearnerClass, Transition, acts
from formal_rl.agents.library_learners import (
    ConstantLearner,
    LastRewardSignLearner,
    NaiveLearner,
    NaiveState,
    Punished,
    RandomLearner,
    SimpleLearner,
)
from formal_rl.agents.register_learner import LARGEST_BITS, RegisterLearner, Registers
from formal_rl.errors import InvalidParameter, MalformedExpression, short_repr
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


LEDGER = ("A22-S4-reverse",)


# Register learners whose updates are affine: a history is one affine map of the registers.


class AffineMap(NamedTuple):
    """The effect of training on the registers: a row for each, the factors of all registers and then a constant.

    ``trained`` is false for the identity alone, which leaves initial values as they are, reduced or not.
    """

    trained: bool
    rows: tuple[tuple[int, ...], ...]


def _registers_in(expression: Any, registers: frozenset[str]) -> frozenset[str]:
    if isinstance(expression, str):
        return registers & {expression}
    if isinstance(expression, tuple):
        return frozenset().union(*(_registers_in(part, registers) for part in expression[1:]))
    return frozenset()


def _require_affine(expression: Any, registers: frozenset[str], where: str) -> None:
    """Refuse an operator applied to registers of which the outcome is not a sum of multiples of them."""
    if not isinstance(expression, tuple):
        return
    operator, *arguments = expression
    places = [place for place, part in enumerate(arguments, start=1) if _registers_in(part, registers)]
    affine = {"add": True, "sub": True, "mul": len(places) < 2, "if": 1 not in places}
    if places and not affine.get(operator, False):
        reason = {"mul": "a product of registers", "if": "a condition on registers"}
        inner = "mod of registers, but outermost," if operator == "mod" else f"{operator} of registers"
        raise MalformedExpression(where, f"{reason.get(operator, inner)} is not affine, so training does not compose")
    for place in places:
        _require_affine(arguments[place - 1], registers, f"{where}[{place}]")


def _moduli(learner: RegisterLearner) -> tuple[int, ...]:
    """Return the constant that each register is reduced by, 0 where it is not; raise if the updates do not compose."""
    registers = frozenset(name for name, _ in learner.registers)
    known = {"n": learner.number_of_actions, **dict(learner.constants)}
    learning = {name: name for name in registers} | dict(learner.learning)
    moduli: dict[str, int] = {}
    for name, expression in learning.items():
        inner, where, modulus = expression, f"learn.{name}", 0
        if isinstance(expression, tuple) and expression[0] == "mod" and _registers_in(expression[1], registers):
            inner, where, modulus = expression[1], f"{where}[1]", _modulus(expression[2], known, f"{where}[2]")
        _require_affine(inner, registers, where)
        moduli[name] = modulus
    for name, expression in learning.items():
        for other in sorted(_registers_in(expression, registers)):
            _require_multiple(name, other, moduli)
    return tuple(moduli[name] for name, _ in learner.registers)


def _modulus(expression: Any, known: Mapping[str, int], where: str) -> int:
    modulus = known.get(expression) if isinstance(expression, str) else expression
    if type(modulus) is not int or modulus == 0:
        raise MalformedExpression(
            where, f"{short_repr(expression)} is not a constant other than 0, so training does not compose"
        )
    return modulus


def _require_multiple(name: str, other: str, moduli: Mapping[str, int]) -> None:
    """Refuse an update that needs more of another register than is kept of it."""
    mine, its = moduli[name], moduli[other]
    if its and (mine == 0 or its % mine):
        wanted = f"a multiple of {mine} or not at all" if mine else "not at all"
        raise MalformedExpression(
            f"learn.{name}", f"{other} is reduced modulo {its}, and must be {wanted}, or training does not compose"
        )


@frozen
class FoldableRegisterLearner(FoldableLearner[AffineMap]):
    """A register learner all of whose updates are affine in the registers, once the transition is known.

    Affine: sums, differences, products of which at most one factor has registers in it, and ``if`` whose condition has
    none; any operator where no register is. How it acts may be anything. An update may be reduced as a whole, by
    ``mod`` with a constant divisor; then composing is done modulo that constant, and is exact. It needs that a
    register reduced by m is computed only from registers not reduced, or reduced by multiples of m, and one that is
    not reduced only from those not reduced. Otherwise `MalformedExpression` names the place, at once.

    Composing raises `MalformedExpression` where an entry of a map has more than 4096 bits, even if the registers
    themselves stay small. Registers of the learner that grow so large are refused by it, and here only when composed.

    Ledger: A22-S4-reverse*
    """

    learner: RegisterLearner
    _moduli: tuple[int, ...] = field(init=False, eq=False, repr=False)
    _identity: AffineMap = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Check that the updates compose."""
        object.__setattr__(self, "_moduli", _moduli(self.learner))
        size = len(self._moduli)
        unit = [[int(row == column) for column in range(size + 1)] for row in range(size)]
        object.__setattr__(self, "_identity", self._reduced(False, unit))

    @property
    def identity(self) -> AffineMap:
        """The map that changes nothing."""
        return self._identity

    def of(self, transition: Transition) -> AffineMap:
        """Return the map, found from what the learner makes of registers that are all 0, or all 0 but one."""
        size = range(len(self._moduli))
        constants = self.learner.learn((0,) * len(size), transition)
        images = [self.learner.learn(tuple(int(row == column) for row in size), transition) for column in size]
        rows = ([*(image[row] - constants[row] for image in images), constants[row]] for row in size)
        return self._reduced(True, rows)

    def compose(self, first: AffineMap, second: AffineMap) -> AffineMap:
        """Return the second map after the first."""
        columns = list(zip(*first.rows, strict=True))
        rows = []
        for row in second.rows:
            composed = [sum(map(mul, row, column)) for column in columns]
            composed[-1] += row[-1]
            rows.append(composed)
        return self._reduced(first.trained or second.trained, rows)

    def act(self, element: AffineMap, observation: Observation) -> Action:
        """Return what the learner does with its initial registers so mapped."""
        return self.learner.act(self.registers(element), observation)

    def registers(self, element: AffineMap) -> Registers:
        """Return the registers of the learner after the training that ``element`` stands for."""
        initial = self.learner.initial
        if not element.trained:
            return initial
        values = (sum(map(mul, row, initial)) + row[-1] for row in element.rows)
        return tuple(value % modulus if modulus else value for modulus, value in zip(self._moduli, values, strict=True))

    def _reduced(self, trained: bool, rows: Iterable[Sequence[int]]) -> AffineMap:
        reduced = []
        for index, (modulus, row) in enumerate(zip(self._moduli, rows, strict=True)):
            if modulus == 0 and any(entry.bit_length() > LARGEST_BITS for entry in row):
                name = self.learner.registers[index][0]
                raise MalformedExpression(f"learn.{name}", f"composing gives an entry of more than {LARGEST_BITS} bits")
            reduced.append(tuple([entry % modulus for entry in row] if modulus else row))
        return AffineMap(trained, tuple(reduced))


# The learners that are foldable, as foldable ones.


@frozen
class _OfStates(FoldableLearner[Element]):
    """A learner whose own states are the elements, so that only how two are composed is to be said."""

    learner: Learner[Element]

    @property
    def identity(self) -> Element:
        """The untrained state."""
        return self.learner.initial

    def of(self, transition: Transition) -> Element:
        """Return the state after this training alone."""
        return self.learner.learn(self.learner.initial, transition)

    def act(self, element: Element, observation: Observation) -> Action:
        """Return what the learner does in this state."""
        return self.learner.act(element, observation)


class FoldableConstantLearner(_OfStates[tuple[()]]):
    """The constant learner: the monoid of one element."""

    def compose(self, first: tuple[()], second: tuple[()]) -> tuple[()]:
        """Return the one element."""
        return ()


@frozen
class FoldableLastRewardSignLearner(FoldableLearner[Action | None]):
    """The learner of the last reward: of two elements the later counts, and ``None`` stands for no training."""

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


class FoldableSimpleLearner(_OfStates[Punished]):
    """The simple learner: sets of what was punished, composed by their union."""

    def compose(self, first: Punished, second: Punished) -> Punished:
        """Return the union."""
        return first | second


class FoldableRandomLearner(_OfStates[int]):
    """The learner that draws: numbers of trainings, composed by adding."""

    def compose(self, first: int, second: int) -> int:
        """Return the sum."""
        return first + second


class FoldableNaiveLearner(_OfStates[NaiveState]):
    """The naive learner: sums and numbers of rewards, added entry by entry.

    Composing costs as much as the second has entries, and copies those of the first: at most one for each observation
    and action.
    """

    def compose(self, first: NaiveState, second: NaiveState) -> NaiveState:
        """Return the entries of both, in the order in which training would have added them."""
        tried = dict(first.rewards)
        for entry, (total, number) in second.rewards:
            before, times = tried.get(entry, (0, 0))
            tried[entry] = before + total, times + number
        return NaiveState(tuple(tried.items()), first.trainings + second.trainings)


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
        """Return the action in the state to which the first one leads."""
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
