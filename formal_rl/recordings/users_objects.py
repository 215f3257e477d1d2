"""Classes of the user's in the place of ours, for recorded runs to be replayed with them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, Draws
from formal_rl.conformance.adapters.partial_classes import class_of_partial
from formal_rl.conformance.adapters.users_classes import UsersAgentClass, UsersEnvironment, told
from formal_rl.environments import PublishedEnvironment
from formal_rl.errors import (
    InvalidParameter,
    NotLoadable,
    UnusableObject,
    UnusableVectors,
)
from formal_rl.loading import load_object
from formal_rl.recordings.registry import OPPOSITE, NotBuiltYet
from formal_rl.recordings.traces import TraceFile
from formal_rl.recordings.vector_files import find_files, read_if_vectors, read_vectors
from formal_rl.recordings.vectors_record_file import RecordedVectors
from formal_rl.transforms import OppositePublished


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
        return UsersAgentClass(told(cls, n_actions=number_of_actions, draws=draws), dict(keywords or {}))


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
