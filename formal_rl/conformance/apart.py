"""A check made in a process of its own, for code that may hang, crash, print or leave whatever it likes.

The worker is a new Python, started alike on every system. Its task comes as a line of JSON. What it tells goes to a
file, a line of JSON each; how far it is, to a place in memory. We end it once no new question has come for too
long, and it ends by itself if we end. If one hangs, another repeats its questions and shows the one at fault; a script
confirms each counterexample. The worker does the slow imports.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from io import StringIO
from mmap import mmap
from pathlib import Path
from signal import Signals
from tempfile import TemporaryDirectory
from threading import Event, Thread, main_thread
from time import monotonic, sleep
from traceback import StackSummary, extract_stack, format_exception_only
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from formal_rl.conformance.adapters.exec_process import end_apart, script_passes, started_apart
from formal_rl.conformance.engine.failures import FailureKind, blamed_line, printable
from formal_rl.conformance.engine.settings import Watch
from formal_rl.errors import FormalRLError, require_timeout

if TYPE_CHECKING:
    from formal_rl.conformance.reports.report import Counterexample, Report

_START = """\
import sys; directory, *sys.path = sys.argv[1:]; del sys.argv[1:]
from formal_rl.conformance.apart import work; work(directory)
"""
"""The program of the new Python; it imports from the same places as this one, and no others."""

REACHED = struct.Struct("<Q")
"""How far it is: the number of questions so far, and of answers that the agents and environments gave to them."""

STARTING, GRACE, EVERY = 20.0, 1.0, 0.01
"""How many seconds more the first sign of life may take; how many longer a worker is waited for, which is to find out
itself that it hangs, or to say what it is asking where somebody interrupts; and how many pass between looks."""

LONG, SECONDS_AGAIN, LONG_SILENCE = 600.0, 60.0, 30.0
"""How many seconds a question may take where nobody has said; how many what shows a counterexample again; and after
how many a message says that a question takes long."""

AT_WORK: list[str] = []
"""The directory of the task that this process does, if it is a worker."""

KEEPS_SOMETHING = (
    "there is no script, since the answer is right in a new process with this question alone: something is kept "
    "between questions, on the class, in the module or in a default argument"
)
CAME_BACK = "there is no script, since it answered this question alone"
"""The notes on a counterexample that does not show again."""

_EXPERIMENTS = frozenset({"again", "after", "in_turns"})
_NO_ANSWER = frozenset({FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS})


class FaultInWorker(Exception):
    """A worker raised something that is not the implementation's doing; the message has its type and message."""


# --- The process that waits ---


@define
class Worker:
    """A process at work. ``code`` is how it ended, ``None`` as long as it has not, or where it was ended."""

    directory: Path
    child: subprocess.Popen[bytes]
    place: mmap
    written: tuple[_Written, _Written]
    code: int | None = None

    @property
    def reached(self) -> int:
        """How far it is."""
        return int(REACHED.unpack_from(self.place)[0])

    def messages(self, silence: float, broken_off: Event) -> Iterator[dict[str, Any]]:
        """Yield its messages until it ends, or is silent too long."""
        unread, reached, since = b"", 0, monotonic() + STARTING
        with (self.directory / "messages").open("rb") as lines_written:
            while True:
                code = self.child.poll()  # looked at before reading, so that nothing comes after
                *lines, unread = (unread + lines_written.read()).split(b"\n")
                yield from map(json.loads, lines)
                if code is not None:
                    self.code = code
                    return
                for each in self.written:
                    each.look()
                if self.reached != reached:
                    reached, since = self.reached, monotonic()
                if monotonic() > since + silence + GRACE or broken_off.is_set():
                    return
                sleep(EVERY)

    def interrupted(self) -> str:
        """Have it end, and return what it was asking; nothing where it does not say so in time."""
        assert self.child.stdin is not None
        self.child.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(GRACE)
        messages = (self.directory / "messages").read_bytes().splitlines()
        return str(json.loads(messages[-1]).get("asking", "")) if messages else ""

    def how_it_ended(self, silence: float) -> dict[str, str]:
        """Say with which code, or by which signal, and at which line of the implementation, if that is known."""
        if self.code is None:
            return {"outcome": FailureKind.HANGS, "message": f"no answer within {silence:g} s", "at": ""}
        names = {each.value: each.name for each in Signals}
        by_signal = f"was ended by {names.get(-self.code, f'signal {-self.code}')}"
        message = f"its process {by_signal if self.code < 0 else f'ended with code {self.code}'}"
        fault = self.directory / "fault"
        text = fault.read_text("utf-8", errors="replace") if fault.exists() else ""
        lines = re.findall(r'^  File "(.*)", line (\d+) in (.*)$', text, re.MULTILINE)
        frames = [(file, int(line), name, None) for file, line, name in reversed(lines)]
        at = blamed_line(StackSummary.from_list(frames))
        return {"outcome": FailureKind.ENDS_THE_PROCESS, "message": message, "at": at}


@define
class _Written:
    """The output of an implementation to a file, past Python: it keeps the first lines, and counts the others."""

    file: Path
    name: str
    first: list[str] = field(factory=list)
    lines: int = 0

    def look(self, larger_than: int = 1 << 20) -> None:
        """Read and empty the file where it has become large: nobody says how much is printed in the end."""
        with suppress(OSError):
            if self.file.stat().st_size > larger_than:
                lines = self.file.read_bytes().decode("utf-8", errors="replace").splitlines()
                os.truncate(self.file, 0)
                self.first = [*self.first, *(printable(each[:100]) for each in lines[:3])][:3]
                self.lines += len(lines)

    def said(self) -> Iterator[str]:
        """Say how much there is, if anything, with the first lines."""
        self.look(0)
        if self.lines:
            count = f"{self.lines:,} line{'s' * (self.lines > 1)}"
            more = ["..."] if self.lines > len(self.first) else []
            yield "\n    ".join([f"it wrote {count} to {self.name}:", *self.first, *more])


@contextmanager
def at_work(task: Mapping[str, Any]) -> Iterator[Worker]:
    """Start a worker and give it a task; whatever happens, it is ended."""
    with TemporaryDirectory(prefix="formal_rl_", ignore_cleanup_errors=True) as name:
        directory = Path(name)
        (directory / "place").write_bytes(bytes(REACHED.size))
        (directory / "messages").touch()
        written = _Written(directory / "output", "standard output"), _Written(directory / "errors", "standard error")
        command = [sys.executable, "-P", "-c", _START, name, *sys.path]
        with (
            (directory / "place").open("r+b") as place_file,
            mmap(place_file.fileno(), REACHED.size) as place,
            written[0].file.open("ab") as output,
            written[1].file.open("ab") as errors,
            started_apart(command, stdin=subprocess.PIPE, stdout=output, stderr=errors) as child,
        ):
            try:
                with suppress(BrokenPipeError):  # where it has ended already
                    assert child.stdin is not None
                    child.stdin.write(json.dumps(task).encode() + b"\n")
                    child.stdin.flush()
                yield Worker(directory, child, place, written)
            finally:
                end_apart(child)


# --- The check ---


def checked_apart(
    task: Mapping[str, Any],
    *,
    timeout: float | None,
    watch: Watch,
    progress: Callable[[str], None],
    found: Callable[[Report], None],
) -> Report:
    """Return the report of a check that a worker makes.

    The ``task`` has ``spec``, ``suite``, ``semantics``, ``profile``, ``seed``, ``expected`` and ``witness``, as JSON
    values. ``found`` is called with the report so far whenever there is another counterexample, and at the end, before
    it is known whether the counterexamples show again.

    Raises `FaultInWorker`, `FormalRLError` with the message of one that the worker raised, and `KeyboardInterrupt`,
    after which the watch knows what was being asked.
    """
    settings = {} if timeout is None else {"seconds": require_timeout(timeout)}
    waiting = {"timeout": LONG if timeout is None else timeout, "long_silence": LONG_SILENCE, "stop": None}
    checking = _Checking({**waiting, **settings, **task}, watch, progress, found)
    try:
        return checking.report()
    finally:
        checking.broken_off.set()
        checking.pool.shutdown(cancel_futures=True)


@define
class _Checking:
    """The workers of one check. ``again`` has the counterexamples whose scripts are run, at the same time."""

    task: Mapping[str, Any]
    watch: Watch
    progress: Callable[[str], None]
    found: Callable[[Report], None]
    again: dict[Counterexample, Future[bool]] = field(factory=dict)
    broken_off: Event = field(factory=Event)
    pool: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(os.cpu_count()))

    def report(self) -> Report:
        """Check, and leave out the scripts and data that would say that something is fixed."""
        report = self._checked()
        if self.task["witness"] is not None:
            return report
        self._found(report)
        right = [each for each in report.counterexamples if self.again[each].result()]
        silent = {each.claim for each in right if each.outcome in _NO_ANSWER}
        report = report.without_scripts(silent, CAME_BACK)
        report = report.without_scripts({each.claim for each in right} - silent, KEEPS_SOMETHING)
        return self._with_few_calls(report, right[0]) if right else report

    def _checked(self) -> Report:
        """Return what comes of a check; where a worker does not come back, of the same up to there."""
        report, ended = self._look(self.task)
        if report is None:
            report, _ = self._look({**self.task, "stop": ended})
        if report is None:
            from formal_rl.conformance.runner import runner_of  # noqa: PLC0415

            self.watch.at(lambda: "question that is not known")
            about = {name: self.task[name] for name in ("suite", "spec", "semantics", "profile", "seed")}
            runner = runner_of(name=self.task["spec"], **about, watch=self.watch)
            report = runner.stopped(FailureKind(ended["outcome"]), ended["message"], ended["at"])
        return report

    def _look(self, task: Mapping[str, Any]) -> tuple[Report | None, dict[str, Any]]:
        """Return the report of one worker; where there is none, how it ended, and how far it was."""
        from formal_rl.conformance.reports.report import Report  # noqa: PLC0415

        with at_work(task) as worker:
            try:
                for message in worker.messages(task["timeout"], self.broken_off):
                    match message:
                        case {"progress": sentence}:
                            self.progress(sentence)
                        case {"found": values}:
                            self._found(Report.from_json(values))
                        case {"report": values} | {"stopped": values}:
                            report = Report.from_json(values)
                            written = (warning for each in worker.written for warning in each.said())
                            return evolve(report, warnings=(*report.warnings, *written)), {}
                        case {"asking": _}:
                            raise KeyboardInterrupt
                        case {"refused": words}:
                            raise FormalRLError(words)
                        case {"fault": words}:
                            raise FaultInWorker(words)
            except KeyboardInterrupt:
                words = worker.interrupted()
                self.watch.at(lambda: words)
                raise
            return None, {"reached": worker.reached, **worker.how_it_ended(task["timeout"])}

    def _found(self, report: Report) -> None:
        """Run the scripts of a report, and tell it, if something was found."""
        for shown in report.counterexamples:
            if shown not in self.again:
                no_answer = shown.outcome in _NO_ANSWER
                seconds = self.task["timeout"] + 2 * STARTING if no_answer else SECONDS_AGAIN
                self.again[shown] = self.pool.submit(script_passes, shown.script, seconds, self.broken_off)
        if report.counterexample is not None:
            self.found(report)

    def _with_few_calls(self, report: Report, found: Counterexample) -> Report:
        """Return a report whose smallest counterexample is few calls that show what is kept, if there are such.

        They are the question that was ``found``, put after itself, or again, in one world each.
        """
        first, witness = report.counterexample, found.witness
        if first is None or first.claim not in _EXPERIMENTS or first.claim != found.claim or witness is None:
            return report
        asked, is_case = witness["asked"], witness["kind"] == "case"
        tried = [
            {**witness, "claim": name, "experiment": name, "asked": {**asked, "before": before, "world": world}}
            for name, before in (("after", asked["case" if is_case else "question"]), ("again", None))
            for world in ((0,) if is_case else (1, 2, 3))
        ]
        for look in [self.pool.submit(self._shown_again, each) for each in tried]:
            shown = look.result()
            if shown is not None:
                return evolve(report, counterexample=evolve(shown, claim=first.claim, sentence=first.sentence))
        return report

    def _shown_again(self, witness: Mapping[str, Any]) -> Counterexample | None:
        """Return the counterexample that a worker finds there, if its script says the same."""
        timeout = min(self.task["timeout"], SECONDS_AGAIN)
        quiet = evolve(self, progress=lambda sentence: None)
        report, _ = quiet._look({**self.task, "witness": witness, "timeout": timeout})
        shown = None if report is None else report.counterexample
        lost = shown is None or shown.script is None or script_passes(shown.script, SECONDS_AGAIN, self.broken_off)
        return None if lost else shown


# --- The worker ---


def work(name: str) -> None:
    """Do the task that stands on the standard input; the files are in the directory of this name."""
    AT_WORK.append(name)
    directory, watch = Path(name), Watch()
    lifeline = os.fdopen(os.dup(0), "rb")
    task = json.loads(lifeline.readline())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = StringIO()

    def tell(**message: Any) -> None:
        with (directory / "messages").open("ab", buffering=0) as file:  # an implementation may close open files
            file.write(json.dumps(message).encode() + b"\n")

    Thread(target=_end_with, args=(lifeline, watch, tell), daemon=True).start()
    faulthandler.enable((directory / "fault").open("w"), all_threads=False)
    try:
        with (directory / "place").open("r+b") as file:
            place = mmap(file.fileno(), REACHED.size)
        _check(task, place, watch, tell)
    except KeyboardInterrupt:
        tell(asking=str(watch))
    except FormalRLError as error:
        tell(refused=str(error))
    except BaseException as error:
        tell(fault=format_exception_only(error)[-1].strip())
    finally:
        os._exit(0)


def _end_with(lifeline: Any, watch: Watch, tell: Callable[..., None]) -> None:
    """End this process once nobody holds the other end of its standard input, whatever it does; tell what that is."""
    lifeline.read()
    try:
        tell(asking=str(watch))
    finally:
        os._exit(1)


def _check(task: Mapping[str, Any], place: mmap, watch: Watch, tell: Callable[..., None]) -> None:
    """Check the implementation, or look at one counterexample again; stop where an earlier worker did not come back."""
    from formal_rl.conformance.engine.search import Witness  # noqa: PLC0415
    from formal_rl.conformance.runner import runner_of  # noqa: PLC0415

    stop, witness = task["stop"], task["witness"]
    settings = {name: value for name, value in task.items() if name not in {"spec", "timeout", "long_silence", "stop"}}
    settings["witness"] = None if witness is None else Witness.from_json(witness)
    runner = runner_of(name=task["spec"], spec=task["spec"], **settings, watch=watch)
    reached = known = 0

    def stopped(outcome: str, message: str, at: str) -> None:
        runner.seconds, runner.progress = task["timeout"], lambda sentence: None
        try:
            tell(stopped=runner.stopped(FailureKind(outcome), message, at).to_json())
        except BaseException as error:  # the implementation is being asked, and could keep an exception of ours
            tell(fault=format_exception_only(error)[-1].strip())
        finally:
            os._exit(0)

    def seen() -> None:
        nonlocal reached
        reached += 1
        REACHED.pack_into(place, 0, reached)
        if stop is not None and reached == stop["reached"]:
            stopped(stop["outcome"], stop["message"], stop["at"])

    def progress(sentence: str) -> None:
        nonlocal known
        if len(runner.shown) > known:
            known = len(runner.shown)
            tell(found=runner.report().to_json())
        tell(progress=sentence)

    watch.seen, runner.progress = seen, progress
    Thread(target=_watch, args=(watch, task, stopped, tell), daemon=True).start()
    tell(report=runner.load_and_run().to_json())


def _watch(watch: Watch, task: Mapping[str, Any], stopped: Callable[..., None], tell: Callable[..., None]) -> None:
    """Say which question takes long; where one takes too long, say at which line it is, and end."""
    main: Any = main_thread().ident
    count, since, said = -1, monotonic(), False
    while True:
        if watch.count != count:
            count, since, said = watch.count, monotonic(), False
        elif monotonic() - since > task["timeout"]:
            at = blamed_line(extract_stack(sys._current_frames()[main]))
            stopped(FailureKind.HANGS, f"no answer within {task['timeout']:g} s", at)
        elif monotonic() - since > task["long_silence"] and not said:
            said = True
            with suppress(Exception):  # what is described may change meanwhile, in another thread
                tell(progress=f"{Watch.STILL} the {watch}; --timeout ends this")
        sleep(EVERY)
