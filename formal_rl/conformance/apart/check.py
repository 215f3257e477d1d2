"""A check made by workers: where one does not come back, another shows at what; what is found is seen again.

What is slow to import is imported once a worker is at work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from formal_rl.conformance.adapters.exec_process import script_passes
from formal_rl.conformance.apart import worker
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.failures import FailureKind
from formal_rl.conformance.engine.settings import require_timeout
from formal_rl.errors import FormalRLError

if TYPE_CHECKING:
    from formal_rl.conformance.reports.report import Counterexample, Report

LONG, SECONDS_AGAIN = 600.0, 60.0
"""How many seconds a question may take where nobody has said; how many what shows a counterexample again."""

KEEPS_SOMETHING = (
    "there is no script, since the answer is right in a new process that is asked only this: something is kept between "
    "questions, on the class, in the module or in a default argument"
)
CAME_BACK = "there is no script, since it answered when it was asked this alone"
"""What is said of a counterexample that does not show again."""

_EXPERIMENTS = frozenset({"again", "after", "in_turns"})
_NO_ANSWER = frozenset({FailureKind.ENDS_THE_PROCESS, FailureKind.HANGS})


class FaultInWorker(Exception):
    """A worker raised something that is not the implementation's doing; the message has its type and message."""


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
    waiting = {"timeout": LONG if timeout is None else timeout, "long_silence": worker.LONG_SILENCE, "stop": None}
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

        with worker.at_work(task) as at_work:
            try:
                for message in at_work.told(task["timeout"], self.broken_off):
                    match message:
                        case {"progress": sentence}:
                            self.progress(sentence)
                        case {"found": values}:
                            self._found(Report.from_json(values))
                        case {"report": values} | {"stopped": values}:
                            report = Report.from_json(values)
                            written = (warning for each in at_work.written for warning in each.said())
                            return evolve(report, warnings=(*report.warnings, *written)), {}
                        case {"asking": _}:
                            raise KeyboardInterrupt
                        case {"refused": words}:
                            raise FormalRLError(words)
                        case {"fault": words}:
                            raise FaultInWorker(words)
            except KeyboardInterrupt:
                words = at_work.interrupted()
                self.watch.at(lambda: words)
                raise
            return None, {"reached": at_work.reached, **at_work.how_it_ended(task["timeout"])}

    def _found(self, report: Report) -> None:
        """Run the scripts of a report, and tell it, if something was found."""
        for shown in report.counterexamples:
            if shown not in self.again:
                no_answer = shown.outcome in _NO_ANSWER
                seconds = self.task["timeout"] + 2 * worker.STARTING if no_answer else SECONDS_AGAIN
                self.again[shown] = self.pool.submit(script_passes, shown.script, seconds, self.broken_off)
        if report.counterexample is not None:
            self.found(report)

    # --- State that is kept, shown in a new process by few calls ---

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
