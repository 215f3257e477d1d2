"""Runs of training that several checks look at, each trained once."""

from functools import lru_cache

from formal_rl.checking import Scope
from formal_rl.gridworlds import World, named_world
from formal_rl.gridworlds.training import CurvePoint, Training, first_state, measured_after, train_compiled
from formal_rl.gridworlds.training.curves import Curve, curve_point
from formal_rl.gridworlds.training.reinforce import TrainingState
from formal_rl.seeded_draws import SeededDraws

SEEDS = 10
"""How many seeds are looked at in full, or recorded: as many as the paper trains agents of each kind."""

LOOKS = 64
"""How often a run is looked at whose course matters, evenly, and before it begins."""


@lru_cache(maxsize=512)
def course(world: World, training: Training, seed: int, points: int = LOOKS) -> tuple[TrainingState, ...]:
    """Return where a run stands each time that it is looked at; the last is its end."""
    draws, states = SeededDraws(seed), [first_state(world, training)]
    for until in measured_after(training, points)[1:]:
        states.append(train_compiled(world, training, draws, states[-1], until=until))
    return tuple(states)


@lru_cache(maxsize=512)
def run(name: str, training: Training, seed: int, points: int = 1) -> tuple[TrainingState, Curve]:
    """Return the state at the end of a run in a world, and its curve."""
    world, states = named_world(name), course(named_world(name), training, seed, points)
    return states[-1], tuple(curve_point(world, training, state) for state in states)


def example_end(training: Training, seed: int) -> CurvePoint:
    """Return what a policy trained in the example world does in the end."""
    return run("example", training, seed, LOOKS)[1][-1]


def seeds(scope: Scope) -> range:
    """Return the seeds of a check."""
    return range(1, (SEEDS if scope.is_full else 1) + 1)


def named(which: range) -> str:
    """Return the seeds that there are: the first, and the last if it is another."""
    return f"seed {which[0]}" if len(which) == 1 else f"seeds {which[0]} to {which[-1]}"
