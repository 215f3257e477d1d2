"""Agents as data: the ``agents`` block of a file of recorded runs."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import AgentClass, LearnerClass, QLearnerPublished, RandomLearner, SimpleLearner, Transition
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.errors import MalformedExpression, UnusableVectors
from formal_rl.histories import Action, Observation
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


@frozen
class LocatedAgentClass:
    """A register learner, specified at ``place`` of a file, as an agent-class that answers only with actions.

    Raises `MalformedExpression` with the full place of the expression: where its evaluation is undefined or
    too large, and where the answer is not one of the actions.
    """

    place: str
    learner: RegisterLearner

    @property
    def initial(self) -> Any:
        """The untrained registers."""
        return self.learner.initial

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        """Return the learner's action and the registers unchanged."""
        with self._located():
            action, state = LearnerClass(self.learner).ask(state, observation)
            if not 0 <= action < self.learner.number_of_actions:
                reason = f"answers {action}, expected an action from 0 to {self.learner.number_of_actions - 1}"
                raise MalformedExpression("act", reason)
        return action, state

    def train(self, state: Any, transition: Transition) -> Any:
        """Return the registers after training."""
        with self._located():
            return LearnerClass(self.learner).train(state, transition)

    @contextmanager
    def _located(self) -> Iterator[None]:
        try:
            yield
        except MalformedExpression as error:
            raise MalformedExpression(f"{self.place}.{error.field}", error.reason) from error


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
    return lambda actions, draws: LocatedAgentClass(specification.path, evolve(learner, number_of_actions=actions))


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
