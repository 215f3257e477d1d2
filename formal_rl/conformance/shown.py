"""A counterexample as it is shown: as text, and as a script, a trace and data that can be looked at again."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from threading import Event
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters.exec_process import Process, script_passes
from formal_rl.conformance.engine.diagnosis import diagnosed
from formal_rl.conformance.engine.failures import FailureKind, outcome_of
from formal_rl.conformance.engine.layout import paragraph
from formal_rl.conformance.engine.search import (
    Found,
    Look,
    NoWitness,
    Witness,
    claim_as_read,
    free_parts,
    what_was_asked,
)
from formal_rl.conformance.engine.suite import Case
from formal_rl.conformance.engine.unknowns import Unknowns, looked_up
from formal_rl.conformance.reports.counterexample_text import counterexample_text, reading_note
from formal_rl.conformance.reports.report import Counterexample
from formal_rl.conformance.reports.script import NoScript, as_run, script_text

NUMBERS_OF_EARLIER = (0, 1, 10, 100, 1_000)
"""How many of the questions before it are put first, one after the other, until a new process does the same."""

NOT_SEEN_AGAIN = "there is no script, since a new process that was asked the same did not show it"


def shown_counterexample(runner: Any, look: Look, source: str, found: Found) -> Counterexample:
    """Return what was found by a check; of no claim where an experiment of purity found it."""
    script, reason = None, None
    if runner.spec is None:
        reason = "there is no script, since no module:object names the implementation"
    else:
        told = {"implementation": runner.spec, "sentence": look.sentence, "source": source, "seconds": runner.seconds}
        try:
            script = script_text(found, suite=runner.suite.name, **told)
        except NoScript as why:
            reason = f"there is no script: {why}"
    free = _free(runner, look, found)
    text = counterexample_text(found, runner.suite, runner.semantics, free)
    trace = counterexample_text(found, runner.suite, runner.semantics, free, whole=True)
    witness = _witness(runner, look, source, found)
    more = (_diagnosis(runner, found, look.claim), _as_published(runner, found, look.claim, witness))
    text = "\n\n".join(filter(None, (text, *more)))
    about = (look.id, look.sentence, source, str(found.failure.outcome))
    return Counterexample(*about, text, script, reason, reading_note(found), trace, witness)


def _as_published(runner: Any, found: Found, claim: Any, witness: dict[str, Any] | None) -> str:
    """Say that an answer that is not the paper's is that of the published library, if it is."""
    of_paper = runner.semantics == "paper" and found.experiment == "alone" and claim is not None
    differs = of_paper and found.failure.outcome is FailureKind.VALUE_DIFFERS and witness is not None
    entry = {"reading": None, "witness": witness}
    if not differs or claim_as_read(claim, entry, runner.suite, found.subject, "quick") is None:
        return ""
    return "  the published library answers this as yours does: --as published compares with it"


def _free(runner: Any, look: Look, found: Found) -> str:
    """Say which parts of a case do not matter; a process is asked nothing more, as it may keep what it was asked."""
    claim, subject = look.claim, look.subject
    differs = found.experiment == "alone" and found.failure.outcome is FailureKind.VALUE_DIFFERS
    if claim is None or subject is None or not differs or found.law is not None or runner.answering is not None:
        return ""
    parts = free_parts(claim, subject, found, partial(claim.world_again, looked_up(dict(found.answers))))
    return f"{' or '.join(parts)} fails as well" if parts else ""


def _diagnosis(runner: Any, found: Found, claim: Any) -> str:
    """Return what all wrong answers of a claim about plain data have in common, if that explains them."""
    compared = found.experiment == "alone" and found.failure.outcome is FailureKind.VALUE_DIFFERS
    if claim is None or not compared or not found.subject.adapter.of_data or claim.expected is None:
        return ""
    drawn = (given for given, _ in claim.drawn_in("quick", runner.seed))

    def ask(given: Case) -> Any:
        found.subject.announce(given, Unknowns())
        return found.subject.ask(given)

    def expected(given: Case) -> Any:
        return claim.expected(Unknowns(), given)[0]

    said = diagnosed(expected, ask, chain(claim.cases("quick"), drawn), runner.suite.factors)
    return "\n".join(paragraph(f"All that were looked at: {said}")) if said else ""


def _witness(runner: Any, look: Look, source: str, found: Found) -> dict[str, Any] | None:
    """Return a counterexample as JSON values; ``None`` where it cannot be written so."""
    try:
        return Witness(
            runner.suite.name,
            "published" if runner.semantics == "published" else "paper",
            look.id,
            look.sentence,
            source,
            runner.name,
            str(found.failure.outcome),
            found.failure.message,
            "case" if found.subject.adapter.of_data else "history",
            found.experiment,
            what_was_asked(found),
        ).to_json()
    except NoWitness:
        return None


# --- A process ---


def seen_again(runner: Any, shown: Counterexample) -> Counterexample:
    """Return a counterexample with what is to be asked first, so that its script and its replay show it.

    That is the end of what was asked up to the last question, which is part of the counterexample, or up to the one
    before, which is part of it where two answers differ. Where a new process does not do the same, there is neither
    script nor data: they would say that it is fixed.
    """
    answering = runner.answering
    failed = answering.fault is not None and shown.outcome == outcome_of(answering.fault)[0]
    asked = answering.asked_until_fault if failed else () if answering.process is None else answering.process.asked
    for before in (tuple(asked)[:-1], tuple(asked)[:-2]):
        for number in dict.fromkeys(min(each, len(before)) for each in NUMBERS_OF_EARLIER):
            after = _after(shown, before[len(before) - number :])
            if not script_passes(after.script, runner.seconds + 2 * Process.STARTING, Event()):
                return after
    return evolve(shown, script=None, no_script=NOT_SEEN_AGAIN, witness=None)


def _after(shown: Counterexample, earlier: Sequence[Any]) -> Counterexample:
    """Return a counterexample in whose script and witness other questions are put first, with the actions done then."""
    script = None if shown.script is None else as_run(shown.script, earlier)
    if not earlier:
        return evolve(shown, script=script)
    witness = shown.witness
    if witness is not None:
        witness = {**witness, "asked": {**witness["asked"], "earlier": [[*each] for each in earlier]}}
    what = "another question" if len(earlier) == 1 else f"{len(earlier):,} other questions"
    text = f"{shown.text}\n\n  A new process does so after {what}."
    return evolve(shown, script=script, witness=witness, text=text)
