"""Suites of functions of plain data: what is put to them is a case, and cases come smallest first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.apart.exec_process import Answering, JsonLines
from formal_rl.conformance.engine.answers import Failure, bounded_text, rounded
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.case_answers import agree, first_disagreement, plain_numbers, unusual
from formal_rl.conformance.engine.claims import cases_text
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.profiles import Depth
from formal_rl.conformance.engine.subjects import Convention, ImplementationRaised, Question, Subject, WrongShape
from formal_rl.conformance.engine.unknowns import Choose, Unknowns, constant
from formal_rl.errors import FormalRLError

PURE_CASES = 10
"""How many cases are put again, and in pairs."""

Case: TypeAlias = Mapping[str, Any]
"""What is put to an implementation, by the names of its parameters.

Values are plain: ints, Fractions, floats, strings, None, and tuples of these; a board is a tuple of rows.
"""

Ask: TypeAlias = Callable[[Case], Any]
"""What puts a case to an implementation and returns its answer as plain data."""

Law: TypeAlias = Callable[[Ask, Case], tuple[Any, Any]]
"""What holds of answers without a reference: returns two things that must agree, such as d(x, y) and d(y, x)."""


def case(**given: Any) -> Case:
    """Return a case."""
    return MappingProxyType(given)


def _one_case(given: Case) -> Iterable[Case]:
    return ()


def _no_cases(profile: str) -> Iterable[Case]:
    return ()


UNUSUAL = {"a numpy value": FailureKind.NUMPY_VALUE, "not a number": FailureKind.NOT_A_NUMBER}


def unusual_finding(answer: Any) -> Failure | None:
    """Return the finding of an answer that is not a plain data, or of what is not a number."""
    try:
        kind = unusual(answer)
    except RecursionError:
        return Failure(
            FailureKind.WRONG_TYPE, f"the answer holds itself, or is nested too deeply: {bounded_text(answer)}"
        )
    return None if kind is None else Failure(UNUSUAL[kind], f"the answer is {bounded_text(answer)}", got=(answer,))


@frozen
class CaseClaim:
    """One claim about an implementation, decided case by case.

    What it answers is compared with ``expected``, called with the case by keywords; or ``law`` holds, for which no
    reference is needed. ``cases`` come smallest first; ``drawn`` makes one from a seed, ``number`` of them in each
    profile, and ``smaller`` gives those to try in the place of one on which the claim is false.
    Floats may differ by ``tolerance``, everything else not at all. Where ``expected`` raises one of our own errors,
    the case is one to be refused: any exception of the implementation will do, and no answer.
    """

    id: str
    stage: Literal["smoke", "reference", "lemmas"]
    sentence: str
    source: str
    domain: str
    cases: Callable[[str], Iterable[Case]] = _no_cases
    drawn: Callable[[int], Case] | None = None
    number: Mapping[str, int] = field(factory=lambda: {"quick": 40, "full": 400})
    expected: Callable[..., Any] | None = None
    law: Law | None = None
    smaller: Callable[[Case], Iterable[Case]] = _one_case
    tolerance: Any = 0.0
    required: bool = True
    hint: str = ""
    only_drawn: bool = False

    def __call__(self, cases: Callable[[str], Iterable[Case]]) -> "CaseClaim":
        """Return the claim about these cases: a claim is the decorator of the generator of its cases."""
        return evolve(self, cases=cases)

    @property
    def is_law(self) -> bool:
        """Whether it holds of answers to several cases, whatever they are."""
        return self.expected is None

    def enumerated(self, depth: Depth) -> Iterator[Question]:
        """Yield the cases that are gone through."""
        return map(Question, self.cases(depth))

    def drawn_in(self, depth: Depth, seed: int) -> Iterator[tuple[Question, Callable[[], Unknowns]]]:
        """Yield the cases that are drawn, each with what makes a world, in which nothing is unknown."""
        if self.drawn is not None:
            number = self.number[depth]
            for case_seed in range(seed * number, (seed + 1) * number):
                yield Question(self.drawn(case_seed)), self.new_world

    def new_world(self, choose: Choose | None = None, **settings: Any) -> Unknowns:
        """Return a world that is asked nothing."""
        return Unknowns(choose or constant(0))

    def smaller_than(self, subject: Subject, question: Question) -> Iterator[Question]:
        """Yield the cases to try in the place of one."""
        return map(Question, self.smaller(question.put))

    def evidence(self, cases: int, seed: int) -> str:
        """Say on how many cases it was not refuted."""
        return cases_text(self.domain, cases)

    def of(self, subject: Subject) -> Subject:
        """Return what is asked: the implementation."""
        return subject

    def refused(self, question: Question) -> str | None:
        """Return why the definition refuses a case, where it does."""
        return self._defined(question.put)[1]

    def answered_by_definition(self, question: Question) -> tuple[Any, ...]:
        """Return the one answer that is expected, if there is one."""
        expected, refused = self._defined(question.put)
        return () if self.expected is None or refused is not None else (expected,)

    def _defined(self, given: Case) -> tuple[Any, str | None]:
        """Return the answer that is expected, or why the definition refuses the case."""
        try:
            return None if self.expected is None else plain_data(self.expected(**given)), None
        except FormalRLError as error:
            return None, str(error)

    def attempt(self, subject: Subject, world: Unknowns, question: Question) -> Failure | None:
        """Put one case and compare; return what is wrong, if anything."""
        subject.announce(question, world)
        if self.law is not None:
            return self._by_law(self.law, subject, question.put)
        return self._by_reference(subject, world, question)

    def _by_law(self, law: Law, subject: Subject, given: Case) -> Failure | None:
        try:
            expected, got = law(lambda asked: subject.ask(Question(asked)), given)
        except ImplementationRaised as raised:
            return raised.finding
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A law handles answers, which may be of any kind where no reference was asked about the same case.
            return Failure(FailureKind.WRONG_TYPE, f"nothing can be done with its answers here: {error}")
        return unusual_finding((expected, got)) or self._compared(expected, got)

    def _by_reference(self, subject: Subject, world: Unknowns, question: Question) -> Failure | None:
        expected, refused = self._defined(question.put)
        answers, finding = subject.collected(world, question)
        if finding is not None:
            if refused is not None and finding.outcome is FailureKind.RAISES:
                return None
            return evolve(finding, expected=(expected,) if refused is None else ())
        (got,) = answers
        if refused is not None:
            told = f"it answers {bounded_text(got)}, and is to refuse this: {refused}"
            return Failure(FailureKind.ACCEPTS, told, got=(got,))
        found = unusual_finding(got)
        return evolve(found, expected=(expected,)) if found is not None else self._compared(expected, got)

    def _compared(self, expected: Any, got: Any) -> Failure | None:
        if agree(expected, got, self.tolerance):
            return None
        place, right, answer = first_disagreement(expected, got, self.tolerance)
        where = f"at {place}: " if place else ""
        message = f"{where}expected {bounded_text(right)}, got {bounded_text(answer)}{rounded(right, answer)}"
        return Failure(FailureKind.VALUE_DIFFERS, message, (expected,), (got,))


@frozen
class SmokeClaim(CaseClaim):
    """The claim that answers are of the right kind; ``answered`` has what came when little had been asked."""

    wrong_kind: Callable[[Any], str | None] = field(kw_only=True)
    answered: list[tuple[Question, Any]] = field(factory=list, eq=False, kw_only=True)

    def attempt(self, subject: Subject, world: Unknowns, question: Question) -> Failure | None:
        """Put one case and look at the kind of the answer."""
        subject.announce(question, world)
        answers, finding = subject.collected(world, question)
        found = finding or unusual_finding(answers[0])
        if found is not None:
            return found
        self.answered.append((question, answers[0]))
        wrong = self.wrong_kind(answers[0])
        if wrong is None:
            return None
        return Failure(FailureKind.WRONG_TYPE, f"the answer is {bounded_text(answers[0])}: {wrong}")


def claims_of(stage: Literal["reference", "lemmas"], source: str, **shared: Any) -> Callable[..., CaseClaim]:
    """Return what makes claims that share this and, where they have nothing of their own, the fields that are given.

    Such a claim stands above the generator of its cases, or it is given ``cases``, or what one is ``drawn`` by.
    """

    def claim(identifier: str, sentence: str, *domain_and_hint: str, **own: Any) -> CaseClaim:
        given = dict(zip(("domain", "hint")[: len(domain_and_hint)], domain_and_hint, strict=True))
        assert all(isinstance(each, str) for each in domain_and_hint), f"{identifier}: cases go by name"
        return CaseClaim(identifier, stage, sentence, source, **{**shared, **given, **own})

    return claim


def of_the_paper(claims: tuple[CaseClaim, ...]) -> Callable[[str], tuple[CaseClaim, ...]]:
    """Return the claims of a suite that has nothing published to compare with."""
    return lambda semantics: () if semantics == "published" else claims


def as_published(
    claims: Iterable[CaseClaim], expected: Callable[..., Any], tolerance: float = 0.0, **changed: Mapping[str, Any]
) -> tuple[CaseClaim, ...]:
    """Return claims with another reference and tolerance; by claim, what else of it is ``changed``."""
    references = {"expected": expected, **({"tolerance": tolerance} if tolerance else {})}
    return tuple(
        evolve(claim, **{**(references if claim.expected else {}), **changed.get(claim.id, {})}) for claim in claims
    )


@frozen
class CaseSuite:
    """One definition that functions of plain data are checked against; ``meaning`` is the definition in a line.

    ``parameters`` says what each name of a case is. ``smoke`` are a few cases, whose answers only have to be of the
    right kind, which ``wrong_kind`` decides: it returns None or what is wrong, in words.
    """

    name: str
    source: str
    meaning: str
    parameters: Mapping[str, str]
    conventions: tuple[Convention, ...]
    smoke: tuple[Case, ...]
    wrong_kind: Callable[[Any], str | None]
    claims: Callable[[str], tuple[CaseClaim, ...]]
    published: str | None = None

    def detect(self, implementation: Any, watch: Watch) -> Convention:
        """Return the first convention that fits; raise `WrongShape` where none does."""
        about = Subject(implementation, self.conventions[-1], watch), Question(self.smoke[0]), Unknowns(constant(0))
        watch.at(lambda: f"case {about[1]}", about)  # where something has to be tried, this is what it is tried on
        reasons = [(convention, convention.fits(implementation)) for convention in self.conventions]
        found = next((convention for convention, reason in reasons if reason is None), None)
        if found is None:
            raise WrongShape("\n".join(f"{reason} (for {convention.words})" for convention, reason in reasons))
        if not found.forms or self._is_answered(found.adapter, implementation, self.smoke[:1]):
            return found  # asked no more than needed: it may keep something
        forms = (evolve(found, words=words, adapter=adapter) for words, adapter in found.forms.items())
        return next((each for each in forms if self._is_answered(each.adapter, implementation, self.smoke)), found)

    def _is_answered(self, adapter: Any, implementation: Any, cases: Iterable[Case]) -> bool:
        """Whether the implementation, called so, answers the cases with what is of the right kind."""
        try:
            answers = [adapter.answer(implementation, adapter.arguments(each)) for each in cases]
            return all(self.wrong_kind(plain_numbers(each)) is None for each in answers)
        except KeyboardInterrupt:
            raise
        except BaseException:
            return False

    def of_process(self, answering: Answering) -> tuple[Any, Convention]:
        """Return the process itself, which is sent cases, and how that is done."""
        return answering, Convention("a process that answers cases, as JSON lines", JsonLines, lambda thing: None)

    def claims_for(self, shape: Any, semantics: str, depth: Depth) -> tuple[CaseClaim, ...]:
        """Return the claims, which are the same for every convention."""
        return self.claims(semantics)

    def smoke_claim(self, shape: Any, claims: Sequence[CaseClaim]) -> CaseClaim:
        """Return the claim that answers are of the right kind."""
        sentence = f"returns the right types in {len(self.smoke)} cases"
        return SmokeClaim(
            "smoke", "smoke", sentence, self.source, "hand-picked", lambda depth: self.smoke, wrong_kind=self.wrong_kind
        )

    def pure_questions(self, shape: Any, claims: Sequence[CaseClaim], depth: Depth) -> tuple[Question, ...]:
        """Return the questions that are put again, and in pairs: few of each claim."""
        some = [self.smoke]
        for claim in claims:
            if claim.stage == "reference":
                drawn = () if claim.drawn is None else map(claim.drawn, range(2))
                some.append((*islice(iter(claim.cases(depth)), 3), *drawn))
        return tuple(islice(map(Question, chain.from_iterable(some)), PURE_CASES))

    @property
    def takes(self) -> tuple[str, ...]:
        """The conventions in words, and what the parameters are."""
        return (
            *(words for each in self.conventions for words in (each.words, *each.forms)),
            *(f"{name}: {what}" for name, what in self.parameters.items()),
        )


def no_number(answer: Any) -> str | None:
    """Return None, or in words what is wrong with an answer that is to be a number."""
    return None if type(answer) in {int, float, Fraction} else "expected a number"
