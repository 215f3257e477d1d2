"""Executable reference semantics of extended environments, reality checks and shutdownable agents.

The papers' chapters are the folders: `histories`, `agents`, `environments`, `transforms`, `gridworlds` and `safelife`.
The ledger of statements is in `statements`; the command line is ``formal-rl``.
"""

__version__ = "0.11.0"

DEFINITIONS_REVISION = 1
"""Raised whenever a definition changes; printed in every report."""
