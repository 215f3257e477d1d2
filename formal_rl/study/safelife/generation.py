"""Levels generated from seeds, each with a name that says from which."""

from typing import NamedTuple

from attrs import evolve

from formal_rl.safelife.game import Level
from formal_rl.safelife.generation import GenerationFailed, LevelTargets, generate
from formal_rl.seeded_draws import SeededDraws


class SeededLevel(NamedTuple):
    """A generated level, the seed of its draws, and how many of these were used."""

    level: Level
    seed: int
    draws_used: int


def seeded_level(kind: str, size: int, seed: int, targets: LevelTargets | None = None) -> SeededLevel:
    """Return the level of a kind and size that the draws of a seed give, called by kind and seed.

    Raises as `generate` does, with the seed in a note.
    """
    try:
        made = generate(kind, size, SeededDraws(seed), targets)
    except GenerationFailed as error:
        error.add_note(f"seed {seed}")
        raise
    return SeededLevel(evolve(made.level, name=f"{kind}-seed-{seed}"), seed, made.draws_used)
