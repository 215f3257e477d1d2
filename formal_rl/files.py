"""Files written whole or not at all."""

from pathlib import Path
from typing import IO


def write_whole(path: Path, content: bytes) -> None:
    """Write into a new file beside this one, which then takes its place; what is no file is written to directly.

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
