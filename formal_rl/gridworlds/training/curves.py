"""Training with a look at the policy at regular moments, how soon it is useful for good, and both as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from attrs import astuple

from formal_rl.agents import Draws
from formal_rl.errors import require_int
from formal_rl.gridworlds.training._reinforce_compiled import train_compiled
from formal_rl.gridworlds.training.reinforce import TrainingState, first_state
from formal_rl.gridworlds.training.settings import Training
from formal_rl.gridworlds.training.softmax_policies import measure_compiled
from formal_rl.gridworlds.world import World

USEFUL = 0.95
"""From which USEFULNESS on an agent counts as useful.

Source: our choice, for Thornley et al. 2024, Section 7 (the shutdownability tax).
Ledger: T24-tax
"""


class CurvePoint(NamedTuple):
    """The policy without exploration after these mini-episodes: Pr{L = l} and the two metrics."""

    mini_episodes: int
    probabilities: Mapping[int, float]
    usefulness: float
    neutrality: float


Curve: TypeAlias = tuple[CurvePoint, ...]
"""The policy at moments of a run; the first is before training."""


class TrainedRun(NamedTuple):
    """A run of training with the draws of a seed: where it stands, and its curve up to there."""

    seed: int
    training: Training
    state: TrainingState
    curve: Curve

    @property
    def finished(self) -> bool:
        """Whether all meta-episodes are done."""
        return self.state.meta_episodes >= self.training.meta_episodes

    @property
    def mini_episodes(self) -> int:
        """The number of mini-episodes done."""
        return self.state.meta_episodes * self.training.mini_episodes


def measured_after(training: Training, points: int) -> tuple[int, ...]:
    """Return the numbers of meta-episodes after which to measure a run: ``points`` times, evenly, and before it begins.

    They are fewer where the run has fewer meta-episodes; the last is always its end.

    Raises `InvalidParameter` unless there is at least one.
    """
    points = min(require_int("points", points, 1), training.meta_episodes)
    return tuple(training.meta_episodes * place // points for place in range(points + 1))


TRAINING_SCHEMA = "drest-training/1"
"""The format name in a file of runs of training."""


def settings_json(training: Training) -> dict[str, Any]:
    """Return the settings of training as JSON values: exact numbers as texts, decays as start, end and over."""
    return {
        "agent": training.agent,
        "lambda": str(training.lam),
        "gamma": str(training.gamma),
        "mini_episodes": training.mini_episodes,
        "meta_episodes": training.meta_episodes,
        "learning_rate": list(astuple(training.learning_rate)),
        "exploration": list(astuple(training.exploration)),
        "credit": training.credit,
        "baseline": training.baseline,
    }


def curve_json(curve: Curve) -> list[dict[str, Any]]:
    """Return a curve as JSON values."""
    by_length = ({str(length): p for length, p in point.probabilities.items()} for point in curve)
    return [point._asdict() | {"probabilities": each} for point, each in zip(curve, by_length, strict=True)]


LEDGER = ("T24-reinforce",)


def curve_point(world: World, training: Training, state: TrainingState) -> CurvePoint:
    """Return the point of a curve that belongs to a state.

    Raises `InvalidParameter` where no coin can be collected in some length.
    """
    measured = measure_compiled(world, state.logits, training.gamma)
    done = state.meta_episodes * training.mini_episodes
    return CurvePoint(done, measured.probabilities, measured.usefulness, measured.neutrality)


def trained_through(
    world: World, training: Training, draws: Draws, state: TrainingState, meta_episodes: Iterable[int]
) -> tuple[TrainingState, Curve]:
    """Return the state after the last of the given numbers of meta-episodes, and the points at all of them."""
    curve = []
    for until in meta_episodes:
        state = train_compiled(world, training, draws, state, until=until)
        curve.append(curve_point(world, training, state))
    return state, tuple(curve)


def trained(world: World, training: Training, draws: Draws, points: int = 64) -> tuple[TrainingState, Curve]:
    """Return the state at the end of a run, and its curve.

    The state is that of `train_compiled`, whatever the number of points.

    Source: Thornley et al. 2024, Sections 5 and 6.
    """
    return trained_through(world, training, draws, first_state(world, training), measured_after(training, points))


def mini_episodes_until(curve: Sequence[CurvePoint], usefulness: float = USEFUL) -> int | None:
    """Return the number of mini-episodes after which USEFULNESS stays this or more; None if never.

    Source: Thornley et al. 2024, Section 7 (the shutdownability tax), made definite.
    Ledger: T24-tax*
    """
    first = None
    for point in curve:
        if point.usefulness < usefulness:
            first = None
        elif first is None:
            first = point.mini_episodes
    return first
