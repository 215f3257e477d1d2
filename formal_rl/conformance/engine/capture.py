"""What surrounds a user's code while it runs: what it prints is kept, and what it is at is known."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sysconfig import get_path
from traceback import StackSummary, extract_tb
from typing import Any

_HERE = str(Path(__file__).parents[1])
_STANDARD_LIBRARY = get_path("stdlib")


class Watch:
    """Knows what is being asked."""

    STILL = "still asking"
    """What a message about a long question begins with."""

    def __init__(self) -> None:
        self.count = 0
        self.context: Any = None
        self.taken: dict[str, None] = {}
        """The types of numbers that were taken by value."""
        self._describe: Callable[[], str] = str

    def at(self, describe: Callable[[], str], context: Any = None) -> None:
        """Take note that something new is being asked; it is described only when wanted."""
        self._describe, self.context = describe, context
        self.count += 1

    def __str__(self) -> str:
        """Say what is being asked."""
        return self._describe()


class CapturedOutput(io.TextIOBase):
    """Stands in for the standard output; keeps the beginning of what is written and what was asked then."""

    LONGEST = 2_000

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch
        self.text = ""
        self.during = ""

    def writable(self) -> bool:
        """Take anything."""
        return True

    def write(self, text: str, /) -> int:
        """Keep it."""
        if text and not self.text:
            self.during = str(self._watch)
        self.text = (self.text + text)[: self.LONGEST]
        return len(text)


@contextmanager
def printing_kept(watch: Watch) -> Iterator[CapturedOutput]:
    """Keep what is printed inside."""
    printed, real = CapturedOutput(watch), sys.stdout
    sys.stdout = printed
    try:
        yield printed
    finally:
        sys.stdout = real


@contextmanager
def any_number_of_digits() -> Iterator[None]:
    """Have integers written out inside, however many digits they have: an answer may be any."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def blamed_line(error: BaseException) -> str:
    """Return the last line of a user's code in a traceback, or nothing if there is none."""
    return blamed_frame(extract_tb(error.__traceback__))


def blamed_frame(frames: StackSummary) -> str:
    """Return the last line among frames that is a user's, or else of the standard library, or nothing."""
    theirs = [frame for frame in frames if not frame.filename.startswith(_HERE)]
    theirs = [frame for frame in theirs if not _is_standard(frame.filename)] or theirs
    if not theirs:
        return ""
    last = theirs[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}: {last.line or ''}".rstrip(": ")


def _is_standard(filename: str) -> bool:
    return filename.startswith((_STANDARD_LIBRARY, "<frozen ")) and "site-packages" not in filename
