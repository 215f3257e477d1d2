"""Section 2: Conway's rule, the cells, what their rule commutes with."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Wainwright and Eckersley 2019"

STATEMENTS: tuple[Statement, ...] = ()
