"""A check in a copy of this process, so that an implementation that ends its process does not end ours.

It costs next to nothing, and so is made where nobody has asked for a process of its own (`own_process`). What was being
asked when a copy ended is not known here.
"""

import json
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from io import StringIO
from math import inf
from select import select
from threading import Thread
from time import monotonic, sleep
from traceback import format_exception_only
from typing import Any, NoReturn

from attrs import define

from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.runner import Runner
from formal_rl.errors import FormalRLError

CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # there, libraries of the system do not outlive it
"""Whether processes can be copied here."""

GRACE = 0.5
"""How many seconds a copy that is interrupted has to say what it was asking."""

EVERY = 0.05


class FaultInCopy(Exception):
    """Something raised in the copy that is no doing of the implementation's; the message has its type and message."""


def forked_check(examination: Runner, seconds: float = inf) -> Report | None:
    """Return the report of a check that a copy of this process makes, or ``None`` if the copy ended without one.

    Nothing can be read from the copy's standard input, and what is written to its standard output goes nowhere.

    Raises `TimeoutError` where it takes longer than ``seconds``, `FaultInCopy`, `FormalRLError` with the message of one
    that the copy raised, and `KeyboardInterrupt`, after which the watch of the examination knows what was being asked.
    """
    original = os.getpid()
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about other threads, none of which the copy needs
        copy = os.fork()
    if not copy:
        _check_and_end(examination, writing, original)
    os.close(writing)
    messages, until = _Messages(reading, copy), monotonic() + seconds
    try:
        report = _followed(examination, messages.until(until))
        if report is None and monotonic() >= until:
            raise TimeoutError
        return report
    except KeyboardInterrupt:
        _followed(examination, messages.until(monotonic() + GRACE))  # a terminal interrupts both
        os.kill(copy, signal.SIGINT)
        _followed(examination, messages.until(monotonic() + GRACE))
        raise
    finally:
        os.close(reading)
        os.kill(copy, signal.SIGKILL)
        os.waitpid(copy, 0)


def _followed(examination: Runner, messages: Iterator[dict[str, Any]]) -> Report | None:
    for message in messages:
        match message:
            case {"progress": sentence}:
                examination.progress(sentence)
            case {"report": report}:
                return Report.from_json(report)
            case {"interrupted": words}:
                examination.watch.at(lambda words=words: words)  # type: ignore[misc]
                raise KeyboardInterrupt
            case {"refused": words}:
                raise FormalRLError(words)
            case {"fault": words}:
                raise FaultInCopy(words)
    return None


@define
class _Messages:
    """What a copy writes to a pipe, a line each."""

    reading: int
    copy: int
    unread: bytes = b""

    def until(self, moment: float) -> Iterator[dict[str, Any]]:
        """Yield what comes until a moment, or the end of the copy: others that it started may hold the pipe open."""
        while monotonic() < moment:
            ended = os.waitid(os.P_PID, self.copy, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # looked at before reading
            if select([self.reading], [], [], 0 if ended else EVERY)[0]:
                part = os.read(self.reading, 1 << 16)
                if not part:
                    return
                *lines, self.unread = (self.unread + part).split(b"\n")
                yield from map(json.loads, lines)
            elif ended:
                return


def _check_and_end(examination: Runner, writing: int, original: int) -> NoReturn:
    while writing < 3:  # those were closed, and are to be what they usually are
        writing = os.dup(writing)
    with open(writing, "w", encoding="utf-8") as pipe:

        def tell(**message: Any) -> None:
            print(json.dumps(message), file=pipe, flush=True)

        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(nothing, 1)
            sys.stdin = StringIO()
            Thread(target=_end_with, args=(original,), daemon=True).start()
            examination.progress = lambda sentence: tell(progress=sentence)
            tell(report=examination.load_and_run().to_json())
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            tell(interrupted=str(examination.watch))
        except FormalRLError as error:
            tell(refused=str(error))
        except BaseException as error:
            tell(fault=format_exception_only(error)[-1].strip())
        finally:
            os._exit(0)


def _end_with(original: int) -> None:
    """End this process, whatever it does, where the one that waits for it is no longer there."""
    while os.getppid() == original:
        sleep(GRACE)
    os._exit(0)
