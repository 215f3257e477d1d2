"""Numbers from outside: in texts, which may be long, and of other libraries."""

import re
from fractions import Fraction
from operator import index
from typing import Any


def read_fraction(text: str) -> Fraction:
    """Return the number that a text stands for, such as 3, 1/2, 0.5 or 1e-3; raise `ValueError` for any other text.

    `Fraction` alone divides by 0, and computes a power of ten however large its exponent is; here that has three digits
    at most.
    """
    if len(text) > 1000 or re.search(r"[eE][+-]?[0-9_]{4}", text):
        raise ValueError("a number of too many digits")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError("nothing is divided by 0") from None


def plain_integer(value: Any) -> Any:
    """Return the int that an integer of numpy or torch is; return anything else, and a bool, as it is."""
    if type(value) is int or type(value).__name__ == "bool":  # that of an earlier numpy has an index, too
        return value
    try:
        return index(value)
    except TypeError:
        return value
