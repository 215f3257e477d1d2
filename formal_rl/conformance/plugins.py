"""Classes of the user's in the place of ours, for recorded runs to be replayed with them."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, Draws, Transition, instance_class
from formal_rl.conformance.adapters.agents import accepted_keywords
from formal_rl.conformance.adapters.partial_classes import class_of_partial
from formal_rl.conformance.engine.answers import Kind, wrong_kind
from formal_rl.conformance.engine.capture import blamed_line
from formal_rl.conformance.recorded_runs.registry import OPPOSITE, NotBuiltYet
from formal_rl.conformance.recorded_runs.traces import TraceFile
from formal_rl.conformance.recorded_runs.vector_files import find_files, read_if_vectors, read_vectors
from formal_rl.conformance.recorded_runs.vectors_record_file import RecordedVectors
from formal_rl.environments import PublishedEnvironment
from formal_rl.errors import (
    FormalRLError,
    InvalidParameter,
    NotLoadable,
    UnusableObject,
    UnusableVectors,
    describe_exception,
)
from formal_rl.histories import Action, Observation, Percept
from formal_rl.loading import load_object
from formal_rl.transforms import OppositePublished


class UsersFault(FormalRLError):
    """A class of the user's raised an exception, or answered with something of a wrong kind."""


def _asked(asking: Callable[[], Any], kind: Kind | None = None) -> Any:
    try:
        answer = asking()
    except FormalRLError:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        at = blamed_line(error)
        raise UsersFault(f"raises {describe_exception(error)}" + (f" ({at})" if at else "")) from error
    wrong = None if kind is None else wrong_kind(kind, answer)
    if wrong is not None:
        raise UsersFault(f"{wrong[0]}: {wrong[1]}")
    return answer


def _told(cls: Any, **attributes: Any) -> Any:
    """Return the class told what published classes are told: as class attributes of a class derived from it."""
    if isinstance(cls, partial):
        return partial(_told(cls.func, **attributes), *cls.args, **cls.keywords)
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
        agents = _told(instance_class(agent_class), n_actions=self.number_of_actions)
        keywords = accepted_keywords(self.environment_class, {"draws": self.draws})
        instance = _asked(lambda: self.environment_class(agents, **keywords))
        return _asked(partial(instance.start), "observation"), instance

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return reward and observation, and the same instance; raise `UsersFault` where there are none."""
        return Percept(*_asked(lambda: state.step(action), "percept")), state


@frozen
class UsersAgentClass:
    """A class with act and train as an agent-class; it is told ``n_actions`` and ``draws`` as class attributes.

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


@frozen
class UsersObjects:
    """What the user gives: environments by name, or one for every file (``name`` empty), and a module of agents.

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
        return UsersAgentClass(_told(cls, n_actions=number_of_actions, draws=draws), dict(keywords or {}))


def users_objects(implementation: str | None, agents: str | None, path: Path | None = None) -> UsersObjects:
    """Return what two specifications name, loaded.

    ``implementation`` is a class, used for the environment of its name, or a mapping of names to classes; where
    ``path`` is a single file, a class of any name. ``agents`` is a module. Raises `NotLoadable`, or
    `InvalidParameter` for what is neither class nor mapping.
    """
    if agents is not None:
        try:
            load_object(f"{agents}:__name__")
        except NotLoadable as error:
            raise NotLoadable(agents, error.reason) from None
    if implementation is None:
        return UsersObjects(None, agents)
    if _holds_vectors_of_a_suite(path, implementation):
        return UsersObjects(None, agents, implementation)
    given = load_object(implementation)
    if isinstance(given, Mapping):
        return UsersObjects(given, agents)
    cls = class_of_partial(given)
    if not isinstance(cls, type) or not all(callable(getattr(cls, name, None)) for name in ("start", "step")):
        raise UnusableObject("implementation", given, "a class with start and step, or a mapping of names to such")
    single = _environment_of(path)
    named = cls.__name__ if single.removeprefix(OPPOSITE) in {"", cls.__name__} else single
    return UsersObjects({named: given}, agents)


def _holds_vectors_of_a_suite(path: Path | None, implementation: str) -> bool:
    """Whether what is replayed are recorded vectors of one suite; `InvalidParameter` for those of several."""
    if path is None:
        return False
    try:
        found = [read_if_vectors(file) for file in find_files(path)]
    except UnusableVectors:
        return False
    suites = [vectors.suite for vectors in found if isinstance(vectors, RecordedVectors)]
    if len(suites) > 1:
        one = f"one for the file of a suite; there are those of {', '.join(suites)} in {path}"
        raise InvalidParameter("implementation", implementation, one)
    return bool(suites)


def _environment_of(path: Path | None) -> str:
    """Return the environment of a single file, or nothing: what is wrong with the file is said when it is replayed."""
    if path is None or not path.is_file():
        return ""
    try:
        vectors = read_vectors(path)
    except UnusableVectors:
        return ""
    return vectors.environment if isinstance(vectors, TraceFile) else ""
