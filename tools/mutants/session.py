"""The outcomes of a run: a line each in a file, read again when the run goes on; what is judged equivalent; reports."""

from __future__ import annotations

import json
import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from attrs import asdict, define, frozen

from mutants.generation import PACKAGES, Mutant

BY_VERIFY, BY_TESTS, SURVIVED, EQUIVALENT = "killed by verify", "killed by tests", "survived", "equivalent"
OUTCOMES = (BY_VERIFY, BY_TESTS, SURVIVED, EQUIVALENT)


class Unusable(Exception):
    """What was given cannot be used; the message says why."""


@frozen
class Outcome:
    """What came of a mutant: ``by`` is what killed it, or what was asked in vain."""

    path: str
    function: str
    line: int
    kind: str
    was: str
    became: str
    outcome: str
    by: str
    seconds: float

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the mutant."""
        return self.path, self.function, self.was, self.became


@define
class Session:
    """The outcomes so far, and the file to which each is added."""

    outcomes: dict[tuple[str, str, str, str, int], Outcome]
    file: IO[str]

    @classmethod
    def open(cls, path: Path, about: Mapping[str, Any]) -> Session:
        """Open a session file, or begin it; a last line that was not written to its end is taken away."""
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
        whole = b"".join(line + b"\n" for line in lines[:-1])
        if lines[-1]:
            with path.open("r+b") as file:
                file.truncate(len(whole))
        entries = _entries(path, lines[:-1])
        if entries and entries[0] != dict(about):
            raise Unusable(f"{path} is the session of another choice, or of other files; name a new file, or remove it")
        outcomes = [Outcome(**entry) for entry in entries[1:]]
        session = cls({(*each.key, each.line): each for each in outcomes}, path.open("a", encoding="utf-8"))
        if not entries:
            session._write(dict(about))
        return session

    def add(self, outcome: Outcome) -> None:
        """Add an outcome."""
        self.outcomes[*outcome.key, outcome.line] = outcome
        self._write(asdict(outcome))

    def outcome_of(self, mutant: Mutant) -> Outcome | None:
        """Return what came of a mutant, if it is known."""
        return self.outcomes.get((*mutant.key, mutant.line))

    def _write(self, entry: dict[str, Any]) -> None:
        self.file.write(json.dumps(entry, ensure_ascii=False) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())


def _entries(path: Path, lines: Sequence[bytes]) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in lines]
    except ValueError as error:
        raise Unusable(f"{path} is no session: {error}") from None


@frozen
class Equivalent:
    """A change that was judged to change nothing: matched by its function and the texts of its lines."""

    path: str
    function: str
    was: str
    became: str
    reason: str


Equivalents = Mapping[tuple[str, str, str, str], Equivalent]


def read_equivalents(file: Path) -> Equivalents:
    """Return the changes judged equivalent, by what names them."""
    if not file.is_file():
        raise Unusable(f"no list of equivalent changes in {file}")
    try:
        listed = [Equivalent(**entry) for entry in tomllib.loads(file.read_text("utf-8")).get("equivalent", [])]
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise Unusable(f"{file}: {error}") from None
    for each in listed:
        if not each.reason.strip():
            raise Unusable(f"{file}: {each.path} {each.function}: no reason is given for {each.became!r}")
    return {(each.path, each.function, each.was, each.became): each for each in listed}


def judged(mutant: Mutant, outcome: Outcome | None, equivalents: Equivalents) -> Outcome:
    """Return the outcome of a mutant, or, where it is judged equivalent, the reason."""
    listed = equivalents.get(mutant.key)
    if listed is not None:
        named = (mutant.path, mutant.function, mutant.line, mutant.kind, mutant.was, mutant.became)
        return Outcome(*named, outcome=EQUIVALENT, by=listed.reason, seconds=0.0)
    if outcome is None:
        raise RuntimeError(f"nothing came of {mutant}")
    return outcome


def digest_of(root: Path, folders: Iterable[str]) -> str:
    """Return a digest of the sources in folders of the work tree."""
    whole = sha256()
    for folder in folders:
        for file in sorted((root / folder).rglob("*.py")):
            whole.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:12]


def counted(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """Return how many came out how, by package, and of all."""
    table = {}
    for package in (*PACKAGES, "all"):
        here = Counter(each.outcome for each in outcomes if package in {each.path.split("/")[0], "all"})
        if here:
            table[package] = {"mutants": here.total(), **{name: here[name] for name in OUTCOMES}}
    return table


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def report(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as text: a table by package, and the list of survivors."""
    rows: list[tuple[str, ...]] = [("package", "mutants", *OUTCOMES, "verify", "verify and tests")]
    for package, counts in counted(outcomes).items():
        real = counts["mutants"] - counts[EQUIVALENT]
        shares = _share(counts[BY_VERIFY], real), _share(counts[BY_VERIFY] + counts[BY_TESTS], real)
        rows.append((package, *map(str, counts.values()), *shares))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    for outcome, title in ((SURVIVED, "survived"), (BY_TESTS, "killed by tests only"), (EQUIVALENT, "equivalent")):
        listed = sorted((each for each in outcomes if each.outcome == outcome), key=lambda each: (each.path, each.line))
        lines += ["", f"{title}: {len(listed)}"]
        for each in listed:
            lines += [f"  {each.path}:{each.line} {each.function} ({each.kind})"]
            lines += [f"      was     {each.was}", f"      became  {each.became}", f"      {each.by}"]
    return "\n".join(lines)


def as_json(about: Mapping[str, Any], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the outcomes as JSON values."""
    return {**about, "packages": counted(outcomes), "mutants": [asdict(outcome) for outcome in outcomes]}
