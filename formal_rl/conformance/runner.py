"""One check of one implementation, stage by stage: what all suites have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, Protocol

from attrs import define, evolve, field

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.capture import CapturedOutput, Watch, any_number_of_digits, printing_kept
from formal_rl.conformance.conformance_report import Counterexample, Report, Row, unusable_report
from formal_rl.conformance.exec_faults import EXEC, is_command
from formal_rl.conformance.exec_process import Answering, ProcessFault
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.printable import printable
from formal_rl.conformance.witness import NoSuchClaim, NoWitness, UnusableWitness, Witness
from formal_rl.errors import FormalRLError, NotLoadable, describe_exception
from formal_rl.loading import load_object

SECONDS = 5
"""How long a script waits for an implementation that gave no answer, where not said otherwise."""

SHAPE = "has a shape that the suite knows"
PRINTS = "prints nothing"
STORED = "the counterexample that was kept"
IMPORT = "import of its module"
"""What is always said alike."""


class WrongShape(FormalRLError, TypeError):
    """An implementation has no shape that its suite knows; the message says what it has and what is known."""


class NoScript(FormalRLError):
    """There can be no script; the message says why."""


class AnySuite(Protocol):
    """What every suite has: its name, where it is from, what is meant, and what it takes."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def source(self) -> str:
        """Where it is defined."""

    @property
    def meaning(self) -> str:
        """The definition in a line."""

    @property
    def published(self) -> str | None:
        """What the published library does, in a line, if it has something of the kind."""

    @property
    def takes(self) -> tuple[str, ...]:
        """The shapes of implementations that it knows."""


@define
class Runner(ABC):
    """A check under way; ``report`` can be had at any time, with a finding where it stands if need be.

    ``name`` is how the implementation is called; ``spec`` how a script can import it, if it can. ``seconds`` is how
    long a script waits where there was no answer. ``expected`` has, by claim, an outcome that holds up nothing. With a
    ``witness`` only that is looked at. ``without_purity`` leaves out a stage in which cases are not the smallest.
    """

    suite: Any
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
    expected: Mapping[str, str] = field(factory=dict)
    witness: Witness | None = None
    shown: list[Counterexample] = field(factory=list)
    without_purity: bool = False
    current: tuple[str, str, str] = ("shape", "shape", SHAPE)

    @abstractmethod
    def detect(self, implementation: Any) -> None:
        """Find out how the implementation is read; raise `WrongShape` where it cannot be."""

    @property
    def is_process(self) -> bool:
        """Whether the implementation is a command that answers over JSON lines."""
        return is_command(self.spec)

    @abstractmethod
    def of_process(self, answering: Answering) -> Any:
        """Return the implementation that a process is, which is read in one way; raise `WrongShape` if it cannot be."""

    @property
    @abstractmethod
    def shape_words(self) -> str | None:
        """How the implementation is read, in words, once it is known."""

    @abstractmethod
    def examine(self, implementation: Any, printed: CapturedOutput) -> None:
        """Go through the stages after the shape."""

    @abstractmethod
    def replay(self, witness: Witness, implementation: Any, printed: CapturedOutput) -> None:
        """Look at one counterexample again."""

    @abstractmethod
    def smaller(self, witness: Witness) -> Iterator[Witness]:
        """Yield smaller counterexamples to the same claim, as they might be."""

    @abstractmethod
    def planned(self, implementation: Any) -> tuple[tuple[str, str, str], ...]:
        """Return stage, claim and sentence of the rows that there will be, as far as is known, asking nothing."""

    @property
    @abstractmethod
    def optional(self) -> frozenset[str]:
        """The claims that decide nothing."""

    @abstractmethod
    def counterexample(self, identifier: str, sentence: str, found: Any, claim: Any) -> Counterexample:
        """Return what was found as it is shown; of no claim where an experiment of purity found it."""

    @abstractmethod
    def counterexample_at_stop(self, finding: Failure) -> Counterexample | None:
        """Return the counterexample where the implementation does not come back from what it is being asked."""

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
                self.examine(implementation, printed)
            else:
                return self._replay_stored(self.witness, implementation, printed)
        return self.report()

    def _replay_stored(self, witness: Witness, implementation: Any, printed: CapturedOutput) -> Report:
        unusable = None
        try:
            self.replay(witness, implementation, printed)
        except UnusableWitness as error:
            self.not_reached("reference", witness.claim, str(error))
            unusable = error.reason if isinstance(error, NoSuchClaim) else None
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            unusable = f"it holds something that cannot be asked: {describe_exception(error)}"
            self.not_reached("reference", witness.claim, unusable)
        self.rows = [evolve(row, evidence=STORED) for row in self.rows]
        return evolve(self.report(), unusable=unusable)

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
        )

    def stopped(self, outcome: FailureKind, message: str, at: str = "") -> Report:
        """Return the report where the implementation does not come back from what it is being asked.

        ``at`` is the line of it that was reached, where that is known.
        """
        finding = Failure(outcome, self.with_line(message, at) if at else message)
        if str(self.watch) == IMPORT:
            return self.unusable(outcome, f"{finding.message}\nwhile its module was imported")
        is_known = self.watch.context is not None
        if self.current[0] == "shape" and is_known:
            if self.witness is None:
                self.conforms(*self.current)
            self.begin("smoke", "smoke", self.smoke_sentence)
        asked = "" if is_known else f"asked the {self.watch}"
        self.diverges(*self.current, finding, asked, lambda: self.counterexample_at_stop(finding))
        if self.witness is None:
            self._rest_not_reached()
        return self.report()

    def with_line(self, message: str, at: str) -> str:
        """Return what is said, with the line of the implementation."""
        return f"{message}\n    {at}"

    def _rest_not_reached(self) -> None:
        there = {(row.stage, row.claim) for row in self.rows}
        for stage, claim, sentence in self.planned(None):
            if (stage, claim) not in there:
                self.not_reached(stage, claim, sentence, required=claim not in self.optional)

    @property
    def smoke_sentence(self) -> str:
        """What the stage of smoke claims."""
        return "answers three questions with something of the right kind"

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

    def witness_of(  # noqa: PLR0917
        self,
        claim: str,
        sentence: str,
        source: str,
        found: Any,
        kind: Literal["case", "history"],
        asked: Callable[[], Mapping[str, Any]],
    ) -> dict[str, Any] | None:
        """Return a counterexample as JSON values; ``None`` where it cannot be written so."""
        finding: Failure = found.finding
        try:
            return Witness(
                self.suite.name,
                "published" if self.semantics == "published" else "paper",
                claim,
                sentence,
                source,
                self.name,
                str(finding.outcome),
                finding.message,
                kind,
                found.experiment,
                asked(),
            ).to_json()
        except NoWitness:
            return None

    # --- Rows ---

    def begin(self, stage: str, claim: str, sentence: str) -> None:
        """Take note of what is looked at now."""
        self.current = (stage, claim, sentence)
        self.progress(sentence)

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
        found: Any,
        domain: str,
        *,
        claim: Any = None,
    ) -> None:
        """Add a row for a claim that was looked at so many times; ``found`` is where it was refuted, if it was."""
        required = claim is None or claim.required
        if found is None:
            self.conforms(stage, identifier, sentence, cases_text(domain, cases), required=required)
            return
        self.diverges(
            stage,
            identifier,
            sentence,
            found.finding,
            f"found at case {cases:,}" if cases else domain,
            lambda: self.counterexample(identifier, sentence, found, claim),
            required=required,
        )

    def is_expected(self, claim: str, finding: Failure) -> bool:
        """Whether this is what the claim is expected to come to."""
        return self.expected.get(claim) == finding.outcome

    def printing(
        self, printed: CapturedOutput, shown: Callable[[Failure], Counterexample | None], *, reached: bool
    ) -> None:
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


def cases_text(domain: str, cases: int) -> str:
    """Return the evidence of a claim that was not refuted."""
    return f"{domain}: {cases:,} case{'' if cases == 1 else 's'}"
