"""Theorem 5.1 and Appendix D: what is optimal."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Thornley et al. 2024"

STATEMENTS: tuple[Statement, ...] = ()
"""In the order of the paper."""
