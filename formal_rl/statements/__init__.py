"""The ledger: every statement in scope, with its check, its wrong twins, its verdict and the evidence."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from formal_rl.statements.ledger import LEDGER, find
    from formal_rl.statements.statement import Statement, Twin
    from formal_rl.statements.verification import Report, holds, rejects, verify
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        ledger=("LEDGER", "find"),
        statement=("Statement", "Twin"),
        verification=("Report", "holds", "rejects", "verify"),
    )

__all__ = ["LEDGER", "Report", "Statement", "Twin", "find", "holds", "rejects", "verify"]
