"""The ledger of Alexander, Castaneda, Compher and Martinez 2021, Extending environments to incentivize self-reflection.

Each twin is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from __future__ import annotations

from formal_rl.statements.alexander_2021 import examples, handicaps, incentives, inspectors, preliminaries
from formal_rl.statements.statement import Statement

STATEMENTS: tuple[Statement, ...] = (
    *preliminaries.STATEMENTS,
    *examples.STATEMENTS,
    *incentives.STATEMENTS,
    *inspectors.STATEMENTS,
    *handicaps.STATEMENTS,
)
"""In the order of the paper."""
