"""Gridworlds for shutdownable agents: worlds, layouts, policies, metrics and the DREST reward."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .drest import Drest as Drest, discount_factor as discount_factor, expected_return as expected_return
    from .drest import expected_return_incremental as expected_return_incremental, overall_returns as overall_returns
    from .drest import preliminary_return as preliminary_return, repaired_returns as repaired_returns
    from .drest import require_number as require_number, require_shares as require_shares
    from .drest import weighted_return as weighted_return
    from .episodes import meta_episode as meta_episode
    from .layout import format_layout as format_layout, parse_layout as parse_layout
    from .memoryless_policies import best_plans as best_plans, deterministic_policies as deterministic_policies
    from .memoryless_policies import jointly_best as jointly_best, useful_supports as useful_supports
    from .metrics import ByLength as ByLength, LengthStatistics as LengthStatistics, entropy as entropy
    from .metrics import greatest_coins as greatest_coins, greatest_coins_incremental as greatest_coins_incremental
    from .metrics import measure as measure, measure_incremental as measure_incremental, neutrality as neutrality
    from .metrics import usefulness as usefulness
    from .paper_worlds import RECONSTRUCTED as RECONSTRUCTED, SYNTHETIC as SYNTHETIC, named_world as named_world
    from .pictures import policy_panels as policy_panels, value_text as value_text, world_drawing as world_drawing
    from .pictures import world_svg as world_svg
    from .policies import ClockPolicy as ClockPolicy, Markov as Markov, MemorylessPolicy as MemorylessPolicy
    from .policies import PlanPolicy as PlanPolicy, uniform_policy as uniform_policy
    from .policy_files import read_policy as read_policy
    from .trajectories import Trajectory as Trajectory, walk as walk
    from .world import GridObservation as GridObservation, GridState as GridState, LETTERS as LETTERS, MOVES as MOVES
    from .world import Value as Value, World as World, lengths as lengths, move as move, observe as observe
    from .world import reachable as reachable

on_demand(__name__)
