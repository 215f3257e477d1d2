"""Inputs tried in children, so that what hangs, crashes or takes all memory is seen, and does nothing here.

Before each input the child writes it to a file and sets two alarms that end it. So the last input of a child is known,
whatever ended it.
"""

from __future__ import annotations

import resource
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import asdict, define, evolve, field, frozen
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from formal_rl.errors import FormalRLError
from tools.children import Answer, Job, Say, run_jobs
from tools.fuzz.readers import Reader

SECONDS = 2
"""How many seconds of a processor an input may take."""

WALL_SECONDS = 30
"""How many seconds an input may take that waits, by the clock; long, since the machine may be busy."""

MORE_BYTES = 1 << 30
"""How much address space a child may take beside what it begins with."""

LONGEST = 1 << 22
"""How many bytes an input has at most."""

REFUSALS = (FormalRLError, OSError)
"""What the command line tells its user as an error: all else would be a traceback."""


@define
class Tally:
    """What came of some inputs of a reader; ``faults`` has the shortest input of each kind, in hexadecimal digits."""

    inputs: int = 0
    accepted: int = 0
    refused: Counter[str] = field(factory=Counter, converter=Counter)
    slowest: float = 0.0
    megabytes: float = 0.0
    faults: dict[str, str] = field(factory=dict)

    def add(self, other: Tally) -> None:
        """Take in what came of other inputs."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused += other.refused
        self.slowest = max(self.slowest, other.slowest)
        self.megabytes = max(self.megabytes, other.megabytes)
        for kind, data in other.faults.items():
            self.faults[kind] = min(self.faults.get(kind, data), data, key=len)


@frozen
class Chunk:
    """So many inputs of a reader from a seed, tried in one child."""

    reader: Reader
    number: int
    seed: int


def _try_chunk(chunk: Chunk, last: Path, say: Say) -> None:
    """Try the inputs of a chunk, and say what came of them; ``last`` has the number of the last, and the input."""
    say({"limit": float(WALL_SECONDS * chunk.number)})  # the alarms below come before
    reader, tally = chunk.reader, Tally()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, reader.file or "input")
        for name, content in reader.beside.items():
            Path(folder, name).write_bytes(content)

        def attempt(data: bytes) -> None:
            data = data[:LONGEST]
            if reader.file:
                file.write_bytes(data)
            last.write_bytes(b"%d\n" % (tally.inputs + 1) + data)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
            begun = time.process_time()
            try:
                reader.read(file if reader.file else data)
                tally.accepted += 1
            except (*REFUSALS, *reader.refusals) as refusal:
                tally.refused[type(refusal).__name__] += 1
                if not _is_printable(refusal):
                    tally.add(Tally(faults={"a message that cannot be printed": data.hex()}))
            except BaseException as error:
                tally.add(Tally(faults={_kind(error): data.hex()}))
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.setitimer(signal.ITIMER_REAL, 0)
            tally.inputs += 1
            tally.slowest = max(tally.slowest, time.process_time() - begun)

        try_drawn(chunk.reader.inputs, chunk.number, chunk.seed, attempt)
        left = {each.name for each in Path(folder).iterdir()} - {file.name, *reader.beside}
        if left:
            tally.faults[f"files left behind: {', '.join(sorted(left))}"] = ""
    tally.megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    say({"tally": asdict(tally)})


def _is_printable(error: BaseException) -> bool:
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


def try_drawn(strategy: st.SearchStrategy[Any], number: int, first_seed: int, attempt: Callable[[Any], None]) -> None:
    """Give as many inputs to a function, drawn by Hypothesis."""
    how = {"database": None, "deadline": None, "phases": [Phase.generate]}
    run = settings(max_examples=number, suppress_health_check=list(HealthCheck), **how)
    seed(first_seed)(run(given(strategy)(attempt)))()


def tallies(chunks: Sequence[Chunk], jobs: int) -> list[tuple[Chunk, Tally]]:
    """Return what came of each chunk. Where a child did not end well, the rest is tried from another seed."""
    found = []
    with tempfile.TemporaryDirectory() as folder:

        def job_of(chunk: Chunk) -> Job:
            last = Path(folder, f"{chunk.seed}")
            return Job((chunk, last), partial(_try_chunk, chunk, last), MORE_BYTES)

        def done(job: Job, answer: Answer) -> Job | None:
            chunk, last = job.subject
            if tally := next((Tally(**line["tally"]) for line in answer.said if "tally" in line), None):
                found.append((chunk, tally))
                return None
            number, _, data = last.read_bytes().partition(b"\n")
            kinds = {
                "does not end": f"not read in {SECONDS} s of a processor",
                "ended by SIGALRM": f"not read in {WALL_SECONDS} s",
            }
            found.append((chunk, Tally(int(number), faults={kinds.get(answer.ended, answer.ended): data.hex()})))
            rest = chunk.number - int(number)
            return job_of(evolve(chunk, number=rest, seed=chunk.seed + 1_000_003)) if rest > 0 else None

        run_jobs(map(job_of, chunks), jobs, done)
    return found
