"""Child processes: forked, limited, heard line by line through a pipe, and killed with all that they started."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import selectors
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from attrs import define, field, frozen

Say = Callable[[dict[str, Any]], None]  # sends a line of JSON to the parent
_QUIET = 120.0  # a child is killed after these seconds without a line, and 20 times the limit that its last line has


@frozen
class Job:
    """The work of a child, and the bytes it may add to this process's memory; ``subject`` says what it is about."""

    subject: Any
    work: Callable[[Say], None]
    memory: int = 4 << 30


@frozen
class Answer:
    """The lines of a child, and how it ended: "" if by itself, else in words."""

    said: tuple[dict[str, Any], ...]
    ended: str


@define
class _Child:
    job: Job
    process: int
    pipe: int
    until: float
    said: list[dict[str, Any]] = field(factory=list)
    rest: bytes = b""

    def hear(self, data: bytes) -> list[dict[str, Any]]:
        """Take bytes from the pipe, and return the lines that they complete."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        new: list[dict[str, Any]] = [json.loads(line) for line in lines]
        for each in new:
            self.until = time.monotonic() + _QUIET + 20 * each.get("limit", 0.0)
        self.said += new
        return new

    def kill(self) -> None:
        """End it, and what it started."""
        for end in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                end(self.process, signal.SIGKILL)

    def end(self) -> Answer:
        """Close its pipe and wait for its end; raise `RuntimeError` for a fault of the tool itself."""
        os.close(self.pipe)
        self.kill()
        _, status = os.waitpid(self.process, 0)
        if fault := next((line["fault"] for line in self.said if "fault" in line), ""):
            raise RuntimeError(f"the tool failed on {self.job.subject}:\n{fault}")
        ended = ""
        if os.WIFEXITED(status) and os.WEXITSTATUS(status):
            ended = f"ended with exit code {os.WEXITSTATUS(status)}"
        elif os.WIFSIGNALED(status) and not (self.said and "over" in self.said[-1]):  # or killed after its work
            number = os.WTERMSIG(status)
            ended = "does not end" if number == signal.SIGPROF else f"ended by {signal.Signals(number).name}"
        return Answer(tuple(self.said), ended)


def limit_processor_time(seconds: float) -> None:
    """End this process by SIGPROF after this many more seconds of processor time; 0 removes the limit."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def run_jobs(
    jobs: Iterator[Job], number: int, done: Callable[[Job, Answer], Job | None], heard: Say = lambda _: None
) -> None:
    """Run jobs in up to ``number`` children at once.

    ``heard`` gets each line of a child at once. ``done`` gets the answer of each, and may return a job to run next.
    """
    waiting: list[Job] = []
    with selectors.DefaultSelector() as selector:
        children: dict[int, _Child] = {}
        try:
            while True:
                while len(children) < number:
                    job = waiting.pop() if waiting else next(jobs, None)
                    if job is None:
                        break
                    child = _start(job)
                    children[child.pipe] = child
                    selector.register(child.pipe, selectors.EVENT_READ)
                if not children:
                    return
                for key, _ in selector.select(timeout=1.0):
                    child = children[key.fd]
                    data = os.read(key.fd, 1 << 16)
                    if data:
                        for line in child.hear(data):
                            heard(line)
                        continue
                    selector.unregister(key.fd)
                    del children[key.fd]
                    following = done(child.job, child.end())
                    if following is not None:
                        waiting.append(following)
                for child in children.values():
                    if time.monotonic() > child.until:
                        child.kill()
        finally:
            for child in children.values():
                child.kill()
                os.close(child.pipe)
                os.waitpid(child.process, 0)


def _start(job: Job) -> _Child:
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _be_child(job, writing)
    os.close(writing)
    return _Child(job, process, reading, time.monotonic() + _QUIET)


def _be_child(job: Job, writing: int) -> None:
    """Do the work and never return."""

    def say(what: dict[str, Any]) -> None:
        data = memoryview(json.dumps(what).encode() + b"\n")
        while data:
            data = data[os.write(writing, data) :]

    code = 1
    try:
        os.setsid()
        _end_with_the_parent()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        with open("/proc/self/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + job.memory, size + job.memory))
        sys.dont_write_bytecode = True
        job.work(say)
        limit_processor_time(0)
        say({"over": True})
        code = 0
    except BaseException:
        limit_processor_time(0)
        say({"fault": traceback.format_exc()})
    finally:
        os._exit(code)


def _end_with_the_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
