"""Plain data: numbers by value, whether two answers agree, exactly but for floats, and JSON. Scripts take of it."""

from fractions import Fraction
from math import isnan
from typing import Any


def plain_number(value: Any) -> Any:
    """Return the number that a scalar is: of numpy, JAX or torch, an array without axes, or of a type of its own.

    Anything else is returned as it is.
    """
    if type(value) in (int, float, Fraction, bool, str, tuple):
        return value
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        item = value.item()
        return float(item) if hasattr(item, "shape") and hasattr(item, "as_integer_ratio") else item  # a longdouble
    if isinstance(value, list | dict) or hasattr(value, "__len__"):
        return value
    if hasattr(value, "__index__"):
        return value.__index__()
    if hasattr(value, "as_integer_ratio"):
        return Fraction(*value.as_integer_ratio()) if value == value and abs(value) != float("inf") else float(value)  # noqa: PLR0124
    return float(value) if hasattr(value, "__float__") else value


def plain_numbers(value: Any) -> Any:
    """Return plain data with every scalar in it as the number that it is; what has none is returned as it is."""
    value = plain_number(value)
    if isinstance(value, dict):
        parts = {name: plain_numbers(each) for name, each in value.items()}
        return parts if any(parts[name] is not each for name, each in value.items()) else value
    if isinstance(value, tuple | list):
        taken = [plain_numbers(each) for each in value]
        changed = any(one is not other for one, other in zip(taken, value, strict=True))
        return type(value)(taken) if changed and type(value) in (tuple, list) else tuple(taken) if changed else value
    return value


def unusual(value: Any) -> Any:
    """Return the fault of a value in every context, or None: it is of numpy, or not a number."""
    if type(value).__module__.partition(".")[0] == "numpy":
        return "a numpy value"
    if type(value) is float and isnan(value):
        return "not a number"
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return next((found for found in map(unusual, parts) if found is not None), None)


def agree(expected: Any, got: Any, tolerance: Any = 0.0) -> bool:
    """Return whether two answers agree: the same form, floats within the tolerance, everything else equal.

    A tolerance is absolute, or a pair: absolute, and relative to the number that is expected.
    A list counts as a tuple. Numbers are taken by value, of whatever type; a bool stands for nothing else.
    """
    return next(differences(expected, got, tolerance), None) is None


def differences(expected: Any, got: Any, tolerance: Any = 0.0, place: str = "") -> Any:
    """Yield each place, such as [0][3], at which two answers part, with both values."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        for name, each in expected.items():
            yield from differences(each, got[name], tolerance, f"{place}[{name!r}]")
    elif isinstance(expected, (tuple, list)) and isinstance(got, (tuple, list)) and len(expected) == len(got):
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            if one is not other:
                yield from differences(one, other, tolerance, f"{place}[{index}]")
    elif not is_same(expected, plain_number(got), tolerance):
        yield place, expected, got


def is_same(expected: Any, got: Any, tolerance: Any) -> bool:
    """Return whether two values without parts are alike."""
    numbers = (int, float, Fraction)
    if type(expected) not in numbers or type(got) not in numbers:
        return type(expected) is type(got) and bool(expected == got)
    if expected == got or not tolerance or float not in (type(expected), type(got)):
        return bool(expected == got)
    absolute, relative = tolerance if isinstance(tolerance, tuple) else (tolerance, 0)
    try:
        return bool(abs(expected - got) <= absolute + (relative and relative * abs(expected)))
    except OverflowError:  # one is greater than any float
        return False


DOUBLE_ROUNDING, SINGLE_ROUNDING = 2.0**-46, 2.0**-17
"""The most that 128 roundings in a row amount to, in double and in single precision: each is 2^-53 or 2^-24."""


def type_name(value: Any) -> str:
    """Return the type of a value in full, unless it is built in."""
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def to_wire(value: Any) -> Any:
    """Return plain data as JSON values.

    A Fraction is {"fraction": [1, 2]}, a float that JSON has no number for {"float": "inf"}, a tuple an array.
    """
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    if isinstance(value, float) and str(value) in {"nan", "inf", "-inf"}:
        return {"float": str(value)}
    if isinstance(value, dict):
        return {str(name): to_wire(each) for name, each in value.items()}
    return [to_wire(each) for each in value] if isinstance(value, list | tuple) else value


def from_wire(value: Any) -> Any:
    """Return the plain data that JSON values stand for; arrays are tuples.

    Raises `ValueError` for what is not a fraction, or no float.
    """
    if isinstance(value, dict) and value.keys() == {"fraction"}:
        parts = value["fraction"]
        if not (isinstance(parts, list) and [*map(type, parts)] == [int, int] and parts[1] > 0):
            raise ValueError(f"{value!r} is not a fraction: expected two integers, the second greater than 0")
        return Fraction(*parts)
    if isinstance(value, dict) and value.keys() == {"float"}:
        if value["float"] not in ("nan", "inf", "-inf"):
            raise ValueError(f"{value!r} is not one of the floats nan, inf and -inf")
        return float(value["float"])
    if isinstance(value, dict):
        return {name: from_wire(each) for name, each in value.items()}
    return tuple(from_wire(each) for each in value) if isinstance(value, list) else value
