"""One definition in each form that practitioners write: flat, as a class that reacts, as one that starts and steps."""

# ruff: noqa: N803

from collections.abc import Callable
from typing import Any

from formal_rl.agents import from_class
from formal_rl.conformance.adapters.users_classes import UsersAgentClass
from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.environments import EnvironmentRecord, ExtendedEnvironment, IncrementalEnvironment
from formal_rl.histories import flatten, unflatten


def flat_form(environment: ExtendedEnvironment) -> Callable[[Any, Any], Any]:
    """Return the environment as a function of (T, play), both flat."""
    return lambda T, play: tuple(environment(lambda prompt: T(flatten(prompt)), unflatten(play)))


def reacting_form(environment: ExtendedEnvironment) -> type:
    """Return the environment as a class with react(T, play), both flat."""
    flat = staticmethod(flat_form(environment))
    return type("Reacting", (), {"num_legal_actions": 2, "num_possible_obs": 2, "react": flat})


def stepping_form(environment: IncrementalEnvironment) -> type:
    """Return the environment as a class with start and step, made with an agent-class; it hides the first reward."""
    return _stepping(from_class, lambda draws: environment, "advance")


def published_form(record: EnvironmentRecord) -> type:
    """Return the published environment as a class with start and step; it may take draws."""
    return _stepping(lambda A: UsersAgentClass(A, {}), form_of(record, "published"), "step")


def published_function(record: EnvironmentRecord) -> Any:
    """Return the functional form as a function of its own, to be named."""
    functional = record.load("functional")

    def environment(agent: Any, play: Any) -> Any:
        return functional(agent, play)

    return environment


def _stepping(agents: Callable[[Any], Any], made: Callable[[Any], Any], step: str) -> type:
    class Stepping:
        def __init__(self, A: Any, draws: Any = ()) -> None:
            self.agents, self.environment = agents(A), made(draws)
            self.shown, self.state = self.environment.start(self.agents)

        def start(self) -> Any:
            return getattr(self.shown, "observation", self.shown)

        def step(self, action: Any) -> Any:
            percept, self.state = getattr(self.environment, step)(self.agents, self.state, action)
            return tuple(percept)

    return Stepping
