"""Files of recorded runs: found, read, and compared with what the published forms compute."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from formal_rl.errors import UnusableVectors
from formal_rl.recordings.agent_scripts import SCRIPT_SCHEMA, ScriptFile, read_scripts
from formal_rl.recordings.cases import Case, compare_cases
from formal_rl.recordings.drest_cases import DREST_SCHEMAS, DrestFile, read_drest
from formal_rl.recordings.registry import OURS, UsersObjects
from formal_rl.recordings.safelife.vectors import (
    SAFELIFE_FILES,
    SAFELIFE_SCHEMA,
    SafelifeIndex,
    compare_safelife,
    read_safelife,
)
from formal_rl.recordings.traces import TRACE_SCHEMA, TraceFile, read_traces
from formal_rl.recordings.vector_report import FileReport, Skip, VectorReport, joined
from formal_rl.recordings.vectors_record import VECTORS_SCHEMA
from formal_rl.recordings.vectors_record_check import RecordedVectors, compare_recorded, read_recorded
from formal_rl.strict_json import WHOLE_FILE, Field, read_json

VectorFile: TypeAlias = TraceFile | ScriptFile | DrestFile | SafelifeIndex | RecordedVectors

_READERS: Mapping[str, Callable[[Field, Path], VectorFile]] = MappingProxyType(
    {
        TRACE_SCHEMA: lambda document, _: read_traces(document),
        SCRIPT_SCHEMA: lambda document, _: read_scripts(document),
        **{schema: lambda document, _: read_drest(document) for schema in DREST_SCHEMAS},
        SAFELIFE_SCHEMA: read_safelife,
        VECTORS_SCHEMA: lambda document, _: read_recorded(document),
    }
)
"""How a document of each schema is read, given the directory of its file."""


def find_files(path: Path) -> list[Path]:
    """Return the file itself, or the files in a directory, by name and without those of its subdirectories.

    Raises `UnusableVectors` if there is no such file or directory, or it cannot be read.
    """
    try:
        if path.is_file():
            return [path]
        return sorted(file for file in path.iterdir() if file.is_file())
    except OSError as error:
        raise UnusableVectors(str(path), WHOLE_FILE, f"cannot be read: {error.strerror}") from error


def read_if_vectors(file: Path) -> VectorFile | None:
    """Return what a file of a directory holds, or ``None`` if it is not called .json or has no schema.

    Raises `UnusableVectors` as `read_vectors` does.
    """
    if file.suffix != ".json":
        return None
    document = read_json(file)
    return _read(document, file) if isinstance(document, dict) and "schema" in document else None


def read_vectors(file: Path) -> VectorFile:
    """Return what a file holds, which must be recorded runs of a known schema.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    if file.suffix == ".npz":
        reason = "arrays alone: give index.json, which says what they are, or its directory"
        raise UnusableVectors(file.name, WHOLE_FILE, reason)
    return _read(read_json(file), file)


def _read(value: Any, file: Path) -> VectorFile:
    document = Field(file.name, "", value)
    return _READERS[document.member("schema").one_of(_READERS)](document, file.parent)


def _reports(vectors: VectorFile, users: UsersObjects) -> Iterator[tuple[str, Callable[[], FileReport]]]:
    """Yield the files that one speaks for, with what compares each: with ours, or with the user's in their place."""
    if isinstance(vectors, RecordedVectors) and (users.recorded is not None or users == OURS):
        yield vectors.file, partial(compare_recorded, vectors, users.recorded)
    elif isinstance(vectors, SafelifeIndex) and users == OURS:
        yield from ((name, partial(compare_safelife, vectors, name)) for name in SAFELIFE_FILES)
    elif isinstance(vectors, DrestFile) and users == OURS:
        yield vectors.file, partial(compare_cases, vectors.file, vectors.cases)
    elif isinstance(vectors, DrestFile | SafelifeIndex | RecordedVectors):
        for name in SAFELIFE_FILES if isinstance(vectors, SafelifeIndex) else (vectors.file,):
            skip = Skip(name, 0, "none", "no recorded runs of agents")
            yield name, partial(FileReport, name, 0, (), (skip,), ())
    else:
        cases = [
            Case(vectors.runs[index].agent, partial(vectors.differences, index, users), f"runs[{index}]")
            for index in range(len(vectors.runs))
        ]
        yield vectors.file, partial(compare_cases, vectors.file, cases)


def replay(
    path: str | Path | tuple[Path, ...],
    progress: Callable[[str], None] = lambda name: None,
    users: UsersObjects = OURS,
) -> VectorReport:
    """Return how the recorded runs in a file, in the files of a directory, or in several of these compare with ours.

    ``progress`` is told the name of each file before it is read. An unusable file is reported and does not
    stop the others; in a directory, files that are not called .json or have no schema are ignored, unless an index
    speaks for them. Where ``users`` has environments or agents, these are compared with the recorded runs instead of
    ours.
    """
    if isinstance(path, tuple):
        return joined([replay(each, progress, users) for each in path])
    path = Path(path)
    files: list[FileReport] = []
    unreadable: list[UnusableVectors] = []
    ignored: list[str] = []
    spoken_for: set[str] = set()
    try:
        found = find_files(path)
    except UnusableVectors as fault:
        return VectorReport(str(path), (), (fault,))
    for file in found:
        progress(file.name)
        try:
            vectors = read_if_vectors(file) if path.is_dir() else read_vectors(file)
        except UnusableVectors as fault:
            unreadable.append(fault)
            continue
        if vectors is None:
            ignored.append(file.name)
            continue
        for name, compare in _reports(vectors, users):
            if name != file.name:
                spoken_for.add(name)
                progress(name)
            try:
                files.append(compare())
            except UnusableVectors as fault:
                unreadable.append(fault)
    ignored = [name for name in ignored if name not in spoken_for]
    return VectorReport(str(path), tuple(files), tuple(unreadable), tuple(ignored))
