"""A check made by workers: where one does not come back, another shows at what; what is found is seen again.

What is slow to import is imported once a worker is at work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf
from threading import Event
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from formal_rl.conformance.apart.heartbeat import AskedSoFar
from formal_rl.conformance.apart.scripts_run import script_passes
from formal_rl.conformance.apart.worker import CHECK, EVERY, SMALLER, STARTING, Worker, at_work
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.errors import FormalRLError, InvalidParameter

if TYPE_CHECKING:
    from formal_rl.conformance.reports.report import Counterexample, Report

LONG = 600.0
"""How many seconds a question may take where nobody has said."""

SECONDS_FOR_SMALLER = 10.0
"""How long smaller questions are tried at which an implementation ends its process."""

SECONDS_AGAIN = 60.0
"""How long scripts and workers are waited for that show a counterexample again."""

SECONDS_FOR_WORDS = 1.0
"""How long a worker is waited for, where somebody interrupts, to say what it is asking."""

KEEPS_SOMETHING = (
    "there is no script, since the answer is right in a new process that is asked only this: something is kept between "
    "questions, on the class, in the module or in a default argument"
)
CAME_BACK = "there is no script, since it answered when it was asked this alone"
"""What is said of a counterexample that does not show again."""

ONLY_ONCE = "its process ended, and did not when the same was asked again"

EXPERIMENTS = ("again", "after", "in_turns")
"""The claims about what is kept between questions."""

_NO_ANSWER = frozenset({FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS})


class FaultInWorker(Exception):
    """A worker raised something that is not the implementation's doing; the message has its type and message."""


@frozen
class _Look:
    """What came of one worker whose last question was ``asked``: a report, or how it ended without.

    Where the report ends with what did not come back, ``stopped`` has claim and outcome, and whether the cases of that
    stage are large. ``words`` is the question at which it, or the worker before it, stopped.
    """

    asked: AskedSoFar
    words: str
    warnings: tuple[str, ...]
    report: Report | None = None
    stopped: Mapping[str, Any] | None = None
    ended: Mapping[str, str] | None = None


def require_timeout(timeout: float) -> float:
    """Return the number of seconds; raise `InvalidParameter` unless it is greater than 0."""
    if not timeout > 0:
        raise InvalidParameter("timeout", timeout, "a number of seconds greater than 0")
    return timeout


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
    silence = LONG if timeout is None else require_timeout(timeout)
    settings = {} if timeout is None else {"seconds": timeout}
    whole = {"what": CHECK, "stop": None, "without_purity": False, "timeout": silence, **settings, **task}
    with _Checking(whole, silence, watch, progress, found) as checking:
        return checking.report()


@define
class _Checking:
    """The workers of one check. ``again`` has the counterexamples that are being looked at again, at the same time."""

    task: Mapping[str, Any]
    silence: float
    watch: Watch
    progress: Callable[[str], None]
    found: Callable[[Report], None]
    again: dict[Counterexample, tuple[Future[bool], Future[bool]]] = field(factory=dict)
    broken_off: Event = field(factory=Event)
    pool: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(os.cpu_count()))

    def __enter__(self) -> _Checking:
        return self

    def __exit__(self, *raised: object) -> None:
        self.broken_off.set()
        self.pool.shutdown(cancel_futures=True)

    def report(self) -> Report:
        """Check, and leave out the scripts and data that would say that something is fixed."""
        report, stopped = self._stopped_or_not(self.task)
        if self.task["witness"] is not None:
            return report
        self._look_again(report)
        if stopped is None and report.counterexample is not None:
            self.found(report)
        asked_alone = self._asked_alone(report, stopped)
        if stopped is not None and stopped["cases_are_large"]:
            second, other = self._stopped_or_not({**self.task, "without_purity": True})
            if other is not None and other["outcome"] == stopped["outcome"]:
                asked_alone |= self._asked_alone(second, other)
                report = _joined(report, second)
                self._look_again(report)
        came_back = {claim for claim, passes in asked_alone.items() if passes.result()}
        report = self._with_a_smaller_crash(report.without_scripts(came_back, CAME_BACK))
        seen = {each.claim: self.again.get(each, ()) for each in report.counterexamples}
        right = {claim for claim, looks in seen.items() if any(look.result() for look in looks)}
        report = report.without_scripts(right, KEEPS_SOMETHING)
        return self._with_few_calls(report) if right & set(EXPERIMENTS) else report

    # --- Workers, one after another, until it is known at what the implementation does not come back ---

    def _stopped_or_not(self, task: Mapping[str, Any]) -> tuple[Report, Mapping[str, Any] | None]:
        """Return what comes of a check; where the worker ended without a report, of the same up to there."""
        first = self._look(task)
        if first.report is not None:
            return first.report, first.stopped
        assert first.ended is not None
        place = {"questions": first.asked.questions, "answers": first.asked.answers}
        again = self._look({**task, "stop": {**place, **first.ended}})
        if again.report is not None and again.stopped is not None:
            same_place = (again.asked.questions, again.asked.answers) == (*place.values(),)
            if same_place and again.stopped["outcome"] == first.ended["outcome"]:
                return again.report, again.stopped
        return self._report_of_no_case(first, first.words or again.words), None

    def _look(self, task: Mapping[str, Any]) -> _Look:
        with at_work(task) as worker:
            try:
                return self._followed(task, worker)
            except KeyboardInterrupt:
                until = monotonic() + SECONDS_FOR_WORDS
                while worker.child.poll() is None and not worker.asked.words and monotonic() < until:
                    sleep(EVERY)
                words = worker.asked.words
                self.watch.at(lambda: words)
                raise

    def _followed(self, task: Mapping[str, Any], worker: Worker) -> _Look:
        from formal_rl.conformance.reports.report import Report  # noqa: PLC0415

        report, stopped, ended = None, None, None
        for message in worker.told(self.silence, inf, self.broken_off):
            match message:
                case {"progress": sentence}:
                    self.progress(sentence)
                case {"found": values}:
                    so_far = Report.from_json(values)
                    self._look_again(so_far)
                    self.found(so_far)
                case {"report": values}:
                    report = Report.from_json(values)
                    break
                case {"stopped": _}:
                    stopped = message
                case {"interrupted": _}:
                    raise KeyboardInterrupt
                case {"refused": words}:
                    raise FormalRLError(words)
                case {"fault": words}:
                    raise FaultInWorker(words)
        asked, warnings = worker.asked, worker.warnings()
        words = asked.words if stopped is None else stopped["words"]
        if report is not None:
            stopped = None
        elif worker.code is None:
            ended = {"outcome": FailureKind.HANGS, "message": f"no answer within {self.silence:g} s", "at": ""}
        elif stopped is not None:
            report = Report.from_json(stopped["stopped"])
        else:
            ended = {"outcome": FailureKind.ENDS_THE_PROCESS, "message": worker.how_it_ended(), "at": worker.line()}
        return _Look(
            asked, words, warnings, None if report is None else _with_warnings(report, warnings), stopped, ended
        )

    def _report_of_no_case(self, look: _Look, words: str) -> Report:
        """Return the report where no worker knows more of the question than its words."""
        from formal_rl.conformance.engine.runner import IMPORT, runner_of  # noqa: PLC0415

        assert look.ended is not None
        self.watch.at(lambda: words or (IMPORT if look.asked.questions <= 1 else "question that is not known"))
        about = {name: self.task[name] for name in ("semantics", "profile", "seed")}
        examination = runner_of(self.task["suite"], self.task["spec"], self.task["spec"], **about, watch=self.watch)
        outcome = FailureKind(look.ended["outcome"])
        message = ONLY_ONCE if outcome == FailureKind.ENDS_THE_PROCESS else look.ended["message"]
        return _with_warnings(examination.stopped(outcome, message, look.ended["at"]), look.warnings)

    # --- What was found, seen again by scripts and workers that are asked nothing else ---

    def _asked_alone(self, report: Report, stopped: Mapping[str, Any] | None) -> dict[str, Future[bool]]:
        """Run the script of the claim at which a worker stopped: it may come back where nothing else was asked."""
        of_stop = (each for each in report.counterexamples if stopped is not None and each.claim == stopped["claim"])
        seconds = self.silence + 2 * STARTING
        return {each.claim: self.pool.submit(script_passes, each, seconds, self.broken_off) for each in of_stop}

    def _look_again(self, report: Report) -> None:
        for shown in report.counterexamples:
            if shown.outcome not in _NO_ANSWER and shown not in self.again:
                by_script = self.pool.submit(script_passes, shown, SECONDS_AGAIN, self.broken_off)
                self.again[shown] = by_script, self.pool.submit(self._is_right, shown)

    def _is_right(self, shown: Counterexample) -> bool:
        rows = () if shown.witness is None else self._replayed(shown.witness).get("rows", ())
        return any((row["claim"], row["verdict"]) == (shown.claim, "conforms") for row in rows)

    def _replayed(self, witness: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the report of a worker that is asked only this, as JSON values; nothing where it gives none."""
        with at_work({**self.task, "witness": witness}) as worker:
            told = worker.told(self.silence, monotonic() + SECONDS_AGAIN, self.broken_off)
            return next((message["report"] for message in told if "report" in message), {})

    # --- State that is kept, shown in a new process by few calls ---

    def _with_few_calls(self, report: Report) -> Report:
        """Return a report whose smallest counterexample is few calls that show what is kept, if there are such."""
        first = report.counterexample
        if first is None or first.claim not in EXPERIMENTS or first.script is not None:
            return report
        found = next((each for each in self.again if each.claim == first.claim), first).witness
        looks = [self.pool.submit(self._few_calls, each) for each in _alone_or_after_itself(found)]
        for look in looks:
            shown = look.result()
            if shown is not None:
                return evolve(report, counterexample=evolve(shown, claim=first.claim, sentence=first.sentence))
        return report

    def _few_calls(self, witness: Mapping[str, Any]) -> Counterexample | None:
        """Return the counterexample that a worker finds there, if its script says the same."""
        from formal_rl.conformance.reports.report import Report  # noqa: PLC0415

        replayed = self._replayed(witness)
        shown = Report.from_json(replayed).counterexample if replayed else None
        if shown is None or shown.script is None or script_passes(shown, SECONDS_AGAIN, self.broken_off):
            return None
        return shown

    # --- Smaller questions at which an implementation ends its process ---

    def _with_a_smaller_crash(self, report: Report) -> Report:
        """Return a report whose smallest counterexample is a smaller one, if it ends the process and there is one."""
        first = report.counterexample
        if first is None or first.witness is None or first.outcome != FailureKind.ENDS_THE_PROCESS:
            return report
        smallest, until = first.witness, monotonic() + SECONDS_FOR_SMALLER
        while (smaller := self._that_ends(smallest, until)) is not None:
            smallest = smaller
        if smallest is first.witness:
            return report
        shown = self._stopped_or_not({**self.task, "witness": smallest})[0].counterexample
        return report if shown is None or shown.outcome != first.outcome else evolve(report, counterexample=shown)

    def _that_ends(self, witness: Mapping[str, Any], until: float) -> Mapping[str, Any] | None:
        """Return the first smaller counterexample at which a worker ends that is put one after another."""
        trying = None
        with at_work({**self.task, "what": SMALLER, "witness": witness}) as worker:
            for message in worker.told(inf, until, self.broken_off):
                trying = message.get("trying")
            return None if worker.code is None else trying


def _with_warnings(report: Report, warnings: tuple[str, ...]) -> Report:
    return evolve(report, warnings=(*report.warnings, *warnings))


def _alone_or_after_itself(witness: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    """Yield the question of a counterexample put after itself, and again, in one world each."""
    if witness is None:
        return
    asked = witness["asked"]
    question = asked["case" if witness["kind"] == "case" else "question"]
    for experiment, before in (("after", question), ("again", None)):
        for world in (1, 2, 3) if witness["kind"] == "history" else (0,):
            told = {**asked, "before": before, "world": world}
            yield {**witness, "claim": experiment, "experiment": experiment, "asked": told}


def _joined(report: Report, without_purity: Report) -> Report:
    """Return both; what was found among cases from small to large is shown first."""
    pure = {row.claim: row for row in report.rows if row.stage == "pure"}
    rows = [pure.get(row.claim, row) if row.stage == "pure" else row for row in without_purity.rows]
    further = (*without_purity.further, *report.counterexamples)
    return evolve(without_purity, rows=tuple(rows), further=further)
