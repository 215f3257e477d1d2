"""What an implementation answers: whether it is of the right kind, and whether it is the right one."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from attrs import field, frozen

from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.printable import printable
from formal_rl.conformance.unknowns import is_numpy

Kind = Literal["percept", "observation", "action"]

_EXPECTED = {
    "percept": "a pair (reward, observation)",
    "observation": "an observation",
    "action": "an action, an int >= 0",
}


LONGEST = 300
"""How much of a value is shown in a line."""


def bounded_text(value: Any) -> str:
    """Return a value as text of bounded length."""
    try:
        text = repr(value)
    except Exception:  # a repr of its own that fails
        text = f"something of type {type(value).__name__} that cannot be written out"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


def without_addresses(text: str) -> str:
    """Return a text without the addresses of objects, which are others each time."""
    return printable(re.sub(r"\b0x[0-9a-fA-F]{6,}\b", "0x...", text))


@frozen
class Failure:
    """What was seen at one question: the outcome, in words, and the answers up to and with the one at fault."""

    outcome: FailureKind
    message: str = field(converter=without_addresses)
    expected: tuple[Any, ...] = ()
    got: tuple[Any, ...] = ()


def wrong_kind(kind: Kind, value: Any) -> tuple[FailureKind, str] | None:
    """Return what is wrong with the type of an answer, or ``None``."""
    if kind == "percept":
        if is_numpy(value):
            return FailureKind.NUMPY_VALUE, f"the answer is {value!r}, a {_type(value)}"
        if not (isinstance(value, tuple) and len(value) == 2):
            return FailureKind.WRONG_TYPE, f"the answer is {value!r}, a {_type(value)}: expected {_EXPECTED[kind]}"
        return _wrong_part("reward", value[0]) or _wrong_part("observation", value[1])
    return _wrong_part(kind, value)


def _wrong_part(name: str, value: Any) -> tuple[FailureKind, str] | None:
    if is_numpy(value):
        return FailureKind.NUMPY_VALUE, f"the {name} is {value!r}, a {_type(value)}"
    right = {
        "reward": type(value) in {int, Fraction},
        "observation": type(value) is not bool and type(value).__hash__ is not None,
        "action": type(value) is int and value >= 0,
    }[name]
    if right:
        return None
    expected = {"reward": "an int or a Fraction", "observation": "something hashable, and no bool"}.get(name)
    return FailureKind.WRONG_TYPE, f"the {name} is {value!r}, a {_type(value)}: expected {expected or _EXPECTED[name]}"


def _type(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def first_difference(expected: Sequence[Any], got: Sequence[Any], start: int) -> int | None:
    """Return the first place from ``start`` on where two sequences of answers differ."""
    pairs = zip(expected[start:], got[start:], strict=False)
    return next((start + place for place, (right, answer) in enumerate(pairs) if right != answer), None)
