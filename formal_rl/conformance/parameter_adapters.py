"""How an environment is driven whose copies are told something else; its source goes into scripts, as `adapters` does.

What an agent is told stands beside what it sees last: it is asked about the observation (o, 3) where it sees o, told of
3 actions, and about (o, 1/8) with learning rate 1/8.
"""

from fractions import Fraction
from typing import Any

from formal_rl.conformance.adapters import FlatHistory, History, React, StartStep, paired
from formal_rl.histories import Percept


def rate_of_its_own() -> Any:
    """Return the learning rate of an agent that is told no other; half of it is exact as a float, too."""
    return Fraction(1, 4)


def telling(prompt: Any, told: Any) -> Any:
    """Return the prompt with what is told beside what is seen last; what is no prompt stays as it is."""
    if type(prompt) is not tuple or prompt == () or not isinstance(prompt[-1], tuple) or len(prompt[-1]) != 2:
        return prompt
    reward, observation = prompt[-1]
    return (*prompt[:-1], Percept(reward, (observation, told)))


def agent_told_of_actions(agent: Any) -> Any:
    """Write an agent as a function of a prompt and of how many actions it is told of."""

    def asked(prompt: Any, number_of_actions: Any = 2, number_of_observations: Any = 1, **keywords: Any) -> Any:
        told = keywords.get("n_actions", keywords.get("num_legal_actions", number_of_actions))
        return agent(telling(prompt, told))

    return asked


def flat_agent_told_of_actions(agent: Any) -> Any:
    """Write an agent as one of the flat form, told how many actions and observations there are."""

    def flat_asked(prompt: Any, num_legal_actions: Any = 2, num_possible_obs: Any = 1, **keywords: Any) -> Any:
        return agent(telling(paired(prompt), num_legal_actions))

    return flat_asked


def class_told_of_actions(copy: Any) -> Any:
    """Write an agent as a class whose n_actions, an attribute or a keyword, says how many actions it is told of."""

    class Agent:
        n_actions = num_legal_actions = 2
        n_obs = num_possible_obs = 1

        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            vars(self).update(keywords)
            self.trained_on: tuple[Any, ...] = ()

        def act(self, obs: Any) -> Any:
            told = self.n_actions if self.n_actions != 2 else self.num_legal_actions
            return copy(self.trained_on, (obs, told))

        def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
            self.trained_on = (*self.trained_on, (o_prev, a, r, o_next))

    return Agent


def agent_with_a_rate(agent: Any) -> Any:
    """Write an agent as a function of a prompt, with an attribute learning_rate, that takes another as a keyword."""

    def asked(prompt: Any, *told: Any, learning_rate: Any = None, **keywords: Any) -> Any:
        rate = rate_of_its_own() if learning_rate is None else learning_rate
        return agent(telling(prompt, rate))

    asked.learning_rate = rate_of_its_own()  # type: ignore[attr-defined]
    return asked


def flat_agent_with_a_rate(agent: Any) -> Any:
    """Write an agent as one of the flat form, with an attribute learning_rate, that takes another as a keyword."""
    with_a_rate = agent_with_a_rate(agent)

    def flat_asked(prompt: Any, *told: Any, **keywords: Any) -> Any:
        return with_a_rate(paired(prompt), **keywords)

    flat_asked.learning_rate = rate_of_its_own()  # type: ignore[attr-defined]
    return flat_asked


def class_with_a_rate(copy: Any) -> Any:
    """Write an agent as a class whose learning_rate is an attribute, and a keyword that its instances are made with."""

    class Agent:
        n_actions = num_legal_actions = 2
        n_obs = num_possible_obs = 1
        learning_rate = rate_of_its_own()

        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            vars(self).update(keywords)
            self.trained_on: tuple[Any, ...] = ()

        def act(self, obs: Any) -> Any:
            return copy(self.trained_on, (obs, self.learning_rate))

        def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
            self.trained_on = (*self.trained_on, (o_prev, a, r, o_next))

    return Agent


class StartStepTold(StartStep):
    """A class with start and step, made with an agent-class that is told n_actions, an attribute or a keyword."""

    @staticmethod
    def unknowns(copy: Any) -> Any:
        """Hand over an agent-class."""
        return (class_told_of_actions(copy),)


class HistoryTold(History):
    """A function of (agent, play), where agent(prompt, n) is told of n actions."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent."""
        return (agent_told_of_actions(agent),)


class FlatHistoryTold(FlatHistory):
    """A function of (T, play), both flat, where T(prompt, n, m) is told of n actions and m observations."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent_told_of_actions(agent),)


class FlatReactTold(React):
    """A class with react(T, play), both flat, where T(prompt, n, m) is told of n actions and m observations."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent_told_of_actions(agent),)


class StartStepWithRate(StartStep):
    """A class with start and step, made with an agent-class that has a learning_rate, an attribute and a keyword."""

    @staticmethod
    def unknowns(copy: Any) -> Any:
        """Hand over an agent-class."""
        return (class_with_a_rate(copy),)


class HistoryWithRate(History):
    """A function of (agent, play), where agent.learning_rate can be other: agent(prompt, learning_rate=...)."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent."""
        return (agent_with_a_rate(agent),)


class FlatHistoryWithRate(FlatHistory):
    """A function of (T, play), both flat, where T.learning_rate can be other: T(prompt, 2, 1, learning_rate=...)."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent_with_a_rate(agent),)


class FlatReactWithRate(React):
    """A class with react(T, play), both flat, where T.learning_rate can be other, as a keyword of T."""

    @staticmethod
    def unknowns(agent: Any) -> Any:
        """Hand over the agent in the flat form."""
        return (flat_agent_with_a_rate(agent),)
