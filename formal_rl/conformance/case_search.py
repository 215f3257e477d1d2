"""The smallest case on which a claim about a function of plain data is false."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from attrs import frozen

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.capture import Watch, blamed_line
from formal_rl.conformance.case_adapters import plain_data
from formal_rl.conformance.case_answers import agree, first_disagreement, unusual
from formal_rl.conformance.case_suites import Case, CaseClaim, Convention
from formal_rl.conformance.exec_faults import outcome_of
from formal_rl.conformance.exec_process import ProcessFault
from formal_rl.conformance.failing_case import FailingCase
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.profiles import drawn, enumerated
from formal_rl.errors import FormalRLError, describe_exception

MOST_SMALLER = 300
"""How many smaller cases are tried in the place of one on which a claim is false."""

LONGEST = 300
"""How much of a value is shown in a line."""


class ImplementationRaised(Exception):
    """An implementation raised an exception; keeps it as a finding."""

    def __init__(self, finding: Failure) -> None:
        super().__init__(finding.message)
        self.finding = finding


def bounded_text(value: Any) -> str:
    """Return a value as text of bounded length."""
    try:
        text = repr(value)
    except Exception:  # a repr of its own that fails
        text = f"something of type {type(value).__name__} that cannot be written out"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


@frozen
class CaseSubject:
    """An implementation and the convention by which it is called."""

    implementation: Any
    convention: Convention
    watch: Watch

    def ask(self, case: Case) -> Any:
        """Return the answer to a case as it was given; raise `ImplementationRaised` where there is none."""
        return self.call(self.arguments(case))

    def arguments(self, case: Case) -> Any:
        """Return the arguments for a case."""
        return self.convention.adapter.arguments(case)

    def call(self, arguments: Any) -> Any:
        """Call the implementation with arguments; raise `ImplementationRaised` where that raises."""
        try:
            return self.convention.adapter.answer(self.implementation, arguments)
        except FormalRLError as error:
            raise ImplementationRaised(_raises(error)) from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise ImplementationRaised(_raises(error)) from error


def _raises(error: BaseException) -> Failure:
    if isinstance(error, ProcessFault):
        return Failure(*outcome_of(error))
    at = blamed_line(error)
    outcome = FailureKind.ENDS_THE_PROCESS if isinstance(error, SystemExit) else FailureKind.RAISES
    return Failure(outcome, describe_exception(error) + (f" ({at})" if at else ""))


_UNUSUAL = {"a numpy value": FailureKind.NUMPY_VALUE, "not a number": FailureKind.NOT_A_NUMBER}


def unusual_finding(answer: Any) -> Failure | None:
    """Return the finding of an answer that is no plain data, or of what is not a number."""
    try:
        kind = unusual(answer)
    except RecursionError:
        return Failure(
            FailureKind.WRONG_TYPE, f"the answer holds itself, or is nested too deeply: {bounded_text(answer)}"
        )
    return None if kind is None else Failure(_UNUSUAL[kind], f"the answer is {bounded_text(answer)}", got=(answer,))


def announce(subject: CaseSubject, case: Case, claim: CaseClaim | None = None) -> None:
    """Have the watch know which case is put, and for which claim if there is one that compares its answer."""
    subject.watch.at(lambda: f"case {bounded_text(dict(case))}", (claim, case))


def attempt(claim: CaseClaim, subject: CaseSubject, case: Case) -> FailingCase | None:
    """Put one case and compare; return what is wrong, if anything."""
    announce(subject, case, claim)
    finding = _by_law(claim, subject, case) if claim.law is not None else _by_reference(claim, subject, case)
    return None if finding is None else FailingCase(finding, case, law=claim.law, tolerance=claim.tolerance)


def _by_law(claim: CaseClaim, subject: CaseSubject, case: Case) -> Failure | None:
    assert claim.law is not None
    try:
        expected, got = claim.law(subject.ask, case)
    except ImplementationRaised as raised:
        return raised.finding
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A law handles answers, which may be of any kind where no reference was asked about the same case.
        return Failure(FailureKind.WRONG_TYPE, f"nothing can be done with its answers here: {error}")
    found = unusual_finding((expected, got))
    if found is not None:
        return found
    return None if agree(expected, got, claim.tolerance) else _differs(expected, got, claim.tolerance)


def _by_reference(claim: CaseClaim, subject: CaseSubject, case: Case) -> Failure | None:
    assert claim.expected is not None
    refused, expected = None, None
    try:
        expected = plain_data(claim.expected(**case))
    except FormalRLError as error:
        refused = str(error)
    try:
        got = subject.ask(case)
    except ImplementationRaised as raised:
        if refused is not None and raised.finding.outcome is FailureKind.RAISES:
            return None
        finding = raised.finding
        return Failure(finding.outcome, finding.message, (expected,) if refused is None else ())
    if refused is not None:
        return Failure(
            FailureKind.ACCEPTS, f"it answers {bounded_text(got)}, and is to refuse this: {refused}", got=(got,)
        )
    found = unusual_finding(got)
    if found is not None:
        return Failure(found.outcome, found.message, (expected,), (got,))
    return None if agree(expected, got, claim.tolerance) else _differs(expected, got, claim.tolerance)


def _differs(expected: Any, got: Any, tolerance: float) -> Failure:
    place, right, answer = first_disagreement(expected, got, tolerance)
    where = f"at {place}: " if place else ""
    message = f"{where}expected {bounded_text(right)}, got {bounded_text(answer)}"
    return Failure(FailureKind.VALUE_DIFFERS, message, (expected,), (got,))


def search_cases(claim: CaseClaim, subject: CaseSubject, *, profile: str, seed: int) -> tuple[int, FailingCase | None]:
    """Return how many cases were looked at, and the smallest on which the claim is false, if there is one."""
    cases = 0
    for case in claim.cases(enumerated(profile)):
        cases += 1
        found = attempt(claim, subject, case)
        if found is not None:
            return cases, _smallest(claim, subject, found)
    if claim.drawn is not None:
        number = claim.number[drawn(profile)]
        for case_seed in range(seed * number, (seed + 1) * number):
            cases += 1
            found = attempt(claim, subject, claim.drawn(case_seed))
            if found is not None:
                return cases, _smallest(claim, subject, found)
    return cases, None


def _smallest(claim: CaseClaim, subject: CaseSubject, found: FailingCase) -> FailingCase:
    tried, going = 0, True
    while going and found.finding.outcome is not FailureKind.HANGS:
        going = False
        for smaller in claim.smaller(found.case):
            tried += 1
            if tried > MOST_SMALLER:
                return found
            again = attempt(claim, subject, smaller)
            if again is not None and again.finding.outcome is found.finding.outcome:
                found, going = again, True
                break
    return found


# --- Whether it is a function ---

REPETITIONS = 4


def again(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, FailingCase | None]:
    """Ask each case several times."""
    number = 0
    for case in cases:
        first = _quietly(subject, case)
        for _ in range(REPETITIONS):
            number += 1
            if not _same(first, other := _quietly(subject, case)):
                return number, FailingCase(_otherwise(first, other, "asked again"), case, "again")
    return number, None


def after(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, FailingCase | None]:
    """Ask each case after each other."""
    number = 0
    alone = [_quietly(subject, case) for case in cases]
    for case, first in zip(cases, alone, strict=True):
        for before in cases:
            number += 1
            _quietly(subject, before)
            if not _same(first, other := _quietly(subject, case)):
                return number, FailingCase(_otherwise(first, other, "after another case"), case, "after", before)
    return number, None


def after_one(subject: CaseSubject, case: Case, before: Case) -> FailingCase | None:
    """Ask a case, then another, and the first again."""
    first = _quietly(subject, case)
    _quietly(subject, before)
    if _same(first, other := _quietly(subject, case)):
        return None
    return FailingCase(_otherwise(first, other, "after another case"), case, "after", before)


def unlike_before(subject: CaseSubject, answered: Sequence[tuple[Case, Any]]) -> FailingCase | None:
    """Ask again what was answered when little had been asked: what is shared may be full by now, and change no more."""
    for case, answer in answered:
        if not _same(plain_data(answer), other := _quietly(subject, case)):
            finding = _otherwise(answer, other, "after other cases")
            return FailingCase(finding, case, "after", answered[-1][0])
    return None


def mutates(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, FailingCase | None]:
    """Look at what was handed over, before and after."""
    for number, case in enumerate(cases, start=1):
        announce(subject, case)
        arguments = subject.arguments(case)
        before = repr(plain_data(deepcopy(arguments)))
        try:
            subject.call(arguments)
        except ImplementationRaised:
            continue
        if repr(plain_data(arguments)) != before:
            finding = Failure(FailureKind.MUTATES, "what was handed to it is another afterwards")
            return number, FailingCase(finding, case, "mutates")
    return len(cases), None


Experimenting = Callable[[CaseSubject, tuple[Case, ...]], tuple[int, FailingCase | None]]

PURITY: tuple[tuple[str, str, Experimenting], ...] = (
    ("again", "asked again, it answers alike", again),
    ("after", "asked after others, it answers alike", after),
    ("mutates", "leaves what it is given as it was", mutates),
)
"""The experiments of the stage of purity: identifier, sentence, and what is done."""


def _quietly(subject: CaseSubject, case: Case) -> Any:
    announce(subject, case)
    try:
        return plain_data(subject.ask(case))
    except ImplementationRaised as raised:
        return raised.finding.message


def _same(first: Any, other: Any) -> bool:
    return bool(agree(first, other)) or repr(first) == repr(other)


def _otherwise(first: Any, other: Any, how: str) -> Failure:
    message = f"alone it answers {bounded_text(first)}; {how}, {bounded_text(other)}"
    return Failure(FailureKind.NOT_DETERMINISTIC, message, (first,), (other,))
