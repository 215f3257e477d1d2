"""Section 6: opposites, the measured agents, and an environment against the reality check."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Alexander et al. 2022"

STATEMENTS: tuple[Statement, ...] = ()
"""In the order of the paper."""
