"""The ledger of Alexander, Castaneda, Compher and Martinez 2022, Extending environments to measure self-reflection.

Each mutant is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .conjecture_9 import sums_by_definition as sums_by_definition
    from .gains import listed_incremental as listed_incremental
    from .own_pasts import FORMS as FORMS
    from .reality_check import GenuineSteps as GenuineSteps, published_as_agent as published_as_agent

on_demand(__name__)
