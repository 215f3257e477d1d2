"""What a command costs before it does its work: processor time of whole processes, beside Python's own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks.tables import Progress, Table, milliseconds

COMMANDS = (
    ("--help",),
    ("ask", "ignore_rewards", "--agent", "last_reward_sign", "--play", "(0,0) 0 (1,0) 1"),
    ("explain", "A22-T10.3"),
)
VERIFYING = ("verify", "A22-D7", "--json")

BY_PROCESSOR_TIME = f"""
from time import process_time
from formal_rl import cli
from formal_rl.cli import verify
verify.perf_counter = process_time
raise SystemExit(cli.main({list(VERIFYING)}))
"""
"""The verification, with the seconds that it reports of its statement in processor time, too."""


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield one table: the median of some runs of each command, and what of a verification is not the statement's."""
    repeats = 15 if full else 5
    rows = []
    processes = {
        "python -c pass": ("-c", "pass"),
        **{" ".join(command): ("-m", "formal_rl", *command) for command in COMMANDS},
        " ".join(VERIFYING): ("-c", BY_PROCESSOR_TIME),
    }
    for name, arguments in processes.items():
        progress(f"{name}, {repeats} times")
        measured = [_measured(arguments) for _ in range(repeats)]
        whole, above = (median(times) for times in zip(*measured, strict=True))
        rows.append((name, milliseconds(whole), milliseconds(above)))
    yield Table(
        "What a command costs before it does its work",
        ("command", "processor time", "without the statement's seconds"),
        rows,
        f"Processor time of a process of its own, user and system, the median of {repeats}. The first row is Python "
        "itself. Of a verification the last column leaves out the seconds that it reports of its statement; what is "
        "left is the start of Python, imports, self-checks and printing.",
    )


def _measured(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Return the processor time of a process, and the same without the seconds that it reports of statements."""
    begun = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
    ended = getrusage(RUSAGE_CHILDREN)
    whole = ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime
    reported = json.loads(done.stdout)["statements"] if BY_PROCESSOR_TIME in arguments else ()
    return whole, whole - sum(report["seconds"] for report in reported)
