"""One check of one implementation, stage by stage: a broken stage leaves the later ones not reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from formal_rl.checking.loading import load_object
from formal_rl.conformance.answers import Finding
from formal_rl.conformance.claims import STAGES, Claim, Question, Shape, Stage, Subject
from formal_rl.conformance.conformance_report import Counterexample, Report, Row, unusable_report
from formal_rl.conformance.counterexample_text import counterexample_text
from formal_rl.conformance.isolation import Printed, Watch, printing_kept
from formal_rl.conformance.outcomes import Outcome
from formal_rl.conformance.purity import Purity
from formal_rl.conformance.repro_script import SECONDS, NoScript, script_text
from formal_rl.conformance.search import Found, search
from formal_rl.conformance.shapes import HAND_PICKED, SOME_DRAWS, WrongShape
from formal_rl.conformance.suites import Suite
from formal_rl.errors import NotLoadable

PURE_QUESTIONS = 10
"""How many questions are put again, and in pairs."""


SMOKE = "answers three histories with something of the right kind"


@define
class Examination:
    """A check under way; ``report`` can be had at any time, with a finding where it stands if need be.

    ``name`` is how the implementation is called; ``spec`` how a script can import it, if it can.

    Ledger: infrastructure
    """

    suite: Suite
    name: str
    spec: str | None
    semantics: str
    profile: str
    seed: int
    watch: Watch = field(factory=Watch)
    progress: Callable[[str], None] = lambda sentence: None
    seconds: float = SECONDS
    printed_when_loaded: str = ""
    _shape: Shape | None = None
    _rows: list[Row] = field(factory=list)
    _current: tuple[str, str, str] = ("shape", "shape", "has a shape that the suite knows")
    _shown: Counterexample | None = None

    def run(self, implementation: Any) -> Report:
        """Go through the stages."""
        with printing_kept(self.watch) as printed:
            try:
                self._shape = self.suite.detect(implementation, self.watch)
            except WrongShape as wrong:
                return self.unusable(
                    Outcome.WRONG_SHAPE,
                    f"{wrong}\nThe suite takes:\n" + "\n".join(f"- {each}" for each in self.suite.takes),
                )
            subject = Subject(implementation, self._shape, self.watch)
            claims = self.suite.claims(self._shape, self.semantics, self.profile)
            if claims:
                self._stages(subject, claims, printed)
            else:
                self._not_reached(
                    "reference",
                    "values",
                    f"the published library has nothing of this shape to compare {self.suite.name} with",
                    True,
                )
        return self.report()

    def load_and_run(self) -> Report:
        """Load what ``spec`` names, keeping what that prints, and run."""
        assert self.spec is not None
        self.watch.at(lambda: "import of its module")
        try:
            with printing_kept(self.watch) as printed:
                implementation = load_object(self.spec)
        except NotLoadable as error:
            return self.unusable(Outcome.CANNOT_BE_LOADED, str(error))
        self.printed_when_loaded = printed.text
        return self.run(implementation)

    def unusable(self, outcome: Outcome, message: str) -> Report:
        """Return the report of an implementation that cannot be asked anything."""
        return unusable_report(outcome, message, **self._about())

    def report(self) -> Report:
        """Return what was found so far."""
        shape = None if self._shape is None else self._shape.words
        return Report(**self._about(), shape=shape, rows=tuple(self._rows), counterexample=self._shown)

    def stopped(self, outcome: Outcome, message: str) -> Report:
        """Return the report where the implementation does not come back from what it is being asked."""
        stage, claim, sentence = self._current
        if stage == "shape" and self.watch.context is not None:
            stage, claim, sentence = "smoke", "smoke", SMOKE
        asked, finding = f"asked the {self.watch}", Finding(outcome, message)
        if self.watch.context is None:
            self._row(stage, claim, sentence, 0, None, asked, finding)
            text = f"  {asked}\n  {outcome}: {message}"
            why = "there is no script, since what the agent answered is not known"
            self._shown = Counterexample(
                claim, sentence, self._meaning(self.suite.source), str(outcome), text, None, why
            )
        else:
            subject, question, world = self.watch.context
            found = Found.of(finding, question, subject, world, experiment="hangs")
            self._row(stage, claim, sentence, 0, found, asked)
        if stage != "reference":
            self._not_reached("reference", "values", "its values are those of the definition", True)
        return self.report()

    def _meaning(self, source: str) -> str:
        if self.semantics == "published":
            return f"the library released with {source}: {self.suite.published or 'nothing'}"
        return f"{source}: {self.suite.meaning}"

    def _about(self) -> dict[str, Any]:
        return {
            "suite": self.suite.name,
            "implementation": self.name,
            "semantics": self.semantics,
            "profile": self.profile,
            "seed": self.seed,
            "source": self._meaning(self.suite.source),
        }

    def _stages(self, subject: Subject, claims: list[Claim], printed: Printed) -> None:
        self._rows.append(Row("shape", "shape", self._current[2], "conforms"))
        broken = False
        for stage in STAGES[1:]:
            broken = self._stage(stage, subject, claims, broken) or broken
        self._printing(
            printed, reached=not any(row.stage == "pure" and row.verdict == "not reached" for row in self._rows)
        )

    def _stage(self, stage: Stage, subject: Subject, claims: list[Claim], broken: bool) -> bool:
        if stage == "pure":
            return self._pure(subject, claims, broken)
        failed = False
        for claim in _smoke(subject.shape, claims) if stage == "smoke" else claims:
            if claim.stage != stage:
                continue
            if broken or (claim.drawn is not None and failed):
                self._not_reached(claim.stage, claim.id, claim.sentence, claim.required)
                continue
            self._begin(claim.stage, claim.id, claim.sentence)
            cases, found = search(claim, subject, profile=self.profile, seed=self.seed)
            self._claim_row(claim, cases, found)
            failed = failed or (found is not None and claim.required)
        return failed

    def _pure(self, subject: Subject, claims: list[Claim], broken: bool) -> bool:
        questions = tuple(dict.fromkeys(_some_questions(subject.shape, claims)))
        failed = False
        for claim in Purity(subject, questions, claims[0].new_world).claims():
            if broken or failed:
                self._not_reached("pure", claim.id, claim.sentence, True)
                continue
            self._begin("pure", claim.id, claim.sentence)
            cases, found = claim.look()
            self._row("pure", claim.id, claim.sentence, cases, found, claim.domain)
            failed = failed or found is not None
        return failed

    def _begin(self, stage: str, claim: str, sentence: str) -> None:
        self._current = (stage, claim, sentence)
        self.progress(sentence)

    def _not_reached(self, stage: str, claim: str, sentence: str, required: bool) -> None:
        self._rows.append(Row(stage, claim, sentence, "not reached", required=required))

    def _claim_row(self, claim: Claim, cases: int, found: Found | None) -> None:
        domain = claim.domain
        if claim.drawn is not None and found is None:
            domain = f"{cases} drawn agents from seed {self.seed}, {domain}"
        self._row(claim.stage, claim.id, claim.sentence, cases, found, domain, claim=claim)

    def _row(  # noqa: PLR0917
        self,
        stage: str,
        identifier: str,
        sentence: str,
        cases: int,
        found: Found | None,
        domain: str,
        finding: Finding | None = None,
        *,
        claim: Claim | None = None,
    ) -> None:
        finding = found.finding if found is not None else finding
        required = claim is None or claim.required
        if finding is None:
            self._rows.append(
                Row(
                    stage,
                    identifier,
                    sentence,
                    "conforms",
                    f"{domain}: {cases:,} case{'' if cases == 1 else 's'}",
                    required=required,
                )
            )
            return
        evidence = f"found at case {cases:,}" if cases else domain
        row = Row(stage, identifier, sentence, "diverges", evidence, str(finding.outcome), finding.message, required)
        self._rows.append(row)
        if found is not None and (self._shown is None) and required:
            self._shown = self._counterexample(identifier, sentence, found, claim)

    def _counterexample(self, identifier: str, sentence: str, found: Found, claim: Claim | None) -> Counterexample:
        source = self.suite.source if claim is None else claim.source
        meaning = self._meaning(source)
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
        text = counterexample_text(found, "" if claim is None else claim.hint)
        return Counterexample(identifier, sentence, meaning, str(found.finding.outcome), text, script, reason)

    def _printing(self, printed: Printed, *, reached: bool) -> None:
        sentence = "prints nothing"
        if self.printed_when_loaded:
            finding = Finding(Outcome.PRINTS, f"it printed {self.printed_when_loaded[:200]!r}")
            self._row("pure", "prints", sentence, 0, None, "when it was imported", finding)
            return
        if not printed.text and not reached:
            self._not_reached("pure", "prints", sentence, True)
            return
        if not printed.text:
            self._rows.append(Row("pure", "prints", sentence, "conforms", "everything that was asked"))
            return
        finding = Finding(Outcome.PRINTS, f"it printed {printed.text[:200]!r}")
        found = None
        if printed.context is not None:
            subject, question, world = printed.context
            found = Found.of(finding, question, subject, world, experiment="prints")
        self._row("pure", "prints", sentence, 0, found, f"first on the {printed.during}", finding)


def _some_questions(shape: Shape, claims: list[Claim]) -> Iterator[Question]:
    draws = SOME_DRAWS if shape.draws != "none" else None
    yield from (Question(put, draws) for put in HAND_PICKED[shape.asked])
    for claim in claims:
        if claim.stage == "reference" and claim.drawn is None:
            yield from islice((each for each in claim.questions() if each.draws in {None, draws}), PURE_QUESTIONS)


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
