"""Classes of the user's as environments and agent-classes of the published form."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, Draws, Transition, instance_class
from formal_rl.conformance.adapters.agents import accepted_keywords
from formal_rl.conformance.engine.failures import Kind, blamed_line, wrong_kind
from formal_rl.errors import FormalRLError, describe_exception
from formal_rl.histories import Action, Observation, Percept


class UsersFault(FormalRLError):
    """A class of the user's raised an exception, or answered with something of a wrong kind."""


def _asked(asking: Callable[[], Any], kind: Kind | None = None) -> Any:
    try:
        answer = asking()
    except (FormalRLError, KeyboardInterrupt):
        raise
    except BaseException as error:
        at = blamed_line(error)
        raise UsersFault(f"raises {describe_exception(error)}" + (f" ({at})" if at else "")) from error
    if kind is not None and (wrong := wrong_kind(kind, answer)):
        raise UsersFault(": ".join(wrong))
    return answer


def with_attributes(cls: Any, **attributes: Any) -> Any:
    """Return a class derived from this one, with the class attributes that published classes get."""
    if isinstance(cls, partial):
        return partial(with_attributes(cls.func, **attributes), *cls.args, **cls.keywords)
    return type(cls.__name__, (cls,), attributes) if isinstance(cls, type) else cls


@frozen
class UsersEnvironment:
    """A class with start and step, made with an agent-class (and ``draws``, if it takes them), as a published one.

    A state is an instance, which changes: states must be used in turn, each once.
    """

    environment_class: Any
    draws: Draws
    number_of_actions: int

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        """Return the first observation, and the instance; raise `UsersFault` where there is none."""
        agents = with_attributes(instance_class(agent_class), n_actions=self.number_of_actions)
        keywords = accepted_keywords(self.environment_class, {"draws": self.draws})
        instance = _asked(lambda: self.environment_class(agents, **keywords))
        return _asked(partial(instance.start), "observation"), instance

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return reward and observation, and the same instance; raise `UsersFault` where there are none."""
        return Percept(*_asked(lambda: state.step(action), "percept")), state


@frozen
class UsersAgentClass:
    """A class with act and train as an agent-class; it gets ``n_actions`` and ``draws`` as class attributes.

    A state is an instance, which changes: states must be used in turn, each once.
    """

    agent_class: Any
    keywords: Mapping[str, Any]

    @property
    def initial(self) -> Any:
        """A new instance; `UsersFault` where there is none."""
        return _asked(lambda: self.agent_class(**self.keywords))

    def ask(self, state: Any, observation: Observation) -> tuple[Action, Any]:
        """Return its action, and the same instance; raise `UsersFault` where there is none."""
        return _asked(lambda: state.act(observation), "action"), state

    def train(self, state: Any, transition: Transition) -> Any:
        """Return the same instance, trained; raise `UsersFault` where that raises."""
        _asked(lambda: state.train(*transition))
        return state
