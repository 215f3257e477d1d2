"""A check in a process of its own, which is ended where one question takes too long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from mmap import mmap
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread, main_thread
from time import monotonic, sleep
from traceback import extract_stack

from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.examination import Examination
from formal_rl.conformance.implementation_check import load_and_run
from formal_rl.conformance.isolation import PLACE_LENGTH, Watch, blamed_frame, read_place
from formal_rl.conformance.outcomes import Outcome
from formal_rl.conformance.suites import suite_named
from formal_rl.errors import InvalidParameter

GRACE = 1.0
"""How many seconds longer a process is waited for, that is to find out itself that it hangs."""

STARTING = 20.0
"""How many seconds more the first sign of life may take."""

_EVERY = 0.02


def check_in_child(spec: str, suite: str, *, semantics: str, profile: str, seed: int, timeout: float) -> Report:
    """Return the report of a check in a child process; a question that takes longer than ``timeout`` ends it.

    Ledger: infrastructure
    """
    if not timeout > 0:
        raise InvalidParameter("timeout", timeout, "a number of seconds greater than 0")
    options = {
        "spec": spec,
        "suite": suite,
        "semantics": semantics,
        "profile": profile,
        "seed": seed,
        "timeout": timeout,
    }
    with TemporaryDirectory(prefix="formal_rl_") as directory:
        place_file, report_file = Path(directory) / "place", Path(directory) / "report.json"
        place_file.write_bytes(bytes(PLACE_LENGTH))
        command = [sys.executable, "-m", __name__, json.dumps(options), str(place_file), str(report_file)]
        with place_file.open("r+b") as file, mmap(file.fileno(), PLACE_LENGTH) as place:
            ended = _waited(command, place, timeout)
            if report_file.exists():
                return Report.from_json(json.loads(report_file.read_text("utf-8")))
            asked = read_place(place)[1]
    watch = Watch()
    watch.at(lambda: asked or "import of its module")
    examination = Examination(suite_named(suite), spec, spec, semantics, profile, seed, watch=watch)
    if ended is None:
        return examination.stopped(Outcome.HANGS, f"no answer within {timeout:g} s")
    return examination.stopped(Outcome.ENDS_THE_PROCESS, f"its process ended with code {ended}")


def _waited(command: list[str], place: mmap, timeout: float) -> int | None:
    """Return the exit code, or ``None`` if the process had to be killed because it asked nothing new for too long."""
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as child:
        try:
            count, since = 0, monotonic() + STARTING
            while child.poll() is None:
                sleep(_EVERY)
                latest = read_place(place)[0]
                if latest != count:
                    count, since = latest, monotonic()
                elif monotonic() - since > timeout + GRACE:
                    return None
            return child.returncode
        finally:
            child.kill()


def _main() -> None:
    options, place_file, report_file = json.loads(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    with place_file.open("r+b") as file, mmap(file.fileno(), PLACE_LENGTH) as place:
        watch = Watch(place)
        spec, timeout = options["spec"], options["timeout"]
        settings = (options["semantics"], options["profile"], options["seed"])
        examination = Examination(suite_named(options["suite"]), spec, spec, *settings, watch=watch, seconds=timeout)
        Thread(target=_end_where_it_hangs, args=(examination, timeout, report_file), daemon=True).start()
        _write(load_and_run(examination), report_file)
        os._exit(0)


def _write(report: Report, file: Path) -> None:
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(report.to_json()), encoding="utf-8")
    unfinished.replace(file)


def _end_where_it_hangs(examination: Examination, timeout: float, report_file: Path) -> None:
    watch, main = examination.watch, main_thread().ident
    assert main is not None
    count, since = watch.count, monotonic()
    while True:
        sleep(_EVERY)
        if watch.count != count:
            count, since = watch.count, monotonic()
        elif monotonic() - since > timeout:
            at = blamed_frame(extract_stack(sys._current_frames()[main]))
            _write(examination.stopped(Outcome.HANGS, f"no answer within {timeout:g} s\n    {at}"), report_file)
            os._exit(0)


if __name__ == "__main__":
    _main()
