"""Recorded vectors of a suite: the cases of its claims, with what the reference answers, for any language to read."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import formal_rl
from formal_rl.conformance import suite_named
from formal_rl.conformance.adapters.histories import agent_told_of_actions, agent_with_a_rate, rate_of_its_own
from formal_rl.conformance.engine.settings import drawn, enumerated, profile_named
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Subject, Suite, exec_shape
from formal_rl.conformance.engine.unknowns import ACTIONS, Forks, Unknowns, plain
from formal_rl.conformance.engine.witness import to_json_checked
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
    kind, parameters = ("case", dict(found.parameters)) if found.of_data else ("history", {})
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


def _recorded(
    suite: Suite, semantics: str, profile: str, seed: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return claims with their cases, and claims that have no values."""
    adapter = suite.adapters[0] if suite.of_data else exec_shape(suite)
    claims, others = [], []
    for claim in suite.claims(adapter, semantics, enumerated(profile)):
        if claim.stage != "reference" or claim.expected is None:
            what = "cases" if suite.of_data else "questions"
            reason = f"a law: it holds of answers to several {what}, whatever they are"
            others.append({"id": claim.id, "sentence": claim.sentence, "reason": reason})
            continue
        record = recorded_case if suite.of_data else partial(history_of, adapter=adapter)
        cases = [record(claim, given, world) for given, world in _cases(claim, profile, seed)]
        about = {"id": claim.id, "sentence": claim.sentence, "domain": claim.domain, "required": claim.required}
        claims.append({**about, "tolerance": claim.tolerance, "cases": cases})
    return claims, others


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


def history_of(claim: Claim, given: Case, world: Unknowns, adapter: Adapter) -> dict[str, Any]:
    """Return a history, what the agent does where the definition asks, and the answer, as JSON values."""
    form, *_ = claim.via(Subject(None, adapter)).adapter.handed_as
    (answer,), _ = claim.defined(given, world)
    asked: dict[str, Any] = {adapter.asked: to_json_checked(plain(given["put"]))}
    if given["draws"] is not None:
        asked["draws"] = to_json_checked(given["draws"])
    if form is agent_with_a_rate:
        asked["learning_rate"] = to_json_checked(rate_of_its_own())
    agent = [{**_told(prompt, TOLD.get(form)), "action": action} for (_, prompt), action in world.answers.items()]
    return {**asked, "agent": agent, "answer": to_json_checked(plain(answer))}


TOLD: Mapping[Any, str] = MappingProxyType(
    {agent_told_of_actions: "number_of_actions", agent_with_a_rate: "learning_rate"}
)
"""What agents are told beside a prompt, by how they are handed over."""


def _told(prompt: Any, name: str | None) -> dict[str, Any]:
    if name is None:
        return {"ask": to_json_checked(plain(prompt))}
    seen, told = prompt[-1].observation
    return {
        "ask": to_json_checked(plain((*prompt[:-1], Percept(prompt[-1].reward, seen)))),
        name: to_json_checked(told),
    }
