"""Games of SafeLife: levels, actions, points, penalties and trajectories."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .actions import ACTIONS as ACTIONS, DIRECTIONS as DIRECTIONS, act as act
    from .decision_processes import BASELINES as BASELINES, DecisionProcess as DecisionProcess
    from .decision_processes import PENALTY_READINGS as PENALTY_READINGS, baseline_process as baseline_process
    from .decision_processes import decision_process as decision_process, deviations as deviations, followed as followed
    from .decision_processes import leaves as leaves, weighted as weighted
    from .discounting import discounted_return as discounted_return, mean_of_values as mean_of_values
    from .discounting import share_kept as share_kept
    from .game import GameState as GameState, can_exit as can_exit, earned_points as earned_points
    from .game import has_exited as has_exited, is_active as is_active, points as points, start as start, step as step
    from .laws import board_law as board_law, total_variation as total_variation
    from .level import Level as Level, in_single_precision as in_single_precision
    from .level_environment import level_environment as level_environment, require_one_agent as require_one_agent
    from .level_environment import seen as seen
    from .observation import view as view
    from .optimal_play import Segment as Segment, UNITS as UNITS, best_actions as best_actions
    from .optimal_play import optimal_segments as optimal_segments, optimal_values as optimal_values
    from .penalty import StartPenalty as StartPenalty, deviating_locations as deviating_locations
    from .penalty import excepted_locations as excepted_locations, penalty_by_event as penalty_by_event
    from .penalty import penalty_per_change as penalty_per_change, penalty_per_step as penalty_per_step
    from .penalty import penalty_potential as penalty_potential
    from .points import NOT_LIVING as NOT_LIVING, available_points as available_points, count_cells as count_cells
    from .points import is_counted as is_counted, required_points_published as required_points_published, value as value
    from .points import value_published as value_published
    from .trajectories import find_cycle as find_cycle, inaction as inaction, is_deterministic as is_deterministic
    from .trajectories import require_samples as require_samples, require_trajectory as require_trajectory
    from .trajectories import states_following as states_following
    from .visits import chance_of_return as chance_of_return, count_visits as count_visits

on_demand(__name__)
