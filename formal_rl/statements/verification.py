"""Running the check of a statement and all its mutants, and saying what came of it."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.checking import Outcome, Part, Scope
from formal_rl.errors import (
    MissingExtra,
    NotCertified,
    NotMergeable,
    QuestionBudgetExhausted,
    StepBudgetExhausted,
    describe_exception,
)
from formal_rl.statements.ledger import find
from formal_rl.statements.own_ledger import statement_at
from formal_rl.statements.statement import Check, Mutant, Statement


@frozen
class MutantResult:
    """Whether a mutant was rejected, by which part, and on what."""

    name: str
    killed: bool
    by: str
    witness: str


@frozen(kw_only=True)
class Report:
    """What verifying one statement found; plain values only, so that it travels between processes."""

    id: str
    verdict: str
    reproduced: bool
    reason: str
    evidence: str
    cases: int
    merged_cases: int
    branches: dict[str, int]
    parts: tuple[dict[str, Any], ...]
    mutants: tuple[MutantResult, ...]
    seconds: float

    @property
    def mutants_killed(self) -> int:
        """How many mutants were killed."""
        return sum(mutant.killed for mutant in self.mutants)

    @property
    def passed(self) -> bool:
        """Whether the verdict was reproduced and every mutant killed."""
        return self.reproduced and self.mutants_killed == len(self.mutants)

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
            "mutants": len(self.mutants),
            "mutants_killed": self.mutants_killed,
            "mutant_results": [
                {"name": mutant.name, "killed": mutant.killed, "by": mutant.by, "witness": mutant.witness}
                for mutant in self.mutants
            ],
            "twins": len(self.mutants),
            "twins_rejected": self.mutants_killed,
            "twin_results": [
                {"name": mutant.name, "rejected": mutant.killed, "by": mutant.by, "witness": mutant.witness}
                for mutant in self.mutants
            ],
            "seconds": round(self.seconds, 3),
        }


def holds(identifier: str, scope: Scope | None = None) -> Outcome:
    """Run the check of a statement; raise `AssertionError` naming the part that is not as its verdict says."""
    statement = find(identifier)
    outcome = Outcome(tuple(statement.check(scope or Scope())))
    reason = why_not_reproduced(statement, outcome)
    assert not reason, f"{identifier}: {reason}"
    return outcome


def rejects(identifier: str, mutant: str, scope: Scope | None = None) -> Part:
    """Run the check on a mutant; return the part that rejects it, or raise `AssertionError` if none does."""
    part = rejecting(find(identifier).mutant(mutant).check(scope or Scope()))
    assert part is not None, f"{identifier} accepts its mutant {mutant!r}"
    return part


def rejecting(parts: Iterable[Part]) -> Part | None:
    """Return the first part that a wrong object contradicts, if any; those after it are not computed."""
    return next((part for part in parts if part.contradicted), None)


def verify(identifier: str, scope: Scope, *, clock: Any) -> Report:
    """Check a statement and its mutants; ``clock()`` gives seconds, for the report alone.

    A check that raises reproduces nothing: the reason is the exception and its place, and the parts before it are
    kept. A mutant whose check raises is not rejected, since nothing was decided about it.
    """
    statement = statement_at(identifier)
    begun = clock()
    parts, raised = _until_it_raises(statement.check, scope)
    outcome = Outcome(parts)
    reason = raised or why_not_reproduced(statement, outcome)
    mutants = tuple(_mutant_result(mutant, scope) for mutant in statement.mutants)
    return Report(
        id=statement.id,
        verdict=statement.verdict,
        reproduced=not reason,
        reason=reason,
        evidence=_domains(outcome) if raised else _evidence(statement, outcome, scope),
        cases=outcome.cases,
        merged_cases=outcome.merged_cases,
        branches=outcome.branches,
        parts=tuple(_part(part) for part in outcome.parts),
        mutants=mutants,
        seconds=clock() - begun,
    )


def verify_all(identifiers: Sequence[str], scope: Scope, *, jobs: int, clock: Callable[[], float]) -> Iterator[Report]:
    """Yield the report of each statement, in the order given, each as soon as it and those before it are done.

    With ``jobs`` of 1 everything runs in this process; otherwise the statements are spread over that many.
    """
    if jobs == 1 or len(identifiers) == 1:
        for identifier in identifiers:
            yield verify(identifier, scope, clock=clock)
        return
    from joblib import Parallel, delayed  # noqa: PLC0415 - slow to import, and only needed here

    run = Parallel(n_jobs=jobs, return_as="generator", batch_size=1, pre_dispatch="all")
    yield from run(delayed(verify)(identifier, scope, clock=clock) for identifier in identifiers)


def _evidence(statement: Statement, outcome: Outcome, scope: Scope) -> str:
    """Return the ledger's evidence, which is of the quick profile; in another scope, what was looked at there."""
    if scope == Scope(seed=scope.seed):
        return statement.evidence
    return _domains(outcome)


def _domains(outcome: Outcome) -> str:
    return "; ".join(dict.fromkeys(f"{part.name}: {part.domain}" for part in outcome.parts))


def _until_it_raises(check: Check, scope: Scope) -> tuple[tuple[Part, ...], str]:
    """Return the parts of a check, and what it raised, or nothing."""
    parts = []
    try:
        for part in check(scope):
            parts.append(part)
    except Exception as error:
        return tuple(parts), _raised(error)
    return tuple(parts), ""


def _mutant_result(mutant: Mutant, scope: Scope) -> MutantResult:
    try:
        part = rejecting(mutant.check(scope))
    except Exception as error:
        return MutantResult(mutant.name, killed=False, by="", witness=_raised(error))
    if part is None:
        return MutantResult(mutant.name, killed=False, by="", witness="")
    witness = "" if part.refutation is None else str(part.refutation.disagreement)
    return MutantResult(mutant.name, killed=True, by=part.name, witness=witness)


_UNDECIDED = (
    QuestionBudgetExhausted,
    StepBudgetExhausted,
    NotMergeable,
    NotCertified,
    MissingExtra,
    MemoryError,
    RecursionError,
    TimeoutError,
)
"""What is raised where a check came to no end, or could not be run here: no sign that anything is wrong."""


def _raised(error: Exception) -> str:
    """Return what was raised and where: the last place in this package or beside the check, besides this module."""
    places = traceback.extract_tb(error.__traceback__)
    package, checks = Path(__file__).parents[1], [place.filename for place in places[1:2]]
    others = [each for each in places if each.filename != __file__]
    ours = [each for each in others if each.filename in checks or package in Path(each.filename).parents]
    place = (ours or places)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}, in {place.name}"
    return (
        f"{'cannot be decided' if isinstance(error, _UNDECIDED) else 'the check raised'}: "
        f"{describe_exception(error)} ({where})"
    )


def _part(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "domain": part.domain,
        "cases": part.cases,
        "merged": part.merged,
        "branches": dict(part.branches),
        "expected": part.expected,
        "as_expected": part.as_expected,
        "foreseen": part.foreseen,
        "witness": None if part.refutation is None else str(part.refutation),
    }


_NEEDS_A_FAILURE = {
    "refuted": "no part refutes the letter",
    "holds (repaired)": "no part refutes the letter",
    "not reproduced": "no part shows where what was tried differs",
}


def why_not_reproduced(statement: Statement, outcome: Outcome) -> str:
    """Return why the outcome does not reproduce the verdict, or nothing."""
    part = outcome.unexpected
    if part is not None:
        return f"{part.name}: {why_unexpected(part)}"
    if not outcome.parts:
        return "nothing was checked"
    if statement.verdict in _NEEDS_A_FAILURE and all(part.expected == "holds" for part in outcome.parts):
        return f"the verdict is {statement.verdict}, but {_NEEDS_A_FAILURE[statement.verdict]}"
    return ""


def why_unexpected(part: Part) -> str:
    """Return in what a part did not come out as it was meant to."""
    if part.fails_otherwise:
        return f"meant to fail on {part.foreseen!r}, and fails on {part.refutation}"
    if part.contradicted and part.refutation is not None:
        return str(part.refutation)
    if part.contradicted:
        return f"meant to fail, and holds on {part.cases} cases"
    if part.vacuous:
        return f"never occurred in this scope: {', '.join(part.vacuous)}"
    return "no case in this scope"
