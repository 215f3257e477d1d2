"""One definition in each form that practitioners write: flat, as a class that reacts, as one that starts and steps."""

from collections.abc import Callable
from typing import Any

from formal_rl.agents import from_class
from formal_rl.conformance.adapters.users_classes import UsersAgentClass
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment
from formal_rl.histories import flatten, unflatten


def flat_form(environment: ExtendedEnvironment) -> Callable[[Any, Any], tuple[Any, Any]]:
    """Return the environment as a function of (T, play), both flat."""
    return lambda T, play: tuple(environment(lambda prompt: T(flatten(prompt)), unflatten(play)))  # type: ignore[return-value]


def reacting_form(environment: ExtendedEnvironment) -> type:
    """Return the environment as a class with react(T, play), both flat."""
    flat = staticmethod(flat_form(environment))
    return type("Reacting", (), {"num_legal_actions": 2, "num_possible_obs": 2, "react": flat})


def stepping_form(environment: IncrementalEnvironment) -> type:
    """Return the environment as a class with start and step, made with an agent-class; it hides the first reward."""

    class Stepping:
        def __init__(self, A: Any) -> None:  # noqa: N803
            self.learner = from_class(A)
            self.percept, self.state = environment.start(self.learner)

        def start(self) -> Any:
            return self.percept.observation

        def step(self, action: Any) -> Any:
            percept, self.state = environment.advance(self.learner, self.state, action)
            return tuple(percept)

    return Stepping


def published_form(made: Any) -> type:
    """Return a published environment as a class with start and step; ``made`` says which, given its draws."""

    class AsPublished:
        def __init__(self, A: Any, draws: Any = ()) -> None:  # noqa: N803
            self.agents, self.environment = UsersAgentClass(A, {}), made(draws)

        def start(self) -> Any:
            observation, self.state = self.environment.start(self.agents)
            return observation

        def step(self, action: Any) -> Any:
            percept, self.state = self.environment.step(self.agents, self.state, action)
            return tuple(percept)

    return AsPublished
