"""A check of a function of plain data, case by case."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

from attrs import define, evolve, field

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.capture import CapturedOutput
from formal_rl.conformance.case_adapters import plain_data
from formal_rl.conformance.case_script import case_script
from formal_rl.conformance.case_search import (
    PURITY,
    CaseSubject,
    ImplementationRaised,
    after_one,
    announce,
    attempt,
    bounded_text,
    search_cases,
    unlike_before,
    unusual_finding,
)
from formal_rl.conformance.case_suites import Case, CaseClaim, Convention
from formal_rl.conformance.case_witness import asked_case, case_asked
from formal_rl.conformance.conformance_report import Counterexample
from formal_rl.conformance.counterexample_text import case_text
from formal_rl.conformance.counterexample_trace import case_trace
from formal_rl.conformance.exec_process import Answering, JsonLines
from formal_rl.conformance.exec_runner import ExecRunner
from formal_rl.conformance.failing_case import FailingCase
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.profiles import enumerated
from formal_rl.conformance.runner import PRINTS, SHAPE, STORED, NoScript, WrongShape, cases_text
from formal_rl.conformance.witness import Witness, to_json_checked
from formal_rl.errors import FormalRLError

PURE_CASES = 10
"""How many cases are put again, and in pairs."""

_STAGES: tuple[Literal["reference", "lemmas"], ...] = ("reference", "lemmas")


@define
class CaseRunner(ExecRunner):
    """A check by a suite whose questions are plain data."""

    convention: Convention | None = None
    smoked: list[tuple[Case, Any]] = field(factory=list)
    """The cases of the stage of smoke, and what was answered when nothing else had been asked."""

    def detect(self, implementation: Any) -> None:
        """Take the first convention that fits."""
        if self.convention is not None:
            return
        reasons = []
        for convention in self.suite.conventions:
            reason = convention.fits(implementation)
            if reason is None:
                self.convention = convention
                return
            reasons.append(f"{reason} (for {convention.words})")
        raise WrongShape("\n".join(reasons))

    def of_process(self, answering: Answering) -> Any:
        """Return the process itself, which is sent cases."""
        self.convention = Convention("a process that answers cases, as JSON lines", JsonLines, lambda thing: None)
        self.answering = answering
        return answering

    @property
    def shape_words(self) -> str | None:
        """The words of the convention."""
        return None if self.convention is None else self.convention.words

    @property
    def smoke_sentence(self) -> str:
        """Of cases."""
        return f"answers {len(self.suite.smoke)} cases with something of the right kind"

    def examine(self, implementation: Any, printed: CapturedOutput) -> None:
        """Go through smoke, purity, the reference and the laws."""
        assert self.convention is not None
        subject = CaseSubject(implementation, self.convention, self.watch)
        claims: tuple[CaseClaim, ...] = self.suite.claims(self.semantics)
        if not claims:
            self._nothing()
            return
        self.conforms("shape", "shape", SHAPE)
        broken = self._smoke(subject)
        broken = self._pure(subject, claims, broken) or broken
        for stage in _STAGES:
            broken = self._claims(subject, [claim for claim in claims if claim.stage == stage], broken) or broken
        reached = not any(row.stage == "pure" and row.verdict == "not reached" for row in self.rows)
        self.printing(printed, lambda finding: self._at_print(finding, printed), reached=reached)

    def _nothing(self) -> None:
        nothing = f"the published library has nothing to compare {self.suite.name} with"
        self.not_reached("reference", "values", nothing)

    def planned(self, implementation: Any) -> tuple[tuple[str, str, str], ...]:
        """Return stage, claim and sentence of each row."""
        claims: tuple[CaseClaim, ...] = self.suite.claims(self.semantics)
        if not claims:
            return (("reference", "values", "its values are those of the definition"),)
        return (
            ("shape", "shape", SHAPE),
            ("smoke", "smoke", self.smoke_sentence),
            *(("pure", identifier, sentence) for identifier, sentence, _ in PURITY),
            *((claim.stage, claim.id, claim.sentence) for stage in _STAGES for claim in claims if claim.stage == stage),
            ("pure", "prints", PRINTS),
        )

    @property
    def optional(self) -> frozenset[str]:
        """Of the suite."""
        return frozenset(claim.id for claim in self.suite.claims(self.semantics) if not claim.required)

    def with_line(self, message: str, at: str) -> str:
        """On the same line, as text is broken here."""
        return f"{message} ({at})"

    def replay(self, witness: Witness, implementation: Any, printed: CapturedOutput) -> None:
        """Look at the one case again."""
        assert self.convention is not None
        subject = CaseSubject(implementation, self.convention, self.watch)
        claims: tuple[CaseClaim, ...] = self.suite.claims(self.semantics)
        given, before = asked_case(witness, self.suite)
        claim = next((claim for claim in claims if claim.id == witness.claim), None)
        pure = next((each for each in PURITY if each[0] == witness.claim), None)
        stage = "pure" if pure is not None else "smoke" if claim is None else claim.stage
        found: FailingCase | None = None
        self.begin(stage, witness.claim, witness.sentence)
        fault = self.fault_before(witness)
        if fault is not None:
            found = FailingCase(fault, given)
        elif witness.claim == "prints":
            self._smoked(subject, given)
            self.printing(printed, lambda finding: self._at_print(finding, printed), reached=True)
            return
        elif pure is not None and before is not None:
            found = after_one(subject, given, before)
        elif pure is not None:
            _, found = pure[2](subject, (given,))
        elif claim is not None:
            _refuse_what_is_refused(claim, witness, given)
            found = attempt(claim, subject, given)
        elif witness.claim == "smoke":
            finding = self._smoked(subject, given)
            found = None if finding is None else FailingCase(finding, given)
        else:
            self._nothing()
            return
        self.found_or_not(stage, witness.claim, witness.sentence, 1, self.with_fault(found), STORED, claim=claim)

    def smaller(self, witness: Witness) -> Iterator[Witness]:
        """Make the case smaller as its claim does."""
        given, _ = asked_case(witness, self.suite)
        claims = (claim for claim in self.suite.claims(self.semantics) if claim.id == witness.claim)
        for each in (smaller for claim in claims for smaller in claim.smaller(given)):
            yield evolve(witness, asked={**witness.asked, "case": to_json_checked(dict(each))})

    def counterexample_at_stop(self, finding: Failure) -> Counterexample | None:
        """Return the case that is being asked."""
        _, identifier, sentence = self.current
        if self.watch.context is None:
            text = f"  asked the {self.watch}\n  {finding.outcome}: {finding.message}"
            why = "there is no script, since no case is known"
            meaning = self.meaning(self.suite.source)
            return Counterexample(identifier, sentence, meaning, str(finding.outcome), text, None, why)
        claim, case = self.watch.context
        return self.counterexample(identifier, sentence, _stopped(finding, claim, case), claim)

    def _at_print(self, finding: Failure, printed: CapturedOutput) -> Counterexample:
        _, case = printed.context
        return self.counterexample("prints", PRINTS, FailingCase(finding, case, "prints"), None)

    def _smoke(self, subject: CaseSubject) -> bool:
        self.begin("smoke", "smoke", self.smoke_sentence)
        for number, case in enumerate(self.suite.smoke, start=1):
            found = self._smoked(subject, case)
            if found is not None:
                self.found_or_not("smoke", "smoke", self.smoke_sentence, number, FailingCase(found, case), "")
                return not self.is_expected("smoke", found)
        self.conforms("smoke", "smoke", self.smoke_sentence, cases_text("hand-picked", len(self.suite.smoke)))
        return False

    def _smoked(self, subject: CaseSubject, case: Case) -> Failure | None:
        announce(subject, case)
        try:
            answer = subject.ask(case)
        except ImplementationRaised as raised:
            return raised.finding
        found = unusual_finding(answer)
        if found is not None:
            return found
        self.smoked.append((case, answer))
        wrong = self.suite.wrong_kind(answer)
        return (
            None if wrong is None else Failure(FailureKind.WRONG_TYPE, f"the answer is {bounded_text(answer)}: {wrong}")
        )

    def _pure(self, subject: CaseSubject, claims: tuple[CaseClaim, ...], broken: bool) -> bool:
        cases = (*self.suite.smoke, *(each for claim in claims for each in _some(claim, self.profile)))[:PURE_CASES]
        failed = False
        for identifier, sentence, experiment in PURITY:
            if broken or failed or self.without_purity:
                self.not_reached("pure", identifier, sentence)
                continue
            self.begin("pure", identifier, sentence)
            number, found = len(cases), unlike_before(subject, self.smoked) if identifier == "after" else None
            if found is None:
                number, found = experiment(subject, cases)
            found = self.with_fault(found)
            self.found_or_not("pure", identifier, sentence, number, found, f"{len(cases)} cases")
            failed = found is not None and not self.is_expected(identifier, found.finding)
        return failed

    def _claims(self, subject: CaseSubject, claims: list[CaseClaim], broken: bool) -> bool:
        failed = False
        for claim in claims:
            if broken:
                self.not_reached(claim.stage, claim.id, claim.sentence, required=claim.required)
                continue
            self.begin(claim.stage, claim.id, claim.sentence)
            number, found = search_cases(claim, subject, profile=self.profile, seed=self.seed)
            self.found_or_not(claim.stage, claim.id, claim.sentence, number, found, claim.domain, claim=claim)
            failed = failed or (found is not None and claim.required and not self.is_expected(claim.id, found.finding))
        return failed

    def counterexample(
        self, identifier: str, sentence: str, found: FailingCase, claim: CaseClaim | None
    ) -> Counterexample:
        """Return a case as it is shown, with its script, trace and witness."""
        assert self.convention is not None
        meaning = self.meaning(self.suite.source if claim is None else claim.source)
        script, reason = None, None
        if self.spec is None:
            reason = "there is no script, since no module:object names the implementation"
        else:
            try:
                script = case_script(
                    found,
                    self.suite,
                    self.convention,
                    implementation=self.spec,
                    sentence=sentence,
                    source=meaning,
                    seconds=self.seconds,
                )
            except NoScript as why:
                reason = f"there is no script: {why}"
        text = case_text(found, self.suite, "" if claim is None else claim.hint, self.semantics)
        shown = Counterexample(
            identifier,
            sentence,
            meaning,
            str(found.finding.outcome),
            text,
            script,
            reason,
            "",
            case_trace(found),
            self.witness_of(identifier, sentence, meaning, found, "case", lambda: case_asked(found)),
        )
        return self.seen_again(shown)


def _some(claim: CaseClaim, profile: str) -> list[Case]:
    if claim.stage != "reference":
        return []
    drawn = [claim.drawn(seed) for seed in range(2)] if claim.drawn is not None else []
    return [*islice(iter(claim.cases(enumerated(profile))), 3), *drawn]


def _refuse_what_is_refused(claim: CaseClaim, witness: Witness, case: Case) -> None:
    """Raise `UnusableWitness` where the definition refuses a case, and that is not what the witness is about."""
    if claim.expected is None or witness.outcome == FailureKind.ACCEPTS:
        return
    try:
        claim.expected(**case)
    except FormalRLError as refused:
        raise witness.fault(f"the definition refuses its case: {refused}") from None


def _stopped(finding: Failure, claim: CaseClaim | None, case: Case) -> FailingCase:
    """Return what is found at a case that is not answered, with the answer that was expected if there is one."""
    found = FailingCase(finding, case, comes_back=False)
    if claim is None:
        return found
    if claim.expected is None:
        return evolve(found, law=claim.law, tolerance=claim.tolerance)
    try:
        expected = plain_data(claim.expected(**case))
    except FormalRLError:
        return found
    return evolve(found, finding=evolve(finding, expected=(expected,)), tolerance=claim.tolerance)
