"""The recorded runs and numbers that come with the source; the wheel does without them.

Where they are missing, each function raises `UnusableVectors`.
"""

from importlib.resources import files
from pathlib import Path

from formal_rl.errors import UnusableVectors


def shipped_vectors() -> Path:
    """Return the directory of the recorded runs of the published library."""
    return _recorded("extended_environments")


def shipped_drest() -> Path:
    """Return the directory of the numbers about the DREST reward."""
    return _recorded("drest")


def shipped_safelife() -> Path:
    """Return the directory of the recorded runs of the published SafeLife."""
    return _recorded("safelife")


def shipped_recordings() -> tuple[Path, ...]:
    """Return every directory of what is recorded."""
    return shipped_vectors(), shipped_drest(), shipped_safelife()


def _recorded(name: str) -> Path:
    directory = Path(str(files("formal_rl.recordings").joinpath("data", name)))
    if not directory.is_dir():
        missing = "not in the wheel; a clone and the source distribution have it: run the command there, or give a path"
        raise UnusableVectors(f"formal_rl/recordings/data/{name}", "the whole directory", missing)
    return directory
