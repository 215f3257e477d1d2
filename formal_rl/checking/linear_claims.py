"""Claims for all whole numbers: a program on unknowns that are only added and compared, decided path by path.

The program gets linear forms in place of numbers. Where it compares two of them, both answers are followed, as far as
they go with the answers before. Which do is decided exactly, by elimination of the unknowns one by one (Fourier and
Motzkin), over the rational numbers; since no form has a constant, a rational solution times its denominators is a
whole one. So a claim that holds on every path holds for all whole numbers, and one that fails has a whole example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.checking.outcome import Case, Disagreement, Part, decide_cases
from formal_rl.errors import NotReproducible


class Condition(NamedTuple):
    """That a linear form is at least 0, or, where ``strict``, above 0."""

    coefficients: tuple[int, ...]
    strict: bool


LinearClaim: TypeAlias = Callable[..., tuple[str, Disagreement | None]]
"""A program on whole numbers that names a branch and returns a disagreement or ``None``."""


def solution(conditions: Iterable[Condition], number: int) -> tuple[int, ...] | None:
    """Return whole numbers that meet all conditions on so many unknowns, or ``None`` where there are none."""
    stages = [_reduced(conditions)]
    for unknown in range(number):
        stages.append(_without(unknown, stages[-1]))
    if any(condition.strict for condition in stages[-1]):
        return None
    values = [Fraction(0)] * number
    for unknown in reversed(range(number)):
        values[unknown] = _between(unknown, stages[unknown], values)
    denominator = lcm(*(value.denominator for value in values))
    return tuple(int(value * denominator) for value in values)


def _reduced(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Divide each by its greatest common divisor, keep one of each, and leave out what says 0 >= 0."""
    kept: dict[tuple[int, ...], bool] = {}
    for coefficients, strict in conditions:
        divisor = gcd(*coefficients) or 1
        if strict or any(coefficients):
            key = tuple(c // divisor for c in coefficients)
            kept[key] = kept.get(key, False) or strict
    return tuple(Condition(key, strict) for key, strict in kept.items())


def _without(unknown: int, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Return what the conditions say of the other unknowns."""
    found = [condition for condition in conditions if not condition.coefficients[unknown]]
    below = [condition for condition in conditions if condition.coefficients[unknown] > 0]
    above = [condition for condition in conditions if condition.coefficients[unknown] < 0]
    for low in below:
        for high in above:
            a, b = low.coefficients[unknown], -high.coefficients[unknown]
            joint = tuple(b * x + a * y for x, y in zip(low.coefficients, high.coefficients, strict=True))
            found.append(Condition(joint, low.strict or high.strict))
    return _reduced(found)


def _between(unknown: int, conditions: Sequence[Condition], values: Sequence[Fraction]) -> Fraction:
    """Return a value of an unknown, given those after it, that meets conditions without those before it."""
    lows, highs = list[Fraction](), list[Fraction]()
    for coefficients, _ in conditions:
        if factor := coefficients[unknown]:
            rest = sum((c * value for c, value in zip(coefficients, values, strict=True)), Fraction(0))
            (lows if factor > 0 else highs).append((factor * values[unknown] - rest) / factor)
    if lows and highs:
        return (max(lows) + min(highs)) / 2
    return max(lows) + 1 if lows else min(highs) - 1 if highs else Fraction(0)


class _Path:
    """One way to answer the comparisons of a program: the first as told, the others as far as they are open."""

    def __init__(self, told: tuple[bool, ...], number: int) -> None:
        self.told, self.number = told, number
        self.answers: tuple[bool, ...] = ()
        self.known: tuple[Condition, ...] = ()
        self.untaken: list[tuple[bool, ...]] = []

    def ask(self, form: tuple[int, ...], strict: bool) -> bool:
        """Return whether the form is at least, or above, 0 on this path."""
        yes, no = Condition(form, strict), Condition(tuple(-c for c in form), not strict)
        if yes in self.known or no in self.known:
            return yes in self.known
        if len(self.answers) < len(self.told):
            answer = self.told[len(self.answers)]
        elif solution((*self.known, yes), self.number) is None:
            answer = False
        else:
            answer = True
            if solution((*self.known, no), self.number) is not None:
                self.untaken.append((*self.answers, False))
        self.known = (*self.known, yes if answer else no)
        self.answers = (*self.answers, answer)
        return answer


@frozen(eq=False)
class Linear:
    """A whole number that is not known but as a linear form; to compare two of them is to choose a path.

    It can be added to and taken from another, and from 0 and to it; anything else is a `TypeError`.
    """

    coefficients: tuple[int, ...]
    path: _Path = field(repr=False)

    def _plus(self, other: Any, factor: int) -> Linear:
        if type(other) is int and other == 0:
            return self
        if not isinstance(other, Linear):
            raise TypeError(f"{other!r} is neither 0 nor an unknown number")
        pairs = zip(self.coefficients, other.coefficients, strict=True)
        return Linear(tuple(a + factor * b for a, b in pairs), self.path)

    def __add__(self, other: Any) -> Linear:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Linear:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Linear:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Linear:
        return Linear(tuple(-c for c in self.coefficients), self.path)

    def __abs__(self) -> Linear:
        return self if self >= 0 else -self

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self >= other and self <= other

    def __ge__(self, other: Any) -> bool:
        return self.path.ask((self - other).coefficients, strict=False)

    def __gt__(self, other: Any) -> bool:
        return self.path.ask((self - other).coefficients, strict=True)

    def __le__(self, other: Any) -> bool:
        return self.path.ask((other - self).coefficients, strict=False)

    def __lt__(self, other: Any) -> bool:
        return self.path.ask((other - self).coefficients, strict=True)


def decide_linear(
    name: str,
    claim: LinearClaim,
    number: int,
    *,
    where: Callable[..., bool],
    branches: Iterable[str] = (),
    domain: str,
) -> Part:
    """Decide a claim for all whole numbers, so many of them, that meet a condition; the cases are the paths.

    ``where`` and ``claim`` get the numbers in order, and compare them in any way. The
    disagreement is that of the claim on whole numbers; `NotReproducible` is raised if there it finds none.
    """

    def cases() -> Iterator[Case]:
        pending: list[tuple[bool, ...]] = [()]
        while pending:
            path = _Path(pending.pop(), number)
            forms = [Linear(tuple(int(i == j) for j in range(number)), path) for i in range(number)]
            met = where(*forms)
            branch, disagreement = claim(*forms) if met else ("", None)
            pending += path.untaken
            if disagreement is not None:
                example = solution(path.known, number)
                assert example is not None
                branch, disagreement = claim(*example)
                if disagreement is None:
                    raise NotReproducible(f"{name}: {example} is no example")
            if met:
                yield branch, disagreement

    return decide_cases(name, cases(), branches=branches, domain=domain)
