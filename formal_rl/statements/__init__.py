"""The ledger: every statement in scope, with its check, its wrong twins, its verdict and the evidence."""

from formal_rl.statements.ledger import LEDGER, find
from formal_rl.statements.statement import Statement, Twin
from formal_rl.statements.verify import Report, holds, rejects, verify

__all__ = ["LEDGER", "Report", "Statement", "Twin", "find", "holds", "rejects", "verify"]
