"""The ledger of Thornley et al. 2024, Towards shutdownable agents via stochastic choice.

Each twin is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from __future__ import annotations

from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024 import gridworlds, preferences, theorem, training, worlds

STATEMENTS: tuple[Statement, ...] = tuple(
    statement for section in (preferences, worlds, theorem, training, gridworlds) for statement in section.STATEMENTS
)
"""In the order of the paper."""
