"""Agents as data: the ``agents`` block of a file of recorded runs."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.agents import RegisterLearner
from formal_rl.errors import MalformedExpression, UnusableVectors
from formal_rl.strict_json import Field

PUBLISHED_AGENTS = ("simple_learner", "q_learner", "random_agent")
"""The agents of the published library that schema version 2 knows by name."""

_TAKEN = frozenset({"n", "obs", "o_prev", "a", "r", "o_next", "learning_rate_1000"})
_LARGEST_MAGNITUDE = 1000


@frozen
class RegisterSpecification:
    """An agent of integer registers; ``place`` is where in the file it is specified."""

    place: str
    registers: Mapping[str, int]
    learning: Mapping[str, Any]
    acting: Any
    constants: Mapping[str, int]

    def learner(self, number_of_actions: int) -> RegisterLearner:
        """Return the learner that is told it has so many actions.

        Raises `MalformedExpression`, its field relative to ``place``.
        """
        return RegisterLearner(
            number_of_actions=number_of_actions,
            registers=self.registers,
            learning=self.learning,
            acting=self.acting,
            constants=self.constants,
        )


@frozen
class PublishedSpecification:
    """An agent of the published library, by name."""

    name: str


@frozen
class RealityCheckSpecification:
    """The published reality check of an agent."""

    inner: Specification


Specification: TypeAlias = RegisterSpecification | PublishedSpecification | RealityCheckSpecification


def _constants(specification: Field) -> dict[str, int]:
    if "keywords" not in specification.members():
        return {}
    keywords = specification.member("keywords").members()
    for name, keyword in keywords.items():
        if name != "learning_rate":
            raise keyword.fault("unknown keyword; known: learning_rate")
        if type(keyword.value) is not int and not isinstance(keyword.value, Decimal):
            raise keyword.fault("expected a number")
        rate = Decimal(keyword.value)
        if abs(rate.adjusted()) > _LARGEST_MAGNITUDE:
            raise keyword.fault("a number of this magnitude is not a learning rate")
        return {"learning_rate_1000": round(1000 * Fraction(rate))}
    return {}


def _registers(specification: Field) -> RegisterSpecification:
    registers = specification.member("registers").members()
    for name, register in registers.items():
        if name in _TAKEN:
            raise register.fault("this name has a meaning of its own, so no register can have it")
    read = RegisterSpecification(
        place=specification.path,
        registers={name: register.integer() for name, register in registers.items()},
        learning={name: update.value for name, update in specification.member("learn").members().items()},
        acting=specification.member("act").value,
        constants=_constants(specification),
    )
    try:
        read.learner(1)
    except MalformedExpression as error:
        place = f"{specification.path}.{error.field}"
        raise UnusableVectors(specification.file, place, error.reason) from error
    return read


def read_specification(specification: Field) -> Specification:
    """Return the specification of an agent, its expressions checked.

    Raises `UnusableVectors` for an unknown kind, a missing or wrong member, or a malformed expression.
    """
    kind = specification.member("kind")
    if kind.text() == "registers":
        return _registers(specification)
    if kind.text() == "published":
        name = specification.member("name")
        if name.text() not in PUBLISHED_AGENTS:
            raise name.fault(f"unknown agent {name.text()!r}; known: {', '.join(PUBLISHED_AGENTS)}")
        return PublishedSpecification(name.text())
    if kind.text() == "published_reality_check":
        return RealityCheckSpecification(read_specification(specification.member("of")))
    raise kind.fault(f"unknown kind {kind.text()!r}; known: registers, published, published_reality_check")


def read_agents(document: Field) -> dict[str, Specification]:
    """Return the agents of a file by name.

    Raises `UnusableVectors` as `read_specification` does.
    """
    return {name: read_specification(agent) for name, agent in document.member("agents").members().items()}


def read_agent_name(run: Field, agents: Mapping[str, Specification]) -> str:
    """Return the name of the agent of a run.

    Raises `UnusableVectors` if the file does not specify this agent.
    """
    name = run.member("agent")
    if name.text() not in agents:
        raise name.fault(f"{name.text()!r} is not among the agents of this file")
    return name.text()
