"""The smallest case on which a claim about a function of plain data is false."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from attrs import frozen

from formal_rl.conformance.answers import Finding
from formal_rl.conformance.case_answers import agree, first_disagreement, unusual
from formal_rl.conformance.case_drivers import plain_data
from formal_rl.conformance.case_found import CaseFound
from formal_rl.conformance.case_suites import Case, CaseClaim, Convention
from formal_rl.conformance.exec_faults import outcome_of
from formal_rl.conformance.exec_process import ProcessFault
from formal_rl.conformance.isolation import Watch, blamed_line
from formal_rl.conformance.outcomes import Outcome
from formal_rl.conformance.profiles import drawn, enumerated
from formal_rl.errors import FormalRLError, said

MOST_SMALLER = 300
"""How many smaller cases are tried in the place of one on which a claim is false."""

LONGEST = 300
"""How much of a value is shown in a line."""


class Raised(Exception):
    """An implementation raised an exception; keeps it as a finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def shown(value: Any) -> str:
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
        """Return the answer to a case as it was given; raise `Raised` where there is none."""
        return self.called(self.handed(case))

    def handed(self, case: Case) -> Any:
        """Return the arguments for a case."""
        return self.convention.driver.handed(case)

    def called(self, arguments: Any) -> Any:
        """Call the implementation with arguments; raise `Raised` where that raises."""
        try:
            return self.convention.driver.answer(self.implementation, arguments)
        except FormalRLError as error:
            raise Raised(_raises(error)) from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Raised(_raises(error)) from error


def _raises(error: BaseException) -> Finding:
    if isinstance(error, ProcessFault):
        return Finding(*outcome_of(error))
    at = blamed_line(error)
    outcome = Outcome.ENDS_THE_PROCESS if isinstance(error, SystemExit) else Outcome.RAISES
    return Finding(outcome, said(error) + (f" ({at})" if at else ""))


_UNUSUAL = {"a numpy value": Outcome.NUMPY_VALUE, "not a number": Outcome.NOT_A_NUMBER}


def unusual_finding(answer: Any) -> Finding | None:
    """Return the finding of an answer that is no plain data, or of what is not a number."""
    try:
        kind = unusual(answer)
    except RecursionError:
        return Finding(Outcome.WRONG_TYPE, f"the answer holds itself, or is nested too deeply: {shown(answer)}")
    return None if kind is None else Finding(_UNUSUAL[kind], f"the answer is {shown(answer)}", got=(answer,))


def announce(subject: CaseSubject, case: Case, claim: CaseClaim | None = None) -> None:
    """Have the watch know which case is put, and for which claim if there is one that compares its answer."""
    subject.watch.at(lambda: f"case {shown(dict(case))}", (claim, case))


def attempt(claim: CaseClaim, subject: CaseSubject, case: Case) -> CaseFound | None:
    """Put one case and compare; return what is wrong, if anything."""
    announce(subject, case, claim)
    finding = _by_law(claim, subject, case) if claim.law is not None else _by_reference(claim, subject, case)
    return None if finding is None else CaseFound(finding, case, law=claim.law, tolerance=claim.tolerance)


def _by_law(claim: CaseClaim, subject: CaseSubject, case: Case) -> Finding | None:
    assert claim.law is not None
    try:
        expected, got = claim.law(subject.ask, case)
    except Raised as raised:
        return raised.finding
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A law handles answers, which may be of any kind where no reference was asked about the same case.
        return Finding(Outcome.WRONG_TYPE, f"nothing can be done with its answers here: {error}")
    found = unusual_finding((expected, got))
    if found is not None:
        return found
    return None if agree(expected, got, claim.tolerance) else _differs(expected, got, claim.tolerance)


def _by_reference(claim: CaseClaim, subject: CaseSubject, case: Case) -> Finding | None:
    assert claim.expected is not None
    refused, expected = None, None
    try:
        expected = plain_data(claim.expected(**case))
    except FormalRLError as error:
        refused = str(error)
    try:
        got = subject.ask(case)
    except Raised as raised:
        if refused is not None and raised.finding.outcome is Outcome.RAISES:
            return None
        finding = raised.finding
        return Finding(finding.outcome, finding.message, (expected,) if refused is None else ())
    if refused is not None:
        return Finding(Outcome.ACCEPTS, f"it answers {shown(got)}, and is to refuse this: {refused}", got=(got,))
    found = unusual_finding(got)
    if found is not None:
        return Finding(found.outcome, found.message, (expected,), (got,))
    return None if agree(expected, got, claim.tolerance) else _differs(expected, got, claim.tolerance)


def _differs(expected: Any, got: Any, tolerance: float) -> Finding:
    place, right, answer = first_disagreement(expected, got, tolerance)
    where = f"at {place}: " if place else ""
    message = f"{where}expected {shown(right)}, got {shown(answer)}"
    return Finding(Outcome.VALUE_DIFFERS, message, (expected,), (got,))


def search_cases(claim: CaseClaim, subject: CaseSubject, *, profile: str, seed: int) -> tuple[int, CaseFound | None]:
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


def _smallest(claim: CaseClaim, subject: CaseSubject, found: CaseFound) -> CaseFound:
    tried, going = 0, True
    while going and found.finding.outcome is not Outcome.HANGS:
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


def again(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, CaseFound | None]:
    """Ask each case several times."""
    number = 0
    for case in cases:
        first = _quietly(subject, case)
        for _ in range(REPETITIONS):
            number += 1
            if not _same(first, other := _quietly(subject, case)):
                return number, CaseFound(_otherwise(first, other, "asked again"), case, "again")
    return number, None


def after(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, CaseFound | None]:
    """Ask each case after each other."""
    number = 0
    alone = [_quietly(subject, case) for case in cases]
    for case, first in zip(cases, alone, strict=True):
        for before in cases:
            number += 1
            _quietly(subject, before)
            if not _same(first, other := _quietly(subject, case)):
                return number, CaseFound(_otherwise(first, other, "after another case"), case, "after", before)
    return number, None


def after_one(subject: CaseSubject, case: Case, before: Case) -> CaseFound | None:
    """Ask a case, then another, and the first again."""
    first = _quietly(subject, case)
    _quietly(subject, before)
    if _same(first, other := _quietly(subject, case)):
        return None
    return CaseFound(_otherwise(first, other, "after another case"), case, "after", before)


def unlike_before(subject: CaseSubject, answered: Sequence[tuple[Case, Any]]) -> CaseFound | None:
    """Ask again what was answered when little had been asked: what is shared may be full by now, and change no more."""
    for case, answer in answered:
        if not _same(plain_data(answer), other := _quietly(subject, case)):
            finding = _otherwise(answer, other, "after other cases")
            return CaseFound(finding, case, "after", answered[-1][0])
    return None


def mutates(subject: CaseSubject, cases: tuple[Case, ...]) -> tuple[int, CaseFound | None]:
    """Look at what was handed over, before and after."""
    for number, case in enumerate(cases, start=1):
        announce(subject, case)
        arguments = subject.handed(case)
        before = repr(plain_data(deepcopy(arguments)))
        try:
            subject.called(arguments)
        except Raised:
            continue
        if repr(plain_data(arguments)) != before:
            finding = Finding(Outcome.MUTATES, "what was handed to it is another afterwards")
            return number, CaseFound(finding, case, "mutates")
    return len(cases), None


Experimenting = Callable[[CaseSubject, tuple[Case, ...]], tuple[int, CaseFound | None]]

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
    except Raised as raised:
        return raised.finding.message


def _same(first: Any, other: Any) -> bool:
    return bool(agree(first, other)) or repr(first) == repr(other)


def _otherwise(first: Any, other: Any, how: str) -> Finding:
    message = f"alone it answers {shown(first)}; {how}, {shown(other)}"
    return Finding(Outcome.NOT_DETERMINISTIC, message, (first,), (other,))
