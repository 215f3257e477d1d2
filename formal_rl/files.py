"""Files written whole or not at all, files of lines that a run can resume after it was killed, and who has a file."""

import errno
import os
from contextlib import AbstractContextManager, suppress
from itertools import count
from pathlib import Path
from weakref import finalize

from formal_rl.errors import FileInUse, UnusableVectors

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


def write_whole(path: Path, content: bytes) -> None:
    """Write into a new file beside this one, which then takes its place; write directly to a device or pipe.

    A link stays one: its target is replaced. No other file beside it changes.

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
    for number in count():
        beside = place.with_name(f".{place.name}.{number}.part")
        with suppress(FileExistsError):
            part = beside.open("xb")
            break
    try:
        with part:
            part.write(content)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8, without the byte order mark that some editors and programs put before it.

    Raises `OSError` or `UnicodeDecodeError` where that cannot be done.
    """
    return path.read_bytes().decode("utf-8-sig")


def complete_text(path: Path) -> str:
    """Return the text of a file up to its last line that was ended; raise `UnusableVectors` where it cannot be read."""
    try:
        text = read_text(path)
    except UnicodeDecodeError as error:
        raise UnusableVectors(str(path), "the file", f"no text in UTF-8: {error.reason}") from None
    except OSError as error:
        raise UnusableVectors(str(path), "the file", f"cannot be read: {error.strerror}") from None
    return text[: text.rfind("\n") + 1]


def cut_unfinished_line(path: Path) -> None:
    """Remove the unfinished line at the end of a file."""
    kept = path.read_bytes().rfind(b"\n") + 1
    if kept < path.stat().st_size:
        with path.open("r+b") as file:
            file.truncate(kept)


def append_whole(path: Path, content: bytes) -> None:
    """Write at the end of a file, at once and whole; raise `OSError` where there is no room, and leave it as it was."""
    with path.open("ab", buffering=0) as file:
        before = os.fstat(file.fileno()).st_size
        if file.write(content) < len(content):
            file.truncate(before)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


class InUse(AbstractContextManager["InUse"]):
    """A file that no other process may write to until this object is gone, or the process has ended, however it did.

    Raises `FileInUse` where another process has it. The lock is on an empty file beside it, which the process takes
    away unless it is killed; a lock of a killed process holds nobody back. Not locked are devices, files in folders
    where nothing can be made, and all files where Python has no ``fcntl``.
    """

    def __init__(self, path: Path) -> None:
        self._end = finalize(self, _unlock, lock, os.getpid()) if (lock := _locked(path)) else None

    def __exit__(self, *_: object) -> None:
        if self._end is not None:
            self._end()


_HELD: dict[str, tuple[int, int]] = {}
"""The locks of this process: the descriptor, and how many have it. A process is not held back by itself."""


def _locked(path: Path) -> str | None:
    """Return the name of the lock of a file, once this process has it, or ``None`` where there can be none."""
    if fcntl is None or (path.exists() and not path.is_file()):
        return None
    place = path.resolve()
    lock = str(place.with_name(f".{place.name}.lock"))
    while lock not in _HELD:
        try:
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:  # a write there will fail too, and say why
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(descriptor), os.stat(lock)):  # not if it was taken away just now
                _HELD[lock] = descriptor, 0
        except BlockingIOError:
            raise FileInUse(str(path)) from None
        except FileNotFoundError:
            pass
        finally:
            if lock not in _HELD:
                os.close(descriptor)
    descriptor, number = _HELD[lock]
    _HELD[lock] = descriptor, number + 1
    return lock


def _unlock(lock: str, process: int) -> None:
    if os.getpid() != process:  # a fork of it, whose memory ends too
        return
    descriptor, number = _HELD.pop(lock)
    if number > 1:
        _HELD[lock] = descriptor, number - 1
        return
    with suppress(OSError):
        os.unlink(lock)  # while it is still locked, so that nobody locks a removed file
    os.close(descriptor)
