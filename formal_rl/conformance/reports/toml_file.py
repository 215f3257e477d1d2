"""Files of TOML that users write: how they are read, and what is said where one is not as it should be."""

from pathlib import Path
from typing import Any

from formal_rl.errors import FormalRLError
from formal_rl.files import read_text


class UnusableToml(FormalRLError):
    """A file of TOML is not as it should be; the message names file and place, such as an entry, and says why."""

    def __init__(self, file: Path, place: str, reason: str) -> None:
        self.file = file
        self.place = place
        self.reason = reason
        super().__init__(f"{file}, {place}: {reason}")


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a file says; raise `UnusableToml` where it cannot be read, or is not TOML."""
    import tomllib  # noqa: PLC0415 - slow to import, and most runs read none

    try:
        return tomllib.loads(read_text(file))
    except OSError as error:
        raise UnusableToml(file, "the whole file", f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UnusableToml(file, "the whole file", f"is not TOML: {error}") from None
