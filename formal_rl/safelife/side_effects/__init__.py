"""Side effects: densities, the ground distance, the earth mover's distance, and the changes of a run."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .baselines import distributions as distributions
    from .certificate import check_certificate as check_certificate
    from .density import Density as Density, densities as densities, density as density
    from .earth_mover import earth_mover_distance as earth_mover_distance
    from ._earth_mover_certified import earth_mover_distance_certified as earth_mover_distance_certified
    from .error_bars import ErrorBar as ErrorBar, certified_error_bars as certified_error_bars
    from .error_bars import expected_error_bars as expected_error_bars, interval_of as interval_of
    from .ground_distance import Size as Size, ground_distance as ground_distance
    from .ground_distance import one_way_length_published as one_way_length_published, torus_length as torus_length
    from .norms import NORMS as NORMS, deviation_by_norm as deviation_by_norm, norm_distance as norm_distance
    from .side_effects import SideEffect as SideEffect, SideEffects as SideEffects, side_effects as side_effects
    from .side_effects import side_effects_of_run as side_effects_of_run
    from ._side_effects_certified import check_side_effects as check_side_effects
    from ._side_effects_certified import side_effects_certified as side_effects_certified
    from ._svg import side_effects_svg as side_effects_svg
    from .transport import Change as Change, Plan as Plan

on_demand(__name__)
