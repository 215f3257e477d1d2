"""One definition in each form that practitioners write: flat, as a class that reacts, as one that starts and steps."""

from collections.abc import Callable
from typing import Any

from formal_rl.agents import from_class
from formal_rl.conformance.adapters.users_classes import UsersAgentClass
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, PublishedEnvironment
from formal_rl.histories import flatten, unflatten


def flat_form(environment: ExtendedEnvironment) -> Callable[[Any, Any], tuple[Any, Any]]:
    """Return the environment as a function of (T, play), both flat."""

    def answering(T: Any, play: Any) -> tuple[Any, Any]:  # noqa: N803
        return tuple(environment(lambda prompt: T(flatten(prompt)), unflatten(play)))  # type: ignore[return-value]

    return answering


def reacting_form(environment: ExtendedEnvironment) -> type:
    """Return the environment as a class with react(T, play), both flat."""
    flat = flat_form(environment)

    class Reacting:
        num_legal_actions = num_possible_obs = 2

        def react(self, T: Any, play: Any) -> tuple[Any, Any]:  # noqa: N803
            return flat(T, play)

    return Reacting


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


class AsPublished:
    """A published environment as a class with start and step; ``made`` says which, given its draws."""

    made: Callable[[Any], PublishedEnvironment]

    def __init__(self, A: Any, draws: Any = ()) -> None:  # noqa: N803
        self._agents, self._environment = UsersAgentClass(A, {}), type(self).made(draws)
        self._state: Any = None

    def start(self) -> Any:
        """Return the first observation."""
        observation, self._state = self._environment.start(self._agents)
        return observation

    def step(self, action: Any) -> Any:
        """Return reward and observation."""
        percept, self._state = self._environment.step(self._agents, self._state, action)
        return tuple(percept)
