"""One check of one implementation, stage by stage, and the text of a counterexample."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, redirect_stdout, suppress
from functools import partial
from itertools import chain
from threading import Event
from typing import Any

from attrs import define, evolve, field

from formal_rl.conformance.adapters.exec_process import Answering, Process, ProcessFault, script_passes
from formal_rl.conformance.engine.diagnosis import diagnosed
from formal_rl.conformance.engine.failures import Failure, FailureKind, as_fault, outcome_of, printable, shown_word
from formal_rl.conformance.engine.layout import paragraph
from formal_rl.conformance.engine.purity import CHOICES, Purity
from formal_rl.conformance.engine.search import (
    DISGUISED,
    PUBLISHED,
    Asked,
    Found,
    Look,
    NoSuchClaim,
    NoWitness,
    UnusableWitness,
    Witness,
    asked_again,
    attempt,
    claim_as_read,
    free_parts,
    search,
    what_was_asked,
    with_disguises,
)
from formal_rl.conformance.engine.settings import (
    EXEC,
    CapturedOutput,
    Watch,
    enumerated,
    is_command,
    require_settings,
    tolerance_of,
)
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Subject, Suite, Symmetry, WrongShape
from formal_rl.conformance.engine.unknowns import Unknowns, looked_up
from formal_rl.conformance.reports.counterexample_text import counterexample_text, reading_note
from formal_rl.conformance.reports.report import Counterexample, Report, Row, unusable_report
from formal_rl.conformance.reports.script import NoScript, as_run, script_text
from formal_rl.conformance.suites.by_name import suite_named
from formal_rl.errors import NotLoadable, describe_exception
from formal_rl.loading import load_object

SECONDS = 5
"""The seconds that a script waits for an implementation that gave no answer, by default."""

STORED = "the saved counterexample"
IMPORT = "import of its module"
NOT_SEEN_AGAIN = "there is no script, since a new process with the same questions did not show it"
"""Texts that are used more than once."""

NUMBERS_OF_EARLIER = (0, 1, 10, 100, 1_000)
"""How many of the questions before it are put first, one after the other, until a new process does the same."""

SHAPE = Look("shape", "shape", "interface recognised")
PRINTS = Look("pure", "prints", "prints nothing")
"""The look that lasts the whole check."""


@define
class Runner:
    """A check under way; ``report`` can be had at any time, with a failure where it stands if need be.

    ``name`` is how the implementation is called; ``spec`` how a script can import it, if it can. ``seconds`` is how
    long a script waits for an answer. ``expected`` has, by claim, a divergence that holds up nothing: its outcome,
    witness and reading. With ``keep_going`` none holds up anything; ``first`` stops at the first counterexample. With a
    ``witness`` only that is looked at. The seed ``disguise`` disguises all cases. ``answering`` is the process that
    answers, if the implementation is one.
    """

    suite: Suite
    name: str
    spec: str | None
    semantics: Any = "paper"
    profile: str = "quick"
    seed: int = 0
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
    current: Look = SHAPE
    adapter: Adapter | None = None
    tolerance: tuple[float, float] = (0.0, 0.0)
    answering: Answering | None = None
    warnings: list[str] = field(factory=list)

    # --- What is looked at ---

    def detect(self, implementation: Any) -> Adapter:
        """Find out how the implementation is read; raise `WrongShape` where it cannot be."""
        if self.adapter is None:
            self.adapter = self.suite.detect(implementation, self.watch)
        return self.adapter

    @property
    def shape_words(self) -> str | None:
        """The adapter of the implementation, in words, once it is known."""
        if self.adapter is None:
            return None
        if is_command(self.spec) and not self.adapter.of_data:
            return f"a process that answers histories, as JSON lines; in Python: {self.adapter.words}"
        return self.adapter.words

    @property
    def symmetry(self) -> Symmetry | None:
        """The definition's symmetry, if one is known; published forms have none."""
        return None if self.semantics == PUBLISHED else self.suite.symmetry

    def claims(self, *, plain: bool = False) -> Sequence[Claim]:
        """Return the claims of the suite for the shape, if that is known; ``plain`` ones are never in disguise."""
        adapter = self.suite.adapters[0] if self.adapter is None and self.suite.of_data else self.adapter
        if adapter is None:
            return ()
        claims = self.suite.claims(adapter, self.semantics, enumerated(self.profile))
        absolute, relative = self.tolerance
        if relative:
            claims = [evolve(each, tolerance=(each.tolerance + absolute, relative)) for each in claims]
        if plain or self.symmetry is None or not claims:
            return claims
        how: dict[str, Any] = {"seed": self.seed, "every": self.disguise, "replayed": self.witness is not None}
        return with_disguises(claims, self.symmetry, **how, known=self.expected)

    def looks(self, implementation: Any) -> Iterator[Look]:
        """Yield the looks in order, as far as they are known; no question comes before the first look."""
        claims, plain = self.claims(), self.claims(plain=True)
        if not claims:
            return
        subject = Subject(implementation, self.adapter or self.suite.adapters[0], self.watch)
        smoke = self.suite.smoke_claim(subject.adapter, plain)
        yield self._of_claim(smoke, subject)
        cases = self.suite.pure_cases(subject.adapter, plain, enumerated(self.profile))
        yield from Purity(subject, cases, plain[0].new_world, smoke.heard).looks()
        for stage in ("reference", "lemmas"):
            yield from (self._of_claim(claim, subject) for claim in claims if claim.stage == stage)

    def _of_claim(self, claim: Claim, subject: Subject) -> Look:
        look = partial(search, claim, subject, profile=self.profile, seed=self.seed)
        return Look(
            claim.stage, claim.id, claim.sentence, look, partial(claim.evidence, seed=self.seed), claim, subject
        )

    # --- The stages ---

    def run(self, implementation: Any) -> Report:
        """Go through the stages."""
        self.watch.at(lambda: "shape that it has")
        with redirect_stdout(CapturedOutput(self.watch)) as printed, ExitStack() as afterwards:
            afterwards.callback(sys.set_int_max_str_digits, sys.get_int_max_str_digits())
            sys.set_int_max_str_digits(0)  # an answer may be any integer
            try:
                self.detect(implementation)
            except WrongShape as wrong:
                takes = "\n".join(f"- {each}" for each in self.suite.takes)
                return self.unusable(FailureKind.WRONG_SHAPE, f"{wrong}\nThe suite takes:\n{takes}")
            if self.witness is not None:
                return self._replay_stored(self.witness, implementation)
            self._examine(implementation, printed)
        return self.report()

    def load_and_run(self) -> Report:
        """Load what ``spec`` names, keeping what that prints, or start it, and run; a process is ended in any case."""
        assert self.spec is not None
        try:
            if is_command(self.spec):
                self.answering = Answering(self.spec.removeprefix(EXEC), self.suite.name, self.seconds)
                implementation, self.adapter = self.suite.of_process(self.answering)
                self.answering.start()
            else:
                self.watch.at(lambda: IMPORT)
                with redirect_stdout(CapturedOutput(self.watch)) as printed:
                    implementation = load_object(self.spec)
                self.printed_when_loaded = printed.text
            return self.run(implementation)
        except WrongShape as wrong:
            return self.unusable(FailureKind.WRONG_SHAPE, str(wrong))
        except (NotLoadable, ProcessFault) as error:
            return self.unusable(FailureKind.CANNOT_BE_LOADED, str(error))
        finally:
            if self.answering is not None:
                self.answering.end()

    def _examine(self, implementation: Any, printed: CapturedOutput) -> None:
        """Look at the claims of the suite, if it has any for this shape, as long as none that is required fails."""
        looks = list(self.looks(implementation))
        if not looks:
            self._nothing()
            return
        self._row(SHAPE, "conforms")
        broken: str | None = None
        for look in looks:
            again = look.stage == "pure" or (look.claim is not None and look.claim.drawn_as)  # no case is small
            held_up = broken is not None and (broken != look.stage or again) and not self.keep_going
            if held_up or (self.first and self.shown):
                if look.id != DISGUISED:  # what fails plainly needs no disguise
                    self._row(look, "not reached")
            elif self._looked(look) and look.required:
                broken = broken or look.stage
        reached = not any(row.stage == "pure" and row.verdict == "not reached" for row in self.rows)
        self._printing(printed, reached=reached)

    def _nothing(self) -> None:
        of_shape = "" if self.suite.of_data else " of this shape"
        what = f"the published library has nothing{of_shape} to compare {self.suite.name} with"
        self._row(Look("reference", "values", what), "not reached")

    def _looked(self, look: Look) -> bool:
        """Look, and add the row; return whether something was found that is not expected."""
        self.begin(look)
        cases, found = look.look()
        found = self._with_fault(found)
        known = found is not None and self.expected.get(look.id, {}).get("outcome") == found.failure.outcome
        if found is not None and known and look.claim is not None and look.stage != "smoke":
            return self._beyond(look, cases, found)
        self._add(look, cases, found)
        return found is not None and not known

    def _beyond(self, look: Look, cases: int, found: Found) -> bool:
        """Add the row of a claim that diverges as expected; return whether it also departs from what is expected."""
        entry, claim, subject = self.expected[look.id], look.claim, look.subject
        assert claim is not None
        assert subject is not None
        read = claim_as_read(claim, entry, self.suite, subject, enumerated(self.profile))
        if read is None:
            self.warnings.append(
                f"{claim.id} is compared with its counterexample only, since its entry states no reading that the rest "
                'agrees with: add reading = "published"'
            )
        more, beyond = (0, None) if read is None else search(read, subject, profile=self.profile, seed=self.seed)
        if beyond is None:
            self._add(look, cases, found)
            return False
        evolve(self, semantics=PUBLISHED)._add(evolve(look, claim=read), more, beyond)
        self.rows[-1] = evolve(self.rows[-1], reason="this is neither what is expected nor what published answers")
        return True

    # --- One counterexample again ---

    def _replay_stored(self, witness: Witness, implementation: Any) -> Report:
        unusable = None
        try:
            self._replay(witness, implementation)
        except UnusableWitness as error:
            self._row(Look("reference", witness.claim, str(error)), "not reached")
            unusable = error.reason if isinstance(error, NoSuchClaim) else None
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            unusable = f"it holds something that cannot be asked: {describe_exception(error)}"
            self._row(Look("reference", witness.claim, unusable), "not reached")
        self.rows = [evolve(row, evidence=STORED) for row in self.rows]
        return evolve(self.report(), unusable=unusable)

    def _replay(self, witness: Witness, implementation: Any) -> None:
        """Look at the one case again, by the experiment that found it, or three times over."""
        known = {look.id: look for look in self.looks(implementation)}
        if not known:
            self._nothing()
            return
        subject = known["smoke"].subject
        assert subject is not None
        if subject.adapter.of_data and witness.claim not in known:
            raise witness.of_no_claim(known)
        asked, claims = asked_again(witness, self.suite, subject.adapter), self.claims()
        befores = () if asked.before is None else (asked.before,)
        worlds = CHOICES if asked.world is None else (CHOICES[asked.world],)
        purity = Purity(subject, (asked.case,), claims[0].new_world, befores=befores, worlds=worlds)
        pure = {each.id: each for each in purity.looks()}
        look = known.get(witness.claim) or Look("pure", witness.claim, witness.sentence)
        look = evolve(look, sentence=witness.sentence)
        self.begin(look)
        fault = self._fault_before(witness)
        experiment = witness.claim if witness.claim in pure else witness.experiment
        if fault is not None:
            self._add(look, 1, Found.of(fault, asked.case, subject, claims[0].new_world(asked.choose)))
        elif experiment in pure and (look.claim is not None or witness.claim in pure):
            self.begin(look)
            cases, found = pure[experiment].look()
            fault = self._fault()
            if fault is not None:  # these experiments leave out cases without an answer, and this one was asked
                found = Found.of(fault, asked.case, subject, Unknowns(asked.choose))
            self._add(evolve(look, stage="pure"), cases, found)
        elif look.claim is None:
            raise witness.of_no_claim(known, self.shape_words or "")
        else:
            self._replay_claim(look, look.claim, asked, subject)

    def _replay_claim(self, look: Look, claim: Claim, asked: Asked, subject: Subject) -> None:
        """Put the case in its world, three times over: state that is shared shows from the second time on."""
        assert self.witness is not None
        new_world = partial(claim.world_again, asked.choose)
        _, refused = claim.defined(asked.case, new_world()) if claim.of_data else (None, None)
        if refused is not None and self.witness.outcome != FailureKind.ACCEPTS:
            raise self.witness.fault(f"the definition refuses its case: {refused}")
        found = [attempt(claim, subject, asked.case, new_world()) for _ in range(3)]
        self._add(look, 1, self._with_fault(next(filter(None, found), None)))

    # --- A process, which may give no answer ---

    def _with_fault(self, found: Found | None) -> Found | None:
        """Return what was found, as the fault of the process if it is one; nothing where that is nothing."""
        if found is None or self.answering is None:
            return found
        return evolve(found, failure=as_fault(found.failure, self.answering.fault))

    def _fault(self) -> Failure | None:
        """Return the fault if the process gave no answer to a question of this claim."""
        fault = None if self.answering is None else self.answering.fault
        return None if fault is None else Failure(*outcome_of(fault))

    def _fault_before(self, witness: Witness) -> Failure | None:
        """Put the questions before the counterexample to the process again; return their fault, if any.

        Raises `UnusableWitness` where it is not such a list.
        """
        earlier = witness.asked.get("earlier", [])
        if self.answering is None:
            return None
        pairs = earlier if isinstance(earlier, list) else [earlier]
        if not all(isinstance(each, list) and [*map(type, each)] == [dict, list] for each in pairs):
            raise witness.fault("the questions before it cannot be read")
        with suppress(ProcessFault):  # which is known then
            self.answering.ask_as_before(earlier)
        return self._fault()

    # --- Where it stands ---

    def unusable(self, outcome: FailureKind, message: str) -> Report:
        """Return the report of an implementation that takes no question."""
        return unusable_report(outcome, printable(message), **self.about())

    def report(self) -> Report:
        """Return what was found so far."""
        plain = self.symmetry is None and self.disguise is not None
        undisguised = ["no case is disguised: no symmetry is known (formal-rl suites NAME shows them)"] * plain
        return Report(
            **self.about(),
            shape=self.shape_words,
            rows=tuple(self.rows),
            counterexample=self.shown[0] if self.shown else None,
            further=tuple(self.shown[1:]),
            warnings=(*self.warnings, *undisguised),
        )

    def stopped(self, outcome: FailureKind, message: str, at: str = "") -> Report:
        """Return the report where the implementation does not come back from what it is being asked.

        ``at`` is the line of it that was reached, where that is known. The shape that is being tried is taken for the
        right one, if none is known yet.
        """
        context = self.watch.context
        if self.adapter is None and context is not None:
            self.adapter = context[0].adapter
        failure = Failure(outcome, message + (f" ({at})" if self.suite.of_data else f"\n    {at}") * bool(at))
        if str(self.watch) == IMPORT:
            return self.unusable(outcome, f"{failure.message}\nwhile its module was imported")
        looks = list(self.looks(None if context is None else context[0].implementation))
        if self.current.id == SHAPE.id and context is not None:
            if self.witness is None:
                self._row(SHAPE, "conforms")
            self.begin(looks[0])
        evidence = "" if context else f"asked the {self.watch}"
        self._diverges(self.current, failure, evidence, lambda: self._at_stop(failure))
        there = {(row.stage, row.claim) for row in self.rows}
        for look in (*looks, PRINTS) if self.witness is None else ():
            if (look.stage, look.id) not in there and look.id != DISGUISED:  # what fails plainly needs no disguise
                self._row(look, "not reached")
        return self.report()

    def _at_stop(self, failure: Failure) -> Counterexample:
        """Return the case that is being asked, if it is known by more than its words."""
        look = self.current
        if self.watch.context is None:
            text = f"  asked the {self.watch}\n  {shown_word(failure.outcome)}: {failure.message}"
            unknown = "no case is" if self.suite.of_data else "what the agent answered is not"
            why = f"there is no script, since {unknown} known"
            meaning = self.meaning(self.suite.source)
            return Counterexample(look.id, look.sentence, meaning, str(failure.outcome), text, None, why)
        subject, given, world = self.watch.context
        if not subject.adapter.of_data:
            return self._counterexample(look, Found.of(failure, given, subject, world, experiment="hangs"))
        expected = () if look.claim is None else look.claim.defined(given, world)[0]
        failure = evolve(failure, expected=expected)
        return self._counterexample(look, Found.of(failure, given, subject, world, claim=look.claim, comes_back=False))

    def meaning(self, source: str) -> str:
        """Return what an implementation is compared with, in a line."""
        if self.semantics == PUBLISHED:
            return f"the library released with {source}: {self.suite.published or 'nothing'}"
        return f"{source}: {self.suite.meaning}"

    def about(self) -> dict[str, Any]:
        """Return what a report says of the check itself."""
        settings = {"semantics": self.semantics, "profile": self.profile, "seed": self.seed}
        about = {"suite": self.suite.name, "implementation": self.name, **settings}
        return {**about, "source": self.meaning(self.suite.source)}

    # --- Counterexamples ---

    def _counterexample(self, look: Look, found: Found) -> Counterexample:
        """Return a case as text, and as a script, a trace and data that can be looked at again."""
        claim, outcome = look.claim, found.failure.outcome
        source = self.meaning(self.suite.source if claim is None else claim.source)
        script: str | None = None
        reason: str | None = "there is no script, since no module:object names the implementation"
        if self.spec is not None:
            about: dict[str, Any] = {"implementation": self.spec, "sentence": look.sentence, "source": source}
            try:
                script = script_text(found, suite=self.suite.name, **about, seconds=self.seconds)
                reason = None
            except NoScript as why:
                reason = f"there is no script: {why}"
        witness = self._witness(look, source, found)
        free, more = "", []
        if claim is not None and found.experiment == "alone" and outcome is FailureKind.VALUE_DIFFERS:
            free = self._free(claim, look.subject, found)
            more = [self._diagnosis(claim, found), self._as_published(claim, found, witness)]
        text, trace = (
            counterexample_text(found, self.suite, self.semantics, free, whole=whole) for whole in (False, True)
        )
        note = "" if found.subject.adapter.of_data else reading_note(text)
        text = "\n\n".join(filter(None, (text, *more)))
        shown = Counterexample(look.id, look.sentence, source, str(outcome), text, script, reason, note, trace, witness)
        return shown if self.answering is None or self.witness is not None else self._seen_again(shown, self.answering)

    def _witness(self, look: Look, source: str, found: Found) -> dict[str, Any] | None:
        """Return a counterexample as JSON values; ``None`` where it cannot be written so."""
        kind: Any = "case" if found.subject.adapter.of_data else "history"
        failure, about = found.failure, (look.id, look.sentence, source, self.name)
        try:
            asked = what_was_asked(found)
        except NoWitness:
            return None
        came = (str(failure.outcome), failure.message, kind, found.experiment)
        return Witness(self.suite.name, self.semantics, *about, *came, asked).to_json()

    def _free(self, claim: Claim, subject: Subject | None, found: Found) -> str:
        """Say which parts of a case do not matter; a process, which may remember questions, gets no more."""
        if subject is None or found.law is not None or self.answering is not None:
            return ""
        parts = free_parts(claim, subject, found, partial(claim.world_again, looked_up(dict(found.answers))))
        return f"{' or '.join(parts)} fails as well" if parts else ""

    def _diagnosis(self, claim: Claim, found: Found) -> str:
        """Return what all wrong answers of a claim about plain data have in common, if that explains them."""
        expected, subject = claim.expected, found.subject
        if expected is None or not subject.adapter.of_data:
            return ""

        def ask(given: Case) -> Any:
            subject.announce(given, Unknowns())
            return subject.ask(given)

        drawn = (given for given, _ in claim.drawn_in("quick", self.seed))
        cases = chain(claim.cases("quick"), drawn)
        said = diagnosed(lambda given: expected(Unknowns(), given)[0], ask, cases, self.suite.factors)
        return "\n".join(paragraph(f"All that were looked at: {said}")) if said else ""

    def _as_published(self, claim: Claim, found: Found, witness: Mapping[str, Any] | None) -> str:
        """Say that an answer that is not the paper's is that of the published library, if it is."""
        entry = {"reading": None, "witness": witness}
        if self.semantics == PUBLISHED or witness is None:
            return ""
        read = claim_as_read(claim, entry, self.suite, found.subject, "quick")
        return (
            ""
            if read is None
            else "  the published library answers this as yours does: --as published compares with it"
        )

    def _seen_again(self, shown: Counterexample, answering: Answering) -> Counterexample:
        """Return a counterexample with the earlier questions to a process, so that its script and replay show it.

        Those are the last questions up to the final one, which is part of the counterexample, or up to the one
        before, which is part of it where two answers differ. Where a new process does not do the same, there is neither
        script nor data: they would say that it is fixed.
        """
        failed = answering.fault is not None and shown.outcome == outcome_of(answering.fault)[0]
        asked = answering.asked_until_fault if failed else () if answering.process is None else answering.process.asked
        for before in (tuple(asked)[:-1], tuple(asked)[:-2]):
            for number in dict.fromkeys(min(each, len(before)) for each in NUMBERS_OF_EARLIER):
                after = _after(shown, before[len(before) - number :])
                if not script_passes(after.script, self.seconds + 2 * Process.STARTING, Event()):
                    return after
        return evolve(shown, script=None, no_script=NOT_SEEN_AGAIN, witness=None)

    # --- Rows ---

    def begin(self, look: Look) -> None:
        """Take note of what is looked at now, and forget the faults of the claims before."""
        self.current = look
        self.progress(look.sentence)
        if self.answering is not None:
            self.answering.fault = None

    def _row(self, look: Look, verdict: Any, evidence: str = "", **more: Any) -> None:
        row = Row(look.stage, look.id, look.sentence, verdict, evidence, required=look.required, **more)
        self.rows.append(row)

    def _add(self, look: Look, cases: int, found: Found | None) -> None:
        """Add a row for a claim and the number of its cases; ``found`` is where it was refuted, if it was."""
        if found is None:
            self._row(look, "conforms", STORED if self.witness else look.evidence(cases))
            return
        evidence = f"found at case {cases:,}" if cases else look.evidence(cases)
        self._diverges(look, found.failure, evidence, lambda: self._counterexample(look, found))

    def _diverges(self, look: Look, failure: Failure, evidence: str, shown: Callable[[], Counterexample]) -> None:
        """Add a row for a claim that is refuted; where it is required its counterexample is kept."""
        self._row(look, "diverges", evidence, outcome=str(failure.outcome), message=failure.message)
        if look.required:
            self.shown.append(shown())

    def _printing(self, printed: CapturedOutput, *, reached: bool) -> None:
        """Add the row about what was printed."""
        text = self.printed_when_loaded or printed.text
        if not text:
            evidence = "all to sys.stdout, whatever was asked" if reached else ""
            self._row(PRINTS, "conforms" if reached else "not reached", evidence)
            return
        when = "when it was imported" if self.printed_when_loaded else f"first on the {printed.during}"
        self._row(PRINTS, "conforms", f"a warning: it printed {text[:200]!r}, {when}")


def _after(shown: Counterexample, earlier: Sequence[Any]) -> Counterexample:
    """Return a counterexample in whose script and witness other questions are put first, with the actions done then."""
    shown = evolve(shown, script=None if shown.script is None else as_run(shown.script, earlier))
    if not earlier:
        return shown
    witness = shown.witness and {**shown.witness, "asked": {**shown.witness["asked"], "earlier": [*map(list, earlier)]}}
    what = "another question" if len(earlier) == 1 else f"{len(earlier):,} other questions"
    return evolve(shown, witness=witness, text=f"{shown.text}\n\n  A new process does so after {what}.")


def runner_of(suite: str, name: str, spec: str | None, **settings: Any) -> Runner:
    """Return the check, ready to run; ``settings`` are those of `check`, and other fields of `Runner`.

    Raises `InvalidParameter` for a suite or a setting that there is not.
    """
    settings = require_settings(settings)
    settings["tolerance"] = tolerance_of(settings.pop("tolerance", None), settings.pop("precision", "double"))
    given = {name: value for name, value in settings.items() if value is not None}
    return Runner(suite_named(suite), name, spec, **given)
