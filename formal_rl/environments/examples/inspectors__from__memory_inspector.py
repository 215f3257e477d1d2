"""Paid for storing little while thinking."""

from formal_rl.environments.costed import inspector
from formal_rl.environments.types import ExtendedEnvironment


def memory_inspector(bound: int) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took at no step more than ``bound`` stored things, else -1.

    The prompt itself is not counted, only what the program declares that it stores. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3, which gives no bound.
    Ledger: A21-S3-memory*
    """
    return inspector(lambda computed, prompt: computed.greatest_store <= bound)
