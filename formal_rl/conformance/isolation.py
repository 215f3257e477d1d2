"""What surrounds a user's code while it runs: what it prints is kept, and what it is at is known."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from mmap import mmap
from pathlib import Path
from traceback import StackSummary, extract_tb
from typing import Any

PLACE_LENGTH = 4096
"""How many bytes of a file tell another process what is being asked."""

_HERE = str(Path(__file__).parent)


class Watch:
    """Knows what is being asked; where given a memory-mapped place, other processes can see it too.

    Ledger: infrastructure
    """

    def __init__(self, place: mmap | None = None) -> None:
        """Start at nothing."""
        self._place = place
        self.count = 0
        self.context: Any = None
        self._describe: Callable[[], str] = str

    def at(self, describe: Callable[[], str], context: Any = None) -> None:
        """Take note that something new is being asked; it is described only when wanted."""
        self._describe, self.context = describe, context
        self.count += 1
        if self._place is not None:
            text = f"{self.count} {describe()}".encode()[: PLACE_LENGTH - 1]
            self._place[: len(text) + 1] = text + b"\0"

    def __str__(self) -> str:
        """Say what is being asked."""
        return self._describe()


def read_place(place: mmap) -> tuple[int, str]:
    """Return how many things were asked, and the last of them.

    Ledger: infrastructure
    """
    count, _, text = place[:].partition(b"\0")[0].decode(errors="ignore").partition(" ")
    return int(count or 0), text


class Printed(io.TextIOBase):
    """Stands in for the standard output; keeps the beginning of what is written and what was asked then.

    Ledger: infrastructure
    """

    LONGEST = 2_000

    def __init__(self, watch: Watch) -> None:
        """Nothing is written yet."""
        super().__init__()
        self._watch = watch
        self.text = ""
        self.during = ""
        self.context: Any = None

    def writable(self) -> bool:
        """Take anything."""
        return True

    def write(self, text: str, /) -> int:
        """Keep it."""
        if text and not self.text:
            self.during, self.context = str(self._watch), self._watch.context
        self.text = (self.text + text)[: self.LONGEST]
        return len(text)


@contextmanager
def printing_kept(watch: Watch) -> Iterator[Printed]:
    """Keep what is printed inside.

    Ledger: infrastructure
    """
    printed, real = Printed(watch), sys.stdout
    sys.stdout = printed
    try:
        yield printed
    finally:
        sys.stdout = real


def blamed_line(error: BaseException) -> str:
    """Return the last line of a user's code in a traceback, or nothing if there is none.

    Ledger: infrastructure
    """
    return blamed_frame(extract_tb(error.__traceback__))


def blamed_frame(frames: StackSummary) -> str:
    """Return the last line among frames that is a user's, or nothing.

    Ledger: infrastructure
    """
    theirs = [frame for frame in frames if not frame.filename.startswith(_HERE)]
    if not theirs:
        return ""
    last = theirs[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}: {last.line or ''}".rstrip(": ")
