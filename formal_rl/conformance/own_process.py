"""A check in a process of its own, which is ended where one question takes too long.

Where the process does not come back from a question, only that process knew what was being asked. So the same check is
made once more, in another process, which says what it is about to ask where the first one got no further.
"""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from mmap import mmap
from pathlib import Path
from signal import Signals
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from traceback import StackSummary
from typing import Any

from attrs import asdict, evolve, frozen

from formal_rl.conformance.capture import Watch, blamed_frame
from formal_rl.conformance.case_suites import CaseSuite
from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.heartbeat import PLACE_LENGTH, AskedSoFar, read_place
from formal_rl.conformance.runner import IMPORT, runner_of
from formal_rl.conformance.scripts_run import scripts_passing
from formal_rl.conformance.suites import suite_named
from formal_rl.conformance.witness import Witness
from formal_rl.errors import InvalidParameter

CHILD = "formal_rl.conformance.child"
"""The module that the process runs."""

GRACE = 1.0
"""How many seconds longer a process is waited for, that is to find out itself that it hangs."""

STARTING = 20.0
"""How many seconds more the first sign of life may take."""

EVERY = 0.02


@frozen
class Stop:
    """Where a process did not come back, by how many questions and answers it had seen, and how.

    ``at`` is the line of the implementation, where that is known.
    """

    questions: int
    answers: int
    outcome: str
    message: str
    at: str = ""


@frozen
class _Look:
    """A report that a process has written; ``stopped`` is stage, claim and outcome where it did not come back."""

    report: Report
    stopped: tuple[str, str, str] | None


def require_timeout(timeout: float) -> float:
    """Return the number of seconds; raise `InvalidParameter` unless it is greater than 0."""
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
    """Return the report of a check in a child process; a question that takes longer than ``timeout`` ends it."""
    require_timeout(timeout)
    options = {
        "spec": spec,
        "suite": suite,
        "semantics": semantics,
        "profile": profile,
        "seed": seed,
        "timeout": timeout,
        "expected": dict(expected or {}),
        "witness": None if witness is None else witness.to_json(),
        "without_purity": False,
        "stop": None,
    }
    first = _look(options)
    if first.stopped is None or witness is not None:
        return first.report
    stage, claim, outcome = first.stopped
    report, claims = first.report, {claim}
    if stage == "pure" and isinstance(suite_named(suite), CaseSuite):  # in worlds those questions are small
        second = _look({**options, "without_purity": True})
        if second.stopped is not None and second.stopped[2] == outcome:
            report, claims = _joined(report, second.report), {claim, second.stopped[1]}
    return _with_scripts_that_fail(report, claims, timeout)


def _joined(report: Report, without_purity: Report) -> Report:
    """Return both; what was found among cases from small to large is shown first."""
    pure = {row.claim: row for row in report.rows if row.stage == "pure"}
    rows = [pure.get(row.claim, row) if row.stage == "pure" else row for row in without_purity.rows]
    further = (*without_purity.further, *report.counterexamples)
    return evolve(without_purity, rows=tuple(rows), further=further)


def _look(options: dict[str, Any]) -> _Look:
    """Return what comes of a check; where the process ended without a report, of the same up to there."""
    first, asked = _run(options)
    if isinstance(first, _Look):
        return first
    again, asked_again = _run({**options, "stop": asdict(first)})
    if isinstance(again, _Look) and again.stopped is not None and asked_again == asked:
        return again
    watch = Watch()
    watch.at(lambda: asked.words or IMPORT)
    about = {name: options[name] for name in ("semantics", "profile", "seed")}
    examination = runner_of(options["suite"], options["spec"], options["spec"], **about, watch=watch)
    return _Look(examination.stopped(FailureKind(first.outcome), first.message, first.at), None)


def _run(options: dict[str, Any]) -> tuple[_Look | Stop, AskedSoFar]:
    """Return what one process has written, or how it ended without, and what it was asked last."""
    with TemporaryDirectory(prefix="formal_rl_") as directory:
        files = [Path(directory) / name for name in ("place", "report.json", "fault")]
        place_file, report_file, fault_file = files
        place_file.write_bytes(bytes(PLACE_LENGTH))
        command = [sys.executable, "-m", CHILD, json.dumps(options), *map(str, files)]
        with place_file.open("r+b") as file, mmap(file.fileno(), PLACE_LENGTH) as place:
            code = _waited(command, place, options["timeout"])
            asked = read_place(place)
        if report_file.exists():
            written = json.loads(report_file.read_text("utf-8"))
            stopped = None if written["stopped"] is None else tuple(written["stopped"])
            return _Look(Report.from_json(written["report"]), stopped), asked
        at = _line_of(fault_file.read_text("utf-8", errors="replace")) if fault_file.exists() else ""
    if code is None:
        message = f"no answer within {options['timeout']:g} s"
        return Stop(asked.questions, asked.answers, FailureKind.HANGS, message), asked
    return Stop(asked.questions, asked.answers, FailureKind.ENDS_THE_PROCESS, _ended(code), at), asked


def _ended(code: int) -> str:
    if code >= 0:
        return f"its process ended with code {code}"
    names = {each.value: each.name for each in Signals}
    return f"its process was ended by {names.get(-code, f'signal {-code}')}"


_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)


def _line_of(fault: str) -> str:
    """Return the line of the implementation in what `faulthandler` wrote, or nothing if there is none."""
    frames = [(file, int(line), name, None) for file, line, name in reversed(_FRAME.findall(fault))]
    return blamed_frame(StackSummary.from_list(frames))


def _waited(command: list[str], place: mmap, timeout: float) -> int | None:
    """Return the exit code, or ``None`` if the process had to be killed because it asked nothing new for too long."""
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as child:
        try:
            count, since = 0, monotonic() + STARTING
            while child.poll() is None:
                sleep(EVERY)
                latest = read_place(place).questions
                if latest != count:
                    count, since = latest, monotonic()
                elif monotonic() - since > timeout + GRACE:
                    return None
            return child.returncode
        finally:
            child.kill()


def _with_scripts_that_fail(report: Report, claims: set[str], timeout: float) -> Report:
    """Try the scripts of these claims; what comes back when asked alone has none, as it would say 0."""
    came_back = scripts_passing(
        (each for each in report.counterexamples if each.claim in claims), timeout + 2 * STARTING
    )
    why = "there is no script, since it came back when it was asked this alone"
    return report.without_scripts(came_back, why)
