"""Ordinary environments as extended ones."""

from formal_rl.environments.types import Agent, Environment, ExtendedEnvironment
from formal_rl.histories import Percept, Play


def embed(environment: Environment) -> ExtendedEnvironment:
    """Return the extended environment that ignores the agent and answers as ``environment`` does.

    Source: Alexander et al. 2022, Section 2, after Definition 2.
    Ledger: A22-D2*, A21-S3-genuine*, A22-D8*
    """

    def embedded(agent: Agent, play: Play) -> Percept:
        return environment(play)

    return embedded
