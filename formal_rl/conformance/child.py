"""What the process of its own runs: one check, with a thread that ends it where a question takes too long."""

from __future__ import annotations

import json
import os
import sys
from mmap import mmap
from pathlib import Path
from threading import Thread, main_thread
from time import monotonic, sleep
from traceback import extract_stack

from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.examination import Examination
from formal_rl.conformance.examinations import examination_of
from formal_rl.conformance.isolation import PLACE_LENGTH, Watch, blamed_frame
from formal_rl.conformance.outcomes import Outcome
from formal_rl.conformance.own_process import EVERY
from formal_rl.conformance.witness import Witness


def _main() -> None:
    options, place_file, report_file = json.loads(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    with place_file.open("r+b") as file, mmap(file.fileno(), PLACE_LENGTH) as place:
        watch = Watch(place)
        spec, timeout = options["spec"], options["timeout"]
        settings = {name: options[name] for name in ("semantics", "profile", "seed", "expected")}
        settings["witness"] = None if options["witness"] is None else Witness.from_json(options["witness"])
        examination = examination_of(options["suite"], spec, spec, **settings, watch=watch, seconds=timeout)
        Thread(target=_end_where_it_hangs, args=(examination, timeout, report_file), daemon=True).start()
        _write(examination.load_and_run(), report_file)
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
        sleep(EVERY)
        if watch.count != count:
            count, since = watch.count, monotonic()
        elif monotonic() - since > timeout:
            at = blamed_frame(extract_stack(sys._current_frames()[main]))
            _write(examination.stopped(Outcome.HANGS, f"no answer within {timeout:g} s\n    {at}"), report_file)
            os._exit(0)


if __name__ == "__main__":
    _main()
