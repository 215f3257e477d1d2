"""Section 4: handicaps."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Alexander et al. 2021"

STATEMENTS: tuple[Statement, ...] = ()
"""In the order of the paper."""
