"""Points with rational coordinates, and their numbers."""

from fractions import Fraction
from typing import TypeAlias

from formal_rl.histories.coding import decode_pair, decode_rational, encode_pair, encode_rational

LEDGER = ("A21-E19-unsupervised",)

Point: TypeAlias = tuple[Fraction, ...]
"""A point of ℚ^n, n >= 1."""


def point_at(dimension: int, number: int) -> Point:
    """Return the point of ℚ^dimension with this number; one coordinate more is one pair more."""
    coordinates = []
    for _ in range(dimension - 1):
        number, last = decode_pair(number)
        coordinates.append(last)
    return tuple(Fraction(decode_rational(code)) for code in (number, *reversed(coordinates)))


def number_of_point(point: Point) -> int:
    """Return the number of a point, the inverse of `point_at`; it has about 2^n times as many digits in ℚ^n."""
    number, *others = map(encode_rational, point)
    for other in others:
        number = encode_pair(number, other)
    return number
