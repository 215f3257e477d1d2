"""Executable reference semantics of extended environments, reality checks and shutdownable agents.

The papers' chapters are the folders: `histories`, `agents`, `environments`, `transforms`, `gridworlds` and `safelife`.
The ledger of statements is in `statements`; the command line is ``formal-rl``.
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.11.0"

DEFINITIONS_REVISION = 1
"""Raised whenever a definition changes; printed in every report."""

_ROOMS = (
    *("agents", "battery", "checking", "conformance", "environments", "gridworlds", "histories", "safelife"),
    *("statements", "study", "transforms", "view"),
)


def __dir__() -> list[str]:
    return ["DEFINITIONS_REVISION", "__version__", *_ROOMS]


def __getattr__(name: str) -> ModuleType:
    """Import a room on first use."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
