"""Symbols that stand for all values at once: numbers, draws, environments, learners; every use is a choice.

A count of turns or meals grows without end, so that no state with it comes again. `SomeNumber` stands for every whole
number. Adding to it, or multiplying it, gives the same again; to compare it is to choose, so that both answers are
tried; anything else is refused. `SomeDraws` and `SomeEnvironment` choose each draw and each percept anew. What
holds whatever is chosen holds for the true count, for every sequence of draws and in every environment. `FreeLearner`
remembers everything and has decided nothing: its state is the list of its transitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from attrs import field, frozen

from formal_rl.agents import Learner, Transition
from formal_rl.agents.learners import TrainedOn
from formal_rl.environments import IncrementalEnvironment
from formal_rl.errors import NotMergeable
from formal_rl.histories import Action, Observation, Percept

if TYPE_CHECKING:
    from formal_rl.agents import Draws

Option = TypeVar("Option")


class Choose(Protocol):
    """A way to choose: each of the options is tried, the first one first."""

    def __call__(self, options: Sequence[Option], /) -> Option:
        """Return one of the options."""


class NumberRead(BaseException):
    """An unknown number was used for more than adding, multiplying and comparing.

    It is no `Exception`, so that a program which guards itself against errors does not go on. The engines raise
    `NotMergeable` in its place.
    """


class HeldNumber:
    """An unknown number within a merged state: it can be hashed, and is given to no program."""

    __slots__ = ("number",)

    def __init__(self, number: SomeNumber) -> None:
        self.number = number


def _operation(name: str) -> Callable[..., Any]:
    operation, compares = getattr(int, f"__{name}__"), name in {"lt", "le", "gt", "ge", "bool"}

    def operate(number: SomeNumber, *others: Any) -> Any:
        for other in others:
            if type(other) not in {int, bool, SomeNumber}:
                number.refuse()
        if number.value is None:
            return number.choose((False, True)) if compares else number
        result = operation(number.value, *map(true_value, others))
        return result if compares else SomeNumber(number.choose, result)

    return operate


class SomeNumber:
    """Any whole number. One object stands for all that come of it; it equals nothing and refuses to be read.

    Where ``value`` is given, it is a number that only the engine knows: what comes of it is true, and it refuses to be
    read as any other. What is refused raises `NumberRead`, and is kept as ``refused`` should a program catch even that.
    Python does not ask an object about ``type`` and ``is``; so a check with open counts of an environment must
    also run it with true ones.
    """

    __slots__ = ("choose", "held", "refused", "value")

    def __init__(self, choose: Choose, value: int | None = None) -> None:
        self.choose, self.value = choose, value
        self.held = HeldNumber(self)
        self.refused = False

    def refuse(self, *others: object) -> NoReturn:
        """Raise `NumberRead`."""
        self.refused = True
        raise NumberRead(NUMBER_READ)

    __add__, __radd__, __sub__, __rsub__ = map(_operation, ("add", "radd", "sub", "rsub"))
    __mul__, __rmul__, __neg__, __bool__ = map(_operation, ("mul", "rmul", "neg", "bool"))
    __lt__, __le__, __gt__, __ge__ = map(_operation, ("lt", "le", "gt", "ge"))

    __class__ = property(refuse)
    __eq__ = __ne__ = __hash__ = __repr__ = __str__ = __format__ = __getattr__ = refuse
    __int__ = __index__ = __float__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = refuse
    __pos__ = __abs__ = __invert__ = __bytes__ = __fspath__ = __reduce_ex__ = refuse
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = refuse
    __divmod__ = __rdivmod__ = __matmul__ = __rmatmul__ = __and__ = __rand__ = __or__ = __ror__ = refuse
    __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = refuse
    __len__ = __iter__ = __next__ = __contains__ = __getitem__ = __call__ = __enter__ = __exit__ = refuse


NUMBER_READ = "an unknown number is read: it can only be added, multiplied, and compared by order with integers"


def true_value(value: Any) -> Any:
    """Return the value of a number that the engine knows, and anything else as it is."""
    return value if type(value) is not SomeNumber or value.value is None else value.value


def _with_true_values(transition: Transition) -> Transition:
    return Transition(*map(true_value, transition))


@frozen
class TrueDraws:
    """Draws whose index may be a true number."""

    draws: Draws

    def __getitem__(self, index: Any) -> Any:
        from formal_rl.agents import draw  # noqa: PLC0415 - most statements draw nothing

        return draw(self.draws, true_value(index))


def require_known(value: object) -> None:
    """Raise `NotMergeable` if an unknown number is in an observation or a transition: many questions would be one."""
    if type(value) is SomeNumber:
        raise NotMergeable("an unknown number is in a question, so that different questions would be one")
    if isinstance(value, tuple):
        for element in value:
            if type(element) is not int:
                require_known(element)


@frozen
class SomeDraws:
    """Draws with a new choice at every read of each: k-ths, for a given k.

    An environment that makes one of k observations of each draw, and reads each draw once, meets every sequence.
    """

    choose: Choose
    parts: int

    def __getitem__(self, index: object) -> Fraction:
        return self.choose(_parts(self.parts))


@cache
def _parts(number: int) -> Sequence[Fraction]:
    return tuple(Fraction(part, number) for part in range(number))


@frozen
class SomeEnvironment:
    """Any environment of these percepts, ordinary or facing this agent: on one run each play occurs once.

    So each percept is a new choice; the first one is one of ``first``.
    """

    choose: Choose
    percepts: Sequence[Percept]
    first: Sequence[Percept]

    def start(self, learner: Learner[Any]) -> tuple[Percept, None]:
        """Return any first percept."""
        return self.choose(self.first), None

    def advance(self, learner: Learner[Any], state: None, action: Action) -> tuple[Percept, None]:
        """Return any percept."""
        return self.choose(self.percepts), None


@frozen
class Uncounted:
    """An environment whose counts, fields of its state, are any numbers at every step, or true ones without a number.

    Its runs are those of the environment and more: what holds of it for every learner holds of the environment. That
    the environment does nothing with a count but add, multiply, compare and read draws is seen where it runs, but for
    ``type`` and ``is``, which show where it runs with true counts.
    """

    environment: IncrementalEnvironment
    counts: Sequence[str]
    number: SomeNumber | None = field(default=None, repr=False)

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept, and the state with its counts unknown, or known to the engine alone."""
        percept, state = self.environment.start(TrainedOn(learner, _with_true_values))
        if self.number is not None:
            return percept, state._replace(**dict.fromkeys(self.counts, self.number))
        return percept, state._replace(**{name: SomeNumber(_no_choice, getattr(state, name)) for name in self.counts})

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept and state; `NotMergeable` where a count is known again."""
        percept, after = self.environment.advance(TrainedOn(learner, _with_true_values), state, action)
        for name in self.counts:
            if type(getattr(after, name)) is not SomeNumber:
                raise NotMergeable(f"the count {name!r} has become a number")
            if getattr(state, name).refused:
                raise NotMergeable(NUMBER_READ)
        return Percept(*map(true_value, percept)), after


def _no_choice(options: Sequence[Option]) -> Option:
    raise NotMergeable("a number that is known is chosen")


# --- Any learner ---


class SymbolicTransitions:
    """A list of transitions that says nothing of itself: it equals only itself, and is neither a number nor a tuple.

    Whoever makes such lists makes one for each list, so that equal lists are one. All are written alike, so that no
    text tells them apart, and they are not copied.
    """

    __slots__ = ("grown",)

    def __init__(self, grown: tuple[SymbolicTransitions, Transition] | None) -> None:
        """Keep the list without its last transition, and that transition; ``None`` for the empty list."""
        self.grown = grown

    def __repr__(self) -> str:
        return "a list of transitions"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a list of transitions cannot be copied")


class FreeLearner:
    """The symbolic learner: each (list of transitions, observation) is a question of its own.

    Whatever holds of the symbolic learner with every answer tried holds of every learner. Equal lists are one object.
    """

    def __init__(self, choose: Callable[[tuple[SymbolicTransitions, Observation]], Action]) -> None:
        self._choose = choose
        self._initial = SymbolicTransitions(None)
        self._children: dict[tuple[SymbolicTransitions, Transition], SymbolicTransitions] = {}

    @property
    def initial(self) -> SymbolicTransitions:
        """The empty list."""
        return self._initial

    def act(self, state: SymbolicTransitions, observation: Observation) -> Action:
        """Return the answer to this question."""
        require_known(observation)
        return self._choose((state, observation))

    def learn(self, state: SymbolicTransitions, transition: Transition) -> SymbolicTransitions:
        """Return the list with the transition at its end."""
        require_known(transition)
        key = (state, transition)
        if key not in self._children:
            self._children[key] = SymbolicTransitions(key)
        return self._children[key]

    def written_out(self, value: Any) -> Any:
        """Return a value with the lists in it, within tuples too, as tuples of transitions."""
        if isinstance(value, SymbolicTransitions):
            backwards = []
            while value.grown is not None:
                value, transition = value.grown
                backwards.append(Transition(*map(self.written_out, transition)))
            return tuple(reversed(backwards))
        if not isinstance(value, tuple):
            return value
        elements = tuple(map(self.written_out, value))
        return type(value)(*elements) if hasattr(value, "_fields") else elements
