"""Theorem 5.1 of Thornley et al. 2024: where the uniform distribution over lengths is best, and where it is not."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .appendix_d import step as step
    from .local_threshold import LocalBounds as LocalBounds, curvature_in_roots as curvature_in_roots
    from .local_threshold import local_bounds as local_bounds, local_threshold as local_threshold
    from .local_threshold import second_order as second_order
    from .mean_dynamics import climbing_rate as climbing_rate, mean_change as mean_change
    from .own_returns import credited_slopes as credited_slopes, own_returns as own_returns, potential as potential
    from .own_returns import steepness as steepness
    from .radical_sums import RootSum as RootSum, bracket as bracket, difference as difference, enclose as enclose
    from .radical_sums import expected_return_in_roots as expected_return_in_roots, last as last
    from .radical_sums import rational_root as rational_root, require_lam as require_lam
    from .radical_sums import require_lengths as require_lengths, sign as sign
    from .threshold import DIGITS as DIGITS, Maximiser as Maximiser, Threshold as Threshold, curvature as curvature
    from .threshold import maximiser as maximiser, scaled_excess as scaled_excess, threshold as threshold
    from .uniform_optimality import excess_polynomial as excess_polynomial, uniform_is_the_best as uniform_is_the_best

on_demand(__name__)
