"""Runs of training that several checks look at, each trained once."""

from functools import lru_cache

from formal_rl.gridworlds import World, named_world
from formal_rl.gridworlds.training import Training, measured_after
from formal_rl.gridworlds.training._reinforce_compiled import train_compiled
from formal_rl.gridworlds.training.curves import Curve, curve_point
from formal_rl.gridworlds.training.reinforce import TrainingState, first_state
from formal_rl.seeded_draws import SeededDraws

SEEDS = 10
"""The number of seeds in the full profile or in a recording: as many as the paper trains agents of each kind."""


@lru_cache(maxsize=512)
def course(world: World, training: Training, seed: int, points: int = 64) -> tuple[TrainingState, ...]:
    """Return the states of a run at its start and at checkpoints, evenly spaced, of which the last is its end."""
    draws, states = SeededDraws(seed), [first_state(world, training)]
    for until in measured_after(training, points)[1:]:
        states.append(train_compiled(world, training, draws, states[-1], until=until))
    return tuple(states)


@lru_cache(maxsize=512)
def curve(name: str, training: Training, seed: int) -> Curve:
    """Return the curve of a run in a named world; its last point is what the policy does in the end."""
    return tuple(curve_point(named_world(name), training, each) for each in course(named_world(name), training, seed))
