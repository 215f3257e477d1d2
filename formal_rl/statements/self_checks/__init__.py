"""Quick exact checks of the engines of proof, which every verification begins with.

Most are tables of calls, each with the value it must give or the error it must raise.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl.checking.outcome import Disagreement, Refutation
from formal_rl.checking import Part
from formal_rl.errors import describe_exception
from formal_rl.statements.verification import why_unexpected

Checks: TypeAlias = tuple[Callable[[], Part], ...]

ABOUT: Mapping[str, tuple[str, ...]] = {
    "engines": ("checking.outcome",),
    "closing": ("checking.every_horizon",),
    "semideterminism": ("checking.semideterminism",),
}
"""The modules of self-checks, and what each is about: they are run where one of these is imported."""


def self_checks(*, every: bool = False) -> dict[str, Checks]:
    """Return the self-checks about what was imported before, or every one."""
    imported = {module.removeprefix("formal_rl.") for module in sys.modules}
    chosen = [name for name, about in ABOUT.items() if every or not imported.isdisjoint(about)]
    return {name: import_module(f"{__name__}.{name}").CHECKS for name in chosen}


@frozen(kw_only=True)
class SelfChecks:
    """The result of the self-checks: the numbers that ran and of their cases, and the failures with reasons."""

    number: int
    cases: int
    failed: tuple[tuple[str, str], ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether there were any and none failed."""
        return self.number > 0 and not self.failed

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "number": self.number,
            "cases": self.cases,
            "failed": [{"name": name, "reason": reason} for name, reason in self.failed],
            "seconds": round(self.seconds, 3),
        }


def run_self_checks(*, clock: Callable[[], float], checks: Mapping[str, Checks] | None = None) -> SelfChecks:
    """Run the self-checks about what was imported, or these; one that raises has failed, and the others go on."""
    begun = clock()
    cases = 0
    failed = []
    chosen = self_checks() if checks is None else checks
    for about, check in ((about, check) for about, listed in chosen.items() for check in listed):
        try:
            part = check()
        except Exception as error:
            failed.append((f"{about}: {getattr(check, '__name__', check)}", f"it raised {describe_exception(error)}"))
            continue
        cases += part.cases
        if not part.as_expected:
            failed.append((f"{about}: {part.name}", why_unexpected(part)))
    number = sum(map(len, chosen.values()))
    return SelfChecks(number=number, cases=cases, failed=tuple(failed), seconds=clock() - begun)


@frozen
class Row:
    """A call: a function, its arguments, and what must come of it.

    An ``expected`` that is an exception type must be raised, that type and none derived from it. Anything else must be
    returned, of that type.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    expected: Any = None
    keywords: dict[str, Any] = field(factory=dict)

    def outcome(self) -> Any:
        """Return what the call gives: what it returns, or what it raises."""
        try:
            return self.function(*self.arguments, **self.keywords)
        except Exception as error:
            return type(error)

    def disagreement(self) -> Disagreement | None:
        """Return how the outcome differs from what is expected, if it does."""
        got = self.outcome()
        alike = type(got) is type(self.expected) and bool(got == self.expected)
        return None if alike else Disagreement(self._called(), self.expected, got)

    def _called(self) -> str:
        name = getattr(self.function, "__qualname__", repr(self.function))
        given = [*map(repr, self.arguments), *(f"{key}={value!r}" for key, value in self.keywords.items())]
        return f"{name}({', '.join(given)})"


def decide_rows(name: str, rows: Iterable[Row]) -> Part:
    """Make every call; the first that gives something else is the refutation."""
    calls = 0
    for row in rows:
        calls += 1
        wrong = row.disagreement()
        if wrong is not None:
            return Part(name, "by hand", calls, {}, Refutation(wrong))
    return Part(name, "by hand", calls, {})
