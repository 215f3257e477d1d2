"""Files written whole or not at all, and files of lines that a run can resume after it was killed."""

from pathlib import Path
from typing import IO

from formal_rl.errors import UnusableVectors


def write_whole(path: Path, content: bytes) -> None:
    """Write into a new file beside this one, which then takes its place; write directly to a device or pipe.

    A link stays one: what it leads to is replaced. Nothing that is beside the file is touched.

    Raises `OSError` where that cannot be done; then the file is as it was.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    circle = f"links in a loop: {path}"
    try:
        place = path.resolve()
    except RuntimeError as error:  # Python 3.12 and before
        raise OSError(circle) from error
    if place.is_symlink():
        raise OSError(circle)
    beside, part = _new_file_beside(place)
    try:
        with part:
            part.write(content)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


def _new_file_beside(path: Path) -> tuple[Path, IO[bytes]]:
    number = 0
    while True:
        beside = path.with_name(f".{path.name}.{number}.part")
        try:
            return beside, beside.open("xb")
        except FileExistsError:
            number += 1


def complete_text(path: Path) -> str:
    """Return the text of a file up to its last line that was ended; raise `UnusableVectors` where it cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnusableVectors(str(path), "the file", f"no text in UTF-8: {error.reason}") from None
    except OSError as error:
        raise UnusableVectors(str(path), "the file", f"cannot be read: {error.strerror}") from None
    return text[: text.rfind("\n") + 1]


def cut_unfinished_line(path: Path, text: str) -> None:
    """Take away what a file has behind this text: the beginning of a line that was never ended."""
    kept = len(text.encode("utf-8"))
    if kept < path.stat().st_size:
        with path.open("r+b") as file:
            file.truncate(kept)


def append_whole(path: Path, content: bytes) -> None:
    """Write at the end of a file, at once and whole."""
    with path.open("ab", buffering=0) as file:
        file.write(content)
