"""Files of recorded runs: found, read, and compared with what the published forms or a user's classes compute."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from os.path import commonpath
from pathlib import Path
from typing import TypeAlias

from formal_rl.conformance.adapters.cases import class_of_partial
from formal_rl.errors import InvalidParameter, NotLoadable, UnusableObject, UnusableVectors
from formal_rl.loading import load_object
from formal_rl.recordings.cases import FileReport, Skip, VectorReport, compare_cases
from formal_rl.recordings.drest_cases import DREST_SCHEMAS, read_drest
from formal_rl.recordings.published_runs import SCRIPT_SCHEMA, TRACE_SCHEMA, read_scripts, read_traces
from formal_rl.recordings.registry import OPPOSITE, OURS, UsersObjects
from formal_rl.recordings.safelife.vectors import SAFELIFE_FILES, SAFELIFE_SCHEMA, SECTIONS, compare_safelife
from formal_rl.recordings.suite_vectors import VECTORS_SCHEMA, compare_recorded, require_recorded
from formal_rl.strict_json import WHOLE_FILE, Field, read_json, require_keys

# --- What is shipped ---


def shipped_recordings() -> tuple[Path, ...]:
    """Return every directory of recorded runs and numbers."""
    return shipped_vectors(), shipped_vectors("drest"), shipped_vectors("safelife")


def shipped_vectors(name: str = "extended_environments") -> Path:
    """Return the directory of the recorded runs of the published library, or another one by its name.

    Raises `UnusableVectors` in a wheel, which has none.
    """
    directory = Path(str(files("formal_rl.recordings").joinpath("data", name)))
    if not directory.is_dir():
        missing = "not in the wheel; a clone and the source distribution have it: run the command there, or give a path"
        raise UnusableVectors(f"formal_rl/recordings/data/{name}", "the whole directory", missing)
    return directory


# --- Reading ---

Comparisons: TypeAlias = Mapping[str, Callable[[], FileReport]]
"""The files that a file speaks for, most often itself, with what compares each."""

_OF_AGENTS = {TRACE_SCHEMA: read_traces, SCRIPT_SCHEMA: read_scripts}
"""The reader of a document of runs of agents, by its schema."""

_SCHEMAS = (*_OF_AGENTS, *DREST_SCHEMAS, SAFELIFE_SCHEMA, VECTORS_SCHEMA)


def _find_files(path: Path) -> list[Path]:
    """Return the file itself, or the files in a directory, by name and without those of its subdirectories."""
    try:
        return [path] if path.is_file() else sorted(file for file in path.iterdir() if file.is_file())
    except OSError as error:
        raise UnusableVectors(str(path), WHOLE_FILE, f"cannot be read: {error.strerror}") from error


def _document(file: Path, *, alone: bool = True) -> Field | None:
    """Return the document of a file; ``None`` for one that is not alone and not called .json or without a schema."""
    if not alone and file.suffix != ".json":
        return None
    if file.suffix == ".npz":
        reason = "arrays alone: give index.json, which says what they are, or its directory"
        raise UnusableVectors(file.name, WHOLE_FILE, reason)
    document = Field(file.name, "", read_json(file))
    if not alone and not (isinstance(document.value, dict) and "schema" in document.value):
        return None
    document.member("schema").one_of(_SCHEMAS)
    return document


def read_vectors(file: Path, users: UsersObjects = OURS, *, alone: bool = True) -> Comparisons:
    """Read a file of a known schema, and return what compares it: with ours, or with the user's classes.

    Where it is not ``alone``, but one of a directory, it may be another file: then there are no comparisons.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    document = _document(file, alone=alone)
    if document is None:
        return {}
    schema, found = document.member("schema").text(), dict[str, Callable[[], FileReport]]()
    if schema == SAFELIFE_SCHEMA:
        require_keys(document, SECTIONS)
        found = {name: partial(compare_safelife, document, file.parent, name) for name in SAFELIFE_FILES}
    elif schema == VECTORS_SCHEMA:
        require_recorded(document)
        found[file.name] = partial(compare_recorded, document, users.recorded)
    else:
        cases = _OF_AGENTS[schema](document, users) if schema in _OF_AGENTS else read_drest(document)
        found[file.name] = partial(compare_cases, file.name, cases)
    if users == OURS or schema in _OF_AGENTS or (schema == VECTORS_SCHEMA and users.recorded is not None):
        return found
    skip = partial(Skip, run=0, agent="none", reason="no recorded runs of agents")
    return {name: partial(FileReport, name, 0, (), (skip(name),), ()) for name in found}


def users_objects(implementation: str | None, agents: str | None, path: Path | None = None) -> UsersObjects:
    """Return what two specifications name, loaded.

    ``implementation`` is a class, used for the environment of its name, or a mapping of names to classes; where
    ``path`` is a single file, a class of any name. ``agents`` is a module. Raises `NotLoadable`, or
    `InvalidParameter` for anything but a class or mapping.
    """
    if agents is not None:
        try:
            load_object(f"{agents}:__name__")
        except NotLoadable as error:
            raise NotLoadable(agents, error.reason) from None
    if implementation is None:
        return UsersObjects(None, agents)
    suites = _named(path, VECTORS_SCHEMA, "suite")
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
    single = next(iter(_named(path, TRACE_SCHEMA, "env") if path and path.is_file() else []), "")
    return UsersObjects(
        {cls.__name__ if single.removeprefix(OPPOSITE) in {"", cls.__name__} else single: given}, agents
    )


def _named(path: Path | None, schema: str, name: str) -> list[str]:
    """Return a member of each document of a schema; of none where one is unusable, which replaying it will say."""
    try:
        found = [] if path is None else [_document(file, alone=path.is_file()) for file in _find_files(path)]
        return [
            each.member(name).text() for each in found if each is not None and each.member("schema").value == schema
        ]
    except UnusableVectors:
        return []


# --- Replaying ---


def replay(
    path: str | Path | tuple[Path, ...],
    progress: Callable[[str], None] = lambda name: None,
    users: UsersObjects = OURS,
) -> VectorReport:
    """Return how the recorded runs in a file, in the files of a directory, or in several of these compare with ours.

    ``progress`` gets the name of each file before the replay reads it. An unusable file is reported and does not
    stop the others; in a directory, files that are not called .json or have no schema are ignored, unless an index
    speaks for them. Where ``users`` has environments or agents, these are compared with the recorded runs instead of
    ours.
    """
    paths = path if isinstance(path, tuple) else (Path(path),)
    reports, unreadable, ignored, spoken_for = list[FileReport](), list[UnusableVectors](), list[Path](), set[Path]()
    for each in paths:
        try:
            found = _find_files(each)
        except UnusableVectors as fault:
            unreadable.append(fault)
            continue
        for file in found:
            progress(file.name)
            try:
                comparisons = read_vectors(file, users, alone=file == each)
            except UnusableVectors as fault:
                unreadable.append(fault)
                continue
            if not comparisons:
                ignored.append(file)
            for name, compare in comparisons.items():
                if name != file.name:
                    spoken_for.add(file.parent / name)
                    progress(name)
                try:
                    reports.append(compare())
                except UnusableVectors as fault:
                    unreadable.append(fault)
    others = tuple(file.name for file in ignored if file not in spoken_for)
    shared = commonpath(paths) if len(paths) > 1 else str(paths[0])
    return VectorReport(shared, tuple(reports), tuple(unreadable), others)
