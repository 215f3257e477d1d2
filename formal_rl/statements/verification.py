"""Running the check of a statement and all its twins, and saying what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from formal_rl.checking.outcome import Outcome, Part
from formal_rl.checking.scope import Scope
from formal_rl.statements.ledger import find
from formal_rl.statements.statement import Statement


@frozen
class TwinResult:
    """Whether a twin was rejected, by which part, and on what.

    Ledger: infrastructure
    """

    name: str
    rejected: bool
    by: str
    witness: str


@frozen(kw_only=True)
class Report:
    """What verifying one statement found; plain values only, so that it travels between processes.

    Ledger: infrastructure
    """

    id: str
    verdict: str
    reproduced: bool
    reason: str
    evidence: str
    cases: int
    merged_cases: int
    branches: dict[str, int]
    parts: tuple[dict[str, Any], ...]
    twins: tuple[TwinResult, ...]
    seconds: float

    @property
    def twins_rejected(self) -> int:
        """How many twins were rejected."""
        return sum(twin.rejected for twin in self.twins)

    @property
    def passed(self) -> bool:
        """Whether the verdict was reproduced and every twin rejected."""
        return self.reproduced and self.twins_rejected == len(self.twins)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "reproduced": self.reproduced,
            "reason": self.reason,
            "evidence": self.evidence,
            "cases": self.cases,
            "merged_cases": self.merged_cases,
            "branches": self.branches,
            "parts": list(self.parts),
            "twins": len(self.twins),
            "twins_rejected": self.twins_rejected,
            "twin_results": [
                {"name": twin.name, "rejected": twin.rejected, "by": twin.by, "witness": twin.witness}
                for twin in self.twins
            ],
            "seconds": round(self.seconds, 3),
        }


def holds(identifier: str, scope: Scope | None = None) -> Outcome:
    """Run the check of a statement; raise `AssertionError` naming the part that is not as its verdict says.

    Ledger: infrastructure
    """
    statement = find(identifier)
    outcome = Outcome(tuple(statement.check(scope or Scope())))
    reason = _reason(statement, outcome)
    assert not reason, f"{identifier}: {reason}"
    return outcome


def rejects(identifier: str, twin: str, scope: Scope | None = None) -> Part:
    """Run the check on a twin; return the part that rejects it, or raise `AssertionError` if none does.

    Ledger: infrastructure
    """
    part = rejecting(find(identifier).twin(twin).check(scope or Scope()))
    assert part is not None, f"{identifier} accepts its twin {twin!r}"
    return part


def rejecting(parts: Iterable[Part]) -> Part | None:
    """Return the first part that a wrong object contradicts, if any; those after it are not computed.

    Ledger: infrastructure
    """
    return next((part for part in parts if part.contradicted), None)


def verify(identifier: str, scope: Scope, *, clock: Any) -> Report:
    """Check a statement and its twins; ``clock()`` gives seconds, for the report alone.

    Ledger: infrastructure
    """
    statement = find(identifier)
    begun = clock()
    outcome = Outcome(tuple(statement.check(scope)))
    reason = _reason(statement, outcome)
    twins = []
    for twin in statement.twins:
        part = rejecting(twin.check(scope))
        witness = "" if part is None or part.refutation is None else str(part.refutation.disagreement)
        twins.append(TwinResult(twin.name, part is not None, "" if part is None else part.name, witness))
    return Report(
        id=statement.id,
        verdict=statement.verdict,
        reproduced=not reason,
        reason=reason,
        evidence=_evidence(statement, outcome, scope),
        cases=outcome.cases,
        merged_cases=outcome.merged_cases,
        branches=outcome.branches,
        parts=tuple(_part(part) for part in outcome.parts),
        twins=tuple(twins),
        seconds=clock() - begun,
    )


def _evidence(statement: Statement, outcome: Outcome, scope: Scope) -> str:
    """Return the ledger's evidence, which is of the quick profile; in another scope, what was looked at there."""
    if scope == Scope(seed=scope.seed):
        return statement.evidence
    return "; ".join(dict.fromkeys(f"{part.name}: {part.domain}" for part in outcome.parts))


def _part(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "domain": part.domain,
        "cases": part.cases,
        "merged": part.merged,
        "branches": dict(part.branches),
        "expected": part.expected,
        "as_expected": part.as_expected,
        "witness": None if part.refutation is None else str(part.refutation),
    }


def _reason(statement: Statement, outcome: Outcome) -> str:
    """Return why the outcome does not reproduce the verdict, or nothing."""
    part = outcome.unexpected
    if part is None:
        refuted = any(part.expected == "fails" for part in outcome.parts)
        if statement.verdict in {"refuted", "holds (repaired)"} and not refuted:
            return f"the verdict is {statement.verdict}, but no part refutes the letter"
        return "" if outcome.parts else "nothing was checked"
    if part.contradicted and part.refutation is not None:
        return f"{part.name}: {part.refutation}"
    if part.contradicted:
        return f"{part.name}: meant to fail, and holds on {part.cases} cases"
    if part.vacuous:
        return f"{part.name}: never occurred in this scope: {', '.join(part.vacuous)}"
    return f"{part.name}: no case in this scope"
