"""The classes of draws that an environment reads, in order."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, repeat
from types import MappingProxyType

import numpy as np

from formal_rl.agents import ConstantLearner, Draw
from formal_rl.battery._draw_pools import draw_values
from formal_rl.battery.environments import ENVIRONMENTS, Reading, find_environment
from formal_rl.battery.results import BatteryRun

CLASSES: Mapping[str, int] = MappingProxyType(
    {
        "AfterImages": 8,
        "CensoredObservation": 3,
        "IgnoreObservations": 5,
        "SelfRecognition": 6,
        "TemptingButton": 4,
        "TemptingButtonVariation": 4,
    }
)
"""How many classes of draws u there are, the whole parts of n u, in the environments that draw."""


def drawn_classes(name: str, semantics: Reading, seed: int) -> tuple[int, bytes]:
    """Return the class that is read at the start, 0 if none is, and those of the steps, which begin again at their end.

    ``name`` is that of an environment that draws, and not of an opposite.
    """
    first, following = _indices(name, semantics)
    drawn = _all_classes(seed, CLASSES[name])
    return drawn[first] if first >= 0 else 0, drawn[following:] + drawn[:following]


def classes_of_run(run: BatteryRun) -> Iterator[int]:
    """Return the class that is read at the start of a run, and then that of each of its steps; 0 without draws."""
    found, _ = find_environment(run.environment)
    first, classes = drawn_classes(found.name, run.semantics, run.seed) if found.name in CLASSES else (0, bytes(1))
    rounds, rest = divmod(run.steps, len(classes))
    # itertools.cycle keeps a copy
    return chain.from_iterable(chain(((first,),), repeat(classes, rounds), (classes[:rest],)))


class _Asked:
    """Draws that remember the index that was read last, -1 before."""

    def __init__(self) -> None:
        self.index = -1

    def __getitem__(self, index: int) -> Draw:
        self.index = index
        return 0


@cache
def _indices(name: str, semantics: Reading) -> tuple[int, int]:
    """Return the index of the draw that is read at the start, -1 if none is, and of that read in the first step."""
    asked = _Asked()
    place, learner = ENVIRONMENTS[name].incremental(asked, semantics=semantics), ConstantLearner(0)
    _, state = place.start(learner)
    first = asked.index
    place.advance(learner, state, 0)
    return first, asked.index


@cache
def _all_classes(seed: int, classes: int) -> bytes:
    drawn: bytes = np.floor(classes * draw_values(seed).environment).astype(np.uint8).tobytes()
    return drawn
