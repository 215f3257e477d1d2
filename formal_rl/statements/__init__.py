"""The ledger: every statement in scope, with its check, its wrong twins, its verdict and the evidence."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .ledger import LEDGER as LEDGER, find as find
    from .statement import Statement as Statement, Twin as Twin
    from .verification import Report as Report, holds as holds, rejects as rejects, verify as verify

on_demand(__name__)
