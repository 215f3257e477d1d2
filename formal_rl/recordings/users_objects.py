"""Classes of the user's in the place of ours, for recorded runs to be replayed with them."""

from collections.abc import Mapping
from pathlib import Path

from formal_rl.conformance.adapters.cases import class_of_partial
from formal_rl.errors import InvalidParameter, NotLoadable, UnusableObject, UnusableVectors
from formal_rl.loading import load_object
from formal_rl.recordings.registry import OPPOSITE, UsersObjects
from formal_rl.recordings.traces import TraceFile
from formal_rl.recordings.vector_replay import VectorFile, find_files, read_if_vectors, read_vectors
from formal_rl.recordings.vectors_record_check import RecordedVectors


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
    found = _vectors_in(path)
    suites = [vectors.suite for vectors in found if isinstance(vectors, RecordedVectors)]
    if len(suites) > 1:
        one = f"one for the file of a suite; there are those of {', '.join(suites)} in {path}"
        raise InvalidParameter("implementation", implementation, one)
    if suites:
        return UsersObjects(None, agents, implementation)
    given = load_object(implementation)
    if isinstance(given, Mapping):
        return UsersObjects(given, agents)
    cls = class_of_partial(given)
    if not isinstance(cls, type) or not all(callable(getattr(cls, name, None)) for name in ("start", "step")):
        raise UnusableObject("implementation", given, "a class with start and step, or a mapping of names to such")
    single = found[0].environment if path and path.is_file() and found and isinstance(found[0], TraceFile) else ""
    return UsersObjects(
        {cls.__name__ if single.removeprefix(OPPOSITE) in {"", cls.__name__} else single: given}, agents
    )


def _vectors_in(path: Path | None) -> list[VectorFile | None]:
    """Return what is to be replayed, or nothing: what is wrong with a file is said when it is replayed."""
    if path is None:
        return []
    try:
        return [read_vectors(path)] if path.is_file() else [read_if_vectors(file) for file in find_files(path)]
    except UnusableVectors:
        return []
