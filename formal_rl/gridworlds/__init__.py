"""Gridworlds for shutdownable agents: worlds, layouts, policies, metrics, the DREST reward, preferences."""

from formal_rl.gridworlds.drest import Drest, discount_factor, overall_returns, preliminary_return, repaired_returns
from formal_rl.gridworlds.layout import format_layout, parse_layout
from formal_rl.gridworlds.layouts import RECONSTRUCTED, SYNTHETIC, named_world
from formal_rl.gridworlds.meta_episode import meta_episode, spelled
from formal_rl.gridworlds.metrics import (
    Measured,
    greatest_coins,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    neutrality,
    usefulness,
)
from formal_rl.gridworlds.mini_episode import mini_episode
from formal_rl.gridworlds.policies import ClocklessPolicy, ClockPolicy, PlanPolicy, uniform_policy
from formal_rl.gridworlds.returns import expected_return, expected_return_incremental
from formal_rl.gridworlds.state_graph import state_graph
from formal_rl.gridworlds.trajectories import Trajectory, all_trajectories, walk
from formal_rl.gridworlds.world import GridObservation, GridState, World, lengths, move, observe, reachable

__all__ = [
    "RECONSTRUCTED",
    "SYNTHETIC",
    "ClockPolicy",
    "ClocklessPolicy",
    "Drest",
    "GridObservation",
    "GridState",
    "Measured",
    "PlanPolicy",
    "Trajectory",
    "World",
    "all_trajectories",
    "discount_factor",
    "expected_return",
    "expected_return_incremental",
    "format_layout",
    "greatest_coins",
    "greatest_coins_incremental",
    "lengths",
    "measure",
    "measure_incremental",
    "meta_episode",
    "mini_episode",
    "move",
    "named_world",
    "neutrality",
    "observe",
    "overall_returns",
    "parse_layout",
    "preliminary_return",
    "reachable",
    "repaired_returns",
    "spelled",
    "state_graph",
    "uniform_policy",
    "usefulness",
    "walk",
]
