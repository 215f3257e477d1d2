"""Recorded earth mover's deviations: of two densities, by each ground distance, with and without small changes."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from attrs import frozen

from formal_rl.errors import InvalidCertificate, NotCertified
from formal_rl.recordings.safelife.arrays import ArrayFile
from formal_rl.recordings.safelife.differences import Difference, SafelifeFunctions
from formal_rl.recordings.safelife.index import MOST_SIDE, indexed, label_of
from formal_rl.safelife.side_effects import SMALL_CHANGE, Density
from formal_rl.safelife.side_effects.certificate import Bounds
from formal_rl.strict_json import Field, count

COUNTS = "<i4"
"""The type of counts."""

MOST_COUNT = 1_000_000
"""The greatest count, and the greatest number by which counts are divided."""

EXACT, SCALED = Fraction(1, 10**8), Fraction(2, 10**4)
"""How near the recorded values are to the optimum: of the one solver, and of the one that scales to integers."""

CERTIFIED = LEAST_GAP = Fraction(1, 10**9)
"""How far apart the proven bounds of our values are at most."""


@frozen
class RecordingSettings:
    """How a deviation was recorded: its ground distance, what changes were left out, and how near it is."""

    distance: str
    share: Fraction
    tolerance: Fraction


RECORDED: Mapping[str, RecordingSettings] = MappingProxyType(
    {
        "exact_torus": RecordingSettings("torus", Fraction(0), EXACT),
        "exact_flat": RecordingSettings("flat", Fraction(0), EXACT),
        "exact_peer_metric": RecordingSettings("one way", Fraction(0), EXACT),
        "exact_peer_metric_dropped": RecordingSettings("one way", SMALL_CHANGE, EXACT),
        "peer": RecordingSettings("one way", SMALL_CHANGE, SCALED),
    }
)
"""The recorded fields of a deviation, the last of them the published code's own."""

DEVIATION_NOTE = (
    "deviations agree to 1e-8, those of the published solver to 2e-4; each of ours is proven to 1e-9 by its certificate"
)
"""What a replay says of the tolerances."""


@frozen
class DeviationCase:
    """Two densities, and what was recorded of the first against the second."""

    label: str
    first: Density
    second: Density
    recorded: Mapping[str, Field]

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield the fields that are not what ours come to."""
        yield from compare_deviations(self.recorded, self.first, self.second, functions)


def compare_deviations(
    recorded: Mapping[str, Field], first: Density, second: Density, functions: SafelifeFunctions
) -> Iterator[Difference]:
    """Yield the recorded deviations that are further from the proven bounds of ours than their tolerance."""
    known: dict[tuple[str, Fraction], tuple[float, Bounds]] = {}
    for name, how in RECORDED.items():
        key, place, value = (how.distance, how.share), recorded[name].path, recorded[name].number()
        if key not in known:
            try:
                known[key] = _certified(how, first, second, functions)
            except (InvalidCertificate, NotCertified) as error:
                yield Difference(f"certificate of {name}", None, place, value, str(error))
                return
        ours, bounds = known[key]
        if bounds.upper - bounds.lower > CERTIFIED:
            gap = float(bounds.upper - bounds.lower)
            yield Difference(f"gap of {name}", None, place, f"at most {float(CERTIFIED)}", gap)
        if not bounds.lower - how.tolerance <= Fraction(value) <= bounds.upper + how.tolerance:
            yield Difference(name, None, place, value, ours)


def _certified(
    how: RecordingSettings, first: Density, second: Density, functions: SafelifeFunctions
) -> tuple[float, Bounds]:
    densities = functions.without_small_changes(first, second, how.share) if how.share else (first, second)
    deviation = functions.earth_mover_distance(*densities, how.distance, LEAST_GAP)
    return deviation.value, functions.check_certificate(*densities, deviation, how.distance)


def read_deviations(index: Field, arrays: ArrayFile) -> list[DeviationCase]:
    """Return the cases of ``emd_cases.npz``.

    Raises `UnusableVectors` naming the field or array that is not as the schema says.
    """
    cases = indexed(index, "emd", ("key", "kind", "den", *RECORDED))
    arrays.only({f"{case.member('key').text()}_{side}" for case in cases for side in "ab"})
    return [_read(case, arrays) for case in cases]


def _read(case: Field, arrays: ArrayFile) -> DeviationCase:
    key, denominator = case.member("key").text(), count(case.member("den"), 1, MOST_COUNT)
    first = arrays.read(f"{key}_a", COUNTS, (None, None), least=0, most=MOST_COUNT)
    check_sides(arrays, f"{key}_a", first.shape)
    second = arrays.read(f"{key}_b", COUNTS, first.shape, least=0, most=MOST_COUNT)
    return DeviationCase(
        label_of(case),
        Density.from_array(first, denominator),
        Density.from_array(second, denominator),
        {name: at_least_0(case.member(name)) for name in RECORDED},
    )


def at_least_0(field: Field) -> Field:
    """Return the field if it is a number of at least 0.

    Raises `UnusableVectors` naming it if it is not.
    """
    if field.number() < 0:
        raise field.fault(f"expected a number of at least 0, found {field.value}")
    return field


def check_sides(arrays: ArrayFile, name: str, shape: tuple[int, ...]) -> None:
    """Check that a grid is not greater than boards may be.

    Raises `UnusableVectors` naming the array.
    """
    if max(shape) > MOST_SIDE:
        raise arrays.fault(name, f"expected sides of at most {MOST_SIDE}, found {list(shape)}")
