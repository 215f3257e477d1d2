"""Agents from agents: the reality check in its forms, the inference of actions, backtracking."""

from formal_rl.transforms.action_inference import infer_actions
from formal_rl.transforms.backtracking import backtracked_action, simulated_action
from formal_rl.transforms.handicap import with_handicap, with_handicap_repaired
from formal_rl.transforms.opposite import OppositePublished, opposite, opposite_outside
from formal_rl.transforms.reality_check import (
    RealityCheckFold,
    RealityCheckState,
    reality_check,
    reality_check_fold,
    reality_check_memoised,
)
from formal_rl.transforms.reality_check_alternate import reality_check_alternate
from formal_rl.transforms.reality_check_class import reality_check_class
from formal_rl.transforms.reality_check_published import PublishedRealityCheck, PublishedRealityCheckState

__all__ = [
    "OppositePublished",
    "PublishedRealityCheck",
    "PublishedRealityCheckState",
    "RealityCheckFold",
    "RealityCheckState",
    "backtracked_action",
    "infer_actions",
    "opposite",
    "opposite_outside",
    "reality_check",
    "reality_check_alternate",
    "reality_check_class",
    "reality_check_fold",
    "reality_check_memoised",
    "simulated_action",
    "with_handicap",
    "with_handicap_repaired",
]
