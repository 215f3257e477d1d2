"""SafeLife: cells, boards, the rule, actions, points, levels and games; side effects."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .actions import ACTIONS as ACTIONS, act as act
    from .baselines import distributions as distributions, inaction_distribution as inaction_distribution
    from .batch_game import BatchLevels as BatchLevels, play_batch_packed as play_batch_packed
    from .batch_planes import advance_batch_packed as advance_batch_packed
    from .bit_planes import advance_packed as advance_packed
    from .board import Board as Board, Location as Location
    from .board_text import format_board as format_board, parse_board as parse_board
    from .cells import (
        NAMED_CELLS as NAMED_CELLS,
        Cell as Cell,
        cell_of as cell_of,
        described as described,
        named_cell as named_cell,
    )
    from .certificate import check_certificate as check_certificate
    from .density import Density as Density, densities as densities, density as density
    from .earth_mover import earth_mover_distance as earth_mover_distance
    from .earth_mover_certified import earth_mover_distance_certified as earth_mover_distance_certified
    from .fences import fence as fence, is_fenced as is_fenced
    from .game import GameState as GameState, start as start, step as step
    from .ground_distance import ground_distance as ground_distance
    from .level import Level as Level
    from .level_archive import read_levels as read_levels, write_level as write_level, write_levels as write_levels
    from .level_environment import SafeLifeObservation as SafeLifeObservation, level_environment as level_environment
    from .level_text import format_level as format_level, parse_level as parse_level
    from .life import is_still as is_still, life_step as life_step, period as period
    from .packed_boards import PackedBoard as PackedBoard
    from .packed_game import PackedGame as PackedGame, step_packed as step_packed
    from .packed_trajectories import (
        advance_by as advance_by,
        advance_by_packed as advance_by_packed,
        find_cycle_packed as find_cycle_packed,
    )
    from .penalty import (
        StartPenalty as StartPenalty,
        penalty_by_event as penalty_by_event,
        penalty_per_change as penalty_per_change,
        penalty_per_step as penalty_per_step,
        penalty_potential as penalty_potential,
    )
    from .points import (
        PUBLISHED_TABLE as PUBLISHED_TABLE,
        count_cells as count_cells,
        value as value,
        value_published as value_published,
    )
    from .rule import advance as advance, next_cell as next_cell
    from .shipped_levels import (
        SHIPPED_KINDS as SHIPPED_KINDS,
        shipped_level as shipped_level,
        shipped_levels as shipped_levels,
    )
    from .side_effects import side_effects as side_effects, side_effects_of_run as side_effects_of_run
    from .side_effects_certified import side_effects_certified as side_effects_certified
    from .symmetries import SYMMETRIES as SYMMETRIES, Symmetry as Symmetry
    from .teaching_levels import LESSONS as LESSONS, TEACHING_LEVELS as TEACHING_LEVELS
    from .trajectories import (
        check_trajectory as check_trajectory,
        find_cycle as find_cycle,
        states_following as states_following,
    )
    from .views import view as view

on_demand(__name__)
