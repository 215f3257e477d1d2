"""What can be replayed: the published environments that are built, and the agents that specifications give."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from formal_rl.agents import AgentClass, Draws, LearnerClass, QLearnerPublished, RandomLearner, SimpleLearner
from formal_rl.battery._draw_pools import DrawPools
from formal_rl.environments import RECORDS, EnvironmentRecord, PublishedEnvironment
from formal_rl.environments.altered_agent import AsIfPublished
from formal_rl.errors import FormalRLError
from formal_rl.recordings.agent_specifications import (
    PublishedSpecification,
    RegisterSpecification,
    Specification,
)
from formal_rl.recordings.learning_rates import with_half_the_learning_rate, with_learning_rate_one
from formal_rl.recordings.located_agent import LocatedAgentClass
from formal_rl.recordings.recording_agent import RecordedAltered
from formal_rl.transforms import OppositePublished, PublishedRealityCheck

ToldOf: TypeAlias = Callable[[int], AgentClass[Any]]
"""The agent-class of a run, told of another number of actions."""


def _third_action_forbidden(told_of: ToldOf) -> AsIfPublished:
    def told_of_three(recording: Any) -> Any:
        return RecordedAltered(recording, told_of(3), number_of_actions=3)

    return AsIfPublished(told_of_three)


def _made(record: EnvironmentRecord) -> Callable[[Draws, ToldOf], PublishedEnvironment]:
    return lambda draws, told_of: record.made("published", *(draws,) * record.draws)


PUBLISHED_ENVIRONMENTS: Mapping[str, Callable[[Draws, ToldOf], PublishedEnvironment]] = {
    **{
        record.published_name: _made(record)
        for record in RECORDS
        if record.published_name and record.has("published") and record.group != "told"
    },
    "IncentivizeLearningRate": lambda draws, told_of: AsIfPublished(with_half_the_learning_rate),
    "IncentivizeLearningRate_Old": lambda draws, told_of: AsIfPublished(with_learning_rate_one),
    "ThirdActionForbidden": lambda draws, told_of: _third_action_forbidden(told_of),
}
"""The environments that can be replayed, by the name that files of recorded runs use, each made from its draws."""

NOT_REPRODUCIBLE = {"PunishSlowAgent": "counts steps of a debugger, which depend on the version of Python"}
"""The environments that are not replayed, and why."""

OPPOSITE = "opposite_"
"""What the name of an opposite begins with."""


class NotBuiltYet(FormalRLError, LookupError):
    """A recorded run needs something that this version does not have."""


def environment_named(name: str, draws: Draws, told_of: ToldOf) -> PublishedEnvironment:
    """Return the published form of an environment, or of the opposite of one, with its draws.

    ``agent_settings`` gives the agent-class that the environment will face, told of another number of actions.

    Raises `NotBuiltYet` with the reason for a skip.
    """
    wrapped = name.removeprefix(OPPOSITE)
    if wrapped in NOT_REPRODUCIBLE:
        raise NotBuiltYet(f"environment {name}: {NOT_REPRODUCIBLE[wrapped]}")
    if wrapped not in PUBLISHED_ENVIRONMENTS:
        raise NotBuiltYet(f"environment {name}: not built yet")
    environment = PUBLISHED_ENVIRONMENTS[wrapped](draws, told_of)
    return environment if wrapped == name else OppositePublished(environment)


def agent_class_from(
    specification: Specification, number_of_actions: int, pools: DrawPools, keywords: Mapping[str, float] | None = None
) -> AgentClass[Any]:
    """Return the agent-class that a specification describes, told how many actions it has.

    Published agents that draw do so from the pool of the agents; ``keywords`` are epsilon, learning_rate and gamma
    of the Q-learner. Raises `NotBuiltYet` for keywords of any other agent.
    """
    if not isinstance(specification, PublishedSpecification) and keywords:
        raise NotBuiltYet("keyword arguments of this agent: not built yet")
    if isinstance(specification, RegisterSpecification):
        return LocatedAgentClass(specification.place, specification.learner(number_of_actions))
    if isinstance(specification, PublishedSpecification):
        return _published(specification.name, number_of_actions, pools.agents, dict(keywords or {}))
    return PublishedRealityCheck(agent_class_from(specification.inner, number_of_actions, pools))


def _published(name: str, number_of_actions: int, draws: Draws, keywords: dict[str, Any]) -> AgentClass[Any]:
    if name == "q_learner":
        return LearnerClass(QLearnerPublished(draws, number_of_actions, **keywords))
    if keywords:
        raise NotBuiltYet(f"keyword arguments of {name}: not built yet")
    if name == "simple_learner":
        return LearnerClass(SimpleLearner(number_of_actions))
    return LearnerClass(RandomLearner(draws, number_of_actions))
