"""Pairs of an optimised form and its definition, as data. Statements and the headline tests compare them."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq
from typing import TYPE_CHECKING, Any, Self

from attrs import frozen

if TYPE_CHECKING:
    from formal_rl.environments import EnvironmentRecord


@frozen
class Pair:
    """A definition and an optimised form of it, called by the name of the form; ``agree`` compares what they give."""

    name: str
    definition: Any
    fast: Any
    agree: Callable[[Any, Any], bool] = eq


class AgentTransformPair(Pair):
    """Two transformations of agents: the same actions for every agent and every history."""


class LearnerTransformPair(Pair):
    """A transformation of agents and one of learners: the same actions for every learner and every history."""


class EnvironmentPair(Pair):
    """An environment and its incremental form: the same percepts for every learner and every action sequence."""

    @classmethod
    def of(cls, record: EnvironmentRecord, *arguments: Any) -> Self:
        """Return the pair of a record of the catalogue, both made of the arguments where they are made."""
        definition, fast = (record.made(form, *arguments) for form in ("definition", "incremental"))
        return cls(record.attribute("incremental"), definition, fast)


class FunctionPair(Pair):
    """Two functions of plain arguments."""
