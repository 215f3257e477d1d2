"""The settings of a check, the surroundings of a user's code while it runs, and reading files of TOML."""

import io
from collections.abc import Callable, Mapping
from numbers import Real
from pathlib import Path
from typing import Any, Literal, get_args

from attrs import define

from formal_rl.conformance.adapters.values import SINGLE_ROUNDING
from formal_rl.errors import FormalRLError, InvalidParameter, require_int, require_timeout
from formal_rl.files import read_text
from formal_rl.numbers import plain_integer

EXEC = "exec:"
"""The prefix of an implementation's name that is a command."""


def is_command(spec: str | None) -> bool:
    """Whether an implementation is a command that answers over JSON lines."""
    return spec is not None and spec.startswith(EXEC)


Semantics = Literal["paper", "published"]

Profile = Literal["quick", "ci", "exhaustive", "full"]
"""``ci`` draws more cases than ``quick``, ``exhaustive`` goes through more as well; ``full`` is the same."""

Depth = Literal["quick", "full"]
"""The two depths that suites know."""


def profile_named(name: str) -> Profile:
    """Return the profile by its name in reports; raise `InvalidParameter` for one that there is not."""
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


def tolerance_of(tolerance: float | None = None, precision: Precision = "double") -> tuple[float, float]:
    """Return a tolerance beyond a claim's own, absolute and relative: single precision allows 128 roundings in a row.

    Raises `InvalidParameter` for a tolerance below 0, or not below 1, and for a precision that there is not.
    """
    if precision not in {"double", "single"}:
        raise InvalidParameter("precision", precision, "one of double, single")
    if tolerance is not None and not 0 <= tolerance < 1:
        raise InvalidParameter("tolerance", tolerance, "a number from 0 to below 1, relative to what is expected")
    single = precision == "single"
    return (ONE_ROUNDING, max(tolerance or 0.0, SINGLE_ROUNDING)) if single else (0.0, tolerance or 0.0)


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


# --- While a user's code runs ---


@define(eq=False)
class Watch:
    """Knows the number of questions, and the last: in words, and to whom, in which case and world."""

    STILL = "still asking"
    """The beginning of a message about a long question."""

    count: int = 0
    context: Any = None
    seen: Callable[[], None] = lambda: None
    """Is called at each question, and at each answer of the world in which it is put."""
    _describe: Callable[[], str] = str

    def at(self, describe: Callable[[], str], context: Any = None) -> None:
        """Take note that something new is being asked; it is described only when wanted."""
        self._describe, self.context = describe, context
        self.count += 1
        if context is not None:
            context[-1].seen = self.seen
        self.seen()

    def __str__(self) -> str:
        return self._describe()


class CapturedOutput(io.TextIOBase):
    """Stands in for the standard output; keeps the beginning of the output and the question of then."""

    LONGEST = 2_000

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch
        self.text = self.during = ""

    def write(self, text: str, /) -> int:
        """Keep it."""
        if text and not self.text:
            self.during = str(self._watch)
        self.text = (self.text + text)[: self.LONGEST]
        return len(text)


# --- Files of TOML ---


class UnusableToml(FormalRLError):
    """A file of TOML is not as it should be; the message names file and place, such as an entry, and says why."""

    def __init__(self, file: Path, place: str, reason: str) -> None:
        self.file, self.place, self.reason = file, place, reason
        super().__init__(f"{file}, {place}: {reason}")


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a file says; raise `UnusableToml` where it cannot be read, or is not TOML."""
    import tomllib  # noqa: PLC0415 - slow to import, and most runs read none

    try:
        return tomllib.loads(read_text(file))
    except OSError as error:
        raise UnusableToml(file, "the whole file", f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UnusableToml(file, "the whole file", f"is not TOML: {error}") from None
