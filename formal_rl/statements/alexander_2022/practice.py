"""Section 4: extended environments in practice, and semi-determinism."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Alexander et al. 2022"

STATEMENTS: tuple[Statement, ...] = ()
"""In the order of the paper."""
