"""A counterexample as data, so that it can be kept in a file and looked at again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, fields, frozen

import formal_rl
from formal_rl.conformance.apart.exec_process import from_wire, to_wire
from formal_rl.errors import FormalRLError
from formal_rl.files import read_text

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
        for each in fields(cls):
            if each.name not in values:
                raise UnusableWitness(file, f"{each.name} is missing")
            kind = dict if each.name == "asked" else str
            if not isinstance(values[each.name], kind):
                raise UnusableWitness(file, f"{each.name} is {values[each.name]!r}: expected {_KINDS[kind]}")
        for name, choices in (("semantics", ("paper", "published")), ("kind", ("case", "history"))):
            if values[name] not in choices:
                raise UnusableWitness(file, f"{name} is {values[name]!r}: expected one of {', '.join(choices)}")
        return cls(**{each.name: values[each.name] for each in fields(cls)})

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


_KINDS = {dict: "an object", str: "a string"}


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
