"""What stands for all values at once: any environment, any draws, any number; whatever is made of it is a choice.

A count of turns or meals grows without end, so that no state with it comes again. `SomeNumber` stands for every whole
number. Adding to it, or multiplying it, gives the same again; to compare it is to choose, so that both answers are
tried; anything else is a `TypeError`. `SomeDraws` and `SomeEnvironment` choose each draw and each percept anew. What
holds whatever is chosen holds for the true count, for every sequence of draws and in every environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from attrs import field, frozen

from formal_rl.agents import Learner
from formal_rl.environments import IncrementalEnvironment
from formal_rl.errors import NotMergeable
from formal_rl.histories import Action, Percept

Option = TypeVar("Option")


class Choose(Protocol):
    """A way to choose: each of the options is tried, the first one first."""

    def __call__(self, options: Sequence[Option], /) -> Option:
        """Return one of the options."""


class SomeNumber:
    """Any whole number. One object stands for all that come of it; it equals nothing and refuses to be asked."""

    __slots__ = ("_choose",)

    def __init__(self, choose: Choose) -> None:
        """Answer comparisons by choosing."""
        self._choose = choose

    def _among(self, other: object) -> SomeNumber:
        return self if type(other) in {int, bool, SomeNumber} else NotImplemented

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _among

    def __neg__(self) -> SomeNumber:
        """Return any number."""
        return self

    def _either(self, other: object) -> bool:
        return self._choose((False, True)) if type(other) in {int, SomeNumber} else NotImplemented

    __lt__ = __le__ = __gt__ = __ge__ = _either

    def __eq__(self, other: object) -> bool:
        """Refuse: whether it equals anything is not known."""
        raise TypeError(f"an unknown number is compared with {other!r} for equality")

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        """Return either, as for a comparison."""
        return self._choose((False, True))

    def __repr__(self) -> str:
        """Return it in words."""
        return "some number"


def require_known(value: object) -> None:
    """Raise `NotMergeable` if an unknown number is in an observation or a transition: many questions would be one."""
    if type(value) is int:
        return
    if isinstance(value, tuple):
        for element in value:
            require_known(element)
    elif isinstance(value, SomeNumber):
        raise NotMergeable("an unknown number is in a question, so that different questions would be one")


@frozen
class SomeDraws:
    """Draws of which each is chosen anew when it is read, as often as it is read: k-ths, for a given k.

    An environment that makes one of k observations of each draw, and reads each draw once, meets every sequence.
    """

    choose: Choose
    parts: int
    _options: Sequence[Fraction] = field(init=False)

    @_options.default
    def _(self) -> Sequence[Fraction]:
        return tuple(Fraction(part, self.parts) for part in range(self.parts))

    def __getitem__(self, index: object) -> Fraction:
        """Return 0, 1/k, ... or (k-1)/k."""
        return self.choose(self._options)


@frozen
class SomeEnvironment:
    """Any environment of these percepts, ordinary or facing this agent: on one run each play occurs once.

    So each percept is chosen anew; the first one is one of ``first``.
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
    """An environment whose counts, fields of its state, are any numbers at every step.

    Its runs are those of the environment and more: what holds of it for every learner holds of the environment. That
    the environment does nothing with a count but add, multiply, compare and read draws is seen where it runs.
    """

    environment: IncrementalEnvironment
    counts: Sequence[str]
    number: SomeNumber

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept, and the state with its counts unknown."""
        percept, state = self.environment.start(learner)
        return percept, state._replace(**dict.fromkeys(self.counts, self.number))

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept and state; `NotMergeable` where a count is known again."""
        percept, after = self.environment.advance(learner, state, action)
        for name in self.counts:
            if getattr(after, name) is not self.number:
                raise NotMergeable(f"the count {name!r} has become a number")
        return percept, after
