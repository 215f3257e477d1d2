"""Agents as data: the ``agents`` block of a file of recorded runs."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.agents import AgentClass, LearnerClass, QLearnerPublished, RandomLearner, SimpleLearner
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.errors import MalformedExpression, UnusableVectors
from formal_rl.strict_json import Field, require_keys, rounded
from formal_rl.transforms.reality_check import PublishedRealityCheck

AgentMaker: TypeAlias = Callable[..., AgentClass[Any]]
"""Makes an agent-class from the number of its actions and the draws of the agents."""

PUBLISHED_AGENTS: Mapping[str, AgentMaker] = {
    "simple_learner": lambda actions, draws: LearnerClass(SimpleLearner(actions)),
    "q_learner": lambda actions, draws, **keywords: LearnerClass(QLearnerPublished(draws, actions, **keywords)),
    "random_agent": lambda actions, draws: LearnerClass(RandomLearner(draws, actions)),
}
"""The agents of the published library by name; only the Q-learner takes keywords: epsilon, learning_rate, gamma."""

_LARGEST_MAGNITUDE = 1000


def _constants(specification: Field) -> dict[str, int]:
    members = specification.members()
    if "keywords" in members:
        require_keys(members["keywords"], ("learning_rate",))
        for keyword in members["keywords"].members().values():
            rate = rounded(keyword)
            if abs(rate.adjusted()) > _LARGEST_MAGNITUDE:
                raise keyword.fault("a number of this magnitude is not a learning rate")
            return {"learning_rate_1000": round(1000 * Fraction(rate))}
    return {}


def _registers(specification: Field) -> AgentMaker:
    registers = specification.member("registers").members()
    try:
        learner = RegisterLearner(
            number_of_actions=1,
            registers={name: register.integer() for name, register in registers.items()},
            learning={name: update.value for name, update in specification.member("learn").members().items()},
            acting=specification.member("act").value,
            constants=_constants(specification),
        )
    except MalformedExpression as error:
        place = f"{specification.path}.{error.field}"
        raise UnusableVectors(specification.file, place, error.reason) from error
    return lambda actions, draws: LearnerClass(evolve(learner, number_of_actions=actions))


def read_agents(document: Field) -> dict[str, AgentMaker]:
    """Return the agents of a file by name, their expressions checked.

    Raises `UnusableVectors` for an unknown kind, a missing or wrong member, or a malformed expression.
    """
    return {name: _agent(agent) for name, agent in document.member("agents").members().items()}


def _agent(specification: Field) -> AgentMaker:
    kind = specification.member("kind").one_of(("registers", "published", "published_reality_check"))
    if kind == "registers":
        return _registers(specification)
    if kind == "published":
        return PUBLISHED_AGENTS[specification.member("name").one_of(PUBLISHED_AGENTS)]
    inner = _agent(specification.member("of"))
    return lambda actions, draws: PublishedRealityCheck(inner(actions, draws))
