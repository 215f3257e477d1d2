"""Sections 2 and 5: actions, games, rewards and penalties."""

from __future__ import annotations

from formal_rl.statements.statement import Statement

_PAPER = "Wainwright and Eckersley 2019"

STATEMENTS: tuple[Statement, ...] = ()
