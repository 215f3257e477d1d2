"""Running the check of a statement and all its mutants, and saying what came of it."""

import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from attrs import asdict, evolve, fields_dict, frozen

from formal_rl.checking import Part, Scope
from formal_rl.checking.outcome import Outcome
from formal_rl.errors import (
    MissingExtra,
    NotCertified,
    NotMergeable,
    QuestionBudgetExhausted,
    StepBudgetExhausted,
    describe_exception,
)
from formal_rl.statements.ledger import LEDGER, find
from formal_rl.statements.own_ledger import statement_at
from formal_rl.statements.patches import NoSource
from formal_rl.statements.statement import Mutant, Statement
from formal_rl.workers import Backend, WorkerDied, done_by_workers

Clock: TypeAlias = Callable[[], float]

_UNTRIED = "not tried: "


@frozen
class MutantResult:
    """Whether a mutant was rejected, by which part, and on what."""

    name: str
    killed: bool
    by: str
    witness: str

    @property
    def untried(self) -> bool:
        """Whether it could not be tried, for want of the source that it changes."""
        return self.witness.startswith(_UNTRIED)


@frozen(kw_only=True)
class Report:
    """The result of verifying one statement; plain values only, so that it travels between processes."""

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
    def every_horizon_states(self) -> int:
        """In how many states its parts are decided at every horizon; 0 where none is."""
        return sum(part["every_horizon"]["states"] for part in self.parts if part["every_horizon"] is not None)

    @property
    def cases_beyond_examples(self) -> int:
        """How many cases its parts have that are not worked by hand, those counted by merging equal states included."""
        return sum(part["cases"] for part in self.parts if part["domain"] != "by hand")

    @property
    def passed(self) -> bool:
        """Whether the verdict was reproduced and every mutant killed that could be tried."""
        return self.reproduced and all(mutant.killed or mutant.untried for mutant in self.mutants)

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
            "every_horizon_states": self.every_horizon_states,
            "cases_beyond_examples": self.cases_beyond_examples,
            "branches": self.branches,
            "parts": list(self.parts),
            "mutants": len(self.mutants),
            "mutants_killed": self.mutants_killed,
            "mutant_results": [asdict(mutant) for mutant in self.mutants],
            "twins": len(self.mutants),
            "twins_rejected": self.mutants_killed,
            "twin_results": [
                {"name": mutant.name, "rejected": mutant.killed, "by": mutant.by, "witness": mutant.witness}
                for mutant in self.mutants
            ],
            "seconds": round(self.seconds, 3),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Report":
        """Return the report of which these are the JSON values; `KeyError`, `TypeError`, `ValueError` if of none."""
        mutants = tuple(MutantResult(**each) for each in value["mutant_results"])
        parts = tuple(value["parts"])
        counted = {
            "cases": sum(part["cases"] for part in parts if not part["merged"]),
            "merged_cases": sum(part["cases"] for part in parts if part["merged"]),
        }
        same = {name: value[name] for name in fields_dict(cls)}
        report = cls(**{**same, **counted, "parts": parts, "mutants": mutants})
        if report.to_json() != value:
            raise ValueError("its numbers are not those of its parts and mutants")
        return report


def holds(identifier: str, scope: Scope | None = None) -> Outcome:
    """Run the check of a statement; raise `AssertionError` naming the part that is not as its verdict says."""
    statement = find(identifier)
    outcome = Outcome(tuple(statement.check(scope or Scope())))
    reason = why_not_reproduced(statement, outcome)
    assert not reason, f"{identifier}: {reason}"
    return outcome


def rejecting(parts: Iterable[Part]) -> Part | None:
    """Return the first part that a wrong object contradicts, if any; those after it are not computed."""
    parts = iter(parts)
    found = next((part for part in parts if part.contradicted), None)
    if isinstance(parts, Generator):
        parts.close()  # at once, since a mutant is a patch of what is there until its check has ended
    return found


def verify(identifier: str, scope: Scope, *, clock: Clock) -> Report:
    """Check a statement and its mutants; ``clock()`` gives seconds, for the report alone.

    A check that raises reproduces nothing: the reason is the exception and its place, and the parts before it are
    kept. A mutant whose check raises is not rejected, since nothing was decided about it.
    """
    return _put_together([_done(piece, scope, clock) for piece in _pieces(identifier)])


def verify_all(
    identifiers: Sequence[str],
    scope: Scope,
    *,
    jobs: int,
    clock: Clock,
    backend: Backend = "loky",
    scheduler: str | None = None,
    known: Mapping[str, Report] = MappingProxyType({}),
    finished: Callable[[Report], object] = lambda report: None,
) -> Iterator[Report]:
    """Yield the report of each statement, in the order given, each as soon as it and those before it are done.

    With ``jobs`` of 1, or one statement, everything runs in this process; otherwise checks and mutants are spread over
    that many processes, or over the workers of a dask scheduler, as `done_by_workers` says and raises. Where a process
    died, the report says that nothing was decided. What is ``known``, by identifier, is not verified again.
    ``finished`` is called with each new report at once, also where it is not yielded yet.
    """
    waiting, reports = deque(identifiers), dict(known)
    missing = [identifier for identifier in dict.fromkeys(identifiers) if identifier not in known]

    def due() -> Iterator[Report]:
        while waiting and waiting[0] in reports:
            yield reports[waiting.popleft()]

    yield from due()
    pieces = {identifier: _pieces(identifier) for identifier in missing}
    tasks = [piece for identifier in missing for piece in pieces[identifier]]
    run = partial(_done, scope=scope, clock=clock, beside=tuple(missing))
    jobs = jobs if len(missing) > 1 else 1
    found: dict[_Piece, _Found] = {}
    for place, result in done_by_workers(run, tasks, jobs=jobs, backend=backend, scheduler=scheduler):
        piece = tasks[place]
        found[piece] = _undecided(piece, result) if isinstance(result, WorkerDied) else result
        beside = pieces[piece.identifier]
        if all(each in found for each in beside):
            reports[piece.identifier] = _put_together([found.pop(each) for each in beside])
            finished(reports[piece.identifier])
            yield from due()


_MUTANTS_AT_ONCE = 8
"""How many mutants are one task: few, so that none is long; not one, since they share what is slow to compute."""


class _Piece(NamedTuple):
    """A task: the check of a statement, or some of its mutants, from this one on."""

    identifier: str
    first_mutant: int | None = None

    def mutants(self) -> tuple[Mutant, ...]:
        """Return the mutants that are tried here."""
        first = self.first_mutant
        return () if first is None else statement_at(self.identifier).mutants[first : first + _MUTANTS_AT_ONCE]


class _Found(NamedTuple):
    """The result of a piece: a check's report, still without mutants, or mutants' results; and the time."""

    report: Report | None
    mutants: tuple[MutantResult, ...]
    seconds: float


def _pieces(identifier: str) -> list[_Piece]:
    mutants = range(0, len(statement_at(identifier).mutants), _MUTANTS_AT_ONCE)
    return [_Piece(identifier), *(_Piece(identifier, first) for first in mutants)]


def _done(piece: _Piece, scope: Scope, clock: Clock, beside: tuple[str, ...] = ()) -> _Found:
    for each in beside:
        LEDGER.get(each)  # imported at once: patches look at the package again after each import
    begun = clock()
    report = _checked(piece.identifier, scope) if piece.first_mutant is None else None
    mutants = tuple(_mutant_result(mutant, scope) for mutant in piece.mutants())
    return _Found(report, mutants, clock() - begun)


def _checked(identifier: str, scope: Scope) -> Report:
    statement, parts, raised = statement_at(identifier), list[Part](), ""
    try:
        for part in statement.check(scope):
            parts.append(part)
    except Exception as error:
        raised = _raised(error)
    outcome = Outcome(tuple(parts))
    if raised or scope != Scope(seed=scope.seed):  # the ledger's evidence is of the quick profile
        evidence = "; ".join(dict.fromkeys(f"{part.name}: {part.domain}" for part in parts))
    else:
        evidence = statement.evidence
    return _report(statement, outcome, raised or why_not_reproduced(statement, outcome), evidence)


def _undecided(piece: _Piece, died: WorkerDied) -> _Found:
    """Return the report of a piece whose process died."""
    reason = f"cannot be decided: {describe_exception(died)}"
    report = _report(statement_at(piece.identifier), Outcome(()), reason, "") if piece.first_mutant is None else None
    mutants = (MutantResult(mutant.name, killed=False, by="", witness=reason) for mutant in piece.mutants())
    return _Found(report, tuple(mutants), 0)


def _put_together(found: Sequence[_Found]) -> Report:
    (report,) = (each.report for each in found if each.report is not None)
    mutants = tuple(mutant for each in found for mutant in each.mutants)
    return evolve(report, mutants=mutants, seconds=sum(each.seconds for each in found))


def _report(statement: Statement, outcome: Outcome, reason: str, evidence: str) -> Report:
    return Report(
        id=statement.id,
        verdict=statement.verdict,
        reproduced=not reason,
        reason=reason,
        evidence=evidence,
        cases=outcome.cases,
        merged_cases=outcome.merged_cases,
        branches=outcome.branches,
        parts=tuple(_part(part) for part in outcome.parts),
        mutants=(),
        seconds=0,
    )


def _mutant_result(mutant: Mutant, scope: Scope) -> MutantResult:
    try:
        part = rejecting(mutant.check(scope))
    except NoSource as error:
        return MutantResult(mutant.name, killed=False, by="", witness=f"{_UNTRIED}{error}")
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
"""The exceptions of a check that did not end or could not run here: no sign of a false statement."""


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
        "every_horizon": None if part.every_horizon is None else asdict(part.every_horizon),
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
    "not reproduced (reconstructed layout)": "no part shows where what was tried differs",
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
    """Return how the result of a part differs from the intended one."""
    if part.fails_otherwise:
        return f"meant to fail on {part.foreseen!r}, and fails on {part.refutation}"
    if part.contradicted and part.refutation is not None:
        return str(part.refutation)
    if part.contradicted:
        return f"meant to fail, and holds on {part.cases} cases"
    if part.vacuous:
        return f"never occurred in this scope: {', '.join(part.vacuous)}"
    return "no case in this scope"
