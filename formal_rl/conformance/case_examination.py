"""A check of a function of plain data, case by case."""

from __future__ import annotations

from itertools import islice
from typing import Any

from attrs import define

from formal_rl.conformance.answers import Finding
from formal_rl.conformance.case_found import CaseFound
from formal_rl.conformance.case_script import case_script
from formal_rl.conformance.case_search import (
    PURITY,
    CaseSubject,
    Raised,
    search_cases,
    shown,
    unusual_finding,
)
from formal_rl.conformance.case_suites import Case, CaseClaim, Convention
from formal_rl.conformance.case_text import case_text
from formal_rl.conformance.conformance_report import Counterexample
from formal_rl.conformance.examination import SHAPE, Examination, NoScript, WrongShape, cases_text
from formal_rl.conformance.isolation import Printed
from formal_rl.conformance.outcomes import Outcome

PURE_CASES = 10
"""How many cases are put again, and in pairs."""


@define
class CaseExamination(Examination):
    """A check by a suite whose questions are plain data.

    Ledger: infrastructure
    """

    convention: Convention | None = None

    def detect(self, implementation: Any) -> None:
        """Take the first convention that fits."""
        reasons = []
        for convention in self.suite.conventions:
            reason = convention.fits(implementation)
            if reason is None:
                self.convention = convention
                return
            reasons.append(f"{reason} (for {convention.words})")
        raise WrongShape("\n".join(reasons))

    @property
    def shape_words(self) -> str | None:
        """The words of the convention."""
        return None if self.convention is None else self.convention.words

    @property
    def smoke_sentence(self) -> str:
        """Of cases."""
        return f"answers {len(self.suite.smoke)} cases with something of the right kind"

    def examine(self, implementation: Any, printed: Printed) -> None:
        """Go through smoke, purity, the reference and the laws."""
        assert self.convention is not None
        subject = CaseSubject(implementation, self.convention, self.watch)
        claims: tuple[CaseClaim, ...] = self.suite.claims(self.semantics)
        if not claims:
            nothing = f"the published library has nothing to compare {self.suite.name} with"
            self.not_reached("reference", "values", nothing)
            return
        self.conforms("shape", "shape", SHAPE)
        broken = self._smoke(subject)
        broken = self._pure(subject, claims, broken) or broken
        for stage in ("reference", "lemmas"):
            broken = self._claims(subject, [claim for claim in claims if claim.stage == stage], broken) or broken
        reached = not any(row.stage == "pure" and row.verdict == "not reached" for row in self.rows)
        self.printing(printed, lambda finding: self._at_print(finding, printed), reached=reached)

    def counterexample_at_stop(self, finding: Finding) -> Counterexample | None:
        """Return the case that is being asked."""
        _, identifier, sentence = self.current
        if self.watch.context is None:
            text = f"  asked the {self.watch}\n  {finding.outcome}: {finding.message}"
            why = "there is no script, since no case is known"
            meaning = self.meaning(self.suite.source)
            return Counterexample(identifier, sentence, meaning, str(finding.outcome), text, None, why)
        claim, case = self.watch.context
        return self._counterexample(identifier, sentence, CaseFound(finding, case), claim)

    def _at_print(self, finding: Finding, printed: Printed) -> Counterexample:
        _, case = printed.context
        return self._counterexample("prints", "prints nothing", CaseFound(finding, case, "prints"), None)

    def _smoke(self, subject: CaseSubject) -> bool:
        self.begin("smoke", "smoke", self.smoke_sentence)
        for number, case in enumerate(self.suite.smoke, start=1):
            found = self._smoked(subject, case)
            if found is not None:
                self._row("smoke", "smoke", self.smoke_sentence, number, CaseFound(found, case), "")
                return True
        self.conforms("smoke", "smoke", self.smoke_sentence, cases_text("hand-picked", len(self.suite.smoke)))
        return False

    def _smoked(self, subject: CaseSubject, case: Case) -> Finding | None:
        self.watch.at(lambda: f"case {shown(dict(case))}", (None, case))
        try:
            answer = subject.ask(case)
        except Raised as raised:
            return raised.finding
        found = unusual_finding(answer)
        if found is not None:
            return found
        wrong = self.suite.wrong_kind(answer)
        return None if wrong is None else Finding(Outcome.WRONG_TYPE, f"the answer is {shown(answer)}: {wrong}")

    def _pure(self, subject: CaseSubject, claims: tuple[CaseClaim, ...], broken: bool) -> bool:
        cases = (*self.suite.smoke, *(each for claim in claims for each in _some(claim, self.profile)))[:PURE_CASES]
        failed = False
        for identifier, sentence, experiment in PURITY:
            if broken or failed:
                self.not_reached("pure", identifier, sentence)
                continue
            self.begin("pure", identifier, sentence)
            number, found = experiment(subject, cases)
            self._row("pure", identifier, sentence, number, found, f"{len(cases)} cases")
            failed = found is not None
        return failed

    def _claims(self, subject: CaseSubject, claims: list[CaseClaim], broken: bool) -> bool:
        failed = False
        for claim in claims:
            if broken:
                self.not_reached(claim.stage, claim.id, claim.sentence, required=claim.required)
                continue
            self.begin(claim.stage, claim.id, claim.sentence)
            number, found = search_cases(claim, subject, profile=self.profile, seed=self.seed)
            self._row(claim.stage, claim.id, claim.sentence, number, found, claim.domain, claim=claim)
            failed = failed or (found is not None and claim.required)
        return failed

    def _row(  # noqa: PLR0917
        self,
        stage: str,
        identifier: str,
        sentence: str,
        cases: int,
        found: CaseFound | None,
        domain: str,
        *,
        claim: CaseClaim | None = None,
    ) -> None:
        required = claim is None or claim.required
        if found is None:
            self.conforms(stage, identifier, sentence, cases_text(domain, cases), required=required)
            return
        self.diverges(
            stage,
            identifier,
            sentence,
            found.finding,
            f"found at case {cases:,}",
            lambda: self._counterexample(identifier, sentence, found, claim),
            required=required,
        )

    def _counterexample(
        self, identifier: str, sentence: str, found: CaseFound, claim: CaseClaim | None
    ) -> Counterexample:
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
        text = case_text(found, self.suite, "" if claim is None else claim.hint)
        return Counterexample(identifier, sentence, meaning, str(found.finding.outcome), text, script, reason)


def _some(claim: CaseClaim, profile: str) -> list[Case]:
    if claim.stage != "reference":
        return []
    drawn = [claim.drawn(seed) for seed in range(2)] if claim.drawn is not None else []
    return [*islice(iter(claim.cases(profile)), 3), *drawn]
