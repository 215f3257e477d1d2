"""Choices by draws: with probability proportional to e to the minus energy over temperature, or each as likely."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import isfinite
from typing import Any, TypeAlias, TypeVar

from formal_rl.agents import Draw, Draws, draw
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.draws import RUN, DrawsInRuns, read_run

Number: TypeAlias = int | float | Fraction
"""A number. A float stands for the rational that it is."""

UNIT = 1 << 60
"""The weight of the least energy; other weights are this times a power of e, rounded down.

Ledger: W19-alg1
"""

_DIGITS = Context(prec=30)
_FORGOTTEN = 100
"""Above this e to the minus exponent is far below one in `UNIT`, so that the weight is 0."""


def weights(energies: Sequence[Number], temperature: Number) -> tuple[int, ...]:
    """Return the weights of choices with these energies: ⌊UNIT e^(-(energy - least) / temperature)⌋.

    Taking off the least energy changes no probability, and neither overflows nor vanishes. Each weight is less than
    one too small, or by rounding of the thirtieth digit one too large, and the greatest is `UNIT`; so with n choices
    each probability is as written up to less than n / UNIT.

    Source: Wainwright and Eckersley 2019, Algorithm 1, the last lines but two.
    Ledger: W19-alg1*
    """
    exact = [Fraction(energy) for energy in energies]
    least, heat = min(exact), Fraction(temperature)
    return tuple(weight((energy - least) / heat) for energy in exact)


def weight(exponent: Fraction) -> int:
    """Return ⌊UNIT e^(-exponent)⌋ of an exponent of at least 0, from e to thirty digits.

    Ledger: W19-alg1
    """
    return weight_of_ratio(exponent.numerator, exponent.denominator)


@lru_cache(maxsize=1 << 16)
def weight_of_ratio(numerator: int, denominator: int) -> int:
    """Return the `weight` of a numerator over a denominator, which need not be in lowest terms."""
    if numerator > _FORGOTTEN * denominator:
        return 0
    exponent = _DIGITS.divide(Decimal(numerator), Decimal(denominator))
    return int(_DIGITS.multiply(_DIGITS.exp(-exponent), Decimal(UNIT)))


def chosen(weighed: Sequence[int], drawn: Draw) -> int:
    """Return the first index up to which the weights are more than this share of them all.

    Ledger: W19-alg1
    """
    up_to = list(accumulate(weighed))
    return bisect_right(up_to, share_of(up_to[-1], drawn))


def share_of(number: int, drawn: Draw) -> int:
    """Return ⌊number · drawn⌋, exactly: an index below the number, each as likely where draws are uniform."""
    numerator, denominator = drawn.as_integer_ratio()
    return number * numerator // denominator


def require_number(name: str, value: Any, expected: str = "a finite number") -> Number:
    """Return the value if it is a finite int, float or Fraction, else raise `InvalidParameter` with the name."""
    if type(value) not in {int, float, Fraction} or not isfinite(value):
        raise InvalidParameter(name, value, expected)
    number: Number = value
    return number


Choice = TypeVar("Choice")


def in_order(draws: Draws, first: int) -> Iterator[Draw]:
    """Yield the draws from number ``first`` on, read in runs where that can be; raise as `draw` does."""
    if isinstance(draws, DrawsInRuns):
        while (run := read_run(draws, first, RUN)) is not None:
            yield from run.tolist()
            first += RUN
    while True:
        yield draw(draws, first)
        first += 1


class DrawnChoices:
    """Draws read in order, from number ``read`` on, each for one choice.

    It counts its draws, so it is for one computation only, not a value.
    """

    def __init__(self, draws: Draws, read: int = 0) -> None:
        self.draws = draws
        self.skip_to(read)

    def skip_to(self, number: int) -> None:
        """Go on with the draw of this number: those before it have been read elsewhere."""
        self.read = number
        self._stream = in_order(self.draws, number)

    def next(self) -> Draw:
        """Return the next draw; raise as `draw` does."""
        value = next(self._stream)
        self.read += 1
        return value

    def happens(self, probability: Draw) -> bool:
        """Whether something of this probability happens: the next draw is below it."""
        return self.next() < probability

    def number(self, least: int, most: int) -> int:
        """Return one of the whole numbers from ``least`` to ``most``, each with equal probability.

        Raises `InvalidParameter` if there is none.
        """
        if most < least:
            raise InvalidParameter("most", most, f"at least {least}")
        return least + share_of(most - least + 1, self.next())

    def one_of(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices, each with equal probability.

        Raises `InvalidParameter` if there is none.
        """
        if not choices:
            raise InvalidParameter("choices", choices, "at least one")
        return choices[self.number(0, len(choices) - 1)]

    def shuffled(self, values: Sequence[Choice]) -> list[Choice]:
        """Return the values in an order that is drawn, each with equal probability."""
        remaining = list(values)
        for last in range(len(remaining) - 1, 0, -1):
            other = self.number(0, last)
            remaining[last], remaining[other] = remaining[other], remaining[last]
        return remaining
