"""Games of SafeLife: levels, actions, points, penalties and trajectories."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .actions import ACTIONS as ACTIONS, DIRECTIONS as DIRECTIONS, act as act
    from .decision_processes import (
        BASELINES as BASELINES,
        Chance as Chance,
        DecisionProcess as DecisionProcess,
        PENALTY_READINGS as PENALTY_READINGS,
        baseline_process as baseline_process,
        decision_process as decision_process,
        deviations as deviations,
        followed as followed,
        leaves as leaves,
        weighted as weighted,
    )
    from .discounting import (
        discounted_return as discounted_return,
        mean_of_values as mean_of_values,
        share_kept as share_kept,
    )
    from .game import (
        GameState as GameState,
        can_exit as can_exit,
        earned_points as earned_points,
        exits_updated as exits_updated,
        has_exited as has_exited,
        is_active as is_active,
        points as points,
        start as start,
        step as step,
    )
    from .laws import (
        boards_following as boards_following,
        law_following as law_following,
        total_variation as total_variation,
    )
    from .level import Level as Level, in_single_precision as in_single_precision, single_precision as single_precision
    from .level_environment import (
        level_environment as level_environment,
        require_one_agent as require_one_agent,
        seen as seen,
    )
    from .observation import view as view
    from .optimal_play import (
        Earned as Earned,
        Segment as Segment,
        UNITS as UNITS,
        best_actions as best_actions,
        earnings as earnings,
        optimal_segments as optimal_segments,
        optimal_values as optimal_values,
    )
    from .penalty import (
        StartPenalty as StartPenalty,
        deviating_locations as deviating_locations,
        excepted_locations as excepted_locations,
        penalty_by_event as penalty_by_event,
        penalty_per_change as penalty_per_change,
        penalty_per_step as penalty_per_step,
        penalty_potential as penalty_potential,
    )
    from .points import (
        NOT_LIVING as NOT_LIVING,
        PointsTable as PointsTable,
        available_points as available_points,
        count_cells as count_cells,
        is_counted as is_counted,
        required_points_published as required_points_published,
        value as value,
        value_published as value_published,
    )
    from .symmetries import SYMMETRIES as SYMMETRIES, Symmetry as Symmetry, translations as translations
    from .trajectories import (
        find_cycle as find_cycle,
        greatest_error as greatest_error,
        inaction as inaction,
        is_deterministic as is_deterministic,
        require_samples as require_samples,
        require_trajectory as require_trajectory,
        states_following as states_following,
    )
    from .visits import Visits as Visits, chance_of_return as chance_of_return, count_visits as count_visits

on_demand(__name__)
