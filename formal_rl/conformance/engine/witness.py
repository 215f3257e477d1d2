"""A counterexample as data, so that it can be kept in a file, looked at again, and put to what is published."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, evolve, fields, frozen

import formal_rl
from formal_rl.conformance.adapters.exec_process import from_wire, to_wire
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.settings import Depth
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Subject, Suite, case, of_history
from formal_rl.conformance.engine.unknowns import Choose, plain
from formal_rl.errors import FormalRLError
from formal_rl.files import read_text
from formal_rl.histories import Percept, require_action, require_play, require_prompt

WITNESS_SCHEMA = "conformance-counterexample/1"
"""The schema of the files."""


class NoWitness(FormalRLError):
    """What was asked cannot be written as JSON; the message names it."""


class UnusableWitness(FormalRLError):
    """A file is not a counterexample that was kept; the message names the file and says why."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        self.reason = reason
        super().__init__(f"{file}: {reason}")


class NoSuchClaim(UnusableWitness):
    """A counterexample is to a claim that its suite does not have; the message says which it has."""


@frozen
class Witness:
    """What was asked, of which suite and claim, and what was seen; ``asked`` is as JSON has it.

    ``kind`` says what ``asked`` has: a case, by parameters, or a history with what the agent and environments answered.
    """

    suite: str
    semantics: Literal["paper", "published"]
    claim: str
    sentence: str
    source: str
    implementation: str
    outcome: str
    message: str
    kind: Literal["case", "history"]
    experiment: str
    asked: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        versions = {"formal_rl": formal_rl.__version__, "definitions_revision": formal_rl.DEFINITIONS_REVISION}
        return {"schema": WITNESS_SCHEMA, **versions, **asdict(self)}

    @classmethod
    def from_json(cls, values: Any, file: str = "the counterexample") -> Witness:
        """Return what `to_json` wrote; raise `UnusableWitness`, naming ``file``, for anything else."""
        if not isinstance(values, dict) or values.get("schema") != WITNESS_SCHEMA:
            raise UnusableWitness(file, f"expected an object with schema {WITNESS_SCHEMA!r}")
        names = [each.name for each in fields(cls)]
        for name in names:
            if name not in values:
                raise UnusableWitness(file, f"{name} is missing")
            value, choices = values[name], _CHOICES.get(name, ())
            kind, wanted = (dict, "an object") if name == "asked" else (str, "a string")
            if not isinstance(value, kind) or (choices and value not in choices):
                expected = f"one of {', '.join(choices)}" if choices else wanted
                raise UnusableWitness(file, f"{name} is {value!r}: expected {expected}")
        return cls(**{name: values[name] for name in names})

    def fault(self, reason: str) -> UnusableWitness:
        """Return the error that what was asked cannot be asked."""
        return UnusableWitness(self._called, reason)

    def of_no_claim(self, known: Iterable[str], read_as: str = "") -> NoSuchClaim:
        """Return the error that the suite has only the claims that are ``known``, for an implementation so read."""
        claims = f"the suite has no claim {self.claim!r}" + (f", read as {read_as}" if read_as else "")
        return NoSuchClaim(self._called, f"{claims}; it has {', '.join(dict.fromkeys(known))}")

    @property
    def _called(self) -> str:
        return f"the counterexample to {self.suite} {self.claim}"


_CHOICES = {"semantics": ("paper", "published"), "kind": ("case", "history")}


def to_json_checked(value: Any) -> Any:
    """Return plain data as JSON values; raise `NoWitness` where reading them would not give the same again."""
    try:
        wire = json.loads(json.dumps(to_wire(value), allow_nan=False))
        if from_wire(wire) == value:
            return wire
    except (TypeError, ValueError, RecursionError):
        pass
    raise NoWitness(f"{value!r:.200} cannot be written as JSON")


def read_witness(path: Path) -> Witness:
    """Return the counterexample that a file holds.

    Raises `UnusableWitness` where there is none in it.
    """
    try:
        values = json.loads(read_text(path), parse_constant=_refuse)
    except OSError as error:
        raise UnusableWitness(str(path), f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UnusableWitness(str(path), f"no JSON: {error}") from None
    return Witness.from_json(values, str(path))


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


# --- What was asked ---


@frozen
class Asked:
    """A case, the one before it or beside it if there is one, and the answers of the world.

    ``world`` is the place of the only one among those that experiments of purity try, if there is only one.
    """

    case: Case
    before: Case | None
    choose: Choose
    world: int | None = None


def what_was_asked(found: Found) -> Mapping[str, Any]:
    """Return the case, the one before it, and the answers as JSON values.

    Raises `NoWitness` where they cannot be written so.
    """
    given, before = (each and to_json_checked(plain_parts(each)) for each in (found.case, found.before))
    adapter = found.subject.adapter
    if adapter.of_data:
        return {"case": given, "before": before}
    answers = [[to_json_checked(plain(key)), to_json_checked(plain(answer))] for key, answer in found.answers]
    return {"of": adapter.asked, "question": given, "before": before, "answers": answers}


def plain_parts(given: Case) -> dict[str, Any]:
    """Return a case with plain pairs for percepts."""
    return {name: plain(each) for name, each in given.items()}


def asked_again(witness: Witness, suite: Suite, adapter: Adapter) -> Asked:
    """Return what a counterexample asks, for an implementation of this shape.

    Raises `UnusableWitness` where it is of another kind.
    """
    asked, kind = witness.asked, "case" if adapter.of_data else "history"
    name = "case" if adapter.of_data else "question"
    if witness.kind != kind or not {name, "before"} <= asked.keys() or not isinstance(asked[name], dict):
        raise witness.fault(f"it holds no {kind}")
    if asked.get("of", adapter.asked) != adapter.asked:
        raise witness.fault(f"it holds {asked['of']!r}, and the implementation is asked about {adapter.asked!r}")
    try:
        answers = {from_wire(key): from_wire(answer) for key, answer in asked.get("answers", ())}
        cases = [each and _case(witness, each, suite, adapter) for each in (asked[name], asked["before"])]
    except UnusableWitness:
        raise
    except (FormalRLError, TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
        raise witness.fault(f"its {kind} cannot be read: {error!r}") from None
    return Asked(cases[0], cases[1], looked_up(answers), asked.get("world"))


def _case(witness: Witness, values: Mapping[str, Any], suite: Suite, adapter: Adapter) -> Case:
    """Return a case of a witness in the order of the parameters: some shapes go by position."""
    names = tuple(suite.parameters) if adapter.of_data else ("put", "draws")
    if set(values) != set(names):
        raise witness.fault(f"its case has {', '.join(values)}: expected {', '.join(names)}")
    given = {name: from_wire(values[name]) for name in names}
    if adapter.of_data:
        return case(**given)
    put = given["put"]
    if adapter.asked != "actions":
        put = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    require: Any = {"play": require_play, "prompt": require_prompt}.get(adapter.asked, require_action)
    for part in put if adapter.asked == "actions" else (put,):
        require(part)
    if (given["draws"] is None) != (adapter.draws == "none"):
        raise witness.fault("it was made from draws, or is to be now, and not both")
    return of_history(put, given["draws"])


def looked_up(answers: Mapping[Any, Any]) -> Choose:
    """Return answers that are looked up; to what is not there the answer is the first option."""

    def choose(question: Hashable, options: Sequence[Any]) -> Any:
        answer = answers.get(question, options[0])
        return next((option for option in options if option == answer), answer)

    return choose


# --- The published reading ---

PUBLISHED = "published"


def claim_as_read(claim: Claim, entry: Mapping[str, Any], suite: Suite, subject: Subject, depth: Depth) -> Claim | None:
    """Return a claim by the published reading, if the entry of an expected divergence states that.

    Where it states none, that is so if the entry's counterexample agrees with it. Else there is none.
    """
    claims = suite.claims(subject.adapter, PUBLISHED, depth)
    published = next((each for each in claims if each.id == claim.id), None)
    if published is None:
        return None
    published = evolve(published, tolerance=claim.tolerance)
    return published if entry["reading"] == PUBLISHED or _agrees(published, entry, suite, subject) else None


def _agrees(claim: Claim, entry: Mapping[str, Any], suite: Suite, subject: Subject) -> bool:
    asked = asked_again(Witness.from_json(entry["witness"]), suite, subject.adapter)
    return claim.attempt(subject, asked.case, claim.world_again(asked.choose)) is None
