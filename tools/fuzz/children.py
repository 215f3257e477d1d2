"""Inputs tried in a child process, so that what hangs, crashes or takes all memory is seen, and does nothing here.

Before each input the child writes it to shared memory and sets two alarms that end it. So the last input of a child
is known, whatever ended it.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import struct
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from mmap import mmap
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, TypeAlias

from attrs import define, evolve, field
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from formal_rl.errors import FormalRLError
from tools.fuzz.readers import Reader

SECONDS = 2
"""How many seconds of a processor an input may take."""

WALL_SECONDS = 30
"""How many seconds an input may take that waits, by the clock; long, since the machine may be busy."""

MORE_BYTES = 1 << 30
"""How much address space a child may take beside what it begins with."""

LONGEST = 1 << 22
"""How many bytes an input has at most."""

Inputs: TypeAlias = Callable[[Callable[[Any], object]], None]
"""Gives inputs to its argument, one after another."""

REFUSALS = (FormalRLError, OSError)
"""What the command line tells its user as an error: all else would be a traceback."""


@define
class Tally:
    """What came of some inputs of a reader; ``faults`` has the shortest input of each kind."""

    inputs: int = 0
    accepted: int = 0
    refused: Counter[str] = field(factory=Counter)
    slowest: float = 0.0
    megabytes: float = 0.0
    faults: dict[str, bytes] = field(factory=dict)

    def add(self, other: Tally) -> None:
        """Take in what came of other inputs."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused += other.refused
        self.slowest = max(self.slowest, other.slowest)
        self.megabytes = max(self.megabytes, other.megabytes)
        for kind, data in other.faults.items():
            self.faults[kind] = min(self.faults.get(kind, data), data, key=len)


class _Shared:
    """Memory that a child and its parent have in common: how many inputs there were, and the last of them."""

    def __init__(self) -> None:
        self._bytes = mmap(-1, LONGEST + 16)

    def put(self, number: int, data: bytes) -> None:
        """Keep an input before it is tried."""
        self._bytes[: 16 + len(data)] = struct.pack("<QQ", number, len(data)) + data

    def last(self) -> tuple[int, bytes]:
        """Return how many inputs there were, and the last."""
        number, length = struct.unpack("<QQ", self._bytes[:16])
        return number, self._bytes[16 : 16 + length]


def tried(reader: Reader, inputs: Inputs, shared: _Shared) -> Tally:
    """Return what comes of the inputs that ``inputs`` gives to its argument, one after another; in a child."""
    tally = Tally()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, reader.file or "input")
        for name, content in reader.beside.items():
            Path(folder, name).write_bytes(content)

        def attempt(data: bytes) -> None:
            data = data[:LONGEST]
            given_to: Any = data
            if reader.file:
                file.write_bytes(data)
                given_to = file
            shared.put(tally.inputs + 1, data)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
            begun = time.process_time()
            try:
                reader.read(given_to)
                tally.accepted += 1
            except (*REFUSALS, *reader.refusals) as refusal:
                tally.refused[type(refusal).__name__] += 1
                if not _printable(refusal):
                    tally.add(Tally(faults={"a message that cannot be printed": data}))
            except BaseException as error:
                tally.add(Tally(faults={_kind(error): data}))
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.setitimer(signal.ITIMER_REAL, 0)
            tally.inputs += 1
            tally.slowest = max(tally.slowest, time.process_time() - begun)

        inputs(attempt)
        left = {each.name for each in Path(folder).iterdir()} - {file.name, *reader.beside}
        if left:
            tally.faults[f"files left behind: {', '.join(sorted(left))}"] = b""
    tally.megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return tally


def _printable(error: BaseException) -> bool:
    """Whether a message can be printed as the command line does it, and is not endless."""
    try:
        return len(str(error).encode("utf-8", "replace")) < 20_000
    except Exception:
        return False


def _kind(error: BaseException) -> str:
    """Return what an error is called and where it came from, so that those of one cause are counted once."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "formal_rl" in frame.filename and "fuzz" not in frame.filename]
    place = ours[-1] if ours else frames[-1]
    return f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno} ({place.name})"


def drawn(strategy: st.SearchStrategy[Any], number: int, first_seed: int) -> Inputs:
    """Return what gives as many inputs, drawn by Hypothesis."""

    def inputs(attempt: Callable[[Any], object]) -> None:
        @seed(first_seed)
        @settings(
            max_examples=number,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def test(data: Any) -> None:
            attempt(data)

        test()

    return inputs


def _child(reader: Reader, inputs: Inputs, shared: _Shared, end: Connection) -> None:
    """Limit this process, try the inputs, and send what came of them."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MORE_BYTES, used + MORE_BYTES))
    end.send(tried(reader, inputs, shared))


@define
class Chunk:
    """So many inputs of a reader from a seed, tried in one child."""

    reader: Reader
    number: int
    seed: int


def tallies(chunks: Iterable[Chunk], jobs: int) -> Iterator[tuple[Chunk, Tally]]:
    """Yield what came of each chunk. Where a child did not end well, the rest is tried from another seed."""
    context = multiprocessing.get_context("fork")
    waiting, running = list(chunks)[::-1], {}
    while waiting or running:
        while waiting and len(running) < jobs:
            chunk, shared = waiting.pop(), _Shared()
            receiving, sending = context.Pipe(duplex=False)
            arguments = (chunk.reader, drawn(chunk.reader.inputs, chunk.number, chunk.seed), shared, sending)
            process = context.Process(target=_child, args=arguments)
            process.start()
            sending.close()
            running[receiving] = chunk, process, shared
        for receiving in wait([*running]):
            assert isinstance(receiving, Connection)
            chunk, process, shared = running.pop(receiving)
            tally = None
            with suppress(EOFError):
                tally = receiving.recv()
            process.join()
            receiving.close()
            if tally is None:
                tally = _ended(shared, process.exitcode or 0)
                if (rest := chunk.number - tally.inputs) > 0:
                    waiting.append(evolve(chunk, number=rest, seed=chunk.seed + 1_000_003))
            yield chunk, tally


def _ended(shared: _Shared, code: int) -> Tally:
    """Return what is known of a child that sent nothing: its last input ended it."""
    number, data = shared.last()
    known = {
        -signal.SIGPROF: f"not read in {SECONDS} s of a processor",
        -signal.SIGALRM: f"not read in {WALL_SECONDS} s",
    }
    return Tally(inputs=number, faults={known.get(code, f"ended the process (code {code})"): data})
