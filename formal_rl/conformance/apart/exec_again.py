"""Whether a counterexample of a process shows again in a new one, and what has to be asked first there."""

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters.repro_script import as_run
from formal_rl.conformance.apart.exec_faults import outcome_of
from formal_rl.conformance.apart.exec_process import Process
from formal_rl.conformance.apart.scripts_run import script_passes
from formal_rl.conformance.reports.report import Counterexample
from formal_rl.conformance.reports.witness import Witness

NUMBERS_OF_EARLIER = (0, 1, 10, 100, 1_000)
"""How many of the questions before it are put first, one after the other, until a new process does the same."""

NOT_SEEN_AGAIN = "there is no script, since a new process that was asked the same did not show it"

Earlier = Sequence[Any]
"""Questions as they were sent, each with the actions that the agent was told to have done."""


def seen_again(runner: Any, shown: Counterexample) -> Counterexample:
    """Return a counterexample with what is to be asked first, so that its script and its replay show it.

    Where a new process does not do the same, there is neither: they would say that it is fixed.
    """
    for earlier in _earlier(_asked(runner, shown)):
        after = _after(shown, earlier)
        if not _is_fixed(runner, after):
            return after
    return evolve(shown, script=None, no_script=NOT_SEEN_AGAIN, witness=None)


def _asked(runner: Any, shown: Counterexample) -> Earlier:
    """Return the latest questions: of the process that failed, or of the one that runs."""
    fault, process = runner.answering.fault, runner.answering.process
    if fault is not None and shown.outcome == outcome_of(fault)[0]:
        return tuple(runner.answering.asked_until_fault)
    return () if process is None else tuple(process.asked)


def _is_fixed(runner: Any, shown: Counterexample) -> bool:
    """Whether the script or the replay says so, of the implementation as it is."""
    if script_passes(shown, runner.seconds + 2 * Process.STARTING, Event()):
        return True
    if shown.witness is None:
        return False
    about = (runner.suite, runner.name, runner.spec, runner.semantics, runner.profile, runner.seed)
    report = type(runner)(*about, seconds=runner.seconds, witness=Witness.from_json(shown.witness)).load_and_run()
    return any(row.verdict == "conforms" for row in report.rows if row.claim == shown.claim)


def _earlier(asked: Earlier) -> Iterator[Earlier]:
    """Yield what may be put first: the end of what was asked up to the last question, or up to the one before that.

    The last is part of the counterexample; so is the one before it where two answers differ.
    """
    for until in (-1, -2):
        before = asked[:until]
        for number in dict.fromkeys(min(each, len(before)) for each in NUMBERS_OF_EARLIER):
            yield before[len(before) - number :]


def _after(shown: Counterexample, earlier: Earlier) -> Counterexample:
    """Return a counterexample in whose script and witness other questions are put first."""
    script = None if shown.script is None else as_run(shown.script, earlier)
    if not earlier:
        return evolve(shown, script=script)
    witness = shown.witness
    if witness is not None:
        witness = {**witness, "asked": {**witness["asked"], "earlier": [[*each] for each in earlier]}}
    what = "another question" if len(earlier) == 1 else f"{len(earlier):,} other questions"
    text = f"{shown.text}\n\n  A new process does so after {what}."
    return evolve(shown, script=script, witness=witness, text=text)
