"""Commands in the place of implementations: how they are written, and what it comes to where one gives no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formal_rl.conformance.apart.exec_process import ProcessFault
from formal_rl.conformance.engine.failure_kinds import FailureKind

if TYPE_CHECKING:
    from formal_rl.conformance.engine.answers import Failure

EXEC = "exec:"
"""What the name of an implementation begins with that is a command."""


def is_command(spec: str | None) -> bool:
    """Whether an implementation is a command that answers over JSON lines."""
    return spec is not None and spec.startswith(EXEC)


def outcome_of(fault: ProcessFault) -> tuple[FailureKind, str]:
    """Return what a fault of a process comes to, and what is said of it."""
    return FailureKind(fault.words), str(fault)


def as_fault(finding: Failure, fault: ProcessFault | None) -> Failure:
    """Turn the finding of another answer into the fault that it is, where one time there was no answer."""
    if fault is None or finding.outcome not in {FailureKind.NOT_DETERMINISTIC, FailureKind.SHARES_STATE}:
        return finding
    told = type(finding)(*outcome_of(fault))
    answers = (*finding.expected, *finding.got)
    return told if not answers or told.message in answers or told.message in finding.message else finding
