"""Section 4: fences of regularly spaced walls."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Wainwright and Eckersley 2019"

STATEMENTS: tuple[Statement, ...] = ()
