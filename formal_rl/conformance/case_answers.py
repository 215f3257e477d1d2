"""Whether two answers agree: plain data of the same form, exact but for floats. Its source goes into scripts."""

from fractions import Fraction
from math import isnan
from typing import Any


def unusual(value: Any) -> Any:
    """Return what is wrong with a value whatever was asked, or None: it is of numpy, or not a number."""
    if type(value).__module__.partition(".")[0] == "numpy":
        return "a numpy value"
    if type(value) is float and isnan(value):
        return "not a number"
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return next((found for found in map(unusual, parts) if found is not None), None)


def agree(expected: Any, got: Any, tolerance: float = 0.0) -> Any:
    """Return whether two answers agree: the same form, floats within the tolerance, everything else equal.

    A list counts as a tuple. An int may stand for the float or Fraction of its value; a bool for nothing else.
    """
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(agree(each, got[name], tolerance) for name, each in expected.items())
        )
    if isinstance(expected, tuple | list):
        return (
            isinstance(got, tuple | list)
            and len(got) == len(expected)
            and all(agree(one, other, tolerance) for one, other in zip(expected, got, strict=True))
        )
    numbers = (int, float, Fraction)
    if type(expected) in numbers and type(got) in numbers:
        if float in {type(expected), type(got)} and tolerance:
            try:
                return bool(abs(expected - got) <= tolerance)
            except OverflowError:  # one is greater than any float
                return False
        return bool(expected == got)
    return type(expected) is type(got) and bool(expected == got)


def first_disagreement(expected: Any, got: Any, tolerance: float = 0.0, place: str = "") -> Any:
    """Return the place, such as [0][3], and both values, where two answers first part."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        for name, each in expected.items():
            if not agree(each, got[name], tolerance):
                return first_disagreement(each, got[name], tolerance, f"{place}[{name!r}]")
    if isinstance(expected, tuple | list) and isinstance(got, tuple | list) and len(expected) == len(got):
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            if not agree(one, other, tolerance):
                return first_disagreement(one, other, tolerance, f"{place}[{index}]")
    return place, expected, got
