"""Draws: an explicit sequence of numbers in [0, 1), the source of all randomness.

Every reader raises `DrawsExhausted` at their end.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from hashlib import blake2b
from math import floor
from typing import Protocol, TypeAlias

from attrs import field, frozen

from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.histories import Observation
from formal_rl.numbers import plain_integer

Draw: TypeAlias = int | float | Fraction
"""A number in [0, 1). A float stands for the rational that it is."""


class Draws(Protocol):
    """A sequence of draws, finite or not, read by index from 0; a tuple is one."""

    def __getitem__(self, index: int, /) -> Draw:
        """Return the draw of this index."""


def draw(draws: Draws, index: int) -> Draw:
    """Return u_index, having checked that it is a number in [0, 1).

    Raises `DrawsExhausted` past the last draw, and `InvalidParameter` for anything that is not such a number.
    """
    if type(draws) is RepeatedDraws:
        return draws.values[index % len(draws.values)]
    try:
        value = draws[index]
    except IndexError:
        raise DrawsExhausted(index, len(draws) if isinstance(draws, Sequence) else index) from None
    _require_draw(index, value)
    return value


def _require_draw(index: int, value: object) -> None:
    if (type(value) is not int and type(value) is not float and type(value) is not Fraction) or not 0 <= value < 1:
        raise InvalidParameter(f"draw {index}", value, "a number in [0, 1)")


def _as_tuple(values: Iterable[Draw]) -> tuple[Draw, ...]:
    return tuple(values)


@frozen
class RepeatedDraws:
    """Finitely many draws, read again from the first after the last.

    Raises `InvalidParameter` where there are none, or where one is not a number in [0, 1).
    """

    values: tuple[Draw, ...] = field(converter=_as_tuple, repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse an empty sequence, and anything that is not a draw, so that `draw` need not check again."""
        if not self.values:
            raise InvalidParameter("values", self.values, "at least one draw")
        for index, value in enumerate(self.values):
            _require_draw(index, value)

    def __getitem__(self, index: int) -> Draw:
        """Return the draw of this index, modulo their number."""
        return self.values[index % len(self.values)]


@frozen
class HashedDraws:
    """Infinitely many draws without any pattern: u_k is a hash of ``seed`` and k, a multiple of 2^-53."""

    seed: int = field(converter=plain_integer)

    def __getitem__(self, index: int) -> Draw:
        digest = blake2b(repr((self.seed, index)).encode(), digest_size=8).digest()
        return Fraction(int.from_bytes(digest, "big") >> 11, 2**53)


def drawn_observation(draws: Draws, index: int, number_of_observations: int) -> Observation:
    """Return floor(n u_index), one of the observations 0 to n - 1."""
    return floor(number_of_observations * draw(draws, index))
