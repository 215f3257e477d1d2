"""Running every self-check, and saying what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.checking.outcome import Part
from formal_rl.errors import said
from formal_rl.statements.self_checks import (
    engines,
    environments,
    gridworlds,
    histories,
    safelife,
    transforms,
)
from formal_rl.statements.verification import why_unexpected

Checks: TypeAlias = tuple[Callable[[], Part], ...]

SELF_CHECKS: Mapping[str, Checks] = MappingProxyType(
    {
        "engines": engines.CHECKS,
        "histories": histories.CHECKS,
        "environments": environments.CHECKS,
        "transforms": transforms.CHECKS,
        "gridworlds": gridworlds.CHECKS,
        "safelife": safelife.CHECKS,
    }
)
"""Every self-check, by what it is about."""


def every_self_check(checks: Mapping[str, Checks] = SELF_CHECKS) -> Iterator[tuple[str, Callable[[], Part]]]:
    """Yield each self-check with what it is about."""
    for about, named in checks.items():
        yield from ((about, check) for check in named)


@frozen(kw_only=True)
class SelfChecks:
    """What the self-checks found: how many ran, on how many cases, and which failed and why."""

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


def run_self_checks(
    *,
    clock: Callable[[], float],
    checks: Mapping[str, Checks] = SELF_CHECKS,
) -> SelfChecks:
    """Run every self-check; one that raises has failed, and the others go on."""
    begun = clock()
    cases = 0
    failed = []
    for about, check in every_self_check(checks):
        try:
            part = check()
        except Exception as error:
            failed.append((f"{about}: {getattr(check, '__name__', check)}", f"it raised {said(error)}"))
            continue
        cases += part.cases
        if not part.as_expected:
            failed.append((f"{about}: {part.name}", why_unexpected(part)))
    number = sum(map(len, checks.values()))
    return SelfChecks(number=number, cases=cases, failed=tuple(failed), seconds=clock() - begun)
