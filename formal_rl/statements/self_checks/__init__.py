"""Quick exact checks of the engines and of the guards: which of them every verification begins with, and their run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.checking.outcome import Part
from formal_rl.errors import said
from formal_rl.statements.verification import why_unexpected

Checks: TypeAlias = tuple[Callable[[], Part], ...]

ABOUT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "engines": ("checking.outcome",),
        "semideterminism": ("checking.semideterminism",),
        "histories": ("histories.validity",),
        "codings": ("histories.coding", "histories.flat", "histories.parsing"),
        "environments": ("environments.inquiry",),
        "examples": (
            "environments.foldable_registers",
            "environments.maze",
            "environments.naive_learner",
            "environments.newcomb_like",
            "environments.ordinary",
            "environments.upsilon",
        ),
        "transforms": ("transforms.reality_check",),
        "other_transforms": (
            "transforms.action_inference",
            "transforms.backtracking",
            "transforms.handicap",
            "transforms.opposite",
            "transforms.self_insert",
        ),
        "gridworlds": ("gridworlds.choice", "gridworlds.world"),
        "training": ("gridworlds.training_curves",),
        "safelife": ("safelife.board",),
    }
)
"""The modules of self-checks, and what each is about: they are run where one of these is imported."""


def self_checks(*, every: bool = False) -> dict[str, Checks]:
    """Return the self-checks about what was imported before, or every one."""
    imported = {module.removeprefix("formal_rl.") for module in sys.modules}
    chosen = [name for name, about in ABOUT.items() if every or not imported.isdisjoint(about)]
    return {name: import_module(f"{__name__}.{name}").CHECKS for name in chosen}


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
            failed.append((f"{about}: {getattr(check, '__name__', check)}", f"it raised {said(error)}"))
            continue
        cases += part.cases
        if not part.as_expected:
            failed.append((f"{about}: {part.name}", why_unexpected(part)))
    number = sum(map(len, chosen.values()))
    return SelfChecks(number=number, cases=cases, failed=tuple(failed), seconds=clock() - begun)
