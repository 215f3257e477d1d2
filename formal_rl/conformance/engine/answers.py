"""What an implementation answers: whether it is of the right kind, and whether it is the right one."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal

from attrs import field, frozen

from formal_rl.conformance.engine.case_answers import agree, plain_number, rounding
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.printable import printable
from formal_rl.conformance.engine.unknowns import is_numpy
from formal_rl.histories import Percept

Kind = Literal["percept", "reward", "observation", "action"]

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
        "reward": type(value) in {int, Fraction} or (type(value) is float and value == value),  # noqa: PLR0124
        "observation": type(value) is not bool and type(value).__hash__ is not None,
        "action": type(value) is int and value >= 0,
    }[name]
    if right:
        return None
    expected = {"reward": "a number", "observation": "something hashable, and no bool"}.get(name)
    return FailureKind.WRONG_TYPE, f"the {name} is {value!r}, a {_type(value)}: expected {expected or _EXPECTED[name]}"


def _type(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def first_difference(expected: Sequence[Any], got: Sequence[Any], start: int, tolerance: Any = 0.0) -> int | None:
    """Return the first place from ``start`` on where two sequences of answers differ by more than the tolerance."""
    pairs = zip(expected[start:], got[start:], strict=False)
    differ = (
        start + place
        for place, (right, answer) in enumerate(pairs)
        if right != answer and not (tolerance and agree(right, answer, tolerance))
    )
    return next(differ, None)


def plain_answer(kind: Kind, value: Any) -> Any:
    """Return an answer with its numbers by value, a pair as a percept; a reward that is whole is an int."""
    if kind == "percept":
        if not (isinstance(value, tuple) and len(value) == 2):
            return value
        return Percept(plain_answer("reward", value[0]), plain_answer("observation", value[1]))
    plain = plain_number(value)
    return int(plain) if kind == "reward" and type(plain) is float and plain.is_integer() else plain


def scalar_types(value: Any) -> Iterator[str]:
    """Yield the types of numbers in an answer that are not plain ones."""
    if isinstance(value, tuple | list):
        for each in value:
            yield from scalar_types(each)
    elif isinstance(value, dict):
        yield from scalar_types(tuple(value.values()))
    elif plain_number(value) is not value:
        yield _type(value)


def rounded(expected: Any, got: Any) -> str:
    """Return what is added to a message where two numbers differ by no more than rounding would have them."""
    if isinstance(expected, Percept) and isinstance(got, Percept):
        return rounded(expected.reward, got.reward) if expected.observation == got.observation else ""
    told = rounding(expected, got)
    return f": it {told}{SINGLE_TAKEN if told.endswith('single precision would') else ''}" if told else ""


SINGLE_TAKEN = "; --precision single takes that"
"""What is said of the option that takes such answers for equal."""
