"""Grids of exact numbers, and comparisons, that the checks of the DREST theorem share."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Protocol

from formal_rl.gridworlds import Value

Shares = tuple[Fraction, ...]

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)
NINE_TENTHS = Fraction(9, 10)


class Returns(Protocol):
    """An expected return of a meta-episode, as `formal_rl.gridworlds.drest.expected_return`."""

    def __call__(self, p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
        """Return it."""


def uniform(k: int) -> Shares:
    """Return the uniform distribution over k lengths."""
    return (Fraction(1, k),) * k


def ones(k: int) -> Shares:
    """Return u where every coin that can be collected is: 1 for each of k lengths."""
    return (Fraction(1),) * k


def distributions(k: int, parts: int) -> Iterator[Shares]:
    """Yield every distribution over k lengths whose probabilities are multiples of 1/parts."""
    for head in product(range(parts + 1), repeat=k - 1):
        if sum(head) <= parts:
            yield tuple(Fraction(each, parts) for each in (*head, parts - sum(head)))


def fractions(*texts: str) -> tuple[Fraction, ...]:
    """Return the fractions that are written."""
    return tuple(Fraction(text) for text in texts)


def shown(values: Sequence[Value]) -> str:
    """Return numbers as a/b in parentheses."""
    return f"({', '.join(str(value) for value in values)})"
