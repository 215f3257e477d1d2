"""What a worker runs: checks of somebody's code, whose progress and results it tells the process that started it.

The task comes as a line of JSON; the answers go to a file, a line of JSON each. The file is opened anew for each line,
so an implementation may close, or write to, whatever it finds open.
"""

import faulthandler
import json
import os
import sys
from collections.abc import Mapping
from io import StringIO
from mmap import mmap
from pathlib import Path
from threading import Thread, main_thread
from time import monotonic, sleep
from traceback import extract_stack, format_exception_only
from typing import Any

from attrs import define

from formal_rl.conformance.apart.heartbeat import PLACE_LENGTH, PlaceWatch
from formal_rl.conformance.apart.worker import EVERY, FAULT, MESSAGES, PLACE, SMALLER
from formal_rl.conformance.engine.capture import blamed_frame
from formal_rl.conformance.engine.case_suites import CaseSuite
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.runner import Runner, runner_of
from formal_rl.conformance.reports.witness import Witness
from formal_rl.errors import FormalRLError

AT_WORK: list[str] = []
"""The directory of the task that this process does, if it is a worker."""


def work(name: str) -> None:
    """Do the task that stands on the standard input; the files are in the directory of this name."""
    AT_WORK.append(name)
    directory = Path(name)
    lifeline = os.fdopen(os.dup(0), "rb")
    task = json.loads(lifeline.readline())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = StringIO()
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    fault = (directory / FAULT).open("w")
    faulthandler.enable(fault, all_threads=False)
    telling = _Telling(directory / MESSAGES)
    try:
        with (directory / PLACE).open("r+b") as file:
            place = mmap(file.fileno(), PLACE_LENGTH)
        (_try_smaller if task["what"] == SMALLER else _check)(task, place, telling)
    except FormalRLError as error:
        telling.tell(refused=str(error))
    except BaseException as error:
        telling.tell(fault=format_exception_only(error)[-1].strip())
    finally:
        os._exit(0)


def _end_with(lifeline: Any) -> None:
    """End this process, whatever it does, once nobody holds the other end of its standard input."""
    lifeline.read()
    os._exit(1)


@define
class _Telling:
    """Tells what is found as soon as it is; ``known`` counterexamples have been told."""

    file: Path
    known: int = 0

    def tell(self, **message: Any) -> None:
        with self.file.open("ab", buffering=0) as file:
            file.write(json.dumps(message).encode() + b"\n")

    def progress(self, examination: Runner, sentence: str) -> None:
        if len(examination.shown) > self.known:
            self.known = len(examination.shown)
            self.tell(found=examination.report().to_json())
        self.tell(progress=sentence)


def _runner(task: Mapping[str, Any], witness: Witness | None, watch: PlaceWatch) -> Runner:
    names: tuple[str, ...] = ("semantics", "profile", "seed", "seconds", "expected", "tolerance", "precision")
    names = (*names, "keep_going", "first", "disguise")
    settings = {name: task[name] for name in names if name in task}
    return runner_of(task["suite"], task["spec"], task["spec"], **settings, witness=witness, watch=watch)


def _check(task: Mapping[str, Any], place: mmap, telling: _Telling) -> None:
    """Check the implementation, or look at one counterexample again; stop where an earlier worker did not come back."""
    stop, witness = task["stop"], task["witness"]
    watch = PlaceWatch(place, None if stop is None else (stop["questions"], stop["answers"]))
    examination = _runner(task, None if witness is None else Witness.from_json(witness), watch)
    examination.without_purity = task["without_purity"]
    examination.progress = lambda sentence: telling.progress(examination, sentence)

    def stopped(outcome: str, message: str, at: str) -> None:
        examination.seconds, examination.progress = task["timeout"], lambda sentence: None
        report = examination.stopped(FailureKind(outcome), message, at).to_json()
        stage, claim, _ = examination.current
        cases_are_large = stage == "pure" and isinstance(examination.suite, CaseSuite)
        telling.tell(stopped=report, claim=claim, outcome=outcome, words=str(watch), cases_are_large=cases_are_large)
        if outcome == FailureKind.HANGS:
            os._exit(0)

    if stop is not None:
        watch.reached = lambda: _stop_here(telling, lambda: stopped(stop["outcome"], stop["message"], stop["at"]))
    Thread(target=_watch, args=(watch, task["timeout"], stopped), daemon=True).start()
    try:
        telling.tell(report=examination.load_and_run().to_json())
    except KeyboardInterrupt:
        watch.write_words()
        telling.tell(interrupted=True)


def _stop_here(telling: _Telling, stopped: Any) -> None:
    try:
        stopped()
    except BaseException as error:  # the implementation is being asked, and could keep an exception of ours to itself
        telling.tell(fault=format_exception_only(error)[-1].strip())
        os._exit(1)


def _watch(watch: PlaceWatch, timeout: float, stopped: Any) -> None:
    """Describe each question that takes long; where one takes too long, say so, with the line that it is at."""
    main = main_thread().ident
    assert main is not None
    count, since = -1, monotonic()
    described = -1
    while True:
        if watch.count != count:
            count, since = watch.count, monotonic()
        elif described != count:
            watch.write_words()
            described = count
        elif monotonic() - since > timeout:
            at = blamed_frame(extract_stack(sys._current_frames()[main]))
            stopped(FailureKind.HANGS, f"no answer within {timeout:g} s", at)
        sleep(EVERY)


def _try_smaller(task: Mapping[str, Any], place: mmap, telling: _Telling) -> None:
    """Look at ever smaller counterexamples, each told before, until one ends this process."""
    watch = PlaceWatch(place)
    found = Witness.from_json(task["witness"])
    for smaller in _runner(task, found, watch).smaller(found):
        telling.tell(trying=smaller.to_json())
        _runner(task, smaller, watch).load_and_run()
    telling.tell(nothing_smaller=True)
