"""The agents of the benchmark by published name, and how an agent gets its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Draws, Learner
from formal_rl.agents.catalogue import RECORDS, NamedAgent
from formal_rl.battery._adapters import ClassAsLearner, class_of
from formal_rl.battery.environments import Reading, require_reading
from formal_rl.battery.totals import reality_checked
from formal_rl.errors import InvalidParameter
from formal_rl.transforms import reality_check_fold
from formal_rl.transforms.reality_check import PublishedRealityCheck


@frozen
class RunSettings:
    """The settings that an agent gets before a run: the shared draws, and the numbers of actions and observations."""

    draws: Draws
    number_of_actions: int
    number_of_observations: int = 1


MakesLearner: TypeAlias = Callable[[RunSettings], Learner[Any]]
"""Make an agent from the settings of a run."""


@frozen
class BatteryAgent:
    """An agent of the battery: its name, how it is made, and how often its reality check is taken.

    ``live`` makes it with instances as states, each of which is trained in place.
    """

    name: str
    make: MakesLearner
    reality_checks: int = 0
    live: MakesLearner | None = None

    def learner(self, settings: RunSettings, *, semantics: Reading, live: bool = False) -> Learner[Any]:
        """Return the agent as a learner, made by ``live`` if so asked; reality checks are Definition 7 or published.

        Raises `InvalidParameter` for anything that is not a reading, and whatever making the agent raises.
        """
        require_reading("semantics", semantics)
        learner = (self.live if live and self.live else self.make)(settings)
        return with_reality_checks(learner, semantics, self.reality_checks)

    def reality_checked(self) -> BatteryAgent:
        """Return the reality check of the agent, under its published name."""
        return evolve(self, name=reality_checked(self.name), reality_checks=self.reality_checks + 1)


def with_reality_checks(learner: Learner[Any], semantics: Reading, number: int) -> Learner[Any]:
    """Return the learner with its reality check taken so often: Definition 7, or the published one."""
    for _ in range(number):
        if semantics == "paper":
            learner = reality_check_fold(learner)
        else:
            learner = ClassAsLearner(PublishedRealityCheck(class_of(learner)))
    return learner


def agent_of(named: NamedAgent) -> BatteryAgent:
    """Return an agent of the catalogue that has a learner as an agent of the battery, under its published name."""

    def make(settings: RunSettings) -> Learner[Any]:
        if named.number is not None and named.number >= settings.number_of_actions:
            raise InvalidParameter(named.record.name, named.number, f"an action, 0 to {settings.number_of_actions - 1}")
        learner: Learner[Any] = named.learner(settings.draws, settings.number_of_actions, published=True)
        return learner

    return BatteryAgent(named.published_name, make)


_BASIC = tuple(agent_of(NamedAgent(each, each.published_number)) for each in RECORDS if each.published_name)

AGENTS: Mapping[str, BatteryAgent] = MappingProxyType(
    {agent.name: agent for basic in _BASIC for agent in (basic, basic.reality_checked())}
)
"""The ten agents by published name. The Q-learner is the published machine of floating point numbers throughout."""
