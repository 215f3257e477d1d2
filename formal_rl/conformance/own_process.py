"""A check in a process of its own, which is ended where one question takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from mmap import mmap
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.examinations import examination_of
from formal_rl.conformance.isolation import PLACE_LENGTH, Watch, read_place
from formal_rl.conformance.outcomes import Outcome
from formal_rl.conformance.witness import Witness
from formal_rl.errors import InvalidParameter

CHILD = "formal_rl.conformance.child"
"""The module that the process runs."""

GRACE = 1.0
"""How many seconds longer a process is waited for, that is to find out itself that it hangs."""

STARTING = 20.0
"""How many seconds more the first sign of life may take."""

EVERY = 0.02


def checked_timeout(timeout: float) -> float:
    """Return the number of seconds; raise `InvalidParameter` unless it is greater than 0.

    Ledger: infrastructure
    """
    if not timeout > 0:
        raise InvalidParameter("timeout", timeout, "a number of seconds greater than 0")
    return timeout


def check_in_child(
    spec: str,
    suite: str,
    *,
    semantics: str,
    profile: str,
    seed: int,
    timeout: float,
    expected: Mapping[str, str] | None = None,
    witness: Witness | None = None,
) -> Report:
    """Return the report of a check in a child process; a question that takes longer than ``timeout`` ends it.

    Ledger: infrastructure
    """
    checked_timeout(timeout)
    options = {
        "spec": spec,
        "suite": suite,
        "semantics": semantics,
        "profile": profile,
        "seed": seed,
        "timeout": timeout,
        "expected": dict(expected or {}),
        "witness": None if witness is None else witness.to_json(),
    }
    with TemporaryDirectory(prefix="formal_rl_") as directory:
        place_file, report_file = Path(directory) / "place", Path(directory) / "report.json"
        place_file.write_bytes(bytes(PLACE_LENGTH))
        command = [sys.executable, "-m", CHILD, json.dumps(options), str(place_file), str(report_file)]
        with place_file.open("r+b") as file, mmap(file.fileno(), PLACE_LENGTH) as place:
            ended = _waited(command, place, timeout)
            if report_file.exists():
                return Report.from_json(json.loads(report_file.read_text("utf-8")))
            asked = read_place(place)[1]
    watch = Watch()
    watch.at(lambda: asked or "import of its module")
    examination = examination_of(suite, spec, spec, semantics=semantics, profile=profile, seed=seed, watch=watch)
    if ended is None:
        return examination.stopped(Outcome.HANGS, f"no answer within {timeout:g} s")
    return examination.stopped(Outcome.ENDS_THE_PROCESS, f"its process ended with code {ended}")


def _waited(command: list[str], place: mmap, timeout: float) -> int | None:
    """Return the exit code, or ``None`` if the process had to be killed because it asked nothing new for too long."""
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as child:
        try:
            count, since = 0, monotonic() + STARTING
            while child.poll() is None:
                sleep(EVERY)
                latest = read_place(place)[0]
                if latest != count:
                    count, since = latest, monotonic()
                elif monotonic() - since > timeout + GRACE:
                    return None
            return child.returncode
        finally:
            child.kill()
