"""Values of a file together with the place where they stand, so that every refusal names it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from attrs import frozen

from formal_rl.conformance.recorded_runs.strict_json import WHOLE_FILE, join
from formal_rl.errors import UnusableVectors


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
