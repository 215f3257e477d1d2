"""The objects that replay recorded runs: the published environments, or the user's classes in their place."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import AgentClass, Draws
from formal_rl.environments import EnvironmentRecord, PublishedEnvironment
from formal_rl.environments.altered_agent import AsIfPublished
from formal_rl.environments.catalogue import RECORDS
from formal_rl.errors import NotLoadable
from formal_rl.loading import load_object
from formal_rl.recordings.cases import NotBuiltYet
from formal_rl.recordings.recording_agent import with_half_the_learning_rate, with_learning_rate_one
from formal_rl.recordings.users_classes import UsersAgentClass, UsersEnvironment, with_attributes
from formal_rl.transforms.opposite import OppositePublished

WithActions: TypeAlias = Callable[[int], AgentClass[Any]]
"""The agent-class of a run, with another number of actions."""


def _with_three_actions(with_actions: WithActions) -> Callable[[Any], Any]:
    return lambda recording: evolve(recording, agent_class=with_actions(3), number_of_actions=3)


def _made(record: EnvironmentRecord) -> Callable[[Draws, WithActions], PublishedEnvironment]:
    return lambda draws, with_actions: record.made("published", *(draws,) * record.draws)


PUBLISHED_ENVIRONMENTS: Mapping[str, Callable[[Draws, WithActions], PublishedEnvironment]] = {
    **{
        record.published_name: _made(record)
        for record in RECORDS
        if record.published_name and record.has("published") and record.group != "altered"
    },
    "IncentivizeLearningRate": lambda draws, with_actions: AsIfPublished(with_half_the_learning_rate),
    "IncentivizeLearningRate_Old": lambda draws, with_actions: AsIfPublished(with_learning_rate_one),
    "ThirdActionForbidden": lambda draws, with_actions: AsIfPublished(_with_three_actions(with_actions)),
}
"""The environments that can be replayed, by the name that files of recorded runs use, each made from its draws."""

OPPOSITE = "opposite_"
"""The prefix of an opposite's name."""


def environment_named(name: str, draws: Draws, with_actions: WithActions) -> PublishedEnvironment:
    """Return the published form of an environment, or of the opposite of one, with its draws.

    ``with_actions`` gives the environment's agent-class, with another number of actions.

    Raises `NotBuiltYet` with the reason for a skip.
    """
    wrapped = name.removeprefix(OPPOSITE)
    if wrapped == "PunishSlowAgent":
        raise NotBuiltYet(f"environment {name}: counts steps of a debugger, which depend on the version of Python")
    if wrapped not in PUBLISHED_ENVIRONMENTS:
        raise NotBuiltYet(f"environment {name}: not built yet")
    environment = PUBLISHED_ENVIRONMENTS[wrapped](draws, with_actions)
    return environment if wrapped == name else OppositePublished(environment)


@frozen
class UsersObjects:
    """The user's objects: environments by name, and a module of agents.

    For recorded vectors of a suite it is ``recorded`` that names what answers them.
    """

    environments: Mapping[str, Any] | None = None
    agents: str | None = None
    recorded: str | None = None

    def environment(self, name: str, draws: Draws, number_of_actions: int) -> PublishedEnvironment | None:
        """Return the user's environment for a file, or ``None`` if ours are to be used.

        The opposite of an environment that is given is made of it. Raises `NotBuiltYet` where others were given.
        """
        if self.environments is None:
            return None
        given = self.environments.get(name)
        if given is not None:
            return UsersEnvironment(given, draws, number_of_actions)
        wrapped = self.environments.get(name.removeprefix(OPPOSITE))
        if wrapped is not None:
            return OppositePublished(UsersEnvironment(wrapped, draws, number_of_actions))
        raise NotBuiltYet(f"environment {name}: no implementation of it was given")

    def agent(
        self, name: str, draws: Draws, number_of_actions: int, keywords: Mapping[str, Any] | None
    ) -> AgentClass[Any] | None:
        """Return the user's agent-class of this name, or ``None`` if ours are to be used.

        Raises `NotBuiltYet` where the module has none.
        """
        if self.agents is None:
            return None
        try:
            cls = load_object(f"{self.agents}:{name}")
        except NotLoadable as error:
            raise NotBuiltYet(f"agent {name}: {error.reason}") from None
        return UsersAgentClass(with_attributes(cls, n_actions=number_of_actions, draws=draws), dict(keywords or {}))


OURS = UsersObjects()
"""Nothing of the user's: all is ours."""
