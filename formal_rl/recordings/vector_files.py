"""Files of recorded runs: which there are, and what each holds."""

from pathlib import Path
from typing import TypeAlias

from formal_rl.errors import UnusableVectors
from formal_rl.recordings.agent_scripts import SCRIPT_SCHEMA, ScriptFile, read_scripts
from formal_rl.recordings.drest_vectors import DREST_SCHEMAS, DrestFile, read_drest
from formal_rl.recordings.safelife.vectors import SAFELIFE_SCHEMA, SafelifeIndex, read_safelife
from formal_rl.recordings.traces import TRACE_SCHEMA, TraceFile, read_traces
from formal_rl.recordings.vectors_record import VECTORS_SCHEMA
from formal_rl.recordings.vectors_record_file import RecordedVectors, read_recorded
from formal_rl.strict_json import WHOLE_FILE, Field, read_json

VectorFile: TypeAlias = TraceFile | ScriptFile | DrestFile | SafelifeIndex | RecordedVectors


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
    document = Field(file.name, "", read_json(file))
    if not isinstance(document.value, dict) or "schema" not in document.value:
        return None
    return _read(document, file.parent)


def read_vectors(file: Path) -> VectorFile:
    """Return what a file holds, which must be recorded runs of a known schema.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    if file.suffix == ".npz":
        reason = "arrays alone: give index.json, which says what they are, or its directory"
        raise UnusableVectors(file.name, WHOLE_FILE, reason)
    return _read(Field(file.name, "", read_json(file)), file.parent)


def _read(document: Field, folder: Path) -> VectorFile:
    schema = document.member("schema")
    if schema.text() == TRACE_SCHEMA:
        return read_traces(document)
    if schema.text() == SCRIPT_SCHEMA:
        return read_scripts(document)
    if schema.text() in DREST_SCHEMAS:
        return read_drest(document)
    if schema.text() == VECTORS_SCHEMA:
        return read_recorded(document)
    if schema.text() == SAFELIFE_SCHEMA:
        return read_safelife(document, folder)
    known = (TRACE_SCHEMA, SCRIPT_SCHEMA, *DREST_SCHEMAS, SAFELIFE_SCHEMA, VECTORS_SCHEMA)
    raise schema.fault(f"unknown schema {schema.text()!r}; known: {', '.join(known)}")
