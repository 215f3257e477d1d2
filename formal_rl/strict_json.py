"""JSON files read without the liberties that a JSON reader usually takes: every refusal names the place.

Exact numbers are written as text in them, irrational ones to a stated number of digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from decimal import Context, Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.errors import UnusableVectors
from formal_rl.files import read_text

LARGEST_NESTING = 100
"""How deeply lists and objects may nest: an expression of the largest depth fits."""

WHOLE_FILE = "the whole file"
"""The field that is named where no smaller one is at fault."""


@frozen
class _Fault:
    """Stands in the parsed value where the text is at fault, so that the place can be found and named."""

    key: str | None
    reason: str


def join(path: str, key: str) -> str:
    """Return the path of member ``key`` of the object at ``path``."""
    return f"{path}.{key}" if path else key


def _integer(digits: str) -> int | _Fault:
    try:
        return int(digits)
    except ValueError:
        return _Fault(None, f"an integer of {len(digits)} digits is too long to be read")


def _decimal(digits: str) -> Decimal | _Fault:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return _Fault(None, "a number out of every range")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Fault:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            return _Fault(key, "this key occurs twice")
        if not key.isprintable():
            return _Fault(None, f"the key {key!a} has characters that cannot be printed")
        members[key] = value
    return members


def _refuse_faults(file: str, root: Any) -> None:
    waiting: list[tuple[str, int, Any]] = [("", 0, root)]
    # Strings of this schema may have several lines, such as pictures of gridworlds.
    lines = isinstance(root, dict) and root.get("schema") == "conformance-vectors/1"
    while waiting:
        path, depth, value = waiting.pop()
        if isinstance(value, _Fault):
            field = path if value.key is None else join(path, value.key)
            raise UnusableVectors(file, field or WHOLE_FILE, value.reason)
        if isinstance(value, str) and not (value.replace("\n", "") if lines else value).isprintable():
            raise UnusableVectors(file, path or WHOLE_FILE, "a string with characters that cannot be printed")
        if isinstance(value, dict | list) and depth >= LARGEST_NESTING:
            raise UnusableVectors(file, path, f"nested more than {LARGEST_NESTING} deep")
        if isinstance(value, dict):
            waiting.extend((join(path, key), depth + 1, value[key]) for key in reversed(value))
        elif isinstance(value, list):
            places = range(len(value) - 1, -1, -1)
            waiting.extend((f"{path}[{place}]", depth + 1, value[place]) for place in places)


def read_json(path: Path) -> Any:
    """Return the value in a UTF-8 file, fractions as ``Decimal``.

    Raises `UnusableVectors` for a file that cannot be read, is not JSON, repeats a key, holds NaN or an infinity,
    integers of thousands of digits, strings that cannot be printed, or nests more than 100 deep.
    """
    file = path.name
    try:
        text = read_text(path)
        value = json.loads(
            text,
            parse_constant=lambda name: _Fault(None, f"{name} is not a JSON number"),
            parse_int=_integer,
            parse_float=_decimal,
            object_pairs_hook=_object,
        )
    except OSError as error:
        raise UnusableVectors(file, WHOLE_FILE, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnusableVectors(file, f"byte {error.start}", "not UTF-8 text") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise UnusableVectors(file, place, f"not JSON: {error.msg}") from error
    except RecursionError as error:
        raise UnusableVectors(file, WHOLE_FILE, f"nested more than {LARGEST_NESTING} deep") from error
    _refuse_faults(file, value)
    return value


# --- Values with their places ---


def _kind(value: object) -> str:
    kinds = {bool: "a boolean", str: "a string", list: "a list", dict: "an object", type(None): "null"}
    return kinds.get(type(value), f"{value}")


@frozen
class Field:
    """A JSON value at the place ``path`` of ``file``; each method gives it as what is required there.

    All methods raise `UnusableVectors` if it is not that.
    """

    file: str
    path: str
    value: Any

    def fault(self, reason: str) -> UnusableVectors:
        """Return the refusal of this field."""
        return UnusableVectors(self.file, self.path or WHOLE_FILE, reason)

    def integer(self, least: int | None = None) -> int:
        """Return the value as an integer, which a boolean or 1.0 is not."""
        if type(self.value) is not int:
            raise self.fault(f"expected an integer, found {_kind(self.value)}")
        if least is not None and self.value < least:
            raise self.fault(f"expected an integer of at least {least}, found {self.value}")
        return self.value

    def number(self) -> float:
        """Return the value as the floating point number nearest to it."""
        if type(self.value) is not int and not isinstance(self.value, Decimal):
            raise self.fault(f"expected a number, found {_kind(self.value)}")
        try:
            return float(self.value)
        except OverflowError:
            raise self.fault("a number of this magnitude is not a floating point number") from None

    def text(self) -> str:
        """Return the value as a string."""
        if not isinstance(self.value, str):
            raise self.fault(f"expected a string, found {_kind(self.value)}")
        return self.value

    def one_of(self, known: Collection[str]) -> str:
        """Return the value as a string, which must be one of some."""
        if self.text() not in known:
            raise self.fault(f"found {self.value!r}, expected one of {', '.join(known)}")
        return self.text()

    def truth(self) -> bool:
        """Return the value as a boolean."""
        if not isinstance(self.value, bool):
            raise self.fault(f"expected true or false, found {_kind(self.value)}")
        return self.value

    def elements(self, length: int | None = None) -> list[Field]:
        """Return the elements of a list, which must have ``length`` of them if that is given."""
        if not isinstance(self.value, list):
            raise self.fault(f"expected a list, found {_kind(self.value)}")
        if length is not None and len(self.value) != length:
            raise self.fault(f"expected {length} elements, found {len(self.value)}")
        return [Field(self.file, f"{self.path}[{place}]", part) for place, part in enumerate(self.value)]

    def integers(self, length: int, least: int | None = None) -> tuple[int, ...]:
        """Return the elements of a list of ``length`` integers."""
        return tuple(element.integer(least) for element in self.elements(length))

    def members(self) -> dict[str, Field]:
        """Return the members of an object by their keys."""
        if not isinstance(self.value, dict):
            raise self.fault(f"expected an object, found {_kind(self.value)}")
        return {key: Field(self.file, join(self.path, key), part) for key, part in self.value.items()}

    def member(self, key: str) -> Field:
        """Return the member ``key`` of an object."""
        members = self.members()
        if key not in members:
            raise UnusableVectors(self.file, join(self.path, key), "missing")
        return members[key]


# --- Numbers ---

Recorded: TypeAlias = int | bool | str | Fraction | Decimal | Mapping[str, object] | None
"""The content of a field, or its expected content."""

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
    """Return a value rounded to ``number`` significant digits."""
    return Context(prec=number).plus(value)


def rounded_to(value: float, number: int) -> Decimal:
    """Return a value rounded to ``number`` places after the point."""
    return Decimal(str(round(value, number)))


def rounded(field: Field) -> Decimal:
    """Return a JSON number as it is written."""
    field.number()
    return Decimal(field.value)


def count(field: Field, least: int, most: int = 10_000) -> int:
    """Return an integer from ``least`` to ``most``: by default, steps that are made again in a second or so."""
    value = field.integer(least)
    if value > most:
        raise field.fault(f"expected an integer of at most {most}, found {value}")
    return value


def listed(name: str, values: Collection[Recorded]) -> dict[str, Recorded]:
    """Return the elements of a list by their places."""
    return {f"{name}[{place}]": value for place, value in enumerate(values)}
