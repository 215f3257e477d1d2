"""The ledger of Wainwright and Eckersley 2019, SafeLife 1.0: Exploring side effects in complex environments.

Each twin is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from __future__ import annotations

from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019 import (
    agents,
    densities,
    distances,
    dynamics,
    fences,
    generation,
    levels,
    side_effects,
    tasks,
)

STATEMENTS: tuple[Statement, ...] = tuple(
    statement
    for section in (dynamics, agents, densities, distances, side_effects, fences, levels, generation, tasks)
    for statement in section.STATEMENTS
)
"""In the order of the paper."""
