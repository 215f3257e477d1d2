"""Files that the commands write: none over one that is read, and none half."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from formal_rl.cli import output
from formal_rl.errors import InvalidParameter, MalformedLayout, UnusableObject
from formal_rl.files import write_whole


def refuse_input(option: str, path: Path | None, *inputs: Path | None) -> None:
    """Raise `InvalidParameter` where what is written would take the place of what is read."""
    for file in inputs:
        if path is not None and file is not None and _is_same(path, file):
            raise InvalidParameter(option, str(path), f"another file than {file}, which is read")


def refuse_no_place(option: str, path: Path | None) -> None:
    """Raise `InvalidParameter` where a file cannot be written, since it is a directory or there is none for it."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise UnusableObject(option, str(path), "a file, in a directory that is there")


def refuse_no_directory(option: str, path: Path | None) -> None:
    """Raise `InvalidParameter` where there is something in the place of a directory that files are to be written to."""
    there = None if path is None else next(each for each in (path, *path.absolute().parents) if each.exists())
    if there is not None and not there.is_dir():
        raise UnusableObject(option, str(path), f"a directory that can be written, and {there} is none")


@contextmanager
def faults_of_the_world(world: str) -> Iterator[None]:
    """Put the file of a world to what is wrong with its picture or its coins: that is no fault of what was typed."""
    try:
        yield
    except MalformedLayout as error:
        error.add_note(world)
        raise
    except InvalidParameter as error:
        error.of_usage = not (error.name.startswith(("k", "m_")) and Path(world).is_file())
        raise


def _is_same(path: Path, file: Path) -> bool:
    try:
        return path.samefile(file)
    except OSError:  # one of them is not there
        return False


def written(path: Path, content: str | bytes) -> bool:
    """Write a text or bytes to a file; say so, and return False, where that cannot be done."""
    try:
        write_whole(path, content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:
        output.complain(f"{path} cannot be written: {error.strerror or error}")
        return False
    return True
