"""Runs of training with several seeds, in several processes, and the runs of figures."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from statistics import median_low
from typing import NamedTuple

from formal_rl.errors import FormalRLError, require_int
from formal_rl.gridworlds import Value, World, named_world
from formal_rl.gridworlds.training import CurvePoint, Logits, TrainedRun, Training, measured_after, trained_through
from formal_rl.gridworlds.training.reinforce import first_state
from formal_rl.seeded_draws import SeededDraws
from formal_rl.workers import WorkerDied, done_by_workers

POINTS = 64
"""The default number of measurements of a run."""

STRETCH = 16_384
"""A process trains a run for at least this many mini-episodes at a time: fewer cost more to hand over than to train."""


class TrainingProcessEnded(FormalRLError):
    """One of several processes ended in the middle of a run."""

    def __init__(self) -> None:
        super().__init__("a process ended in the middle of training; a checkpoint, if there is one, can be resumed")


def first_run(world: World, training: Training, seed: int) -> TrainedRun:
    """Return a run before training.

    Raises `InvalidParameter` for a seed below 0, and where the metrics are not defined.
    """
    draws = SeededDraws(seed)
    state, curve = trained_through(world, training, draws, first_state(world, training), (0,))
    return TrainedRun(draws.seed, training, state, curve)


def later_run(world: World, run: TrainedRun, points: int) -> TrainedRun:
    """Continue a run to a moment at which it is measured, by `STRETCH` mini-episodes or a little more."""
    ahead = [until for until in measured_after(run.training, points) if until > run.state.meta_episodes]
    far = run.mini_episodes + STRETCH
    near = sum(until * run.training.mini_episodes < far for until in ahead)
    state, curve = trained_through(world, run.training, SeededDraws(run.seed), run.state, ahead[: near + 1])
    return run._replace(state=state, curve=run.curve + curve)


def training_rounds(
    world: World, runs: Sequence[TrainedRun], *, points: int = POINTS, jobs: int | None = None
) -> Iterator[TrainedRun]:
    """Go on with runs until all are finished, and yield each after every stretch, as soon as it is there.

    All runs go one stretch, then all go the next. ``jobs`` is the number of processes; by default as many as there are
    processors. It changes nothing in the runs.

    Raises `InvalidParameter` and `TrainingProcessEnded`.
    """
    if jobs is not None:
        require_int("jobs", jobs, 1)
    at_work = [run for run in runs if not run.finished]
    while at_work:
        several = len(at_work) > 1  # joblib is slow to import, and not needed for one
        processes = min(jobs or import_module("joblib").cpu_count(), len(at_work)) if several else 1
        later = []
        for _, run in done_by_workers(partial(later_run, world, points=points), at_work, jobs=processes):
            if isinstance(run, WorkerDied):
                raise TrainingProcessEnded
            later.append(run)
            yield run
        at_work = [run for run in later if not run.finished]


def train_seeds(
    world: World,
    training: Training,
    seeds: Sequence[int],
    *,
    points: int = POINTS,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[TrainedRun, ...]:
    """Return a finished run for each seed, in the order given.

    ``progress`` is called with the number of mini-episodes that were done since it was called before.

    Raises as `first_run` and `training_rounds` do.
    """
    runs = {seed: first_run(world, training, seed) for seed in seeds}
    for run in training_rounds(world, tuple(runs.values()), points=points, jobs=jobs):
        if progress is not None:
            progress(run.mini_episodes - runs[run.seed].mini_episodes)
        runs[run.seed] = run
    return tuple(runs[seed] for seed in seeds)


# --- The runs that figures are drawn from ---


class TrainingSpec(NamedTuple):
    """A training to run: a world by name, the value of its coin x, the settings, the number of measurements."""

    name: str
    x: Value
    training: Training
    points: int

    @property
    def world(self) -> World:
        """The world."""
        return named_world(self.name, self.x)


class FigureRun(NamedTuple):
    """A finished run, and its settings."""

    spec: TrainingSpec
    run: TrainedRun

    @property
    def end(self) -> CurvePoint:
        """The behaviour of the trained policy."""
        return self.run.curve[-1]

    @property
    def p_long(self) -> float:
        """The probability of the greatest length at the end."""
        return self.end.probabilities[max(self.end.probabilities)]

    @property
    def logits(self) -> Logits:
        """The parameters of the trained policy."""
        return self.run.state.logits


def figure_runs(
    spec: TrainingSpec, seeds: Sequence[int], *, jobs: int | None = 1, progress: Callable[[int], None] | None = None
) -> tuple[FigureRun, ...]:
    """Return a run for each seed; ``jobs`` and ``progress`` are those of `train_seeds`."""
    trained = train_seeds(spec.world, spec.training, seeds, points=spec.points, jobs=jobs, progress=progress)
    return tuple(FigureRun(spec, run) for run in trained)


def typical(runs: Sequence[FigureRun]) -> FigureRun:
    """Return the run that is in the middle by the probability of the greatest length; the lower one of two."""
    middle = median_low(run.p_long for run in runs)
    return next(run for run in runs if run.p_long == middle)
