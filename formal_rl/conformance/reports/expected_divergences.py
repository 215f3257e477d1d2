"""Divergences that are known and have a reason: kept in a file of TOML, each with the counterexample that shows it."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.conformance.engine.failures import FailureKind
from formal_rl.conformance.engine.search import Witness, read_witness
from formal_rl.conformance.reports.report import Report, Row
from formal_rl.conformance.reports.toml_file import UnusableToml, read_toml

_OTHER = " (the first counterexample found is not the saved one: --out writes it)"

KEYS = ("suite", "claim", "reason", "witness")
PUBLISHED = "published"


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
    seen = {each.claim: _Seen(each, _row_of(look(each.witness, {}), each)) for each in known}
    report = look(None, {claim: each.expected.to_json() for claim, each in seen.items() if each.stands})
    if report.unusable is not None:
        return report
    asked = {each.claim: (each.witness or {}).get("asked") for each in report.counterexamples}
    rows = [seen[row.claim].applied(row, asked.get(row.claim)) if row.claim in seen else row for row in report.rows]
    missing = [each for claim, each in seen.items() if claim not in {row.claim for row in rows}]
    rows += [each.applied(evolve(each.again, verdict="not reached", outcome=None)) for each in missing]
    verdicts = {row.claim: row.verdict for row in rows}
    shown = [each for each in report.counterexamples if verdicts[each.claim] == "diverges"]
    others = [each for each in report.counterexamples if each not in shown]
    return evolve(report, rows=tuple(rows), counterexample=shown[0] if shown else None, further=(*shown[1:], *others))


def _got(message: str | None) -> str:
    """Return the part of a message that is the answer."""
    return (message or "").rpartition(", got ")[2].partition(": it differs by ")[0]


def expected_entries(report: Report) -> str:
    """Return a file of TOML that expects every divergence of a report, its counterexamples being beside the file."""
    return "\n".join(
        f'[[divergence]]\nsuite = "{report.suite}"\nclaim = "{each.claim}"\nreason = "to be said"\n'
        f'witness = "repro_{report.suite}_{each.claim}.json"\n'
        for each in report.counterexamples
        if each.witness is not None
    )


def _row_of(again: Report, expected: Divergence) -> Row:
    """Return what became of the claim when its counterexample was looked at again."""
    sentence = again.unusable or expected.witness.sentence
    nothing = Row("reference", expected.claim, sentence, "not reached")
    return next((row for row in again.rows if row.claim == expected.claim), nothing)


@frozen
class _Seen:
    """A divergence that is expected, and what came of its counterexample now."""

    expected: Divergence
    again: Row

    @property
    def stands(self) -> bool:
        """Whether it is there as it was."""
        witness, same_kind = self.expected.witness, self.again.outcome == self.expected.witness.outcome
        if self.again.verdict != "diverges" or not same_kind:
            return False
        return witness.outcome != FailureKind.VALUE_DIFFERS or _got(self.again.message) == _got(witness.message)

    def applied(self, row: Row, asked: Any = None) -> Row:
        """Return what to say of the claim, which came out like this when that was ``asked``."""
        file = self.expected.file
        if self.stands:
            same = (row.verdict, row.outcome, row.reason) == ("diverges", self.again.outcome, None)
            other = asked is not None and asked != self.expected.witness.asked
            reason = self.expected.reason + (_OTHER if other else "")
            return evolve(row, verdict="expected divergence", reason=reason) if same else row
        if self.again.verdict == "diverges":
            witness = self.expected.witness
            other = f"{self.again.message}, and the saved one got {_got(witness.message)}"
            now = other if self.again.outcome == witness.outcome else self.again.outcome
            reason = f"{file} is not as it was saved: {now}"
            if row.verdict != "diverges":
                row = evolve(row, verdict="diverges", outcome=self.again.outcome, message=self.again.message)
            return evolve(row, reason=reason)
        if self.again.verdict == "not reached":
            reason = f"{file} cannot be run again: {self.again.sentence}"
        else:
            reason = f"{file} does not diverge any more: remove its entry"
        return evolve(row, verdict="diverges" if row.verdict == "diverges" else "unexpected conformance", reason=reason)
