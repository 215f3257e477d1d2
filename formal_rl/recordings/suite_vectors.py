"""Recorded vectors of a suite: the cases of its claims with the reference's answers, for any language to read.

They are written, read, and compared with what the reference, or an implementation, answers.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import formal_rl
from formal_rl.conformance import FailureKind, suite_named
from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.adapters.exec_process import Answering, ProcessFault
from formal_rl.conformance.adapters.histories import agent_with_a_rate, agent_with_actions, rate_of_its_own, with_number
from formal_rl.conformance.adapters.values import agree, from_wire
from formal_rl.conformance.engine.failures import Failure, bounded_text
from formal_rl.conformance.engine.search import to_json_checked
from formal_rl.conformance.engine.settings import EXEC, Watch, drawn, enumerated, is_command, profile_named
from formal_rl.conformance.engine.suite import (
    Adapter,
    Case,
    Claim,
    Subject,
    Suite,
    case,
    exec_shape,
    of_history,
    unusual_failure,
)
from formal_rl.conformance.engine.unknowns import ACTIONS, DRAWN_ACTIONS, Forks, Unknowns, looked_up, plain
from formal_rl.conformance.runner import SECONDS
from formal_rl.errors import FormalRLError, InvalidParameter, NotLoadable, UnusableVectors, require_int
from formal_rl.files import write_whole
from formal_rl.histories import Percept
from formal_rl.loading import load_object
from formal_rl.numbers import plain_integer
from formal_rl.recordings.cases import FileReport, Mismatch, Skip, refused, with_floats
from formal_rl.strict_json import Field

VECTORS_SCHEMA = "conformance-vectors/1"
"""The schema of the files."""

TOLD: Mapping[Any, str] = {agent_with_actions: "number_of_actions", agent_with_a_rate: "learning_rate"}
"""The name of an agent's number beside a prompt, by the agent's form."""


# --- Writing ---


class NothingToRecord(FormalRLError):
    """A suite has no values to be recorded; the message says why."""


def recorded_vectors(suite: str, *, semantics: str = "paper", profile: str = "quick", seed: int = 0) -> dict[str, Any]:
    """Return the vectors of a suite as JSON values: the cases that a check goes through, and their answers.

    Raises `InvalidParameter` for a suite, semantics, profile or seed that there is not, `NothingToRecord` for a suite
    that has no reference, and `WrongShape` for one that hands over environments.
    """
    found, profile = suite_named(suite), profile_named(profile)
    if semantics not in {"paper", "published"}:
        raise InvalidParameter("semantics", semantics, "one of paper, published")
    seed = require_int("seed", plain_integer(seed), 0)
    adapter = found.adapters[0] if found.of_data else exec_shape(found)
    claims = found.claims(adapter, semantics, enumerated(profile))
    valued = [claim for claim in claims if claim.stage == "reference" and claim.expected is not None]
    if not valued:
        reason = "its claims are laws, which need no reference" if claims else f"it has no {semantics} semantics"
        raise NothingToRecord(f"there are no values of {suite} to record: {reason}; formal-rl conform checks it")
    law = f"a law: it holds of answers to several {'cases' if found.of_data else 'questions'}, whatever they are"
    laws = [claim for claim in claims if claim not in valued]
    return {
        "schema": VECTORS_SCHEMA,
        "formal_rl": formal_rl.__version__,
        "definitions_revision": formal_rl.DEFINITIONS_REVISION,
        "suite": suite,
        "source": found.source,
        "meaning": found.meaning if semantics == "paper" else found.published,
        "semantics": semantics,
        "profile": profile,
        "seed": seed,
        "kind": "case" if found.of_data else "history",
        "parameters": dict(found.parameters) if found.of_data else {},
        "claims": [_recorded(claim, adapter, profile, seed) for claim in valued],
        "not_recorded": [{"id": claim.id, "sentence": claim.sentence, "reason": law} for claim in laws],
    }


def write_vectors(values: Mapping[str, Any], directory: Path) -> Path:
    """Write vectors into a directory, which is made if need be, whole or not at all; return where they are."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{values['suite']}.json"
    write_whole(path, f"{json.dumps(values, ensure_ascii=False)}\n".encode())
    return path


def _recorded(claim: Claim, adapter: Adapter, profile: str, seed: int) -> dict[str, Any]:
    """Return a claim with its cases, as JSON values."""
    record = recorded_case if adapter.of_data else partial(_recorded_history, adapter=adapter)
    about = {name: getattr(claim, name) for name in ("id", "sentence", "domain", "required", "tolerance")}
    return {**about, "cases": [record(claim, given, world) for given, world in _cases(claim, profile, seed)]}


def _cases(claim: Claim, profile: str, seed: int) -> Iterator[tuple[Case, Unknowns]]:
    """Yield each case in a world for each way in which the agent can answer what the definition asks."""
    forks = Forks(ACTIONS)

    def asked_about(given: Case) -> Unknowns:
        world = claim.new_world(forks.choose)
        claim.defined(given, world)
        return world

    for given in claim.cases(enumerated(profile)):
        yield from ((given, world) for world in forks.runs(partial(asked_about, given)))
    yield from ((given, new_world()) for given, new_world in claim.drawn_in(drawn(profile), seed))


def recorded_case(claim: Claim, given: Case, world: Unknowns) -> dict[str, Any]:
    """Return a case with what the reference answers, as JSON values, or that the case is to be refused."""
    expected, refused = claim.defined(given, world)
    answer = {"refuse": refused} if refused is not None else {"answer": to_json_checked(expected[0])}
    return {"case": to_json_checked(dict(given)), **answer}


def _recorded_history(claim: Claim, given: Case, world: Unknowns, adapter: Adapter) -> dict[str, Any]:
    """Return a history, what the agent does where the definition asks, and the answer, as JSON values."""
    form, *_ = claim.via(Subject(None, adapter)).adapter.handed_as
    (answer,), _ = claim.defined(given, world)
    asked: dict[str, Any] = {adapter.asked: to_json_checked(plain(given["put"]))}
    if given["draws"] is not None:
        asked["draws"] = to_json_checked(given["draws"])
    if form is agent_with_a_rate:
        asked["learning_rate"] = to_json_checked(rate_of_its_own())
    agent = [{**_question(prompt, TOLD.get(form)), "action": action} for (_, prompt), action in world.answers.items()]
    return {**asked, "agent": agent, "answer": to_json_checked(plain(answer))}


def _question(prompt: Any, name: str | None) -> dict[str, Any]:
    number = {}
    if name is not None:
        seen, value = prompt[-1].observation
        prompt, number = (*prompt[:-1], Percept(prompt[-1].reward, seen)), {name: to_json_checked(value)}
    return {"ask": to_json_checked(plain(prompt)), **number}


# --- Reading ---

NOTHING = object()
"""Stands for the answer of a case that is to be refused."""


def require_recorded(document: Field) -> None:
    """Raise `UnusableVectors` for a document that `recorded_vectors` did not write, naming the field."""
    document.member("kind").one_of(("case", "history"))
    document.member("semantics").one_of(("paper", "published"))
    for name, known in (("suite", suite_named), ("profile", profile_named)):
        try:
            known(document.member(name).text())
        except InvalidParameter as unknown:
            raise document.member(name).fault(str(unknown)) from None


def _case(recorded: Field, adapter: Adapter) -> tuple[Case, Unknowns]:
    """Return the case, and the world that answered it."""
    if adapter.of_data:
        given = {name: _plain(each) for name, each in recorded.member("case").members().items()}
        return case(**given), Unknowns(looked_up({}))
    put = [_plain(each) for each in recorded.member(adapter.asked).elements()]
    history = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    answers = dict(map(_does, recorded.member("agent").elements()))
    draws = None if adapter.draws == "none" else _plain(recorded.member("draws"))
    return of_history(history, draws), Unknowns(looked_up(answers), actions=DRAWN_ACTIONS)


def _does(does: Field) -> tuple[Any, int]:
    prompt, members = _plain(does.member("ask")), does.members()
    for name in TOLD.values():
        if name in members:
            prompt = with_number(prompt, _plain(members[name]))
    return ("agent", prompt), does.member("action").integer(0)


def _plain(field: Field) -> Any:
    try:
        return from_wire(with_floats(field.value))
    except (ValueError, OverflowError) as error:
        raise field.fault(str(error)) from None


# --- Comparing ---

Answer = Callable[[Claim, Field, Case, Unknowns], Any]
"""Answer a recorded case: plain data, `NOTHING` for a refusal, or a failure for a malformed answer."""


def compare_recorded(document: Field, implementation: str | None = None) -> FileReport:
    """Return how the cases of one file compare, every claim to its first difference: with the reference, or with yours.

    Claims that are not required are compared with the reference only.

    Raises `NotLoadable` and `WrongShape` for an implementation that cannot be used.
    """
    suite = suite_named(document.member("suite").text())
    if implementation is None:
        return _compared(document, suite.adapters[0] if suite.of_data else exec_shape(suite), _referred)
    with _subject(suite, implementation) as subject:
        adapter = subject.adapter
        if not adapter.of_data and adapter.unknowns != ("agent",):
            reason = f"it is read as {adapter.words}, and histories are recorded: formal-rl conform checks it"
            return FileReport(document.file, 0, (), (Skip(document.file, 0, "none", reason),), ())

        def answer(claim: Claim, recorded: Field, given: Case, world: Unknowns) -> Any:
            asked = claim.via(subject)
            asked.announce(given, world)
            got, failure = asked.collected(given, world)
            return failure or unusual_failure(got[0]) or plain_data(got[0])

        return _compared(document, adapter, answer, required=True)


def _referred(claim: Claim, recorded: Field, given: Case, world: Unknowns) -> Any:
    if claim.expected is None:
        raise recorded.fault(f"{claim.id} is a law, and has no values")
    expected, refusal = claim.defined(given, world)
    return NOTHING if refusal is not None else plain_data(expected[0])


def _compared(document: Field, adapter: Adapter, answer: Answer, *, required: bool = False) -> FileReport:
    suite, semantics, profile = (document.member(name).text() for name in ("suite", "semantics", "profile"))
    known = {each.id: each for each in suite_named(suite).claims(adapter, semantics, enumerated(profile))}
    cases, mismatches, unusable = 0, list[Mismatch](), list[UnusableVectors]()
    for claim in document.member("claims").elements():
        if required and not claim.member("required").truth():
            continue
        name, tolerance = claim.member("id").text(), claim.member("tolerance").number()
        for index, recorded in enumerate(claim.member("cases").elements()):
            try:
                if name not in known:
                    raise claim.member("id").fault(f"no claim of this suite; there are {', '.join(known)}")
                with refused(document.file, recorded.path):
                    given, world = _case(recorded, adapter)
                    expected = NOTHING if "refuse" in recorded.members() else _plain(recorded.member("answer"))
                    got = answer(known[name], recorded, given, world)
            except UnusableVectors as fault:
                unusable.append(fault)
                break
            cases += 1
            if not _same(expected, got, tolerance):
                values = (None, "answer", recorded.path, _text(expected), _text(got))
                mismatches.append(Mismatch(document.file, index, name, *values))
                break
    return FileReport(document.file, cases, tuple(mismatches), (), tuple(unusable))


def _same(expected: Any, got: Any, tolerance: float) -> bool:
    if expected is NOTHING:
        return got is NOTHING or (isinstance(got, Failure) and got.outcome is FailureKind.RAISES)
    return got is not NOTHING and not isinstance(got, Failure) and agree(expected, got, tolerance)


def _text(answer: Any) -> str:
    if answer is NOTHING:
        return "a refusal"
    return f"{answer.outcome}: {answer.message}" if isinstance(answer, Failure) else bounded_text(plain(answer))


@contextmanager
def _subject(suite: Suite, spec: str) -> Iterator[Subject]:
    """Load an implementation and find the adapter that reads it; a command is started, and ended after."""
    watch = Watch()
    if not is_command(spec):
        implementation: Any = load_object(spec)
        yield Subject(implementation, suite.detect(implementation, watch), watch)
        return
    answering = Answering(spec.removeprefix(EXEC), suite.name, SECONDS)
    try:
        implementation, adapter = suite.of_process(answering)
        answering.start()
        yield Subject(implementation, adapter, watch)
    except ProcessFault as fault:
        raise NotLoadable(spec, str(fault)) from None
    finally:
        answering.end()
