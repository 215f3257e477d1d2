"""What surrounds a user's code while it runs: what it prints is kept, and what it is at is known."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sysconfig import get_path
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
        self.seen: Callable[[], None] = lambda: None
        """What is called at each question, and at each answer of the world in which it is put."""
        self.taken: dict[str, None] = {}
        """The types of numbers that were taken by value."""
        self._describe: Callable[[], str] = str

    def at(self, describe: Callable[[], str], context: Any = None) -> None:
        """Take note that something new is being asked; it is described only when wanted."""
        self._describe, self.context = describe, context
        self.count += 1
        if context is not None:
            context[-1].seen = self.seen
        self.seen()

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
