"""The pair of the earth mover deviation: min-cost flow on all mass, and the certified form on few arcs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from attrs import frozen

from formal_rl.checking.examples import decide_cases
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.scope import Scope
from formal_rl.safelife.certificate import CertifiedDeviation
from formal_rl.safelife.earth_mover import Deviation, earth_mover_distance
from formal_rl.safelife.earth_mover_certified import earth_mover_distance_certified
from formal_rl.safelife.ground_distance import LENGTHS
from formal_rl.statements.checks.safelife_certificates import SMALLEST_GAP, pairs_of_densities


@frozen
class EarthMoverPair:
    """The deviation as it is defined, and with a certificate: the definition's value lies between the bounds.

    Up to the rounding that the definition states for its costs.
    """

    name: str
    definition: Callable[..., Deviation]
    fast: Callable[..., CertifiedDeviation]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all small densities, and on drawn ones, for each ground distance."""
        domain = "all pairs of small densities, and drawn ones, for each ground distance"
        branches = ("first has more", "second has more", "as much", "drawn")
        return (decide_cases(self.name, self._compared(scope), branches=branches, domain=domain),)

    def _compared(self, scope: Scope) -> Iterator[tuple[str, Disagreement | None]]:
        for branch, first, second in pairs_of_densities(scope):
            for distance in LENGTHS:
                defined = self.definition(first, second, distance)
                got = self.fast(first, second, distance, SMALLEST_GAP)
                value, about = Fraction(defined.value), f"{self.name}: {first!r} to {second!r}, {distance}"
                least, most = got.bounds.lower - defined.rounding, got.bounds.upper + defined.rounding
                wrong: Any = None
                if not least <= value <= most or abs(got.value - defined.value) > most - least:
                    wrong = Disagreement(about, defined.value, got.value)
                yield branch, wrong


EARTH_MOVER_PAIRS = (
    EarthMoverPair("earth_mover_distance_certified", earth_mover_distance, earth_mover_distance_certified),
)
"""The pairs of the earth mover deviation."""
