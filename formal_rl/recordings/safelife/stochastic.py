"""Recorded aggregates of many runs with spawners, compared as statistics: no run of them was kept.

Ours are as many other runs, from fixed seeds. Means and spreads may differ by six standard errors, and the share of
runs in which a cell lives by as much as Hoeffding's bound allows at `CHANCE`. There are some ten thousand comparisons:
that any of them fails by chance, the two being alike, has a probability below a hundred thousandth.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy
from numpy.random import default_rng
from numpy.typing import NDArray
from scipy.special import rel_entr  # type: ignore[import-untyped]

from formal_rl.recordings.cases import Case, Difference, Differences
from formal_rl.recordings.safelife.reading import CELLS, COUNTS, ArrayFile, probability_of
from formal_rl.recordings.safelife.side_effects import published_name, side_effects_recorded
from formal_rl.safelife import advance_arrays
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import ALIVE, COLOURS
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.board.cells import COLOUR_MASK, COLOUR_SHIFT
from formal_rl.safelife.game import Level
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import SideEffect
from formal_rl.seeded_draws import SeededDraws
from formal_rl.strict_json import Field, count, require_keys

CELL_COUNT_MEMBERS = ("key", "kind", "n_runs", "spawn_prob", "times", "alive_mean", "alive_std")

STANDARD_ERRORS = 6
"""By how many standard errors two means, or two standard deviations, may differ."""

CHANCE = 1e-10
"""The least probability that two counts of one cell differ as much as they do."""

CELLS_AT_ONCE = 70_000
"""About how many cells our runs of a board have together: that many runs are made."""

RUNS = 12
"""The number of runs of a level."""

STOCHASTIC_NOTE = (
    "statistics only: means and standard deviations within six standard errors of our runs (about "
    f"{CELLS_AT_ONCE} cells' worth, or {RUNS} of a level, with fixed seeds), counts of a cell within Hoeffding's bound "
    "at 1e-10; what never varied exactly"
)
"""The note of a replay on the tolerances."""

_ROUNDED = 1e-6


class RecordedCounts(NamedTuple):
    """The recorded counts at one time: the number of living cells, and the runs with one by colour and location."""

    time: int
    mean: Field
    deviation: Field
    name: str
    counts: NDArray[Any]


def read_cell_counts(case: Field, key: str, arrays: ArrayFile) -> Differences:
    """Return a case of ``stochastic.npz``: many runs of a board without actions."""
    runs, initial = count(case.member("n_runs"), 2, 100_000), arrays.read(f"{key}_initial", CELLS, (None, None))
    times = [count(time, 1) for time in case.member("times").elements()]
    mean, deviation = case.member("alive_mean"), case.member("alive_std")
    for field in (mean, deviation):
        require_keys(field, [str(time) for time in times])
    seen = [
        RecordedCounts(
            time,
            mean.member(str(time)),
            deviation.member(str(time)),
            name := f"{key}_alive_count_t{time}",
            arrays.read(name, COUNTS, (len(COLOURS), *initial.shape)),
        )
        for time in times
    ]
    probability = float(probability_of(case))

    def differences() -> Iterator[Difference]:
        boards = numpy.repeat(initial[:, :, None], CELLS_AT_ONCE // initial.size, axis=2)
        generator, time = default_rng(0), 0
        for counts in seen:
            for _ in range(counts.time - time):
                # A cell becomes what it does where it may not spawn, or, by a draw of its own, where it must.
                one_by_one = boards.transpose(2, 0, 1)
                never, always = (advance_arrays(one_by_one, 1, chance).cells for chance in (0, 1))
                spawns = generator.random(boards.shape) < probability
                boards = numpy.where(spawns, always.transpose(1, 2, 0), never.transpose(1, 2, 0))
            time = counts.time
            yield from _compare_counts(counts, runs, boards)

    return differences


def _compare_counts(seen: RecordedCounts, runs: int, boards: Cells) -> Iterator[Difference]:
    """Yield where recorded and own runs are too far apart: the totals of living cells, then each colour and cell."""
    alive, colours = (boards & ALIVE) != 0, (boards & COLOUR_MASK) >> COLOUR_SHIFT
    totals, mean = numpy.count_nonzero(alive, axis=(0, 1)), seen.mean.number()
    whole = float(seen.counts.sum()) / runs
    if abs(mean - whole) > _ROUNDED:
        yield Difference("mean of the recorded counts", seen.time, seen.mean.path, mean, whole)
    yield from compare_means(seen.time, seen.mean, seen.deviation.number(), runs, totals)
    yield from compare_spreads(seen.time, seen.deviation, runs, totals)
    for colour, name in enumerate(COLOURS):
        recorded, counts = seen.counts[colour], numpy.count_nonzero(alive & (colours == colour), axis=2)
        bound = chance_at_most(recorded, runs, counts, boards.shape[2])
        for row, column in numpy.argwhere(bound < CHANCE)[:1].tolist():
            what, field = f"runs with {name} life, of {runs} and of {boards.shape[2]}", f"{seen.name}[{colour}]"
            values = int(recorded[row, column]), int(counts[row, column])
            yield Difference(what, seen.time, f"{field}[{row}][{column}]", *values, row, column)


def compare_means(
    step: int | None, field: Field, deviation: float, runs: int, sample: NDArray[Any]
) -> Iterator[Difference]:
    """Yield the difference of a recorded mean, over ``runs`` runs with this standard deviation, from a sample's mean.

    Where neither varies, the two must be equal.
    """
    mean = field.number()
    error = math.sqrt(deviation**2 / runs + float(sample.var()) / len(sample))
    if abs(mean - float(sample.mean())) > max(_ROUNDED, STANDARD_ERRORS * error):
        yield Difference("mean", step, field.path, mean, float(sample.mean()))


def compare_spreads(step: int | None, field: Field, runs: int, sample: NDArray[Any]) -> Iterator[Difference]:
    """Yield the difference of a recorded standard deviation from that of a sample, by the variances.

    The standard error of a variance is taken from the fourth moment of the sample. Where the sample does not vary, the
    recorded one must be 0.
    """
    variance = float(sample.var())
    fourth = float(((sample - sample.mean()) ** 4).mean())
    error = math.sqrt(max(0.0, fourth - variance**2) * (1 / runs + 1 / len(sample)))
    if abs(field.number() ** 2 - variance) > max(_ROUNDED, STANDARD_ERRORS * error):
        yield Difference("standard deviation", step, field.path, field.number(), math.sqrt(variance))


def chance_at_most(first: NDArray[Any], runs: int, second: NDArray[Any], others: int) -> NDArray[Any]:
    """Return a bound on how probable such counts of two samples are, as far apart or farther, if the two are alike.

    Given both counts together, the first is that of a sample drawn without replacement, whose tails are at most
    exp(-n KL(k/n, K/N)), by Hoeffding (1963), Theorem 4; so are those of the second.
    """
    together = (first + second) / (runs + others)
    exponents = (
        number * (rel_entr(counts / number, together) + rel_entr(1 - counts / number, 1 - together))
        for counts, number in ((first, runs), (second, others))
    )
    return numpy.asarray(numpy.minimum(1.0, 2 * numpy.exp(-numpy.maximum(*exponents))))


def read_sampled(case: Field) -> Case:
    """Return the case of the side effects of doing nothing, over many runs of a level.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    require_keys(case, ("level", "n_runs", "num_samples", "policy", "scores"))
    runs, samples = count(case.member("n_runs"), 2, 100_000), count(case.member("num_samples"), 1)
    name, scores = case.member("level").text(), case.member("scores")  # such as v1.0/navigation index 0
    level = in_single_precision(shipped_level(name.removeprefix("v1.0/").replace(" index ", "-")))
    steps = int(case.member("policy").text().removeprefix("no action for ").removesuffix(" steps"))
    recorded = scores.members()
    for score in recorded.values():
        require_keys(score, ("mass_mean", "mean", "n", "std"))

    def differences() -> Iterator[Difference]:
        values: dict[str, list[tuple[float, float]]] = {}
        for run in range(RUNS):
            for effect in _side_effects(level, steps, samples, run):
                pair = effect.value, float(effect.mass)
                values.setdefault(published_name(effect.cell_type), []).append(pair)
        yield Difference("cell types", None, scores.path, sorted(recorded), sorted(values))
        for kind, found in values.items():
            number, mean, deviation, mass = (recorded[kind].member(each) for each in ("n", "mean", "std", "mass_mean"))
            yield Difference("n", None, number.path, number.value, runs)
            sample, masses = numpy.array(found).T
            yield from compare_means(None, mean, deviation.number(), runs, sample)
            yield from compare_spreads(None, deviation, runs, sample)
            yield from compare_means(None, mass, float(masses.std(ddof=1)), runs, masses)

    return Case(name, differences)


def _side_effects(level: Level, steps: int, samples: int, run: int) -> tuple[SideEffect, ...]:
    """Return the side effects of one run; the three trajectories have draws of their own."""
    played, without, with_them = (SeededDraws(3 * run + number) for number in range(3))
    final = advance_by_packed(level.board, steps, level.spawn_probability, played).board
    return side_effects_recorded(
        level.board,
        final,
        steps,
        samples=samples,
        spawn_probability=level.spawn_probability,
        inaction_draws=without,
        action_draws=with_them,
    ).effects
