"""Files of recorded vectors of a suite, read: its claims and their cases, as plain data."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal

from attrs import frozen

from formal_rl.conformance import Profile, suite_named
from formal_rl.conformance.adapters.histories import telling
from formal_rl.conformance.apart.exec_process import from_wire
from formal_rl.conformance.engine.profiles import profile_named
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept
from formal_rl.recordings.vectors_record import TOLD
from formal_rl.strict_json import Field

NOTHING = object()
"""Stands for the answer of a case that is to be refused."""


@frozen
class RecordedCase:
    """A case, by the names of its parameters, or a history with what the agent does; and the answer.

    ``answer`` is `NOTHING` where it is to be refused. ``agent`` has the actions by prompt; what an agent is told stands
    beside what it sees last, as in `adapters.agents`.
    """

    place: Field
    asked: Mapping[str, Any]
    agent: Mapping[Any, int]
    answer: Any


@frozen
class RecordedClaim:
    """The cases of one claim; floats may differ by ``tolerance``."""

    place: Field
    id: str
    tolerance: float
    required: bool
    cases: tuple[RecordedCase, ...]


@frozen
class RecordedVectors:
    """The vectors of one suite."""

    file: str
    suite: str
    semantics: str
    profile: Profile
    kind: Literal["case", "history"]
    claims: tuple[RecordedClaim, ...]


def read_recorded(document: Field) -> RecordedVectors:
    """Return the vectors that `recorded_vectors` wrote.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    kind = document.member("kind")
    if kind.text() not in {"case", "history"}:
        raise kind.fault("expected one of case, history")
    semantics = document.member("semantics")
    if semantics.text() not in {"paper", "published"}:
        raise semantics.fault("expected one of paper, published")
    for name, known in (("suite", suite_named), ("profile", profile_named)):
        try:
            known(document.member(name).text())
        except InvalidParameter as unknown:
            raise document.member(name).fault(str(unknown)) from None
    claims = tuple(_claim(each, kind.text()) for each in document.member("claims").elements())
    suite, profile = document.member("suite").text(), profile_named(document.member("profile").text())
    return RecordedVectors(document.file, suite, semantics.text(), profile, kind.value, claims)


def _claim(claim: Field, kind: str) -> RecordedClaim:
    read = _case if kind == "case" else _history
    cases = tuple(read(each) for each in claim.member("cases").elements())
    about = (claim.member("tolerance").number(), claim.member("required").truth())
    return RecordedClaim(claim, claim.member("id").text(), *about, cases)


def _case(case: Field) -> RecordedCase:
    given = {name: _plain(each) for name, each in case.member("case").members().items()}
    refused = "refuse" in case.members()
    return RecordedCase(case, given, {}, NOTHING if refused else _plain(case.member("answer")))


def _history(case: Field) -> RecordedCase:
    members = case.members()
    asked = [name for name in ("play", "prompt") if name in members]
    if len(asked) != 1:
        raise case.fault("expected one of play, prompt")
    put = [_plain(each) for each in members[asked[0]].elements()]
    for index, part in enumerate(put):
        if index % 2 == 0 and not (isinstance(part, tuple) and len(part) == 2):
            raise members[asked[0]].fault(f"expected a pair of reward and observation at element {index}")
    history = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    about = {asked[0]: history, "draws": _plain(members["draws"]) if "draws" in members else None}
    agent = dict(_does(each) for each in case.member("agent").elements())
    return RecordedCase(case, about, agent, _plain(case.member("answer")))


def _does(does: Field) -> tuple[Any, int]:
    prompt, members = _plain(does.member("ask")), does.members()
    for name in TOLD.values():
        if name in members:
            prompt = telling(prompt, _plain(members[name]))
    try:
        hash(prompt)
    except TypeError:
        raise does.member("ask").fault("no prompt") from None
    return prompt, does.member("action").integer(0)


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
