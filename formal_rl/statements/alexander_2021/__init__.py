"""The ledger of Alexander, Castaneda, Compher and Martinez 2021, Extending environments to incentivize self-reflection.

Each twin is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from __future__ import annotations

from formal_rl.statements.alexander_2021 import (
    battery,
    codings,
    conversations,
    examples,
    handicaps,
    incentives,
    inspectors,
    introduction,
    learning_trials,
    mirrors,
    preliminaries,
    society,
)
from formal_rl.statements.statement import Statement

STATEMENTS: tuple[Statement, ...] = (
    *preliminaries.STATEMENTS,
    *examples.STATEMENTS,
    *incentives.STATEMENTS,
    *inspectors.STATEMENTS,
    *handicaps.STATEMENTS,
    *codings.STATEMENTS,
    *mirrors.STATEMENTS,
    *society.STATEMENTS,
    *learning_trials.STATEMENTS,
    *conversations.STATEMENTS,
    *battery.STATEMENTS,
    *introduction.STATEMENTS,
)
"""In the order of the paper, but for Example 18, which stands with the codings that it shares with Example 14, and for
the thought experiments of the introduction, which come last."""
