"""How far numbers may be from those that are expected, beyond what a claim allows."""

from typing import Any, Literal

from attrs import frozen

from formal_rl.conformance.engine.case_answers import SINGLE_ROUNDING
from formal_rl.errors import InvalidParameter

Precision = Literal["double", "single"]

ONE_ROUNDING = 2.0**-23
"""How far a number of single precision next to 1 is from the next: what the terms of a sum that is 0 may leave."""


@frozen
class Tolerance:
    """What is allowed beyond a claim's own tolerance: ``relative`` to the number that is expected, and ``absolute``."""

    relative: float = 0.0
    absolute: float = 0.0

    def added_to(self, tolerance: float) -> Any:
        """Return a claim's tolerance with this, as `agree` takes it."""
        return (tolerance + self.absolute, self.relative) if self.relative or self.absolute else tolerance


def tolerance_of(tolerance: float | None = None, precision: Precision = "double") -> Tolerance:
    """Return what a relative tolerance and a precision come to: single precision allows 128 roundings in a row.

    Raises `InvalidParameter` for a tolerance below 0, or not below 1, and for a precision that there is not.
    """
    if precision not in {"double", "single"}:
        raise InvalidParameter("precision", precision, "one of double, single")
    if tolerance is not None and not 0 <= tolerance < 1:
        raise InvalidParameter("tolerance", tolerance, "a number from 0 to below 1, relative to what is expected")
    single = precision == "single"
    return Tolerance(max(tolerance or 0.0, SINGLE_ROUNDING if single else 0.0), ONE_ROUNDING if single else 0.0)
