"""Numbers in files about DREST: exact ones are written as text, irrational ones to a stated number of digits."""

import re
from collections.abc import Collection, Mapping
from decimal import Context, Decimal
from fractions import Fraction
from typing import TypeAlias

from formal_rl.conformance.recorded_runs.json_cursor import Field

Recorded: TypeAlias = int | bool | str | Fraction | Decimal | Mapping[str, object] | None
"""What stands in a field, or what it is compared with."""

MOST_MINI_EPISODES = 2_000
"""The greatest N of a file."""

MOST_LENGTHS = 16
"""The greatest k of a file."""

_EXACT = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
_DECIMAL = re.compile(r"-?[0-9]{1,100}(\.[0-9]{1,100})?(e-?[0-9]{1,3})?")


def require_keys(case: Field, names: Collection[str]) -> None:
    """Raise `UnusableVectors` for a member that the schema does not have: it would not be compared."""
    for name, member in case.members().items():
        if name not in names:
            raise member.fault("no field of this schema")


def exact(field: Field, least: int | None = None, most: int | None = None) -> Fraction:
    """Return the exact number of a text such as "3/4" or "-2"."""
    text = field.text()
    if not _EXACT.fullmatch(text) or re.search("/0+$", text):
        raise field.fault(f"expected an exact number such as 3/4, found {text!r}")
    value = Fraction(text)
    if (least is not None and value < least) or (most is not None and value > most):
        raise field.fault(f"expected an exact number from {least} to {most}, found {text}")
    return value


def inner(field: Field) -> Fraction:
    """Return an exact number between 0 and 1, both excluded."""
    value = exact(field)
    if not 0 < value < 1:
        raise field.fault(f"expected an exact number between 0 and 1, both excluded, found {value}")
    return value


def decimal(field: Field) -> Decimal:
    """Return the number of a text such as "0.25" or "5.8e-5"."""
    text = field.text()
    if not _DECIMAL.fullmatch(text):
        raise field.fault(f"expected a decimal number such as 0.25, found {text!r}")
    return Decimal(text)


def digits(value: Decimal, number: int) -> Decimal:
    """Return a value rounded to so many significant digits."""
    return Context(prec=number).plus(value)


def rounded_to(value: float, number: int) -> Decimal:
    """Return a value rounded to so many places after the point."""
    return Decimal(str(round(value, number)))


def rounded(field: Field) -> Decimal:
    """Return a JSON number as it is written."""
    field.number()
    return Decimal(field.value)


def count(field: Field, least: int, most: int) -> int:
    """Return an integer from ``least`` to ``most``."""
    value = field.integer(least)
    if value > most:
        raise field.fault(f"expected an integer of at most {most}, found {value}")
    return value


def mini_episodes(case: Field) -> int:
    """Return N."""
    return count(case.member("N"), 1, MOST_MINI_EPISODES)


def number_of_lengths(case: Field) -> int:
    """Return k."""
    return count(case.member("k"), 2, MOST_LENGTHS)


def shares(field: Field) -> tuple[Fraction, ...]:
    """Return at least two exact probabilities that sum to 1."""
    values = tuple(exact(element, 0, 1) for element in field.elements())
    if len(values) < 2 or sum(values) != 1:
        raise field.fault(f"expected at least two probabilities that sum to 1, not to {sum(values)}")
    return values


def listed(name: str, values: Collection[Recorded]) -> dict[str, Recorded]:
    """Return the elements of a list by their places."""
    return {f"{name}[{place}]": value for place, value in enumerate(values)}
