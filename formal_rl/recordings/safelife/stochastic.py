"""Recorded aggregates of many runs with spawners, compared as statistics: no run of them was kept.

Ours are as many other runs, from fixed seeds. Means and spreads may differ by six standard errors, and the share of
runs in which a cell lives by as much as Hoeffding's bound allows at `CHANCE`. There are some ten thousand comparisons:
that any of them fails by chance, the two being alike, has a probability below a hundred thousandth.
"""

import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy
from attrs import frozen
from numpy.random import default_rng
from numpy.typing import NDArray

from formal_rl.errors import UnknownName
from formal_rl.recordings.safelife.arrays import CELLS, ArrayFile
from formal_rl.recordings.safelife.deviations import COUNTS, at_least_0, check_sides
from formal_rl.recordings.safelife.differences import Difference, SafelifeFunctions, compare_values
from formal_rl.recordings.safelife.index import MOST_STEPS, indexed, label_of, probability_of
from formal_rl.recordings.safelife.side_effects import MOST_SAMPLES, published_name
from formal_rl.safelife.board import ALIVE, COLOUR_MASK, COLOURS
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.board.cells import COLOUR_SHIFT
from formal_rl.safelife.game import Level, in_single_precision
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import SMALL_CHANGE, without_small_changes_published
from formal_rl.seeded_draws import SeededDraws
from formal_rl.strict_json import Field, count, require_keys

STANDARD_ERRORS = 6
"""By how many standard errors two means, or two standard deviations, may differ."""

CHANCE = 1e-10
"""How probable it may be at least, that two counts of one cell are as far apart as they are."""

CELLS_AT_ONCE = 70_000
"""About how many cells our runs of a board have together: that many runs are made."""

RUNS = 12
"""How many runs of a level are made."""

MOST_RUNS = 100_000

STOCHASTIC_NOTE = (
    "statistics only: means and standard deviations within six standard errors of our runs (about "
    f"{CELLS_AT_ONCE} cells' worth, or {RUNS} of a level, with fixed seeds), counts of a cell within Hoeffding's bound "
    "at 1e-10; what never varied exactly"
)
"""What a replay says of the tolerances."""

_ROUNDED = 1e-6
_POLICY = re.compile("no action for ([0-9]{1,5}) steps")
_LEVEL = re.compile(r"v1\.0/([a-z-]+) index ([0-9]{1,2})")


@frozen
class RecordedCounts:
    """What was recorded at one time: the number of living cells, and the runs with one by colour and location."""

    time: int
    mean: Field
    deviation: Field
    name: str
    counts: NDArray[Any]


@frozen
class CellCountCase:
    """Many runs of a board without actions."""

    label: str
    initial: Cells
    spawn_probability: Fraction
    runs: int
    seen: tuple[RecordedCounts, ...]

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where recorded and own runs are too far apart, in the order of times."""
        runs = CELLS_AT_ONCE // self.initial.size
        boards = numpy.repeat(self.initial[:, :, None], runs, axis=2)
        generator, time = default_rng(0), 0
        for seen in self.seen:
            for _ in range(seen.time - time):
                boards = self._advanced(boards, generator.random(boards.shape), functions)
            time = seen.time
            alive = (boards & ALIVE) != 0
            yield from self._totals(seen, numpy.count_nonzero(alive, axis=(0, 1)))
            colours = (boards & COLOUR_MASK) >> COLOUR_SHIFT
            for colour in range(len(COLOURS)):
                yield from self._cells(seen, colour, numpy.count_nonzero(alive & (colours == colour), axis=2), runs)

    def _advanced(self, boards: Cells, draws: NDArray[Any], functions: SafelifeFunctions) -> Cells:
        """Advance all boards with a draw for every cell: what it becomes if it may not spawn, or if it must."""
        never = functions.advance_together(boards, 0)
        always = functions.advance_together(boards, 1)
        return numpy.where(draws < float(self.spawn_probability), always, never)

    def _totals(self, seen: RecordedCounts, totals: NDArray[Any]) -> Iterator[Difference]:
        mean, deviation = seen.mean.number(), seen.deviation.number()
        whole = float(seen.counts.sum()) / self.runs
        if abs(mean - whole) > _ROUNDED:
            yield Difference("mean of the recorded counts", seen.time, seen.mean.path, mean, whole)
        yield from compare_means(seen.time, seen.mean, (mean, deviation, self.runs), totals)
        yield from compare_spreads(seen.time, seen.deviation, self.runs, totals)

    def _cells(self, seen: RecordedCounts, colour: int, counts: NDArray[Any], runs: int) -> Iterator[Difference]:
        bound = chance_at_most(seen.counts[colour], self.runs, counts, runs)
        for row, column in numpy.argwhere(bound < CHANCE)[:1].tolist():
            yield Difference(
                f"runs with {COLOURS[colour]} life, of {self.runs} and of {runs}",
                seen.time,
                f"{seen.name}[{colour}][{row}][{column}]",
                int(seen.counts[colour, row, column]),
                int(counts[row, column]),
                row,
                column,
            )


def compare_means(
    step: int | None, field: Field, recorded: tuple[float, float, int], sample: NDArray[Any]
) -> Iterator[Difference]:
    """Yield the difference of a recorded mean, its standard deviation and its runs, from the mean of a sample.

    Where neither varies, the two must be equal.
    """
    mean, deviation, runs = recorded
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
        number * _divergence(counts / number, together) for counts, number in ((first, runs), (second, others))
    )
    return numpy.asarray(numpy.minimum(1.0, 2 * numpy.exp(-numpy.maximum(*exponents))))


def _divergence(share: NDArray[Any], expected: NDArray[Any]) -> NDArray[Any]:
    def part(some: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        safe = numpy.where(some > 0, some, 1.0)
        return numpy.where(some > 0, some * numpy.log(safe / numpy.where(some > 0, other, 1.0)), 0.0)

    return numpy.asarray(part(share, expected) + part(1 - share, 1 - expected))


@frozen
class SampledScore:
    """What was recorded of one cell type over many runs."""

    mean: Field
    deviation: Field
    mass: Field


@frozen
class SampledEffectsCase:
    """The side effects of doing nothing, over many runs of a level."""

    label: str
    level: Level
    steps: int
    samples: int
    runs: int
    scored: str
    scores: Mapping[str, SampledScore]

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where recorded and own runs are too far apart: the cell types, then the scores and masses of each."""
        values: dict[str, list[tuple[float, float]]] = {}
        for run in range(RUNS):
            for name, value in self._side_effects(run, functions).items():
                values.setdefault(name, []).append(value)
        yield from compare_values("cell types", None, self.scored, sorted(self.scores), sorted(values))
        for name, found in values.items():
            score = self.scores[name]
            sample, masses = numpy.array(found).T
            mean, deviation = score.mean.number(), score.deviation.number()
            yield from compare_means(None, score.mean, (mean, deviation, self.runs), sample)
            yield from compare_spreads(None, score.deviation, self.runs, sample)
            spread = float(masses.std(ddof=1))
            yield from compare_means(None, score.mass, (score.mass.number(), spread, self.runs), masses)

    def _side_effects(self, run: int, functions: SafelifeFunctions) -> dict[str, tuple[float, float]]:
        """Return value and mass of each cell type; the three trajectories have draws of their own."""
        level = self.level
        seeds = (SeededDraws(3 * run + number) for number in range(3))
        played, without, with_them = seeds
        final = functions.advance_by(level.board, self.steps, level.spawn_probability, played).board
        effects = functions.side_effects(
            level.board,
            final,
            self.steps,
            samples=self.samples,
            spawn_probability=level.spawn_probability,
            inaction_draws=without,
            action_draws=with_them,
            distance="one way",
            share=SMALL_CHANGE,
            drop=without_small_changes_published,
        ).effects
        return {published_name(effect.cell_type): (effect.value, float(effect.mass)) for effect in effects}


def read_stochastic(index: Field, arrays: ArrayFile) -> list[CellCountCase | SampledEffectsCase]:
    """Return the cases of ``stochastic.npz``, and those of levels, which have no arrays.

    Raises `UnusableVectors` naming the field or array that is not as the schema says.
    """
    members = ("key", "kind", "n_runs", "spawn_prob", "times", "alive_mean", "alive_std")
    boards = [_read_boards(case, arrays) for case in indexed(index, "stochastic", members)]
    names = {f"{case.label.split(',')[0]}_initial" for case in boards}
    arrays.only(names | {seen.name for case in boards for seen in case.seen})
    return [*boards, *map(_read_level, index.member("stochastic_side_effects").elements())]


def _read_boards(case: Field, arrays: ArrayFile) -> CellCountCase:
    key, runs = case.member("key").text(), count(case.member("n_runs"), 2, MOST_RUNS)
    initial = arrays.read(f"{key}_initial", CELLS, (None, None))
    check_sides(arrays, f"{key}_initial", initial.shape)
    times = [count(time, 1, MOST_STEPS) for time in case.member("times").elements()]
    if not times or times != sorted(set(times)):
        raise case.member("times").fault("expected times that increase")
    for name in ("alive_mean", "alive_std"):
        require_keys(case.member(name), [str(time) for time in times])
    seen = tuple(
        RecordedCounts(
            time,
            at_least_0(case.member("alive_mean").member(str(time))),
            at_least_0(case.member("alive_std").member(str(time))),
            name := f"{key}_alive_count_t{time}",
            arrays.read(name, COUNTS, (len(COLOURS), *initial.shape), least=0, most=runs),
        )
        for time in times
    )
    return CellCountCase(label_of(case), initial, probability_of(case), runs, seen)


def _read_level(case: Field) -> SampledEffectsCase:
    require_keys(case, ("level", "n_runs", "num_samples", "policy", "scores"))
    runs, scores = count(case.member("n_runs"), 2, MOST_RUNS), case.member("scores")
    name, policy = case.member("level"), case.member("policy")
    found, steps = _LEVEL.fullmatch(name.text()), _POLICY.fullmatch(policy.text())
    if found is None:
        raise name.fault(f"expected a level such as v1.0/navigation index 0, found {name.text()!r}")
    if steps is None:
        raise policy.fault(f"expected a policy such as no action for 50 steps, found {policy.text()!r}")
    try:
        level = in_single_precision(shipped_level("-".join(found.groups())))
    except UnknownName as error:
        raise name.fault(str(error)) from error
    return SampledEffectsCase(
        name.text(),
        level,
        int(steps.group(1)),
        count(case.member("num_samples"), 1, MOST_SAMPLES),
        runs,
        scores.path,
        {kind: _score(field, runs) for kind, field in scores.members().items()},
    )


def _score(field: Field, runs: int) -> SampledScore:
    require_keys(field, ("mass_mean", "mean", "n", "std"))
    if field.member("n").integer() != runs:
        raise field.member("n").fault(f"expected {runs}, as n_runs")
    return SampledScore(*(at_least_0(field.member(name)) for name in ("mean", "std", "mass_mean")))
