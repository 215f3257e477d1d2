"""How far a check of an implementation goes, and how far numbers may be from those that are expected."""

from collections.abc import Mapping
from numbers import Real
from typing import Any, Literal, get_args

from attrs import frozen

from formal_rl.conformance.adapters.values import SINGLE_ROUNDING
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.numbers import plain_integer

Semantics = Literal["paper", "published"]

Profile = Literal["quick", "ci", "exhaustive", "full"]
"""The profiles: ``ci`` draws more cases than ``quick``, ``exhaustive`` goes through more as well; ``full`` is the same.
"""

Depth = Literal["quick", "full"]
"""The two depths that suites know."""


def profile_named(name: str) -> Profile:
    """Return the profile of a name, by the name it has in reports.

    Raises `InvalidParameter` for one that there is not.
    """
    if name not in get_args(Profile):
        raise InvalidParameter("profile", name, f"one of {', '.join(get_args(Profile))}")
    return "exhaustive" if name == "full" else name  # type: ignore[return-value]


def enumerated(profile: str) -> Depth:
    """Return how far cases are gone through one by one."""
    return "full" if profile in {"exhaustive", "full"} else "quick"


def drawn(profile: str) -> Depth:
    """Return how many cases are drawn."""
    return "quick" if profile == "quick" else "full"


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


def require_timeout(timeout: float) -> float:
    """Return the number of seconds; raise `InvalidParameter` unless it is greater than 0."""
    if not timeout > 0:
        raise InvalidParameter("timeout", timeout, "a number of seconds greater than 0")
    return timeout


def require_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same settings, as reports have them; raise `InvalidParameter` for one that there is not."""
    semantics = settings.get("semantics", "paper")
    if semantics not in get_args(Semantics):
        raise InvalidParameter("semantics", semantics, f"one of {', '.join(get_args(Semantics))}")
    given = {name: value for name, value in settings.items() if value is not None}
    for name in given.keys() & {"timeout", "tolerance"}:
        if not isinstance(given[name], Real):
            raise InvalidParameter(name, given[name], "a number")
    require_timeout(given.get("timeout", 1.0))
    tolerance_of(given.get("tolerance"), given.get("precision", "double"))
    if given.get("first") and given.get("keep_going"):
        raise InvalidParameter("first", True, "False where every claim is looked at")
    seeds = {name: require_int(name, plain_integer(given[name]), 0) for name in given.keys() & {"seed", "disguise"}}
    return {**settings, **seeds, "profile": profile_named(settings.get("profile", "quick"))}
