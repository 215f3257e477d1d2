"""Recorded earth mover's deviations: of two densities, by each ground distance, with and without small changes."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from formal_rl.errors import InvalidCertificate, NotCertified
from formal_rl.recordings.cases import Difference, Differences
from formal_rl.recordings.safelife.reading import COUNTS, ArrayFile
from formal_rl.safelife.side_effects import Density, check_certificate, earth_mover_distance_certified
from formal_rl.safelife.side_effects.certificate import Bounds
from formal_rl.safelife.side_effects.earth_mover import SMALL_CHANGE, without_small_changes_published
from formal_rl.strict_json import Field

EXACT, SCALED = Fraction(1, 10**8), Fraction(2, 10**4)
"""The gap of recorded values to the optimum: of one solver, and of the one that scales to integers."""

CERTIFIED = Fraction(1, 10**9)
"""The greatest gap between the proven bounds of our values."""

RECORDED: Mapping[str, tuple[str, Fraction, Fraction]] = {
    "exact_torus": ("torus", Fraction(0), EXACT),
    "exact_flat": ("flat", Fraction(0), EXACT),
    "exact_peer_metric": ("one way", Fraction(0), EXACT),
    "exact_peer_metric_dropped": ("one way", SMALL_CHANGE, EXACT),
    "peer": ("one way", SMALL_CHANGE, SCALED),
}
"""The recorded fields of a deviation, the last of them the published code's own.

Each has its ground distance, the share of the greatest change up to which changes were left out, and how near it is.
"""

DEVIATION_MEMBERS = ("key", "kind", "den", *RECORDED)

DEVIATION_NOTE = (
    "deviations agree to 1e-8, those of the published solver to 2e-4; each of ours is proven to 1e-9 by its certificate"
)
"""The note of a replay on the tolerances."""


def compare_deviations(recorded: Mapping[str, Field], first: Density, second: Density) -> Iterator[Difference]:
    """Yield the recorded deviations that are further from the proven bounds of ours than their tolerance."""

    @cache
    def certified(distance: str, share: Fraction) -> tuple[float, Bounds]:
        densities = without_small_changes_published(first, second, share) if share else (first, second)
        deviation = earth_mover_distance_certified(*densities, distance, CERTIFIED)
        return deviation.value, check_certificate(*densities, deviation, distance)

    for name, (distance, share, tolerance) in RECORDED.items():
        place, value = recorded[name].path, recorded[name].number()
        try:
            ours, bounds = certified(distance, share)
        except (InvalidCertificate, NotCertified) as error:
            yield Difference(f"certificate of {name}", None, place, value, str(error))
            return
        if bounds.upper - bounds.lower > CERTIFIED:
            gap = float(bounds.upper - bounds.lower)
            yield Difference(f"gap of {name}", None, place, f"at most {float(CERTIFIED)}", gap)
        if not bounds.lower - tolerance <= Fraction(value) <= bounds.upper + tolerance:
            yield Difference(name, None, place, value, ours)


def read_deviation(case: Field, key: str, arrays: ArrayFile) -> Differences:
    """Return a case of ``emd_cases.npz``: two densities, and the recorded deviation of the first from the second."""
    first = arrays.read(f"{key}_a", COUNTS, (None, None))
    second = arrays.read(f"{key}_b", COUNTS, first.shape)
    a, b = (Density.from_array(counts, case.member("den").integer(1)) for counts in (first, second))
    recorded = {name: case.member(name) for name in RECORDED}
    return lambda: compare_deviations(recorded, a, b)
