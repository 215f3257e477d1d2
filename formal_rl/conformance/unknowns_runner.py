"""A check of what is asked about agents and environments that do not exist yet: histories, plays, sequences."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from attrs import define, evolve

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.capture import CapturedOutput
from formal_rl.conformance.claims import STAGES, Claim, Question, Shape, Stage, Subject
from formal_rl.conformance.conformance_report import Counterexample, Report
from formal_rl.conformance.counterexample_text import counterexample_text, reading_note
from formal_rl.conformance.counterexample_trace import world_trace
from formal_rl.conformance.exec_process import Answering
from formal_rl.conformance.exec_runner import ExecRunner
from formal_rl.conformance.exec_unknowns import exec_form, exec_shape
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.profiles import enumerated
from formal_rl.conformance.purity import Purity
from formal_rl.conformance.repro_script import script_text
from formal_rl.conformance.runner import PRINTS, SHAPE, STORED, NoScript
from formal_rl.conformance.search import FailingQuestion, search
from formal_rl.conformance.shapes import HAND_PICKED, SOME_DRAWS
from formal_rl.conformance.unknowns import DRAWN_ACTIONS, Unknowns
from formal_rl.conformance.unknowns_witness import AskedQuestion, asked_question, question_asked, shorter
from formal_rl.conformance.witness import Witness

PURE_QUESTIONS = 10
"""How many questions are put again, and in pairs."""

SMOKE = "answers three histories with something of the right kind"


@define
class UnknownsRunner(ExecRunner):
    """A check by a suite whose questions are histories, put in worlds whose agents and environments fork."""

    shape: Shape | None = None

    def detect(self, implementation: Any) -> None:
        """Ask the suite."""
        if self.shape is None:
            self.shape = self.suite.detect(implementation, self.watch)

    @property
    def shape_words(self) -> str | None:
        """The words of the shape."""
        if self.shape is None:
            return None
        words: str = self.shape.words
        return f"a process that answers histories, as JSON lines; in Python: {words}" if self.is_process else words

    def of_process(self, answering: Answering) -> Any:
        """Return a function of histories, each of which is put to the process."""
        self.shape, self.answering = exec_shape(self.suite), answering
        return exec_form(self.shape)(answering)

    @property
    def smoke_sentence(self) -> str:
        """Of histories."""
        return SMOKE

    def examine(self, implementation: Any, printed: CapturedOutput) -> None:
        """Go through the claims of the suite, if it has any for this shape."""
        assert self.shape is not None
        subject = Subject(implementation, self.shape, self.watch)
        claims = self._claims()
        if not claims:
            self._nothing()
            return
        self.conforms("shape", "shape", SHAPE)
        broken = False
        for stage in STAGES[1:]:
            broken = self._stage(stage, subject, claims, broken) or broken
        reached = not any(row.stage == "pure" and row.verdict == "not reached" for row in self.rows)
        self.printing(printed, lambda finding: self._at_print(finding, printed), reached=reached)

    def _claims(self) -> list[Claim]:
        if self.shape is None:
            return []
        claims: list[Claim] = self.suite.claims(self.shape, self.semantics, enumerated(self.profile))
        return claims

    def _nothing(self) -> None:
        nothing = f"the published library has nothing of this shape to compare {self.suite.name} with"
        self.not_reached("reference", "values", nothing)

    def planned(self, implementation: Any) -> tuple[tuple[str, str, str], ...]:
        """Return stage, claim and sentence of each row; of all claims in one where the shape is not known."""
        claims = self._claims()
        if self.shape is None or not claims:
            return (("reference", "values", "its values are those of the definition"),)
        pure = Purity(Subject(implementation, self.shape, self.watch), (), claims[0].new_world).claims()
        return (
            ("shape", "shape", SHAPE),
            ("smoke", "smoke", SMOKE),
            *(("pure", claim.id, claim.sentence) for claim in pure),
            *((stage, claim.id, claim.sentence) for stage in STAGES for claim in claims if claim.stage == stage),
            ("pure", "prints", PRINTS),
        )

    @property
    def optional(self) -> frozenset[str]:
        """Of the suite, for this shape."""
        return frozenset(claim.id for claim in self._claims() if not claim.required)

    def stopped(self, outcome: FailureKind, message: str, at: str = "") -> Report:
        """Take the shape that is being tried for the right one, if none is known yet."""
        if self.shape is None and self.watch.context is not None:
            self.shape = self.watch.context[0].shape
        return super().stopped(outcome, message, at)

    def replay(self, witness: Witness, implementation: Any, printed: CapturedOutput) -> None:
        """Look at the one question again."""
        assert self.shape is not None
        subject, claims = Subject(implementation, self.shape, self.watch), self._claims()
        if not claims:
            self._nothing()
            return
        asked = asked_question(witness, self.shape)
        pure = {claim.id: claim for claim in Purity(subject, asked.questions, claims[0].new_world).claims()}
        claim = _claim_named(witness.claim, self.shape, claims)
        found: FailingQuestion | None = None
        fault = self.fault_before(witness)
        if fault is not None:
            stage = "pure" if claim is None else claim.stage
            found = FailingQuestion.of(fault, asked.question, subject, claims[0].new_world(asked.choose))
            self.found_or_not(stage, witness.claim, witness.sentence, 1, found, STORED, claim=claim)
        elif witness.experiment == "prints":
            world = claims[0].new_world(asked.choose)
            claims[0].attempt(subject, world, asked.question)
            self.printing(printed, lambda finding: self._at_print(finding, printed), reached=True)
        elif witness.claim in pure or (claim is not None and witness.experiment in pure):
            look = pure[witness.claim if witness.claim in pure else witness.experiment]
            self.begin("pure", witness.claim, witness.sentence)
            cases, found = look.look()
            fault = self.fault()
            if fault is not None:  # these experiments leave out what has no answer, and that was asked already
                found = FailingQuestion.of(fault, asked.question, subject, claims[0].new_world(asked.choose))
            self.found_or_not("pure", witness.claim, witness.sentence, cases, found, STORED, claim=claim)
        elif claim is None:
            planned = (identifier for _, identifier, _ in self.planned(implementation) if identifier != "shape")
            raise witness.of_no_claim(planned, self.shape_words or "")
        else:
            self.begin(claim.stage, claim.id, claim.sentence)
            found = _attempted(claim, subject, asked)
            self.found_or_not(claim.stage, claim.id, claim.sentence, 1, found, STORED, claim=claim)

    def smaller(self, witness: Witness) -> Iterator[Witness]:
        """Cut the history."""
        yield from shorter(witness)

    def counterexample_at_stop(self, finding: Failure) -> Counterexample | None:
        """Return the question that is being asked, if it is known by more than its words."""
        _, identifier, sentence = self.current
        if self.watch.context is None:
            text = f"  asked the {self.watch}\n  {finding.outcome}: {finding.message}"
            why = "there is no script, since what the agent answered is not known"
            meaning = self.meaning(self.suite.source)
            return Counterexample(identifier, sentence, meaning, str(finding.outcome), text, None, why)
        subject, question, world = self.watch.context
        found = FailingQuestion.of(finding, question, subject, world, experiment="hangs")
        claim = _claim_named(identifier, subject.shape, self._claims())
        return self.counterexample(identifier, sentence, found, claim)

    def _at_print(self, finding: Failure, printed: CapturedOutput) -> Counterexample:
        subject, question, world = printed.context
        found = FailingQuestion.of(finding, question, subject, world, experiment="prints")
        return self.counterexample("prints", PRINTS, found, None)

    def _stage(self, stage: Stage, subject: Subject, claims: list[Claim], broken: bool) -> bool:
        if stage == "pure":
            return self._pure(subject, claims, broken)
        failed = False
        for claim in _smoke(subject.shape, claims) if stage == "smoke" else claims:
            if claim.stage != stage:
                continue
            if broken or (claim.drawn is not None and failed):
                self.not_reached(claim.stage, claim.id, claim.sentence, required=claim.required)
                continue
            self.begin(claim.stage, claim.id, claim.sentence)
            cases, found = search(claim, subject, profile=self.profile, seed=self.seed)
            found = self.with_fault(found)
            domain = claim.domain
            if claim.drawn is not None and found is None:
                domain = f"{cases} drawn agents from seed {self.seed}, {domain}"
            self.found_or_not(claim.stage, claim.id, claim.sentence, cases, found, domain, claim=claim)
            failed = failed or (found is not None and claim.required and not self.is_expected(claim.id, found.finding))
        return failed

    def _pure(self, subject: Subject, claims: list[Claim], broken: bool) -> bool:
        questions = tuple(dict.fromkeys(_some_questions(subject.shape, claims)))
        failed = False
        for claim in Purity(subject, questions, claims[0].new_world).claims():
            if broken or failed:
                self.not_reached("pure", claim.id, claim.sentence)
                continue
            self.begin("pure", claim.id, claim.sentence)
            cases, found = claim.look()
            found = self.with_fault(found)
            self.found_or_not("pure", claim.id, claim.sentence, cases, found, claim.domain)
            failed = failed or (found is not None and not self.is_expected(claim.id, found.finding))
        return failed

    def counterexample(
        self, identifier: str, sentence: str, found: FailingQuestion, claim: Claim | None
    ) -> Counterexample:
        """Return a question as it is shown, with its script, trace and witness."""
        source = self.suite.source if claim is None else claim.source
        meaning = self.meaning(source)
        script, reason = None, None
        if self.spec is None:
            reason = "there is no script, since no module:object names the implementation"
        else:
            try:
                script = script_text(
                    found,
                    claim,
                    suite=self.suite.name,
                    sentence=sentence,
                    source=meaning,
                    implementation=self.spec,
                    seconds=self.seconds,
                )
            except NoScript as why:
                reason = f"there is no script: {why}"
        text = counterexample_text(found, "" if claim is None else claim.hint, self.suite.name, self.semantics)
        shown = Counterexample(
            identifier,
            sentence,
            meaning,
            str(found.finding.outcome),
            text,
            script,
            reason,
            reading_note(found),
            world_trace(found, claim),
            self.witness_of(identifier, sentence, meaning, found, "history", lambda: question_asked(found)),
        )
        return self.seen_again(shown)


def _attempted(claim: Claim, subject: Subject, asked: AskedQuestion) -> FailingQuestion | None:
    """Put the question in its world, three times over: state that is shared shows from the second time on."""
    for _ in range(3):
        world: Unknowns = claim.new_world(asked.choose, **({} if claim.drawn is None else {"actions": DRAWN_ACTIONS}))
        finding = claim.attempt(subject, world, asked.question)
        if finding is not None:
            return FailingQuestion.of(finding, asked.question, claim.subject(subject), world)
    return None


def _some_questions(shape: Shape, claims: list[Claim]) -> Iterator[Question]:
    draws = SOME_DRAWS if shape.draws != "none" else None
    yield from (Question(put, draws) for put in HAND_PICKED[shape.asked])
    for claim in claims:
        if claim.stage == "reference" and claim.drawn is None:
            yield from islice((each for each in claim.questions() if each.draws in {None, draws}), PURE_QUESTIONS)


def _claim_named(identifier: str, shape: Shape, claims: list[Claim]) -> Claim | None:
    """Return a claim of the suite, or that of the stage of smoke, if there is one of this name."""
    named = (*_smoke(shape, claims), *claims) if claims else ()
    return next((claim for claim in named if claim.id == identifier), None)


def _smoke(shape: Shape, claims: list[Claim]) -> Iterator[Claim]:
    """Put three histories and look at the kinds of the answers only."""
    draws = SOME_DRAWS if shape.draws != "none" else None
    yield evolve(
        claims[0],
        id="smoke",
        stage="smoke",
        sentence=SMOKE,
        domain="all agents, three histories",
        questions=lambda: (Question(put, draws) for put in HAND_PICKED[shape.asked]),
        kinds_only=True,
        hint="",
    )
