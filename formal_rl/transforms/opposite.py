"""The opposite of an environment: every reward times -1, in two readings that differ in the simulated rewards."""

from typing import Any

from attrs import frozen

from formal_rl.agents import Agent, AgentClass
from formal_rl.environments import ExtendedEnvironment, PublishedEnvironment
from formal_rl.histories import Action, Observation, Percept, Play, map_rewards, require_play


def opposite(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return the environment whose percepts are those of ``environment`` on the same play, rewards times -1.

    The simulated agent sees the unchanged play, with the rewards of the opposite in it.

    Source: Alexander et al. 2022, Section 6.
    Ledger: A22-S6-opposite*
    """

    def opposed(agent: Agent, play: Play) -> Percept:
        require_play(play)
        percept = environment(agent, play)
        return percept._replace(reward=-percept.reward)

    return opposed


def opposite_outside(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return the opposite in the published reading: the rewards are negated outside of the environment.

    On a play, ``environment`` reads the play with all rewards times -1, which is the one it made itself; so the
    simulated agent sees rewards that it was never given.

    Source: the library released with Alexander et al. 2022, for its Section 6.
    Ledger: A22-S6-opposite*
    """

    def opposed(agent: Agent, play: Play) -> Percept:
        require_play(play)
        percept = environment(agent, map_rewards(lambda reward: -reward, play))
        return percept._replace(reward=-percept.reward)

    return opposed


@frozen
class OppositePublished:
    """The opposite as the published library runs it: the wrapped environment trains its copies on its own rewards.

    Source: the library released with Alexander et al. 2022, for its Section 6.
    Ledger: A22-S6-opposite*, A22-S6-range*
    """

    environment: PublishedEnvironment

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        """Return the first observation and the state of the wrapped environment."""
        return self.environment.start(agent_class)

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the wrapped environment's percept with its reward times -1."""
        percept, state = self.environment.step(agent_class, state, action)
        return percept._replace(reward=-percept.reward), state
