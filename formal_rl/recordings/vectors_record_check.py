"""Recorded vectors of a suite: read, and compared with what the reference, or an implementation, answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from attrs import frozen

from formal_rl.conformance import FailureKind, suite_named
from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.adapters.exec_process import EXEC, Answering, ProcessFault, from_wire, is_command
from formal_rl.conformance.adapters.histories import telling
from formal_rl.conformance.adapters.values import agree
from formal_rl.conformance.engine.failures import Failure, bounded_text
from formal_rl.conformance.engine.settings import enumerated, profile_named
from formal_rl.conformance.engine.suite import (
    Adapter,
    Case,
    Claim,
    Subject,
    case,
    exec_shape,
    of_history,
    unusual_failure,
)
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, Unknowns, plain
from formal_rl.conformance.engine.witness import looked_up
from formal_rl.conformance.runner import runner_of
from formal_rl.errors import InvalidParameter, NotLoadable, UnusableVectors
from formal_rl.histories import Percept
from formal_rl.loading import load_object
from formal_rl.recordings.vector_report import FileReport, Mismatch, Skip
from formal_rl.recordings.vectors_record import TOLD
from formal_rl.strict_json import Field

NOTHING = object()
"""Stands for the answer of a case that is to be refused."""


@frozen
class RecordedVectors:
    """The vectors of one suite, whose document has been looked at."""

    file: str
    suite: str
    semantics: str
    profile: str
    claims: tuple[Field, ...]


def read_recorded(document: Field) -> RecordedVectors:
    """Return the vectors that `recorded_vectors` wrote.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    kind = document.member("kind").one_of(("case", "history"))
    document.member("semantics").one_of(("paper", "published"))
    for name, known in (("suite", suite_named), ("profile", profile_named)):
        try:
            known(document.member(name).text())
        except InvalidParameter as unknown:
            raise document.member(name).fault(str(unknown)) from None
    claims = tuple(document.member("claims").elements())
    for claim in claims:
        claim.member("id").text(), claim.member("tolerance").number(), claim.member("required").truth()
        for each in claim.member("cases").elements():
            _case(each, kind)
            _answer(each)
    suite, semantics, profile = (document.member(name).text() for name in ("suite", "semantics", "profile"))
    return RecordedVectors(document.file, suite, semantics, profile, claims)


def _case(recorded: Field, kind: str) -> tuple[str, Case, Unknowns]:
    """Return what is asked, the case, and the world in which it was answered."""
    members = recorded.members()
    if kind == "case":
        given = {name: _plain(each) for name, each in recorded.member("case").members().items()}
        return "case", case(**given), Unknowns(looked_up({}))
    asked = [name for name in ("play", "prompt") if name in members]
    if len(asked) != 1:
        raise recorded.fault("expected one of play, prompt")
    put = [_plain(each) for each in members[asked[0]].elements()]
    for index, part in enumerate(put):
        if index % 2 == 0 and not (isinstance(part, tuple) and len(part) == 2):
            raise members[asked[0]].fault(f"expected a pair of reward and observation at element {index}")
    history = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    answers = dict(map(_does, recorded.member("agent").elements()))
    draws = _plain(members["draws"]) if "draws" in members else None
    return asked[0], of_history(history, draws), Unknowns(looked_up(answers), actions=DRAWN_ACTIONS)


def _does(does: Field) -> tuple[Any, int]:
    prompt, members = _plain(does.member("ask")), does.members()
    for name in TOLD.values():
        if name in members:
            prompt = telling(prompt, _plain(members[name]))
    try:
        hash(prompt)
    except TypeError:
        raise does.member("ask").fault("no prompt") from None
    return ("agent", prompt), does.member("action").integer(0)


def _answer(recorded: Field) -> Any:
    return NOTHING if "refuse" in recorded.members() else _plain(recorded.member("answer"))


def _plain(field: Field) -> Any:
    try:
        return from_wire(_with_floats(field.value))
    except (ValueError, OverflowError) as error:
        raise field.fault(str(error)) from None


def _with_floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_floats(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_floats(each) for each in value]
    return float(value) if isinstance(value, Decimal) else value


# --- Compared ---

Answer = Callable[[Claim, Field, Case, Unknowns], Any]
"""What answers a recorded case: plain data, `NOTHING` where it refuses, or a failure where that is not an answer."""


def compare_recorded(vectors: RecordedVectors, implementation: str | None = None) -> FileReport:
    """Return how the cases of one file compare, every claim to its first difference: with the reference, or with yours.

    Claims that are not required are compared with the reference only.

    Raises `NotLoadable` and `WrongShape` for an implementation that cannot be used.
    """
    if implementation is None:
        suite = suite_named(vectors.suite)
        return _compared(vectors, suite.adapters[0] if suite.of_data else exec_shape(suite), _referred, vectors.claims)
    required = tuple(claim for claim in vectors.claims if claim.member("required").truth())
    with _examined(vectors, implementation) as subject:
        adapter = subject.adapter
        if not adapter.of_data and adapter.unknowns != ("agent",):
            reason = f"it is read as {adapter.words}, and histories are recorded: formal-rl conform checks it"
            return FileReport(vectors.file, 0, (), (Skip(vectors.file, 0, "none", reason),), ())

        def answer(claim: Claim, recorded: Field, given: Case, world: Unknowns) -> Any:
            asked = claim.via(subject)
            asked.announce(given, world)
            got, failure = asked.collected(given, world)
            return failure or unusual_failure(got[0]) or plain_data(got[0])

        return _compared(vectors, adapter, answer, required)


def _referred(claim: Claim, recorded: Field, given: Case, world: Unknowns) -> Any:
    if claim.expected is None:
        raise recorded.fault(f"{claim.id} is a law, and has no values")
    try:
        expected, refused = claim.defined(given, world)
    except Exception as error:  # what nobody recorded may be nothing that it can be asked
        told = f"the reference cannot be asked this: {type(error).__name__}: {error}"
        raise recorded.fault(told) from None
    return NOTHING if refused is not None else plain_data(expected[0])


def _compared(vectors: RecordedVectors, adapter: Adapter, answer: Answer, claims: tuple[Field, ...]) -> FileReport:
    claims_known = suite_named(vectors.suite).claims(adapter, vectors.semantics, enumerated(vectors.profile))
    known = {each.id: each for each in claims_known}
    cases, mismatches, unusable = 0, list[Mismatch](), list[UnusableVectors]()
    for claim in claims:
        name, tolerance = claim.member("id").text(), claim.member("tolerance").number()
        for index, recorded in enumerate(claim.member("cases").elements()):
            try:
                if name not in known:
                    raise claim.member("id").fault(f"no claim of this suite; there are {', '.join(known)}")
                asked, given, world = _case(recorded, "case" if adapter.of_data else "history")
                _require_asked(recorded, asked, given, adapter)
                expected, got = _answer(recorded), answer(known[name], recorded, given, world)
            except UnusableVectors as fault:
                unusable.append(fault)
                break
            cases += 1
            if not _same(expected, got, tolerance):
                values = (None, "answer", recorded.path, _text(expected), _text(got))
                mismatches.append(Mismatch(vectors.file, index, name, *values))
                break
    return FileReport(vectors.file, cases, tuple(mismatches), (), tuple(unusable))


def _require_asked(recorded: Field, asked: str, given: Case, adapter: Adapter) -> None:
    if asked != adapter.asked:
        raise recorded.fault(f"expected a {adapter.asked}")
    if not adapter.of_data and (given["draws"] is None) != (adapter.draws == "none"):
        raise recorded.fault("draws, where there are none, or none where there are")


def _same(expected: Any, got: Any, tolerance: float) -> bool:
    if expected is NOTHING:
        return got is NOTHING or (isinstance(got, Failure) and got.outcome is FailureKind.RAISES)
    return got is not NOTHING and not isinstance(got, Failure) and agree(expected, got, tolerance)


def _text(answer: Any) -> str:
    if answer is NOTHING:
        return "a refusal"
    return f"{answer.outcome}: {answer.message}" if isinstance(answer, Failure) else bounded_text(plain(answer))


@contextmanager
def _examined(vectors: RecordedVectors, spec: str) -> Iterator[Subject]:
    """Give an implementation, and how it is read; a command is ended after."""
    settings = {"semantics": vectors.semantics, "profile": profile_named(vectors.profile), "seed": 0}
    examination = runner_of(vectors.suite, spec, spec, **settings)  # type: ignore[arg-type]
    if not is_command(spec):
        implementation: Any = load_object(spec)
        yield Subject(implementation, examination.detect(implementation), examination.watch)
        return
    answering = Answering(spec.removeprefix(EXEC), vectors.suite, examination.seconds)
    try:
        implementation, adapter = examination.suite.of_process(answering)
        answering.start()
        yield Subject(implementation, adapter, examination.watch)
    except ProcessFault as fault:
        raise NotLoadable(spec, str(fault)) from None
    finally:
        answering.end()
