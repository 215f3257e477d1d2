"""Percepts, actions and histories: the alphabet of everything else."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

LEDGER = ("A22-D1",)

Reward: TypeAlias = int | Fraction
Observation: TypeAlias = Hashable
Action: TypeAlias = int


class Percept(NamedTuple):
    """A percept (r, o): a rational reward together with an observation.

    Equal to the plain pair ``(r, o)``; its repr can be pasted back.

    Source: Alexander et al. 2022, Section 2.
    Ledger: A22-D1*, A21-D1
    """

    reward: Reward
    observation: Observation

    def __repr__(self) -> str:
        """Return code that builds this percept."""
        return f"Percept({self.reward!r}, {self.observation!r})"


History: TypeAlias = tuple[Any, ...]
"""Percept, action, percept, action, ...: a plain tuple that starts with a percept, or the empty tuple."""

Prompt: TypeAlias = History
"""A history that ends in a percept: what an agent is asked on."""

Play: TypeAlias = History
"""The empty history, or one that ends in an action: what an environment answers to."""
