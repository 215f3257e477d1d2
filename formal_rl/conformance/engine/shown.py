"""A counterexample as it is shown: as text, and as a script, a trace and data that can be looked at again."""

from itertools import chain
from typing import Any

from formal_rl.conformance.adapters.repro_script import NoScript, script_text
from formal_rl.conformance.engine.asked import what_was_asked
from formal_rl.conformance.engine.case_suites import Case
from formal_rl.conformance.engine.diagnosis import diagnosed
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.readings import claim_as_read
from formal_rl.conformance.engine.subjects import Question
from formal_rl.conformance.engine.unknowns import Unknowns, constant
from formal_rl.conformance.reports.counterexample_text import case_text, counterexample_text, reading_note
from formal_rl.conformance.reports.counterexample_trace import case_trace, world_trace
from formal_rl.conformance.reports.counterexample_values import paragraph
from formal_rl.conformance.reports.report import Counterexample
from formal_rl.conformance.reports.witness import NoWitness, Witness


def shown_counterexample(  # noqa: PLR0917
    runner: Any, identifier: str, sentence: str, source: str, found: Found, claim: Any
) -> Counterexample:
    """Return what was found by a check; of no claim where an experiment of purity found it."""
    script, reason = None, None
    if runner.spec is None:
        reason = "there is no script, since no module:object names the implementation"
    else:
        about = {"implementation": runner.spec, "sentence": sentence, "source": source, "seconds": runner.seconds}
        try:
            script = script_text(found, claim, suite=runner.suite.name, **about)
        except NoScript as why:
            reason = f"there is no script: {why}"
    hint = "" if claim is None else claim.hint
    if found.subject.shape.unknowns:
        text = counterexample_text(found, hint, runner.suite.name, runner.semantics)
        note, trace = reading_note(found), world_trace(found, claim)
    else:
        text, note, trace = case_text(found, runner.suite, hint, runner.semantics), "", case_trace(found)
    witness = _witness(runner, identifier, sentence, source, found)
    told = _diagnosis(runner, found, claim)
    text += f"\n\n{told}" if told else ""
    text += _as_published(runner, found, claim, witness)
    return Counterexample(
        identifier, sentence, source, str(found.finding.outcome), text, script, reason, note, trace, witness
    )


def _as_published(runner: Any, found: Found, claim: Any, witness: dict[str, Any] | None) -> str:
    """Say that an answer that is not the paper's is that of the published library, if it is."""
    of_paper = runner.semantics == "paper" and found.experiment == "alone" and claim is not None
    differs = of_paper and found.finding.outcome is FailureKind.VALUE_DIFFERS and witness is not None
    entry = {"reading": None, "witness": witness}
    if not differs or claim_as_read(claim, entry, runner.suite, found.subject, "quick") is None:
        return ""
    return "\n\n  the published library answers this as yours does: --as published compares with it"


def _diagnosis(runner: Any, found: Found, claim: Any) -> str:
    """Return what all wrong answers of a claim about plain data have in common, if that explains them."""
    compared = found.experiment == "alone" and found.finding.outcome is FailureKind.VALUE_DIFFERS
    if claim is None or not compared or found.subject.shape.unknowns or claim.expected is None:
        return ""
    drawn = (question for question, _ in claim.drawn_in("quick", runner.seed))
    questions = chain(claim.enumerated("quick"), drawn)
    subject = found.subject

    def ask(given: Case) -> Any:
        subject.announce(Question(given), Unknowns(constant(0)))
        return subject.ask(Question(given))

    said = diagnosed(lambda given: claim.expected(**given), ask, (each.put for each in questions))
    return "\n".join(paragraph(f"All that were looked at: {said}")) if said else ""


def _witness(runner: Any, claim: str, sentence: str, source: str, found: Found) -> dict[str, Any] | None:
    """Return a counterexample as JSON values; ``None`` where it cannot be written so."""
    try:
        return Witness(
            runner.suite.name,
            "published" if runner.semantics == "published" else "paper",
            claim,
            sentence,
            source,
            runner.name,
            str(found.finding.outcome),
            found.finding.message,
            "history" if found.subject.shape.unknowns else "case",
            found.experiment,
            what_was_asked(found),
        ).to_json()
    except NoWitness:
        return None
