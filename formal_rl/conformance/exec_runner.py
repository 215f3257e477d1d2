"""What a check does beside others where the implementation is a process: see what it found in a new process."""

from abc import ABC
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, evolve

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.conformance_report import Counterexample
from formal_rl.conformance.exec_faults import as_fault, outcome_of
from formal_rl.conformance.exec_process import Answering, Process, ProcessFault
from formal_rl.conformance.exec_script import as_run
from formal_rl.conformance.runner import Runner
from formal_rl.conformance.scripts_run import scripts_passing
from formal_rl.conformance.witness import Witness

NUMBERS_OF_EARLIER = (0, 1, 10, 100, 1_000)
"""How many of the questions before it are put first, one after the other, until a new process does the same."""

NOT_SEEN_AGAIN = "there is no script, since it did not show again in a new process that was asked the same"

Earlier = Sequence[Any]
"""Questions as they were sent, each with the actions that the agent was told to have done."""


@define
class ExecRunner(Runner, ABC):
    """A check that can be one of a process, which is known while it runs."""

    answering: Answering | None = None

    def begin(self, stage: str, claim: str, sentence: str) -> None:
        """Forget the faults of the claims before."""
        super().begin(stage, claim, sentence)
        if self.answering is not None:
            self.answering.fault = None

    def with_fault(self, found: Any) -> Any:
        """Return what was found, as the fault of the process if it is one; nothing where that is nothing."""
        if found is None or self.answering is None:
            return found
        return evolve(found, finding=as_fault(found.finding, self.answering.fault))

    def fault(self) -> Failure | None:
        """Return what is wrong where the process gave no answer to what was asked for this claim."""
        if self.answering is None or self.answering.fault is None:
            return None
        return Failure(*outcome_of(self.answering.fault))

    def fault_before(self, witness: Witness) -> Failure | None:
        """Put to the process what it was asked before the counterexample; return what is wrong with that, if anything.

        Raises `UnusableWitness` where it is no such list.
        """
        earlier = witness.asked.get("earlier", [])
        if self.answering is None:
            return None
        if not (isinstance(earlier, list) and all(map(_is_earlier, earlier))):
            raise witness.fault("what was asked before it cannot be read")
        with suppress(ProcessFault):  # which is known then
            self.answering.ask_as_before(earlier)
        return self.fault()

    def seen_again(self, shown: Counterexample) -> Counterexample:
        """Return a counterexample with what is to be asked first, so that its script and its replay show it.

        Where a new process does not do the same, there is neither: they would say that it is fixed.
        """
        if self.answering is None or self.witness is not None:
            return shown
        for earlier in _earlier(self._asked(shown)):
            after = _after(shown, earlier)
            if not self._is_fixed(after):
                return after
        return evolve(shown, script=None, no_script=NOT_SEEN_AGAIN, witness=None)

    def _asked(self, shown: Counterexample) -> Earlier:
        """Return the latest questions: of the process that failed, or of the one that runs."""
        assert self.answering is not None
        fault, process = self.answering.fault, self.answering.process
        if fault is not None and shown.outcome == outcome_of(fault)[0]:
            return tuple(self.answering.asked_until_fault)
        return () if process is None else tuple(process.asked)

    def _is_fixed(self, shown: Counterexample) -> bool:
        """Whether the script or the replay says so, of the implementation as it is."""
        if scripts_passing([shown], self.seconds + 2 * Process.STARTING):
            return True
        if shown.witness is None:
            return False
        about = (self.suite, self.name, self.spec, self.semantics, self.profile, self.seed)
        report = type(self)(*about, seconds=self.seconds, witness=Witness.from_json(shown.witness)).load_and_run()
        return any(row.verdict == "conforms" for row in report.rows if row.claim == shown.claim)


def _is_earlier(each: Any) -> bool:
    return isinstance(each, list) and [*map(type, each)] == [dict, list]


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
