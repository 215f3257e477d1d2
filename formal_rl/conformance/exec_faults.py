"""Commands in the place of implementations: how they are written, and what it comes to where one gives no answer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from formal_rl.conformance.exec_process import ProcessFault
from formal_rl.conformance.outcomes import Outcome

EXEC = "exec:"
"""What the name of an implementation begins with that is a command."""

_OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "ended": Outcome.ENDS_THE_PROCESS,
        "hangs": Outcome.HANGS,
        "broken": Outcome.BREAKS_PROTOCOL,
        "refuses": Outcome.RAISES,
    }
)


def is_command(spec: str | None) -> bool:
    """Whether an implementation is a command that answers over JSON lines.

    Ledger: infrastructure
    """
    return spec is not None and spec.startswith(EXEC)


def outcome_of(fault: ProcessFault) -> tuple[Outcome, str]:
    """Return what a fault of a process comes to, and what is said of it.

    Ledger: infrastructure
    """
    return _OUTCOMES[fault.kind], str(fault)
