"""The draws of the published library: two pools of 100,000 uniform numbers from one seeded generator."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from formal_rl.agents import RepeatedDraws

POOL_SIZE = 100_000
KEPT = 8
"""How many seeds' pools are kept in memory; one takes about six megabytes."""


class DrawPools(NamedTuple):
    """The draws that all agents share, and those of the environment; both begin again at their end."""

    agents: RepeatedDraws
    environment: RepeatedDraws


@lru_cache(KEPT)
def draw_pools(seed: int) -> DrawPools:
    """Return the pools of a seed: of Python's Mersenne Twister, the first 100,000 values and the next."""
    generator = Random(seed)
    agents, environment = ([generator.random() for _ in range(POOL_SIZE)] for _ in range(2))
    return DrawPools(RepeatedDraws(agents), RepeatedDraws(environment))


class DrawValues(NamedTuple):
    """The same as arrays."""

    agents: NDArray[np.float64]
    environment: NDArray[np.float64]


@lru_cache(KEPT)
def draw_values(seed: int) -> DrawValues:
    """Return the pools of a seed as arrays."""
    return DrawValues(*(np.array(pool.values) for pool in draw_pools(seed)))


@lru_cache(3 * KEPT)
def drawn_actions(seed: int, actions: int) -> bytes:
    """Return floor(n u) for each of the agents' draws u of a seed, and n actions."""
    return np.floor(actions * draw_values(seed).agents).astype(np.uint8).tobytes()


@lru_cache(2 * KEPT)
def draws_up_to(seed: int, most: float) -> bytes:
    """Return 1 for each of the agents' draws of a seed that is no more than this, else 0."""
    return (draw_values(seed).agents <= most).tobytes()
