"""The pairs of the earth mover deviation and of side effects: as they are defined, and with certified bounds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from attrs import frozen

from formal_rl.checking import Case, Disagreement, Part, Scope, decide_cases, unless
from formal_rl.safelife.board import SPAWNING
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.side_effects import (
    LENGTHS,
    SideEffect,
    SideEffects,
    earth_mover_distance,
    earth_mover_distance_certified,
    side_effects,
    side_effects_certified,
)
from formal_rl.safelife.side_effects.cell_types import READINGS
from formal_rl.safelife.side_effects.certificate import CertifiedTransportResult
from formal_rl.safelife.side_effects.earth_mover import TransportResult
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.certificates import SMALLEST_GAP, pairs_of_densities
from formal_rl.statements.wainwright_2019.pairs import drawn_board


@frozen
class EarthMoverPair:
    """The deviation as it is defined, and with a certificate: the definition's value lies between the bounds.

    Up to the rounding that the definition states for its costs.
    """

    name: str
    definition: Callable[..., TransportResult]
    fast: Callable[..., CertifiedTransportResult]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all small densities, and on drawn ones, for each ground distance."""
        domain = "all pairs of small densities, and drawn ones, for each ground distance"
        branches = ("first has more", "second has more", "as much", "drawn")
        return (decide_cases(self.name, self._compared(scope), branches=branches, domain=domain),)

    def _compared(self, scope: Scope) -> Iterator[Case]:
        for (branch, first, second), distance in product(pairs_of_densities(scope), LENGTHS):
            defined = self.definition(first, second, distance)
            got = self.fast(first, second, distance, SMALLEST_GAP)
            least, most = got.bounds.lower - defined.rounding, got.bounds.upper + defined.rounding
            right = least <= Fraction(defined.value) <= most and abs(got.value - defined.value) <= most - least
            about = f"{self.name}: {first!r} to {second!r}, {distance}"
            yield branch, unless(right, about, defined.value, got.value)


EARTH_MOVER_PAIRS = (
    EarthMoverPair("earth_mover_distance_certified", earth_mover_distance, earth_mover_distance_certified),
)
"""The pairs of the earth mover deviation."""


_PROBABILITIES: tuple[Fraction | int, ...] = (0, Fraction(1, 3), 1)
_SHARES: tuple[Fraction | int, ...] = (0, Fraction(1, 2))
_TINY = Fraction(1, 10**9)


@frozen
class SideEffectsPair:
    """Side effects as they are defined, and in the certified form: the same boards, cell types and densities.

    The values differ by no more than the bounds of both leave open, and that is little.
    """

    name: str
    definition: Callable[..., SideEffects]
    fast: Callable[..., SideEffects]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on drawn boards, in every reading."""
        number = 40 if scope.is_full else 2
        branches = [f"{reading}, {what}" for reading in READINGS for what in ("with draws", "without draws")]
        domain = (
            f"{number} pairs of boards of all sixteen bits drawn from seed {scope.seed}, sides of 1 to 5, the first "
            "with a spawner; each reading of cell types and distance, with small changes and without, three spawn "
            "probabilities, up to 3 steps and 12 samples"
        )
        return (decide_cases(self.name, self._compared(scope, number), branches=branches, domain=domain),)

    def _compared(self, scope: Scope, number: int) -> Iterator[Case]:
        generator = Random(scope.seed)
        for pair in range(number):
            height, width = generator.randint(1, 5), generator.randint(1, 5)
            initial, final = (drawn_board(generator, height, width) for _ in range(2))
            if pair == 0:
                initial = initial.with_cells({(0, 0): SPAWNER})
            for probability, reading, distance, share in product(_PROBABILITIES, READINGS, LENGTHS, _SHARES):
                boards = (initial, final, generator.randint(0, 3))
                options: dict[str, Any] = {
                    "samples": generator.randint(1, 12),
                    "spawn_probability": probability,
                    "inaction_draws": SeededDraws(2 * pair),
                    "action_draws": SeededDraws(2 * pair + 1),
                    "cell_types": reading,
                    "distance": distance,
                    "share": share,
                }
                wrong = differing(self.definition(*boards, **options), self.fast(*boards, **options))
                about = f"{self.name} of {boards}, {options}: {wrong.about}" if wrong else ""
                may_spawn = probability not in {0, 1} and any(board.find(SPAWNING) for board in (initial, final))
                branch = f"{reading}, {'with' if may_spawn else 'without'} draws"
                yield branch, wrong and Disagreement(about, wrong.expected, wrong.got)


def differing(expected: SideEffects, got: SideEffects) -> Disagreement | None:
    """Return where two side effects differ by more than their bounds leave open, if they do."""
    settings = tuple(
        (each.steps, each.samples, each.cell_types, each.distance, each.baseline) for each in (expected, got)
    )
    if settings[0] != settings[1]:
        return Disagreement("settings and baseline", *settings)
    densities = [[effect[:4] for effect in both.effects] for both in (expected, got)]
    if densities[0] != densities[1]:
        return Disagreement("cell types and densities", densities[0], densities[1])
    for one, other in zip(expected.effects, got.effects, strict=True):
        open_to = _gap(one) + _gap(other)
        if abs(Fraction(one.value) - Fraction(other.value)) > open_to:
            return Disagreement(f"value of {one.name}", one.value, other.value)
        most = _TINY * (1 + one.inaction.mass + one.action.mass)
        if open_to > most:
            return Disagreement(f"gap of {one.name}", f"at most {float(most)}", float(open_to))
    return None


def _gap(effect: SideEffect) -> Fraction:
    return Fraction(effect.value) - Fraction(effect.lower)


SIDE_EFFECT_PAIRS = (SideEffectsPair("side_effects_certified", side_effects, side_effects_certified),)
"""The pair of side effects."""
