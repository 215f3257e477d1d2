"""Games of SafeLife: levels, actions, points, penalties and trajectories."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .actions import ACTIONS as ACTIONS, act as act
    from .decision_processes import DecisionProcess as DecisionProcess, PENALTY_READINGS as PENALTY_READINGS
    from .decision_processes import baseline_process as baseline_process, decision_process as decision_process
    from .discounting import discounted_return as discounted_return, mean_of_values as mean_of_values
    from .discounting import share_kept as share_kept
    from .game import GameState as GameState, can_exit as can_exit, earned_points as earned_points
    from .game import has_exited as has_exited, is_active as is_active, points as points, start as start, step as step
    from .laws import board_law as board_law, total_variation as total_variation
    from .level import Level as Level
    from .level_environment import level_environment as level_environment
    from .observation import view as view
    from .optimal_play import Segment as Segment, best_actions as best_actions, optimal_segments as optimal_segments
    from .optimal_play import optimal_values as optimal_values
    from .penalty import StartPenalty as StartPenalty, penalty_by_event as penalty_by_event
    from .penalty import penalty_per_change as penalty_per_change, penalty_per_step as penalty_per_step
    from .penalty import penalty_potential as penalty_potential
    from .points import available_points as available_points, count_cells as count_cells, value as value
    from .trajectories import find_cycle as find_cycle, inaction as inaction, is_deterministic as is_deterministic
    from .visits import chance_of_return as chance_of_return, count_visits as count_visits

on_demand(__name__)
