"""Divergences that are known and have a reason: kept in a file of TOML, each with the counterexample that shows it."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.conformance.engine.failures import FailureKind
from formal_rl.conformance.engine.search import PUBLISHED, Witness, read_witness
from formal_rl.conformance.engine.settings import UnusableToml, read_toml
from formal_rl.conformance.reports.report import Report, Row

KEYS = ("suite", "claim", "reason", "witness")


@frozen
class Divergence:
    """One divergence that is expected: of which claim, why, and the counterexample; ``file`` is where that was.

    ``reading`` is what all other cases of the claim are compared with: ``published``. Where it is not said it is that
    if the counterexample shows it.
    """

    suite: str
    claim: str
    reason: str
    witness: Witness
    file: str
    reading: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what a check has to know of it, as JSON values."""
        return {"outcome": self.witness.outcome, "witness": self.witness.to_json(), "reading": self.reading}


Look: TypeAlias = Callable[[Witness | None, Mapping[str, Mapping[str, Any]]], Report]
"""Looks at one counterexample again, or at all claims, of which some are expected to diverge as JSON values say."""


def read_expected(path: Path) -> tuple[Divergence, ...]:
    """Return the divergences that a file of TOML lists: ``[[divergence]]`` with suite, claim, reason and witness.

    A witness is the ``repro_*.json`` of a counterexample, by its path from the file. Raises `UnusableToml`, or
    `UnusableWitness` where a witness is none.
    """
    document = read_toml(path)
    entries = document.get("divergence")
    if document.keys() != {"divergence"} or not isinstance(entries, list):
        raise UnusableToml(path, "the whole file", "expected entries [[divergence]], and nothing else")
    found: dict[tuple[str, str, str], Divergence] = {}
    for number, entry in enumerate(entries, start=1):
        each = _divergence(path, number, entry)
        key = (each.suite, each.claim, each.witness.semantics)
        if key in found:
            raise UnusableToml(path, f"divergence {number}", f"{each.suite} {each.claim} occurs twice")
        found[key] = each
    return tuple(found.values())


def _divergence(path: Path, number: int, entry: Any) -> Divergence:
    place = f"divergence {number}"
    if not isinstance(entry, dict) or entry.keys() - {"reading"} != set(KEYS):
        has = ", ".join(entry) if isinstance(entry, dict) and entry else "nothing"
        raise UnusableToml(path, place, f"it has {has}: expected {', '.join(KEYS)}")
    for key in entry:
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise UnusableToml(path, place, f"{key} is {entry[key]!r}: expected some words")
    if entry.get("reading", PUBLISHED) != PUBLISHED:
        raise UnusableToml(path, place, f"reading is {entry['reading']!r}: expected {PUBLISHED!r}")
    witness = read_witness(path.parent / entry["witness"])
    for key in ("suite", "claim"):
        if entry[key] != (of := getattr(witness, key)):
            raise UnusableToml(path, place, f"{key} is {entry[key]!r}, and {entry['witness']} is of {of!r}")
    return Divergence(**{key: entry[key] for key in entry if key != "witness"}, witness=witness, file=entry["witness"])


def with_expected(look: Look, suite: str, semantics: str, expected: Iterable[Divergence]) -> Report:
    """Return the report of a check in which each divergence that is expected is looked at first.

    One that is still there is no fault; one that is not is, since its entry has to go.
    """
    known = [each for each in expected if (each.suite, each.witness.semantics) == (suite, semantics)]
    seen = {each.claim: (each, _row_of(look(each.witness, {}), each)) for each in known}
    report = look(None, {claim: each.to_json() for claim, (each, again) in seen.items() if _stands(each, again)})
    if report.unusable is not None:
        return report
    asked = {each.claim: (each.witness or {}).get("asked") for each in report.counterexamples}
    found = {row.claim for row in report.rows}
    rows = [again for claim, (_, again) in seen.items() if claim not in found]
    rows = [*report.rows, *(evolve(each, verdict="not reached", outcome=None) for each in rows)]
    rows = [_applied(*seen[row.claim], row, asked.get(row.claim)) if row.claim in seen else row for row in rows]
    diverging = {row.claim for row in rows if row.verdict == "diverges"}
    shown = sorted(report.counterexamples, key=lambda each: each.claim not in diverging)
    first = shown.pop(0) if shown and shown[0].claim in diverging else None
    return evolve(report, rows=tuple(rows), counterexample=first, further=tuple(shown))


def _row_of(again: Report, expected: Divergence) -> Row:
    """Return what became of the claim when its counterexample was looked at again."""
    nothing = Row("reference", expected.claim, again.unusable or expected.witness.sentence, "not reached")
    return next((row for row in again.rows if row.claim == expected.claim), nothing)


def _stands(expected: Divergence, again: Row) -> bool:
    """Whether a divergence is there unchanged."""
    witness = expected.witness
    if again.verdict != "diverges" or again.outcome != witness.outcome:
        return False
    return witness.outcome != FailureKind.VALUE_DIFFERS or _got(again.message) == _got(witness.message)


def _got(message: str | None) -> str:
    """Return the part of a message that is the answer."""
    return (message or "").rpartition(", got ")[2]


def _applied(expected: Divergence, again: Row, row: Row, asked: Any) -> Row:
    """Return the row of a claim that is expected to diverge; ``asked`` is its counterexample in this check."""
    file, witness, diverges = expected.file, expected.witness, row.verdict == "diverges"
    if _stands(expected, again):
        if (row.verdict, row.outcome, row.reason) != ("diverges", again.outcome, None):
            return row
        is_other = asked is not None and asked != witness.asked
        other = " (the first counterexample found is not the saved one: --out writes it)" * is_other
        return evolve(row, verdict="expected divergence", reason=expected.reason + other)
    if again.verdict == "diverges":
        other = f"{again.message}, and the saved one got {_got(witness.message)}"
        reason = f"{file} is not as it was saved: {other if again.outcome == witness.outcome else again.outcome}"
        seen: dict[str, Any] = (
            {} if diverges else {"verdict": "diverges", "outcome": again.outcome, "message": again.message}
        )
        return evolve(row, reason=reason, **seen)
    reason = f"{file} does not diverge any more: remove its entry"
    if again.verdict == "not reached":
        reason = f"{file} cannot be run again: {again.sentence}"
    return evolve(row, verdict="diverges" if diverges else "unexpected conformance", reason=reason)


def expected_entries(report: Report) -> str:
    """Return a file of TOML that expects every divergence of a report, its counterexamples being beside the file."""
    return "\n".join(
        f'[[divergence]]\nsuite = "{report.suite}"\nclaim = "{each.claim}"\nreason = "to be said"\n'
        f'witness = "repro_{report.suite}_{each.claim}.json"\n'
        for each in report.counterexamples
        if each.witness is not None
    )
