"""Histograms: how many values are in each of some equal parts of a range."""

from collections.abc import Iterable
from fractions import Fraction

from formal_rl.errors import InvalidParameter


def histogram(
    values: Iterable[Fraction | float], lowest: Fraction | int, highest: Fraction | int, parts: int
) -> tuple[int, ...]:
    """Return how many values are in each of ``parts`` equal parts of the range from the lowest to the highest.

    A value on the border of two parts is in the upper one, and the highest is in the last. Values below the range are
    in its first part, those above it in its last.

    Raises `InvalidParameter` for a range that is empty, no parts, or a value that is no number.

    Source: Wainwright and Eckersley 2019, Figures 5 and 6, where values are clipped likewise.
    Ledger: W19-figures*
    """
    if not lowest < highest:
        raise InvalidParameter("highest", highest, f"more than the lowest, {lowest}")
    if type(parts) is not int or parts < 1:
        raise InvalidParameter("parts", parts, "an int >= 1")
    counts = [0] * parts
    for value in values:
        try:
            exact = Fraction(value)
        except (ValueError, OverflowError, TypeError):
            raise InvalidParameter("value", value, "a number that is finite") from None
        part = (exact - lowest) * parts // (highest - lowest)
        counts[min(max(part, 0), parts - 1)] += 1
    return tuple(counts)
