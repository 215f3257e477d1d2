"""What the process of its own runs: one check, with a thread that ends it where a question takes too long."""

import faulthandler
import json
import os
import sys
from mmap import mmap
from pathlib import Path
from threading import Thread, main_thread
from time import monotonic, sleep
from traceback import extract_stack

from formal_rl.conformance.capture import blamed_frame
from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.heartbeat import PLACE_LENGTH, PlaceWatch
from formal_rl.conformance.own_process import EVERY, Stop
from formal_rl.conformance.runner import Runner, runner_of
from formal_rl.conformance.witness import Witness
from formal_rl.files import write_whole


def _main() -> None:
    options, place_file, report_file, fault_file = json.loads(sys.argv[1]), *map(Path, sys.argv[2:])
    with place_file.open("r+b") as file, mmap(file.fileno(), PLACE_LENGTH) as place, fault_file.open("w") as fault:
        faulthandler.enable(fault, all_threads=False)
        stop = None if options["stop"] is None else Stop(**options["stop"])
        watch = PlaceWatch(place, None if stop is None else (stop.questions, stop.answers))
        spec, timeout = options["spec"], options["timeout"]
        settings = {name: options[name] for name in ("semantics", "profile", "seed", "expected")}
        settings["witness"] = None if options["witness"] is None else Witness.from_json(options["witness"])
        examination = runner_of(options["suite"], spec, spec, **settings, watch=watch, seconds=timeout)
        examination.without_purity = options["without_purity"]
        if stop is not None:
            watch.reached = lambda: _end_here(examination, stop, report_file)
        Thread(target=_end_where_it_hangs, args=(examination, timeout, report_file), daemon=True).start()
        _write(examination.load_and_run(), None, report_file)
        os._exit(0)


def _write(report: Report, stopped: tuple[str, str, str] | None, file: Path) -> None:
    write_whole(file, json.dumps({"report": report.to_json(), "stopped": stopped}).encode("utf-8"))


def _end(examination: Runner, outcome: FailureKind, message: str, at: str, report_file: Path) -> None:
    report = examination.stopped(outcome, message, at)
    stage, claim, _ = examination.current
    _write(report, (stage, claim, outcome), report_file)
    os._exit(0)


def _end_here(examination: Runner, stop: Stop, report_file: Path) -> None:
    try:
        _end(examination, FailureKind(stop.outcome), stop.message, stop.at, report_file)
    finally:
        os._exit(1)  # the implementation is being asked, and could keep an exception of ours to itself


def _end_where_it_hangs(examination: Runner, timeout: float, report_file: Path) -> None:
    watch, main = examination.watch, main_thread().ident
    assert main is not None
    count, since = watch.count, monotonic()
    while True:
        sleep(EVERY)
        if watch.count != count:
            count, since = watch.count, monotonic()
        elif monotonic() - since > timeout:
            at = blamed_frame(extract_stack(sys._current_frames()[main]))
            _end(examination, FailureKind.HANGS, f"no answer within {timeout:g} s", at, report_file)


if __name__ == "__main__":
    _main()
