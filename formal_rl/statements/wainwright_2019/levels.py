"""Section 4: levels, and the archives that hold them."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Wainwright and Eckersley 2019"

STATEMENTS: tuple[Statement, ...] = ()
