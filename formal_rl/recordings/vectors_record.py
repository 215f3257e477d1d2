"""Recorded vectors of a suite: the cases of its claims, with what the reference answers, for any language to read."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

import formal_rl
from formal_rl.conformance import AnySuite, CaseSuite, suite_named
from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.adapters.histories import history_told, history_with_rate, rate_of_its_own
from formal_rl.conformance.apart.exec_unknowns import exec_shape
from formal_rl.conformance.engine.case_suites import Case, CaseClaim
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.profiles import drawn, enumerated, profile_named
from formal_rl.conformance.engine.subjects import Question, Shape, Subject
from formal_rl.conformance.engine.unknowns import ACTIONS, Forks, Unknowns, plain
from formal_rl.conformance.reports.witness import to_json_checked
from formal_rl.errors import FormalRLError, InvalidParameter, require_int
from formal_rl.files import write_whole
from formal_rl.histories import Percept
from formal_rl.numbers import plain_integer

VECTORS_SCHEMA = "conformance-vectors/1"
"""The schema of the files."""


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
    kind, parameters = ("case", dict(found.parameters)) if isinstance(found, CaseSuite) else ("history", {})
    claims, others = _recorded(found, semantics, profile, seed)
    if not claims:
        reason = "its claims are laws, which need no reference" if others else f"it has no {semantics} semantics"
        raise NothingToRecord(f"there are no values of {suite} to record: {reason}; formal-rl conform checks it")
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
        "kind": kind,
        "parameters": parameters,
        "claims": claims,
        "not_recorded": others,
    }


def write_vectors(values: Mapping[str, Any], directory: Path) -> Path:
    """Write vectors into a directory, which is made if need be, whole or not at all; return where they are."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{values['suite']}.json"
    write_whole(path, _text(values).encode("utf-8"))
    return path


def _text(values: Mapping[str, Any]) -> str:
    """Write a case a line."""
    claims = []
    for claim in values["claims"]:
        cases = ",\n".join(f"   {json.dumps(case, ensure_ascii=False)}" for case in claim["cases"])
        rest = json.dumps({name: each for name, each in claim.items() if name != "cases"}, ensure_ascii=False)
        claims.append(f"  {rest[:-1]}, {json.dumps('cases')}: [\n{cases}\n  ]}}")
    listed = ",\n".join(claims)
    members = [
        f" {json.dumps(name)}: " + (f"[\n{listed}\n ]" if name == "claims" else json.dumps(each))
        for name, each in values.items()
    ]
    return "{\n" + ",\n".join(members) + "\n}\n"


Recorded = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""Claims with their cases, and claims that have no values."""


def _recorded(suite: AnySuite, semantics: str, profile: str, seed: int) -> Recorded:
    shape = None if isinstance(suite, CaseSuite) else exec_shape(suite)
    claims, others = [], []
    for claim in suite.claims_for(shape, semantics, enumerated(profile)):  # type: ignore[arg-type]
        if claim.is_law:
            what = "cases" if shape is None else "questions"
            reason = f"a law: it holds of answers to several {what}, whatever they are"
            others.append({"id": claim.id, "sentence": claim.sentence, "reason": reason})
            continue
        if isinstance(claim, CaseClaim):
            cases = [_case(claim, given) for given in _cases(claim, profile, seed)]
        else:
            assert shape is not None
            cases = [history_of(claim, shape, question, world) for question, world in _questions(claim, profile, seed)]
        about = {"id": claim.id, "sentence": claim.sentence, "domain": claim.domain, "required": claim.required}
        claims.append({**about, "tolerance": claim.tolerance, "cases": cases})
    return claims, others


def _cases(claim: CaseClaim, profile: str, seed: int) -> Iterator[Case]:
    drawn_cases = (question for question, _ in claim.drawn_in(drawn(profile), seed))
    return (question.put for question in chain(claim.enumerated(enumerated(profile)), drawn_cases))


def _case(claim: CaseClaim, given: Case) -> dict[str, Any]:
    return {"case": to_json_checked(dict(given)), **answer_of(claim, given)}


def answer_of(claim: CaseClaim, given: Case) -> dict[str, Any]:
    """Return what the reference answers to a case, as JSON values, or that the case is to be refused."""
    assert claim.expected is not None
    try:
        return {"answer": to_json_checked(plain_data(claim.expected(**given)))}
    except FormalRLError as refused:
        return {"refuse": str(refused)}


def _questions(claim: Claim, profile: str, seed: int) -> Iterator[tuple[Question, Unknowns]]:
    """Yield each question in a world for each way in which the agent can answer what the definition asks."""
    forks = Forks(ACTIONS)
    for question in claim.questions():
        for world in forks.runs(partial(_asked_about, claim, forks, question)):
            yield question, world
    yield from ((question, new_world()) for question, new_world in claim.drawn_in(drawn(profile), seed))


def _asked_about(claim: Claim, forks: Forks, question: Question) -> Unknowns:
    world = claim.new_world(forks.choose)
    claim.expected(world, question)
    return world


def history_of(claim: Claim, shape: Shape, question: Question, world: Unknowns) -> dict[str, Any]:
    """Return a question, what the agent does where the definition asks, and the answer, as JSON values."""
    driver = claim.subject(Subject(None, shape)).shape.adapter
    (answer,) = claim.expected(world, question)
    asked: dict[str, Any] = {shape.asked: to_json_checked(plain(question.put))}
    if question.draws is not None:
        asked["draws"] = to_json_checked(question.draws)
    if driver is history_with_rate:
        asked["learning_rate"] = to_json_checked(rate_of_its_own())
    agent = [{**_told(prompt, TOLD.get(driver)), "action": action} for (_, prompt), action in world.answers.items()]
    return {**asked, "agent": agent, "answer": to_json_checked(plain(answer))}


TOLD: Mapping[Any, str] = MappingProxyType({history_told: "number_of_actions", history_with_rate: "learning_rate"})
"""What agents are told beside a prompt, by how they are handed over."""


def _told(prompt: Any, name: str | None) -> dict[str, Any]:
    if name is None:
        return {"ask": to_json_checked(plain(prompt))}
    seen, told = prompt[-1].observation
    return {
        "ask": to_json_checked(plain((*prompt[:-1], Percept(prompt[-1].reward, seen)))),
        name: to_json_checked(told),
    }
