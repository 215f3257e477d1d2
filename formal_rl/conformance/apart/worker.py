"""A worker: a process of its own for somebody's code, which may hang, crash, print or leave whatever it likes.

It is a new Python, started alike on every system. What it tells comes through a file; where it is, through a place in
memory (`heartbeat`). It is ended once it has asked nothing new for too long, and ends by itself where we end.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from mmap import mmap
from pathlib import Path
from signal import Signals
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep
from traceback import StackSummary
from typing import Any

from attrs import define, field

from formal_rl.conformance.apart.exec_process import end_apart, started_apart
from formal_rl.conformance.apart.heartbeat import PLACE_LENGTH, AskedSoFar, read_place
from formal_rl.conformance.engine.capture import Watch, blamed_frame
from formal_rl.conformance.engine.printable import printable

START = """
import sys
directory, *sys.path = sys.argv[1:]
del sys.argv[1:]
from formal_rl.conformance.apart.worker_process import work
work(directory)
"""
"""What the new Python is given; it imports from where this one does, and from nowhere else."""

PLACE, MESSAGES, FAULT, OUTPUT, COMPLAINTS = "place", "messages", "fault", "output", "complaints"
"""The files that both have: where it is, what it tells, what `faulthandler` writes, and the implementation."""

CHECK, SMALLER = "check", "smaller"
"""The tasks: to check, or to put smaller and smaller questions until one ends the process."""

GRACE = 1.0
"""How many seconds longer a worker is waited for, which is to find out itself that it hangs."""

STARTING = 20.0
"""How many seconds more the first sign of life may take."""

LONG_SILENCE = 30.0
"""After how many seconds a message says that a question takes long."""

EVERY = 0.01
"""How many seconds pass between looks."""


@define
class Worker:
    """A process at work. ``code`` is how it ended, ``None`` as long as it has not, or where it was ended."""

    directory: Path
    child: subprocess.Popen[bytes]
    place: mmap
    written: tuple["_Written", "_Written"]
    code: int | None = None

    @property
    def asked(self) -> AskedSoFar:
        """Where it is."""
        return read_place(self.place)

    def told(self, silence: float, until: float, broken_off: Event) -> Iterator[dict[str, Any]]:
        """Yield its messages, and one on a long silence, until it ends, is silent too long, or the moment has come."""
        unread, count, since, said = b"", 0, monotonic() + STARTING, 0
        with (self.directory / MESSAGES).open("rb") as messages:
            while True:
                code = self.child.poll()  # looked at before reading, so that nothing comes after
                *lines, unread = (unread + messages.read()).split(b"\n")
                yield from map(json.loads, lines)
                if code is not None:
                    self.code = code
                    return
                for each in self.written:
                    each.look()
                asked = self.asked.questions
                if asked != count:
                    count, since = asked, monotonic()
                if said != asked and monotonic() > since + LONG_SILENCE:
                    said = asked
                    yield {"progress": f"{Watch.STILL} the {self.asked.words or 'first question'}; --timeout ends this"}
                if monotonic() > min(since + silence + GRACE, until) or broken_off.is_set():
                    return
                sleep(EVERY)

    def how_it_ended(self) -> str:
        """Say with which code, or by which signal."""
        assert self.code is not None
        if self.code >= 0:
            return f"its process ended with code {self.code}"
        names = {each.value: each.name for each in Signals}
        return f"its process was ended by {names.get(-self.code, f'signal {-self.code}')}"

    def line(self) -> str:
        """Return the line of the implementation in what `faulthandler` wrote, or nothing if there is none."""
        fault = self.directory / FAULT
        text = fault.read_text("utf-8", errors="replace") if fault.exists() else ""
        frames = [(file, int(line), name, None) for file, line, name in reversed(_FRAME.findall(text))]
        return blamed_frame(StackSummary.from_list(frames))

    def warnings(self) -> tuple[str, ...]:
        """Say what was written to the standard files, past Python's own standard output."""
        return tuple(filter(None, (each.said() for each in self.written)))


_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)


@define
class _Written:
    """What an implementation writes to a file: the first lines of it are kept, and the others counted."""

    KEPT = 3
    WIDEST = 100
    LARGEST = 1 << 20

    file: Path
    name: str
    first: list[str] = field(factory=list)
    lines: int = 0

    def look(self, larger_than: int = LARGEST) -> None:
        """Read and empty the file where it has become large: nobody says how much is printed in the end."""
        with suppress(OSError):
            if self.file.stat().st_size > larger_than:
                with self.file.open("r+b") as file:
                    lines = file.read().decode("utf-8", errors="replace").splitlines()
                    file.truncate(0)
                self.first += [printable(each[: self.WIDEST]) for each in lines[: self.KEPT - len(self.first)]]
                self.lines += len(lines)

    def said(self) -> str:
        """Say how much there is, with the first lines."""
        self.look(0)
        count = f"{self.lines:,} line{'s' * (self.lines > 1)}"
        more = ["..."] if self.lines > len(self.first) else []
        return "\n    ".join([f"it wrote {count} to {self.name}:", *self.first, *more]) if self.lines else ""


@contextmanager
def at_work(task: Mapping[str, Any]) -> Iterator[Worker]:
    """Start a worker and give it a task; whatever happens, it is ended."""
    with TemporaryDirectory(prefix="formal_rl_", ignore_cleanup_errors=True) as name:
        directory = Path(name)
        (directory / PLACE).write_bytes(bytes(PLACE_LENGTH))
        (directory / MESSAGES).touch()
        command = [sys.executable, "-P", "-c", START, name, *sys.path]
        with (
            (directory / PLACE).open("r+b") as place_file,
            mmap(place_file.fileno(), PLACE_LENGTH) as place,
            (directory / OUTPUT).open("ab") as output,
            (directory / COMPLAINTS).open("ab") as complaints,
            started_apart(command, stdin=subprocess.PIPE, stdout=output, stderr=complaints) as child,
        ):
            written = (
                _Written(directory / OUTPUT, "standard output"),
                _Written(directory / COMPLAINTS, "standard error"),
            )
            try:
                with suppress(BrokenPipeError):  # where it has ended already
                    assert child.stdin is not None
                    child.stdin.write(json.dumps(task).encode() + b"\n")
                    child.stdin.flush()
                yield Worker(directory, child, place, written)
            finally:
                end_apart(child)
