"""The ledger of Alexander, Castaneda, Compher and Martinez 2022, Extending environments to measure self-reflection.

Each twin is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from __future__ import annotations

from formal_rl.statements.alexander_2022 import (
    class_reality_check,
    examples,
    library,
    library_roles,
    measurements,
    newcomb,
    opposites,
    practice,
    preliminaries,
    reality_check,
    reverse_fold,
    semideterminism,
    tables,
    trivialise,
)
from formal_rl.statements.statement import Statement

STATEMENTS: tuple[Statement, ...] = tuple(
    statement
    for section in (
        preliminaries,
        examples,
        library_roles,
        practice,
        reverse_fold,
        newcomb,
        semideterminism,
        reality_check,
        class_reality_check,
        trivialise,
        measurements,
        opposites,
        tables,
        library,
    )
    for statement in section.STATEMENTS
)
"""In the order of the paper."""
