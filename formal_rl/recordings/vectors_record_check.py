"""Recorded vectors of a suite compared with what the reference, or an implementation, answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from formal_rl.conformance import CaseSuite, FailureKind, suite_named
from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.apart.exec_faults import EXEC, is_command
from formal_rl.conformance.apart.exec_process import Answering, ProcessFault
from formal_rl.conformance.apart.exec_unknowns import exec_shape
from formal_rl.conformance.engine.answers import Failure, bounded_text
from formal_rl.conformance.engine.asked import looked_up
from formal_rl.conformance.engine.case_answers import agree
from formal_rl.conformance.engine.case_suites import CaseClaim, case, unusual_finding
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.profiles import enumerated
from formal_rl.conformance.engine.runner import runner_of
from formal_rl.conformance.engine.subjects import ImplementationRaised, Question, Shape, Subject
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, Unknowns, plain
from formal_rl.errors import FormalRLError, NotLoadable, UnusableVectors
from formal_rl.loading import load_object
from formal_rl.recordings.vector_report import FileReport, Mismatch, Skip
from formal_rl.recordings.vectors_record_file import (
    NOTHING,
    RecordedCase,
    RecordedClaim,
    RecordedVectors,
)

Answer = Callable[[RecordedClaim, RecordedCase], Any]
"""What answers a recorded case: plain data, `NOTHING` where it refuses, or a finding where that is not an answer."""


def compare_recorded(vectors: RecordedVectors, implementation: str | None = None) -> FileReport:
    """Return how the cases of one file compare, every claim to its first difference: with the reference, or with yours.

    Claims that are not required are compared with the reference only.

    Raises `NotLoadable` and `WrongShape` for an implementation that cannot be used.
    """
    if implementation is None:
        return _compared(vectors, _reference(vectors), vectors.claims)
    required = tuple(claim for claim in vectors.claims if claim.required)
    with _examined(vectors, implementation) as subject:
        if subject.shape.asked == "case":
            return _compared(vectors, _of_cases(subject), required)
        shape = subject.shape
        if shape.unknowns != ("agent",):
            reason = f"it is read as {shape.words}, and histories are recorded: formal-rl conform checks it"
            return FileReport(vectors.file, 0, (), (Skip(vectors.file, 0, "none", reason),), ())
        return _compared(vectors, _of_histories(vectors, subject), required)


def _compared(vectors: RecordedVectors, answer: Answer, claims: tuple[RecordedClaim, ...]) -> FileReport:
    cases = 0
    mismatches: list[Mismatch] = []
    unusable: list[UnusableVectors] = []
    for claim in claims:
        for index, recorded in enumerate(claim.cases):
            try:
                got = answer(claim, recorded)
            except UnusableVectors as fault:
                unusable.append(fault)
                break
            cases += 1
            if not _same(recorded, got, claim.tolerance):
                values = (None, "answer", recorded.place.path, _text(recorded.answer), _text(got))
                mismatches.append(Mismatch(vectors.file, index, claim.id, *values))
                break
    return FileReport(vectors.file, cases, tuple(mismatches), (), tuple(unusable))


def _same(recorded: RecordedCase, got: Any, tolerance: float) -> bool:
    if recorded.answer is NOTHING:
        return got is NOTHING or (isinstance(got, Failure) and got.outcome is FailureKind.RAISES)
    return got is not NOTHING and not isinstance(got, Failure) and bool(agree(recorded.answer, got, tolerance))


def _text(answer: Any) -> str:
    if answer is NOTHING:
        return "a refusal"
    return f"{answer.outcome}: {answer.message}" if isinstance(answer, Failure) else bounded_text(plain(answer))


# --- The reference ---


def _reference(vectors: RecordedVectors) -> Answer:
    suite = suite_named(vectors.suite)
    if isinstance(suite, CaseSuite):
        of_cases = {claim.id: claim for claim in suite.claims(vectors.semantics)}
        return lambda claim, recorded: _referred(recorded, lambda: _case_answer(_named(of_cases, claim), recorded))
    shape = exec_shape(suite)
    claims = {claim.id: claim for claim in suite.claims(shape, vectors.semantics, enumerated(vectors.profile))}

    def expected(claim: Claim, recorded: RecordedCase) -> Any:
        world, question = _asked(claim, recorded, shape)
        (answer,) = claim.expected(world, question)
        return plain_data(answer)

    return lambda claim, recorded: _referred(recorded, lambda: expected(_named(claims, claim), recorded))


def _referred(recorded: RecordedCase, answer: Callable[[], Any]) -> Any:
    """Return what the reference answers; what nobody recorded may be nothing that it can be asked."""
    try:
        return answer()
    except UnusableVectors:
        raise
    except Exception as error:
        raise recorded.place.fault(f"the reference cannot be asked this: {type(error).__name__}: {error}") from None


def _case_answer(claim: CaseClaim, recorded: RecordedCase) -> Any:
    if claim.expected is None:
        raise recorded.place.fault(f"{claim.id} is a law, and has no values")
    try:
        return plain_data(claim.expected(**recorded.asked))
    except FormalRLError:
        return NOTHING


def _named(claims: dict[str, Any], recorded: RecordedClaim) -> Any:
    if recorded.id not in claims:
        raise recorded.place.member("id").fault(f"no claim of this suite; there are {', '.join(claims)}")
    return claims[recorded.id]


def _asked(claim: Claim, recorded: RecordedCase, shape: Shape) -> tuple[Unknowns, Question]:
    if shape.asked not in recorded.asked:
        raise recorded.place.fault(f"expected a {shape.asked}")
    answers = {("agent", prompt): action for prompt, action in recorded.agent.items()}
    draws = recorded.asked["draws"]
    if (draws is None) != (shape.draws == "none"):
        raise recorded.place.fault("draws, where there are none, or none where there are")
    return Unknowns(looked_up(answers), actions=DRAWN_ACTIONS), Question(recorded.asked[shape.asked], draws)


# --- An implementation ---


@contextmanager
def _examined(vectors: RecordedVectors, spec: str) -> Iterator[Subject]:
    """Give an implementation, and how it is read; a command is ended after."""
    settings = {"semantics": vectors.semantics, "profile": vectors.profile, "seed": 0}
    examination = runner_of(vectors.suite, spec, spec, **settings)  # type: ignore[arg-type]
    if not is_command(spec):
        implementation: Any = load_object(spec)
        examination.detect(implementation)
        yield Subject(implementation, examination.shape, examination.watch)
        return
    answering = Answering(spec.removeprefix(EXEC), vectors.suite, examination.seconds)
    try:
        implementation = examination.of_process(answering)
        answering.start()
        yield Subject(implementation, examination.shape, examination.watch)
    except ProcessFault as fault:
        raise NotLoadable(spec, str(fault)) from None
    finally:
        answering.end()


def _of_cases(subject: Subject) -> Answer:
    def answer(claim: RecordedClaim, recorded: RecordedCase) -> Any:
        question = Question(case(**recorded.asked))
        subject.watch.at(lambda: f"case {question}")
        try:
            got = subject.ask(question)
        except ImplementationRaised as raised:
            return raised.finding
        return unusual_finding(got) or plain_data(got)

    return answer


def _of_histories(vectors: RecordedVectors, subject: Subject) -> Answer:
    suite: Any = suite_named(vectors.suite)
    known = suite.claims(subject.shape, vectors.semantics, enumerated(vectors.profile))
    claims = {claim.id: claim for claim in known}

    def answer(recorded_claim: RecordedClaim, recorded: RecordedCase) -> Any:
        claim = _named(claims, recorded_claim)
        world, question = _asked(claim, recorded, subject.shape)
        subject.watch.at(lambda: f"{subject.shape.asked} {question}")
        got, finding = claim.subject(subject).collected(world, question)
        return finding or plain_data(got[0])

    return answer
