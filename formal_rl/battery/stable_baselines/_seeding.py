"""Generators that are set for one piece of work and put back after it; and seeds that are hashes of what was trained.

Stable-Baselines3 draws from the generators of torch and numpy that a whole process shares. Here nobody's draws depend
on who else drew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import blake2b

import numpy
import torch

from formal_rl.agents import Draws, Transition, draw

UNTRAINED = b""
"""The hash of no transitions."""


def hash_of_draws(draws: Draws) -> bytes:
    """Return a hash of the first two draws, by which the generators of agents with other draws differ."""
    return blake2b(repr([Fraction(draw(draws, index)) for index in range(2)]).encode(), digest_size=16).digest()


def hash_after(past: bytes, transition: Transition) -> bytes:
    """Return the hash of a list of transitions from that of the list without its last one.

    Equal transitions have equal hashes, and rewards of -1 and -2, which Python's own hash takes for one, have not.
    """
    o, a, r, after = transition
    return blake2b(past + repr((o, a, Fraction(r), after)).encode(), digest_size=16).digest()


@contextmanager
def seeded(seed: bytes) -> Iterator[None]:
    """Work on one thread and on generators of this seed; afterwards threads and generators are as they were.

    On one thread sums are taken in one order, so the same work has the same result to the last bit.
    """
    number = int.from_bytes(blake2b(seed, digest_size=8).digest(), "big") >> 1
    threads, of_torch, of_numpy = torch.get_num_threads(), torch.get_rng_state(), numpy.random.get_state()
    torch.set_num_threads(1)
    torch.default_generator.manual_seed(number)
    numpy.random.seed(number % 2**32)
    try:
        yield
    finally:
        numpy.random.set_state(of_numpy)
        torch.set_rng_state(of_torch)
        torch.set_num_threads(threads)
