"""How far a check of an implementation goes."""

from typing import Literal, get_args

from formal_rl.errors import InvalidParameter

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
