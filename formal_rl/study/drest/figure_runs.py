"""The runs of training that figures are drawn from."""

from collections.abc import Callable, Sequence
from statistics import median_low
from typing import NamedTuple

from formal_rl.gridworlds import Value, World, named_world
from formal_rl.gridworlds.training import CurvePoint, Logits, TrainedRun, Training
from formal_rl.study.drest.training import train_seeds


class AskedTraining(NamedTuple):
    """A training to run: a world by name, the value of its coin x, the settings, how often it is measured."""

    name: str
    x: Value
    training: Training
    points: int

    @property
    def world(self) -> World:
        """The world."""
        return named_world(self.name, self.x)


class FigureRun(NamedTuple):
    """A finished run, and what it is a run of."""

    asked: AskedTraining
    run: TrainedRun

    @property
    def end(self) -> CurvePoint:
        """What the trained policy does."""
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
    asked: AskedTraining, seeds: Sequence[int], *, jobs: int | None = 1, progress: Callable[[int], None] | None = None
) -> tuple[FigureRun, ...]:
    """Return a run for each seed; ``jobs`` and ``progress`` are those of `train_seeds`."""
    trained = train_seeds(asked.world, asked.training, seeds, points=asked.points, jobs=jobs, progress=progress)
    return tuple(FigureRun(asked, run) for run in trained)


def typical(runs: Sequence[FigureRun]) -> FigureRun:
    """Return the run that is in the middle by the probability of the greatest length; the lower one of two."""
    middle = median_low(run.p_long for run in runs)
    return next(run for run in runs if run.p_long == middle)
