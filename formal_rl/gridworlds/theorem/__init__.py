"""Theorem 5.1 of Thornley et al. 2024: where the uniform distribution over lengths is best, and where it is not."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .appendix_d import step as step
    from .local_threshold import LocalBounds as LocalBounds, local_bounds as local_bounds
    from .local_threshold import local_threshold as local_threshold
    from .mean_dynamics import climbing_rate as climbing_rate, mean_change as mean_change
    from .own_returns import own_returns as own_returns, steepness as steepness
    from ._radical_sums import RootSum as RootSum, difference as difference, enclose as enclose
    from ._radical_sums import expected_return_in_roots as expected_return_in_roots, sign as sign
    from .threshold import Maximiser as Maximiser, Threshold as Threshold, curvature as curvature
    from .threshold import maximiser as maximiser, threshold as threshold
    from .uniform_optimality import uniform_is_the_best as uniform_is_the_best

on_demand(__name__)
