"""Side effects of runs on shipped levels beside the published code, and how deviations are certified on big boards.

``python -m benchmarks side_effects --published-python PYTHON`` runs the published code too, by a Python that has it:
safelife 1.2.2 with pyemd, of which 0.5.1 has a solver of its own and from 1.1 on that of POT, which is faster; the
table names it. Without it only our side is measured. Both get the same boards: the level, and where 200 random actions
led. Both sample 1,000 states of each side, by draws of their own where there are spawners, and measure every cell type;
ours to the true distance of the torus and certified to 1e-6 of the mass, the published code to its own distance without
what is below a thousandth. Seconds are of CPU, the least of three runs, in which the two take turns.

Where the time of a run goes: a step of the two boards, the whole of them with and
without counting, the run without actions, the deviations, and all the rest.

The compiled engine, where numba is installed: the whole of a run of 200 and of 1,000 steps on levels with spawners, and
what it does of that, which is to follow boards and to count life: by Python, by the kernel and by the published code.
The kernel is compiled, or loaded, before.

Many levels at once: seconds of the clock for all levels of a kind, by one process, by two, and by the published code
in one process.

The small problems are densities of 26 x 26 that differ in so many drawn places, solved as a cheapest flow and by linear
programming.

The big boards: soup is two boards of drawn cells, half of them alive, that have nothing to do with each other, as bad
as it gets; spawners is a board of blocks and one spawner to 169 locations, sampled twice. Each is measured in a process
of its own, whose greatest memory is given; the seconds are those of solving, after the states were counted.
"""

from __future__ import annotations

import json
import select
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from itertools import chain, product
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy
from attrs import frozen

from benchmarks.tables import Progress, Table, times
from formal_rl.errors import MissingExtra
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed, packed_states_following
from formal_rl.safelife.board import GREEN, LIFE, Board
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.game import Level, is_deterministic
from formal_rl.safelife.levels import SHIPPED_KINDS, shipped_level
from formal_rl.safelife.side_effects import (
    Density,
    SideEffects,
    check_certificate,
    earth_mover_distance_certified,
    side_effects_certified,
)
from formal_rl.safelife.side_effects._cell_counts import life_counts_packed
from formal_rl.safelife.side_effects._earth_mover_certified import earth_mover_by_rounds_certified
from formal_rl.safelife.side_effects._side_effects_certified import ENGINES, Rollout, find_engine
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife.run import run_level
from formal_rl.workers import done_by_workers

ACTIONS = 200
SAMPLES = 1000
LIMIT = 60
"""Seconds after which the published code is stopped on a big board."""

_COLOUR = 2


@frozen
class Case:
    """A run: where it began, where it ended."""

    level: Level
    final: Board
    steps: int


def run(progress: Progress, *, full: bool, published: str | None = None) -> Iterator[Table]:
    """Yield the tables of shipped levels, of small problems, and of big boards."""
    levels = 20 if full else 10
    yield _levels(progress, levels, published)
    yield _parts(progress, levels)
    yield from _compiled(progress, levels, published)
    yield _at_once(progress, levels, published)
    yield _small_problems(progress)
    yield _big_boards(progress, (64, 128, 256) if full else (64, 128), published, full=full)


# --- shipped levels ---


def _levels(progress: Progress, levels: int, published: str | None) -> Table:
    rows, versions = [], ""
    for kind in SHIPPED_KINDS:
        progress(f"side effects: {kind}")
        cases = _cases(kind, levels)
        ours, theirs, boards = ([float("inf")] * levels for _ in range(3))
        with nullcontext() if published is None else _Published(published, cases) as other:
            for _, (number, case) in product(range(3), enumerate(cases)):
                ours[number] = min(ours[number], _seconds(case))
                if other is not None:
                    result, versions = other.score(number), other.versions
                    theirs[number] = min(theirs[number], result["seconds"])
                    boards[number] = min(boards[number], result["boards"])
        row = [kind, _ms(median(ours)), _ms(max(ours))]
        if published is not None:
            row += [_ms(median(theirs)), _ms(max(theirs)), _ms(median(boards))]
            row += [times(median(theirs) / median(ours)), times(max(theirs) / max(ours))]
        rows.append(row)
    columns = ["level", "median", "worst"]
    if published is not None:
        columns += ["published median", "worst", "boards alone", "median ratio", "worst ratio"]
    return Table(
        f"side effects of {ACTIONS} random actions, {levels} levels of a kind, n = {SAMPLES}",
        columns,
        rows,
        f"A ratio above 1: ours takes less. {versions}".strip(),
    )


def _cases(kind: str, levels: int) -> list[Case]:
    return [_case(f"{kind}-{number}", number) for number in range(levels)]


def _case(name: str, seed: int, steps: int = ACTIONS) -> Case:
    level = shipped_level(name)
    state = run_level(level, "random", steps=steps, seed=seed).state
    return Case(level, state.board, state.steps)


def _measured(case: Case, engine: str = "python") -> SideEffects:
    return side_effects_certified(
        case.level.board,
        case.final,
        case.steps,
        samples=SAMPLES,
        spawn_probability=case.level.spawn_probability,
        inaction_draws=SeededDraws(1),
        action_draws=SeededDraws(2),
        engine=engine,
    )


def _seconds(case: Case, engine: str = "python") -> float:
    return _taken(partial(_measured, case, engine))


def _taken(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    begun = clock()
    work()
    return clock() - begun


class _Published:
    """The published code, which scores the cases that it is asked for, one after the other."""

    def __init__(self, python: str, cases: Sequence[Case]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "cases.npz"
        arrays = {f"initial_{number}": case.level.board.array() for number, case in enumerate(cases)}
        arrays |= {f"final_{number}": case.final.array() for number, case in enumerate(cases)}
        probabilities = numpy.array([float(case.level.spawn_probability) for case in cases])
        numpy.savez(path, steps=numpy.array([case.steps for case in cases]), spawn_probability=probabilities, **arrays)
        script = Path(__file__).with_name("published_safelife.py")
        self._process = subprocess.Popen(
            [python, str(script), str(path)],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        versions = self._answer()
        if versions is None:
            raise SystemExit(f"the published code does not run by {python}")
        self.versions = f"Published: {', '.join(f'{name} {version}' for name, version in versions.items())}."

    def __enter__(self) -> _Published:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

    def score(self, case: int) -> dict[str, float]:
        """Return what it took for a case: no end of time where it failed, or took longer than the limit."""
        assert self._process.stdin is not None
        print(case, file=self._process.stdin, flush=True)
        return self._answer() or dict.fromkeys(("seconds", "clock", "boards"), float("inf"))

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], LIMIT)
        line = self._process.stdout.readline() if ready else ""
        return json.loads(line) if line else None


# --- where the time goes ---


def _parts(progress: Progress, levels: int) -> Table:
    rows = []
    for kind in SHIPPED_KINDS:
        progress(f"parts: {kind}")
        parts = [_parts_of(case) for case in _cases(kind, levels) if not is_deterministic(case.level.board, 0.5)]
        if parts:
            step, *others = (median(column) for column in zip(*parts, strict=True))
            rows.append([kind, f"{step * 1e6 / SAMPLES:.1f} us", *map(_ms, others)])
    return Table(
        f"side effects of a level with spawners, median of {levels}",
        ["level", "a step of both", "steps", "counting", "no actions", "deviations", "the rest"],
        rows,
        "Steps are the 1,000 of both boards after the run; no actions are the 200 of the one before.",
    )


def _parts_of(case: Case) -> tuple[float, ...]:
    """Return the seconds of `SAMPLES` steps, twice, those of counting, of the baseline, of deviations and the rest."""
    probability = case.level.spawn_probability
    boards = case.level.board, case.final

    def of_both(function: Callable[..., Any]) -> list[Any]:
        return [function(board, SAMPLES, probability, SeededDraws(seed)) for seed, board in enumerate(boards)]

    def deviations() -> None:
        for effect in effects:
            earth_mover_distance_certified(effect.inaction, effect.action)

    effects = _measured(case).effects
    whole = min(_seconds(case) for _ in range(3))
    steps = min(_taken(lambda: deque(chain(*of_both(packed_states_following)), maxlen=0)) for _ in range(3))
    counting = min(_taken(lambda: of_both(life_counts_packed)) for _ in range(3)) - steps
    baseline = min(
        _taken(lambda: advance_by_packed(case.level.board, case.steps, probability, SeededDraws(1))) for _ in range(3)
    )
    moving = min(_taken(deviations) for _ in range(3))
    return steps, steps, counting, baseline, moving, whole - steps - counting - baseline - moving


# --- the compiled engine ---


def _compiled(progress: Progress, levels: int, published: str | None) -> Iterator[Table]:
    try:
        find_engine("compiled")
    except MissingExtra:
        return
    rows, versions = [], ""
    for kind, steps in product(SHIPPED_KINDS, (ACTIONS, 1000)):
        names = [f"{kind}-{number}" for number in range(levels)]
        if is_deterministic(shipped_level(names[0]).board, 0.5):
            continue
        progress(f"compiled: {kind}, {steps} steps")
        cases = [_case(name, seed, steps) for seed, name in enumerate(names)]
        _measured(cases[0], "compiled")
        least = numpy.full((6, levels), numpy.inf)
        with nullcontext() if published is None else _Published(published, cases) as other:
            for _, (number, case) in product(range(3), enumerate(cases)):
                taken = [work(case, engine) for work in (_seconds, _following) for engine in ENGINES]
                if other is not None:
                    result, versions = other.score(number), other.versions
                    taken += [result["seconds"], result["boards"]]
                least[: len(taken), number] = numpy.minimum(least[: len(taken), number], taken)
        python, kernel, boards_python, boards_kernel, theirs, boards_theirs = numpy.median(least, axis=1).tolist()
        row = [f"{kind}, {steps} steps", *map(_ms, (python, kernel)), times(python / kernel)]
        row += [*map(_ms, (boards_python, boards_kernel)), times(boards_python / boards_kernel)]
        if published is not None:
            of_all = least[:2].sum(axis=1)
            row += [*map(_ms, (theirs, boards_theirs)), times(theirs / python), times(theirs / kernel)]
            row += [times(least[4].sum() / each) for each in of_all]
        rows.append(row)
    columns = ["level", "python", "compiled", "ratio", "boards: python", "compiled", "ratio"]
    if published is not None:
        columns += ["published", "its boards", "ratio of python", "of compiled", "of all: python", "compiled"]
    yield Table(
        f"side effects with the compiled engine, median of {levels} levels of a kind",
        columns,
        rows,
        f"Ratios are to the compiled engine, and of the published code to ours; above 1: ours takes less. "
        f"Of all are those of the sums over all levels. {versions}".strip(),
    )


def _following(case: Case, engine: str) -> float:
    """Return the seconds of the run without actions, and of counting life in the states after both runs."""
    advance_by, counted = ENGINES[engine]
    probability, draws = case.level.spawn_probability, SeededDraws(1)

    def follow() -> None:
        baseline, read = advance_by(case.level.board, case.steps, probability, draws)
        after = Rollout(baseline, probability, draws, read), Rollout(case.final, probability, SeededDraws(2))
        counted(after, SAMPLES)

    return _taken(follow)


# --- many levels at once ---


def _at_once(progress: Progress, levels: int, published: str | None) -> Table:
    rows, versions = [], ""
    for kind in SHIPPED_KINDS:
        progress(f"many at once: {kind}")
        cases = _cases(kind, levels)
        list(done_by_workers(_measured, cases[:2], jobs=2))  # so that the processes are there
        seconds = [
            _taken(partial(list, done_by_workers(_measured, cases, jobs=jobs)), perf_counter)  # nothing is done before
            for jobs in (1, 2)
        ]
        row = [kind, *(f"{each / levels * 1000:.1f} ms" for each in seconds)]
        if published is not None:
            with _Published(published, cases) as other:
                theirs, versions = sum(other.score(number)["clock"] for number in range(levels)), other.versions
            row += [_ms(theirs / levels), *(times(theirs / each) for each in seconds)]
        rows.append(row)
    columns = ["level", "one process", "two"]
    return Table(
        f"side effects of {levels} levels of a kind, the time by the clock for each",
        columns + (["published", "ratio of one", "of two"] if published is not None else []),
        rows,
        f"A ratio above 1: ours takes less. {versions}".strip(),
    )


# --- small problems ---


def _small_problems(progress: Progress) -> Table:
    rows = []
    for places in (2, 10, 25, 50, 100, 200, 300, 400, 500):
        progress(f"small problems: {places} places")
        pairs = [_differing(places, seed) for seed in range(5)]
        seconds = [
            median(min(_taken(partial(solve, *pair)) for _ in range(3)) for pair in pairs)
            for solve in (earth_mover_distance_certified, earth_mover_by_rounds_certified)
        ]
        rows.append([f"{places}", *map(_ms, seconds), times(seconds[1] / seconds[0])])
    return Table(
        "densities that differ in so many places, the median of five",
        ["places", "cheapest flow", "linear programming", "ratio"],
        rows,
        "A ratio above 1: the cheapest flow takes less. Beyond 500 places linear programming is used.",
    )


def _differing(places: int, seed: int) -> tuple[Density, Density]:
    """Return two densities that differ in so many drawn places, in half of them each way."""
    random = numpy.random.default_rng(seed)
    first, second = numpy.zeros((2, 26 * 26), dtype=numpy.int64)
    chosen = random.choice(26 * 26, places, replace=False)
    first[chosen[::2]], second[chosen[1::2]] = (random.integers(1, SAMPLES, len(chosen[k::2])) for k in (0, 1))
    one, other = (Density(each.reshape(26, 26).tolist(), SAMPLES) for each in (first, second))
    return one, other


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms"


# --- big boards ---


def soup(side: int, seed: int) -> Board:
    """Return a board of drawn cells, half of them green life."""
    draws = numpy.random.default_rng(seed).random((side, side))
    return Board.from_array(numpy.where(draws < 0.5, LIFE | GREEN, 0).astype(numpy.uint16))


def spawners(side: int) -> Board:
    """Return a board of blocks of green life, with one green spawner to 169 locations."""
    cells = numpy.zeros((side, side), dtype=numpy.uint16)
    for row in range(0, side - 3, 6):
        for column in range(0, side - 3, 6):
            cells[row : row + 2, column : column + 2] = LIFE | GREEN
    places = numpy.random.default_rng(0).choice(side * side, side * side // 169, replace=False)
    cells.flat[places] = SPAWNER | GREEN
    return Board.from_array(cells)


def _boards(kind: str, side: int) -> tuple[Board, Board]:
    return (soup(side, 0), soup(side, 1)) if kind == "soup" else (spawners(side),) * 2


def _big_boards(progress: Progress, sides: Sequence[int], published: str | None, *, full: bool) -> Table:
    rows = []
    for side in sides:
        for kind in ("soup", "spawners"):
            progress(f"deviation: {kind}, {side} x {side}")
            command = [sys.executable, "-m", "benchmarks.side_effects", kind, str(side)]
            found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            row = [
                f"{kind}, {side} x {side}",
                f"{found['changed']:,}",
                f"{found['value']:.4f}",
                f"{found['gap']:.1e}",
                f"{found['seconds']:.1f} s",
                f"{found['checked']:.1f} s",
                f"{found['memory'] / 1024:,.0f} MB",
            ]
            if published is not None:
                row.append(_published_big(published, kind, side) if side == sides[0] or full else "not tried")
            rows.append(row)
    columns = ["boards", "changed", "deviation", "gap", "solving", "checking", "memory"]
    return Table(
        f"deviations on the torus, n = {SAMPLES}, certified to 1e-6 of the mass",
        columns + (["published"] if published is not None else []),
        rows,
        f"The gap is a share of the mass. The published code is given {LIMIT} s.",
    )


def _published_big(python: str, kind: str, side: int) -> str:
    first, second = _boards(kind, side)
    level = Level(first, Board.empty(side, side), agents=(), spawn_probability=Fraction(3, 10))
    with _Published(python, [Case(level, second, 0 if kind == "soup" else 1)]) as other:
        seconds = other.score(0)["seconds"]
    return f"{seconds:.1f} s" if seconds < LIMIT else f"failed, or more than {LIMIT} s"


def one(kind: str, side: int) -> None:
    """Print what one pair of big boards takes, as JSON."""
    densities = []
    for number, board in enumerate(_boards(kind, side)):
        counts = life_counts_packed(board, SAMPLES, Fraction(3, 10), SeededDraws(number))[_COLOUR]
        densities.append(Density(counts, SAMPLES))
    first, second = densities
    begun = process_time()
    deviation = earth_mover_distance_certified(first, second)
    solved = process_time()
    bounds = check_certificate(first, second, deviation)
    checked = process_time()
    print(
        json.dumps(
            {
                "changed": sum(
                    a != b for x, y in zip(first.counts, second.counts, strict=True) for a, b in zip(x, y, strict=True)
                ),
                "value": deviation.value,
                "gap": float((bounds.upper - bounds.lower) / max(first.mass, second.mass)),
                "seconds": solved - begun,
                "checked": checked - solved,
                "memory": getrusage(RUSAGE_SELF).ru_maxrss,
            }
        )
    )


if __name__ == "__main__":
    one(sys.argv[1], int(sys.argv[2]))
