"""One check of one implementation, stage by stage."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, evolve, field

from formal_rl.conformance.apart.exec_again import seen_again
from formal_rl.conformance.apart.exec_faults import EXEC, as_fault, is_command, outcome_of
from formal_rl.conformance.apart.exec_process import Answering, ProcessFault
from formal_rl.conformance.engine.answers import Failure
from formal_rl.conformance.engine.asked import Asked, asked_again, smaller_witnesses
from formal_rl.conformance.engine.capture import CapturedOutput, Watch, any_number_of_digits, printing_kept
from formal_rl.conformance.engine.case_suites import CaseSuite
from formal_rl.conformance.engine.claims import STAGES, cases_text
from formal_rl.conformance.engine.disguise import DISGUISED, Symmetry, with_disguises
from formal_rl.conformance.engine.failure_kinds import FailureKind, shown_word
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.printable import printable
from formal_rl.conformance.engine.profiles import enumerated
from formal_rl.conformance.engine.purity import CHOICES, PureClaim, Purity
from formal_rl.conformance.engine.readings import PUBLISHED, claim_as_read
from formal_rl.conformance.engine.search import AnyClaim, attempt, search
from formal_rl.conformance.engine.shown import shown_counterexample
from formal_rl.conformance.engine.subjects import AnyShape, Subject, WrongShape
from formal_rl.conformance.engine.tolerance import Precision, Tolerance, tolerance_of
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, Unknowns
from formal_rl.conformance.engine.unknowns_suites import Suite
from formal_rl.conformance.reports.report import Counterexample, Report, Row, unusable_report
from formal_rl.conformance.reports.witness import NoSuchClaim, UnusableWitness, Witness
from formal_rl.conformance.suites.by_name import AnySuite, suite_named
from formal_rl.conformance.suites.symmetries import SYMMETRIES
from formal_rl.errors import NotLoadable, describe_exception
from formal_rl.loading import load_object

SECONDS = 5
"""How long a script waits for an implementation that gave no answer, where not said otherwise."""

SHAPE = "interface recognised"
PRINTS = "prints nothing"
STORED = "the saved counterexample"
IMPORT = "import of its module"
"""What is always said alike."""


@define
class Runner:
    """A check under way; ``report`` can be had at any time, with a finding where it stands if need be.

    ``name`` is how the implementation is called; ``spec`` how a script can import it, if it can. ``seconds`` is how
    long a script waits where there was no answer. ``expected`` has, by claim, a divergence that holds up nothing: its
    outcome, witness and reading. With ``keep_going`` none holds up anything; with ``first`` nothing is looked at after
    the first counterexample. With a ``witness`` only that is looked at.
    The seed ``disguise`` disguises all cases. ``without_purity`` leaves out a stage whose cases are not the smallest.
    ``answering`` is the process that is asked, where the implementation is one.
    """

    suite: AnySuite
    name: str
    spec: str | None
    semantics: str
    profile: str
    seed: int
    watch: Watch = field(factory=Watch)
    progress: Callable[[str], None] = lambda sentence: None
    seconds: float = SECONDS
    printed_when_loaded: str = ""
    rows: list[Row] = field(factory=list)
    expected: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    keep_going: bool = False
    first: bool = False
    disguise: int | None = None
    witness: Witness | None = None
    shown: list[Counterexample] = field(factory=list)
    without_purity: bool = False
    current: tuple[str, str, str] = ("shape", "shape", SHAPE)
    shape: AnyShape | None = None
    tolerance: Tolerance = field(factory=Tolerance)
    answering: Answering | None = None
    warnings: list[str] = field(factory=list)

    # --- What is checked ---

    def detect(self, implementation: Any) -> None:
        """Find out how the implementation is read; raise `WrongShape` where it cannot be."""
        if self.shape is None:
            self.shape = self.suite.detect(implementation, self.watch)

    def of_process(self, answering: Answering) -> Any:
        """Return the implementation that a process is, which is read in one way; raise `WrongShape` if it cannot be."""
        implementation, self.shape = self.suite.of_process(answering)
        self.answering = answering
        return implementation

    @property
    def is_process(self) -> bool:
        """Whether the implementation is a command that answers over JSON lines."""
        return is_command(self.spec)

    @property
    def shape_words(self) -> str | None:
        """How the implementation is read, in words, once it is known."""
        if self.shape is None:
            return None
        if self.is_process and self.shape.unknowns:
            return f"a process that answers histories, as JSON lines; in Python: {self.shape.words}"
        return self.shape.words

    @property
    def symmetry(self) -> Symmetry | None:
        """What the definition does not depend on, if anything is known; of what was published nothing is."""
        return None if self.semantics == PUBLISHED else SYMMETRIES.get(self.suite.name)

    def claims(self, *, plain: bool = False) -> Sequence[AnyClaim]:
        """Return the claims of the suite for the shape, if that is known; ``plain`` ones are never in disguise."""
        if self.shape is None and isinstance(self.suite, Suite):
            return ()
        suite: Any = self.suite
        claims: Sequence[AnyClaim] = suite.claims_for(self.shape, self.semantics, enumerated(self.profile))
        claims = [evolve(each, tolerance=self.tolerance.added_to(each.tolerance)) for each in claims]
        if plain or self.symmetry is None or not claims:
            return claims
        how: dict[str, Any] = {"seed": self.seed, "every": self.disguise, "replayed": self.witness is not None}
        return with_disguises(claims, self.symmetry, **how, known=self.expected)

    def _smoke(self, claims: Sequence[AnyClaim]) -> Any:
        suite: Any = self.suite
        return suite.smoke_claim(self.shape, claims)

    def _purity(self, subject: Subject, claims: Sequence[AnyClaim], answered: Any = ()) -> Purity:
        suite: Any = self.suite
        questions = suite.pure_questions(self.shape, claims, enumerated(self.profile))
        return Purity(subject, questions, claims[0].new_world, answered)

    def _claim_named(self, identifier: str) -> AnyClaim | None:
        """Return a claim of the suite, or that of the stage of smoke, if there is one of this name."""
        claims = self.claims()
        named = (self._smoke(claims), *claims) if claims else ()
        return next((claim for claim in named if claim.id == identifier), None)

    def planned(self, implementation: Any) -> tuple[tuple[str, str, str], ...]:
        """Return stage, claim and sentence of the rows that there will be, as far as is known, asking nothing."""
        claims = self.claims()
        if not claims:
            return (("reference", "values", "its values are those of the definition"),)
        smoke = self._smoke(claims)
        shape = self.suite.conventions[0] if self.shape is None else self.shape  # type: ignore[union-attr]
        pure = Purity(Subject(implementation, shape, self.watch), (), claims[0].new_world).claims()
        return (
            ("shape", "shape", SHAPE),
            ("smoke", "smoke", smoke.sentence),
            *(("pure", claim.id, claim.sentence) for claim in pure),
            *((stage, claim.id, claim.sentence) for stage in STAGES for claim in claims if claim.stage == stage),
            ("pure", "prints", PRINTS),
        )

    # --- The stages ---

    def run(self, implementation: Any) -> Report:
        """Go through the stages."""
        self.watch.at(lambda: "shape that it has")
        with printing_kept(self.watch) as printed, any_number_of_digits():
            try:
                self.detect(implementation)
            except WrongShape as wrong:
                takes = "\n".join(f"- {each}" for each in self.suite.takes)
                return self.unusable(FailureKind.WRONG_SHAPE, f"{wrong}\nThe suite takes:\n{takes}")
            if self.witness is None:
                self._examine(implementation, printed)
            else:
                return self._replay_stored(self.witness, implementation, printed)
        return self.report()

    def load_and_run(self) -> Report:
        """Load what ``spec`` names, keeping what that prints, and run."""
        assert self.spec is not None
        if self.is_process:
            return self._start_and_run(self.spec)
        self.watch.at(lambda: IMPORT)
        try:
            with printing_kept(self.watch) as printed:
                implementation = load_object(self.spec)
        except NotLoadable as error:
            return self.unusable(FailureKind.CANNOT_BE_LOADED, str(error))
        self.printed_when_loaded = printed.text
        return self.run(implementation)

    def _start_and_run(self, spec: str) -> Report:
        """Start the command, and run; whatever happens, it is ended."""
        answering = Answering(spec.removeprefix(EXEC), self.suite.name, self.seconds)
        try:
            implementation = self.of_process(answering)
            answering.start()
            return self.run(implementation)
        except WrongShape as wrong:
            return self.unusable(FailureKind.WRONG_SHAPE, str(wrong))
        except ProcessFault as fault:
            return self.unusable(FailureKind.CANNOT_BE_LOADED, str(fault))
        finally:
            answering.end()

    def _examine(self, implementation: Any, printed: CapturedOutput) -> None:
        """Go through the claims of the suite, if it has any for this shape."""
        assert self.shape is not None
        subject, claims = Subject(implementation, self.shape, self.watch), self.claims()
        if not claims:
            self._nothing()
            return
        self.conforms("shape", "shape", SHAPE)
        plain = self.claims(plain=True)
        smoke = self._smoke(plain)
        broken = self._claims((smoke,), subject, broken=False)
        broken = self._pure(self._purity(subject, plain, getattr(smoke, "answered", ())), broken) or broken
        for stage in ("reference", "lemmas"):
            broken = self._claims([each for each in claims if each.stage == stage], subject, broken=broken) or broken
        reached = not any(row.stage == "pure" and row.verdict == "not reached" for row in self.rows)
        self.printing(printed, reached=reached)

    def _nothing(self) -> None:
        what = f"the published library has nothing to compare {self.suite.name} with"
        if isinstance(self.suite, Suite):
            what = f"the published library has nothing of this shape to compare {self.suite.name} with"
        self.not_reached("reference", "values", what)

    def _claims(self, claims: Sequence[AnyClaim], subject: Subject, *, broken: bool) -> bool:
        failed = False
        for claim in claims:
            if self._ends_here(broken or (failed and claim.only_drawn)):
                if claim.id != DISGUISED:  # what fails plainly needs no disguise
                    self.not_reached(claim.stage, claim.id, claim.sentence, required=claim.required)
                continue
            self.begin(claim.stage, claim.id, claim.sentence)
            cases, found = search(claim, subject, profile=self.profile, seed=self.seed)
            found = self.with_fault(found)
            if found is not None and self.is_expected(claim.id, found.finding) and claim.stage != "smoke":
                failed = self._beyond(claim, subject, cases, found) or failed
                continue
            self.found_or_not(
                claim.stage, claim.id, claim.sentence, cases, found, claim.evidence(cases, self.seed), claim
            )
            failed = failed or (found is not None and claim.required and not self.is_expected(claim.id, found.finding))
        return failed

    def _ends_here(self, broken: bool) -> bool:
        """Whether no claim is looked at any more, where something before is broken or is not."""
        return (broken and not self.keep_going) or (self.first and bool(self.shown))

    def _beyond(self, claim: AnyClaim, subject: Subject, cases: int, found: Found) -> bool:
        """Add the row of a claim that diverges as expected; return whether it also departs from what is expected."""
        evidence = claim.evidence(cases, self.seed)
        entry, depth = self.expected[claim.id], enumerated(self.profile)
        read = claim_as_read(claim, entry, self.suite, subject, depth)
        if read is None:
            self.warnings.append(
                f"{claim.id} is compared with its counterexample only, since its entry states no reading that the rest "
                'agrees with: add reading = "published", or "module:object"'
            )
        more, beyond = (0, None) if read is None else search(read, subject, profile=self.profile, seed=self.seed)
        if beyond is None:
            self.found_or_not(claim.stage, claim.id, claim.sentence, cases, found, evidence, claim)
            return False
        stated = entry["reading"] or PUBLISHED
        reader = evolve(self, semantics=PUBLISHED) if stated == PUBLISHED else self
        reader.found_or_not(claim.stage, claim.id, claim.sentence, more, beyond, evidence, read)
        reason = f"this is neither what is expected nor what {stated} answers"
        self.rows[-1] = evolve(self.rows[-1], reason=reason)
        return claim.required

    def _pure(self, purity: Purity, broken: bool) -> bool:
        failed = False
        for claim in purity.claims():
            if self._ends_here(broken or failed) or self.without_purity:
                self.not_reached("pure", claim.id, claim.sentence)
                continue
            self.begin("pure", claim.id, claim.sentence)
            cases, found = claim.look()
            found = self.with_fault(found)
            self.found_or_not("pure", claim.id, claim.sentence, cases, found, cases_text(claim.domain, cases))
            failed = found is not None and not self.is_expected(claim.id, found.finding)
        return failed

    # --- One counterexample again ---

    def _replay_stored(self, witness: Witness, implementation: Any, printed: CapturedOutput) -> Report:
        unusable = None
        try:
            self._replay(witness, implementation, printed)
        except UnusableWitness as error:
            self.not_reached("reference", witness.claim, str(error))
            unusable = error.reason if isinstance(error, NoSuchClaim) else None
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            unusable = f"it holds something that cannot be asked: {describe_exception(error)}"
            self.not_reached("reference", witness.claim, unusable)
        self.rows = [evolve(row, evidence=STORED) for row in self.rows]
        return evolve(self.report(), unusable=unusable)

    def _replay(self, witness: Witness, implementation: Any, printed: CapturedOutput) -> None:
        """Look at the one question again."""
        assert self.shape is not None
        subject, claims = Subject(implementation, self.shape, self.watch), self.claims()
        if not claims:
            self._nothing()
            return
        planned = dict.fromkeys(identifier for _, identifier, _ in self.planned(implementation))
        if not self.shape.unknowns and witness.claim not in planned:
            raise witness.of_no_claim(each for each in planned if each != "shape")
        asked = asked_again(witness, self.suite, self.shape)
        befores = () if asked.before is None else (asked.before,)
        worlds = CHOICES if asked.world is None else (CHOICES[asked.world],)
        purity = Purity(subject, (asked.question,), claims[0].new_world, befores=befores, worlds=worlds)
        pure = {each.id: each for each in purity.claims()}
        claim = self._claim_named(witness.claim)
        stage = "pure" if claim is None else claim.stage
        self.begin(stage, witness.claim, witness.sentence)
        fault = self._fault_before(witness)
        if fault is not None:
            world = claims[0].new_world(asked.choose)
            found: Found | None = Found.of(fault, asked.question, subject, world)
            self.found_or_not(stage, witness.claim, witness.sentence, 1, found, STORED, claim)
        elif "prints" in {witness.claim, witness.experiment}:
            claims[0].attempt(subject, claims[0].new_world(asked.choose), asked.question)
            self.printing(printed, reached=True)
        elif witness.claim in pure or (claim is not None and witness.experiment in pure):
            self._replay_pure(
                pure[witness.claim if witness.claim in pure else witness.experiment], witness, asked, subject
            )
        elif claim is None:
            raise witness.of_no_claim((each for each in planned if each != "shape"), self.shape_words or "")
        else:
            self._replay_claim(claim, witness, asked, subject)

    def _replay_pure(self, look: PureClaim, witness: Witness, asked: Asked, subject: Subject) -> None:
        self.begin("pure", witness.claim, witness.sentence)
        cases, found = look.look()
        fault = self._fault()
        if fault is not None:  # these experiments leave out what has no answer, and that was asked already
            found = Found.of(fault, asked.question, subject, Unknowns(asked.choose))
        claim = self._claim_named(witness.claim)
        self.found_or_not("pure", witness.claim, witness.sentence, cases, found, STORED, claim)

    def _replay_claim(self, claim: AnyClaim, witness: Witness, asked: Asked, subject: Subject) -> None:
        """Put the question in its world, three times over: state that is shared shows from the second time on."""
        refused = None if witness.outcome == FailureKind.ACCEPTS else claim.refused(asked.question)
        if refused is not None:
            raise witness.fault(f"the definition refuses its case: {refused}")
        found = None
        for _ in range(3):
            settings = {"actions": DRAWN_ACTIONS} if claim.drawn is not None else {}
            world = claim.new_world(asked.choose, **settings)
            found = found or attempt(claim, subject, asked.question, world)
        self.found_or_not(claim.stage, claim.id, claim.sentence, 1, self.with_fault(found), STORED, claim)

    def smaller(self, witness: Witness) -> Iterator[Witness]:
        """Yield smaller counterexamples to the same claim, as they might be."""
        return smaller_witnesses(witness, self.suite, self._claim_named(witness.claim))

    # --- A process, which may give no answer ---

    def with_fault(self, found: Found | None) -> Found | None:
        """Return what was found, as the fault of the process if it is one; nothing where that is nothing."""
        if found is None or self.answering is None:
            return found
        return evolve(found, finding=as_fault(found.finding, self.answering.fault))

    def _fault(self) -> Failure | None:
        """Return what is wrong where the process gave no answer to what was asked for this claim."""
        if self.answering is None or self.answering.fault is None:
            return None
        return Failure(*outcome_of(self.answering.fault))

    def _fault_before(self, witness: Witness) -> Failure | None:
        """Put to the process what it was asked before the counterexample; return what is wrong with that, if anything.

        Raises `UnusableWitness` where it is not such a list.
        """
        earlier = witness.asked.get("earlier", [])
        if self.answering is None:
            return None
        if not (
            isinstance(earlier, list)
            and all(isinstance(each, list) and [*map(type, each)] == [dict, list] for each in earlier)
        ):
            raise witness.fault("what was asked before it cannot be read")
        with suppress(ProcessFault):  # which is known then
            self.answering.ask_as_before(earlier)
        return self._fault()

    # --- Where it stands ---

    def unusable(self, outcome: FailureKind, message: str) -> Report:
        """Return the report of an implementation that cannot be asked anything."""
        return unusable_report(outcome, printable(message), **self.about())

    def report(self) -> Report:
        """Return what was found so far."""
        return Report(
            **self.about(),
            shape=self.shape_words,
            rows=tuple(self.rows),
            counterexample=self.shown[0] if self.shown else None,
            further=tuple(self.shown[1:]),
            warnings=self._warnings(),
        )

    def _warnings(self) -> tuple[str, ...]:
        types = ", ".join(self.watch.taken)
        plain = self.symmetry is None and self.disguise is not None
        told = ["no case is disguised: no symmetry is known (formal-rl suites NAME shows them)"] * plain
        return (*self.warnings, *told, *([f"numbers of {types} were taken by value"] if types else []))

    def stopped(self, outcome: FailureKind, message: str, at: str = "") -> Report:
        """Return the report where the implementation does not come back from what it is being asked.

        ``at`` is the line of it that was reached, where that is known. The shape that is being tried is taken for the
        right one, if none is known yet.
        """
        context = self.watch.context
        if self.shape is None and context is not None:
            self.shape = context[0].shape
        of_cases = isinstance(self.suite, CaseSuite)
        finding = Failure(outcome, message + (f" ({at})" if of_cases else f"\n    {at}") * bool(at))
        if str(self.watch) == IMPORT:
            return self.unusable(outcome, f"{finding.message}\nwhile its module was imported")
        if self.current[0] == "shape" and context is not None:
            if self.witness is None:
                self.conforms(*self.current)
            self.begin("smoke", "smoke", self._smoke(self.claims()).sentence)
        self.diverges(
            *self.current, finding, "" if context else f"asked the {self.watch}", lambda: self._at_stop(finding)
        )
        if self.witness is None:
            self._rest_not_reached()
        return self.report()

    def _at_stop(self, finding: Failure) -> Counterexample:
        """Return the question that is being asked, if it is known by more than its words."""
        _, identifier, sentence = self.current
        if self.watch.context is None:
            text = f"  asked the {self.watch}\n  {shown_word(finding.outcome)}: {finding.message}"
            unknown = "no case is" if isinstance(self.suite, CaseSuite) else "what the agent answered is not"
            why = f"there is no script, since {unknown} known"
            meaning = self.meaning(self.suite.source)
            return Counterexample(identifier, sentence, meaning, str(finding.outcome), text, None, why)
        subject, question, world = self.watch.context
        claim = self._claim_named(identifier)
        if subject.shape.unknowns:
            found = Found.of(finding, question, subject, world, experiment="hangs")
        else:
            expected = () if claim is None else claim.answered_by_definition(question)
            found = Found.of(evolve(finding, expected=expected), question, subject, world, claim=claim)
            found = evolve(found, comes_back=False)
        return self.counterexample(identifier, sentence, found, claim)

    def _rest_not_reached(self) -> None:
        there = {(row.stage, row.claim) for row in self.rows}
        optional = {claim.id for claim in self.claims() if not claim.required}
        for stage, claim, sentence in self.planned(None):
            if (stage, claim) not in there and claim != DISGUISED:  # what fails plainly needs no disguise
                self.not_reached(stage, claim, sentence, required=claim not in optional)

    def meaning(self, source: str) -> str:
        """Return what an implementation is compared with, in a line."""
        if self.semantics == "published":
            return f"the library released with {source}: {self.suite.published or 'nothing'}"
        return f"{source}: {self.suite.meaning}"

    def about(self) -> dict[str, Any]:
        """Return what a report says of the check itself."""
        return {
            "suite": self.suite.name,
            "implementation": self.name,
            "semantics": self.semantics,
            "profile": self.profile,
            "seed": self.seed,
            "source": self.meaning(self.suite.source),
        }

    def counterexample(self, identifier: str, sentence: str, found: Found, claim: AnyClaim | None) -> Counterexample:
        """Return a question as it is shown, with its script, trace and witness."""
        source = self.meaning(self.suite.source if claim is None else claim.source)
        shown = shown_counterexample(self, identifier, sentence, source, found, claim)
        return shown if self.answering is None or self.witness is not None else seen_again(self, shown)

    # --- Rows ---

    def begin(self, stage: str, claim: str, sentence: str) -> None:
        """Take note of what is looked at now, and forget the faults of the claims before."""
        self.current = (stage, claim, sentence)
        self.progress(sentence)
        if self.answering is not None:
            self.answering.fault = None

    def not_reached(self, stage: str, claim: str, sentence: str, *, required: bool = True) -> None:
        """Add a row for a claim that is not looked at, since something before it is broken."""
        self.rows.append(Row(stage, claim, sentence, "not reached", required=required))

    def conforms(self, stage: str, claim: str, sentence: str, evidence: str = "", *, required: bool = True) -> None:
        """Add a row for a claim that was not refuted."""
        self.rows.append(Row(stage, claim, sentence, "conforms", evidence, required=required))

    def diverges(  # noqa: PLR0917
        self,
        stage: str,
        claim: str,
        sentence: str,
        finding: Failure,
        evidence: str,
        shown: Callable[[], Counterexample | None],
        *,
        required: bool = True,
    ) -> None:
        """Add a row for a claim that is refuted; where it is required its counterexample is kept."""
        row = Row(stage, claim, sentence, "diverges", evidence, str(finding.outcome), finding.message, required)
        self.rows.append(row)
        counterexample = shown() if required else None
        if counterexample is not None:
            self.shown.append(counterexample)

    def found_or_not(  # noqa: PLR0917
        self,
        stage: str,
        identifier: str,
        sentence: str,
        cases: int,
        found: Found | None,
        evidence: str,
        claim: AnyClaim | None = None,
    ) -> None:
        """Add a row for a claim that was looked at so many times; ``found`` is where it was refuted, if it was."""
        required = claim is None or claim.required
        if found is None:
            self.conforms(stage, identifier, sentence, evidence, required=required)
            return
        self.diverges(
            stage,
            identifier,
            sentence,
            found.finding,
            f"found at case {cases:,}" if cases else evidence,
            lambda: self.counterexample(identifier, sentence, found, claim),
            required=required,
        )

    def is_expected(self, claim: str, finding: Failure) -> bool:
        """Whether this is what the claim is expected to come to."""
        return claim in self.expected and self.expected[claim]["outcome"] == finding.outcome

    def printing(self, printed: CapturedOutput, *, reached: bool) -> None:
        """Add the row about what was printed."""
        stage, claim, sentence = "pure", "prints", PRINTS
        text = self.printed_when_loaded or printed.text
        if not text and reached:
            self.conforms(stage, claim, sentence, "all to sys.stdout, whatever was asked")
        elif not text:
            self.not_reached(stage, claim, sentence)
        else:
            when = "when it was imported" if self.printed_when_loaded else f"first on the {printed.during}"
            self.conforms(stage, claim, sentence, f"a warning: it printed {text[:200]!r}, {when}")


def runner_of(
    suite: str,
    name: str,
    spec: str | None,
    *,
    semantics: str,
    profile: str,
    seed: int,
    watch: Watch | None = None,
    progress: Callable[[str], None] = lambda sentence: None,
    seconds: float = SECONDS,
    expected: Mapping[str, Mapping[str, Any]] | None = None,
    keep_going: bool = False,
    first: bool = False,
    disguise: int | None = None,
    witness: Witness | None = None,
    tolerance: float | None = None,
    precision: Precision = "double",
) -> Runner:
    """Return the check, ready to run; raise `InvalidParameter` for a suite or settings that there are not."""
    return Runner(
        suite_named(suite),
        name,
        spec,
        semantics,
        profile,
        seed,
        watch=watch or Watch(),
        progress=progress,
        seconds=seconds,
        expected=expected or {},
        keep_going=keep_going,
        first=first,
        disguise=disguise,
        witness=witness,
        tolerance=tolerance_of(tolerance, precision),
    )
