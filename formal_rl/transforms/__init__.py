"""Agents from agents: the reality check in its forms, the inference of actions, backtracking."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .action_inference import infer_actions as infer_actions
    from .backtracking import backtracked_action as backtracked_action, simulated_action as simulated_action
    from .handicap import with_handicap as with_handicap, with_handicap_repaired as with_handicap_repaired
    from .opposite import (
        OppositePublished as OppositePublished,
        opposite as opposite,
        opposite_outside as opposite_outside,
    )
    from .reality_check import (
        RealityCheckFold as RealityCheckFold,
        RealityCheckState as RealityCheckState,
        reality_check as reality_check,
        reality_check_fold as reality_check_fold,
        reality_check_memoised as reality_check_memoised,
    )
    from .reality_check_alternate import reality_check_alternate as reality_check_alternate
    from .reality_check_class import reality_check_class as reality_check_class
    from .reality_check_published import (
        PublishedRealityCheck as PublishedRealityCheck,
        PublishedRealityCheckState as PublishedRealityCheckState,
    )

on_demand(__name__)
