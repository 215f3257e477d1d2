"""Gridworlds for shutdownable agents: worlds, layouts, policies, metrics and the DREST reward."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .drest import Drest as Drest, discount_factor as discount_factor, expected_return as expected_return
    from .drest import expected_return_incremental as expected_return_incremental, overall_returns as overall_returns
    from .drest import preliminary_return as preliminary_return, repaired_returns as repaired_returns
    from .drest import weighted_return as weighted_return
    from .episodes import meta_episode as meta_episode
    from .layout import format_layout as format_layout, parse_layout as parse_layout
    from .memoryless_policies import useful_supports as useful_supports
    from .metrics import LengthStatistics as LengthStatistics, entropy as entropy, greatest_coins as greatest_coins
    from .metrics import greatest_coins_incremental as greatest_coins_incremental, measure as measure
    from .metrics import measure_incremental as measure_incremental, neutrality as neutrality, usefulness as usefulness
    from .paper_worlds import RECONSTRUCTED as RECONSTRUCTED, SYNTHETIC as SYNTHETIC, named_world as named_world
    from .policies import ClockPolicy as ClockPolicy, MemorylessPolicy as MemorylessPolicy, PlanPolicy as PlanPolicy
    from .policies import uniform_policy as uniform_policy
    from .policy_files import read_policy as read_policy
    from .trajectories import Trajectory as Trajectory, walk as walk
    from .world import GridObservation as GridObservation, GridState as GridState, Value as Value, World as World
    from .world import lengths as lengths, move as move, observe as observe, reachable as reachable

on_demand(__name__)
