"""Gridworlds for shutdownable agents: worlds, layouts, policies, metrics, the DREST reward, preferences."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .drest import (
        Drest as Drest,
        discount_factor as discount_factor,
        overall_returns as overall_returns,
        preliminary_return as preliminary_return,
        repaired_returns as repaired_returns,
    )
    from .layout import format_layout as format_layout, parse_layout as parse_layout
    from .layouts import RECONSTRUCTED as RECONSTRUCTED, SYNTHETIC as SYNTHETIC, named_world as named_world
    from .meta_episode import meta_episode as meta_episode, spelled as spelled
    from .metrics import (
        Measured as Measured,
        greatest_coins as greatest_coins,
        greatest_coins_incremental as greatest_coins_incremental,
        measure as measure,
        measure_incremental as measure_incremental,
        neutrality as neutrality,
        usefulness as usefulness,
    )
    from .mini_episode import mini_episode as mini_episode
    from .policies import (
        ClocklessPolicy as ClocklessPolicy,
        ClockPolicy as ClockPolicy,
        PlanPolicy as PlanPolicy,
        uniform_policy as uniform_policy,
    )
    from .returns import expected_return as expected_return, expected_return_incremental as expected_return_incremental
    from .state_graph import state_graph as state_graph
    from .trajectories import Trajectory as Trajectory, all_trajectories as all_trajectories, walk as walk
    from .world import (
        GridObservation as GridObservation,
        GridState as GridState,
        World as World,
        lengths as lengths,
        move as move,
        observe as observe,
        reachable as reachable,
    )

on_demand(__name__)
