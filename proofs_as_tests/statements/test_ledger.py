"""The ledger: every verdict is reproduced by its own check, and the machinery that says so can say no."""

import itertools
import re
from random import Random

import pytest
from attrs import evolve

from formal_rl.checking import Part, Scope, every
from formal_rl.checking.domains import drawn
from formal_rl.checking.outcome import Disagreement, Refutation
from formal_rl.errors import MissingExtra, NotMergeable, QuestionBudgetExhausted
from formal_rl.statements import LEDGER as ENTRIES
from formal_rl.statements import Mutant, find, verify, verify_all
from formal_rl.statements.verification import MutantResult, holds, rejecting

CLOCK = itertools.count().__next__
HELD = Part("held", "made up", 3, {"seen": 3})
FAILED = Part("failed", "made up", 1, {}, Refutation(Disagreement("made up", 1, 2)))


def _with(monkeypatch, identifier, **changes):
    """Put a changed entry into the ledger for one test."""
    changed = {**ENTRIES, identifier: evolve(ENTRIES[identifier], **changes)}
    monkeypatch.setattr("formal_rl.statements.ledger.LEDGER", changed)


VACUOUS = Part("vacuous", "made up", 3, {"seen": 3, "never": 0})
EMPTY = Part("empty", "made up", 0, {})


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ((HELD, FAILED), "failed: made up: expected 1, got 2"),
        ((VACUOUS,), "vacuous: never occurred in this scope: never"),
        ((EMPTY,), "empty: no case in this scope"),
        ((), "nothing was checked"),
        ((HELD.meant_to_fail(),), "held: meant to fail, and holds on 3 cases"),
    ],
    ids=["fails", "a branch that never occurred", "no case at all", "no parts", "a letter that holds after all"],
)
def test_statements_not_reproduced(monkeypatch, parts, reason):
    """A check that refutes, decides nothing or leaves a premise unseen reproduces nothing, and the reason shows it."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter(parts), mutants=())
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.passed, report.reason) == (False, False, reason)


@pytest.mark.parametrize("on", ["made up", "expected 1, got 2", "made up: expected 1, got 3", "made up: expected .+"])
def test_a_part_that_fails_on_something_else(monkeypatch, on):
    """A part that is meant to fail and fails on something else is not as expected, and the reason shows both."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((FAILED.meant_to_fail(on),)), mutants=())
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.parts[0]["as_expected"], report.parts[0]["foreseen"]) == (False, False, on)
    assert report.reason == f"failed: meant to fail on {on!r}, and fails on made up: expected 1, got 2"
    assert rejecting([FAILED.meant_to_fail(on)])


@pytest.mark.parametrize(
    "verdict", ["refuted", "holds (repaired)", "not reproduced", "not reproduced (reconstructed layout)"]
)
def test_verdicts_that_need_a_failure(monkeypatch, verdict):
    """A verdict that says something fails needs a part that is meant to fail, and fails."""
    _with(monkeypatch, "A21-L2", verdict=verdict, check=lambda scope: iter((HELD,)), mutants=())
    without = verify("A21-L2", Scope(), clock=CLOCK)
    _with(monkeypatch, "A21-L2", verdict=verdict, check=lambda scope: iter((HELD, FAILED.meant_to_fail())), mutants=())

    assert without.reason.startswith(f"the verdict is {verdict}, but no part ")
    assert verify("A21-L2", Scope(), clock=CLOCK).passed


@pytest.mark.parametrize("parts", [(VACUOUS,), (EMPTY,), (HELD, VACUOUS, EMPTY), ()], ids=len)
def test_a_mutant_that_is_merely_vacuous_is_not_rejected(monkeypatch, parts):
    """A mutant that leaves a branch unseen, or a part without a case, contradicts nothing: the check accepts it."""
    _with(monkeypatch, "A21-L2", mutants=(Mutant("merely vacuous", lambda scope: iter(parts)),))
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.passed) == (True, False)
    assert report.mutants == (MutantResult("merely vacuous", killed=False, by="", witness=""),)


def test_a_mutant_is_rejected_by_the_first_part_it_contradicts(monkeypatch):
    """Parts that are vacuous or empty are passed over, and none after the one that rejects is computed."""

    def parts(scope):
        yield VACUOUS
        yield EMPTY
        yield FAILED
        raise AssertionError("not to be computed")

    _with(monkeypatch, "A21-L2", mutants=(Mutant("wrong", parts),))

    assert verify("A21-L2", Scope(), clock=CLOCK).mutants == (
        MutantResult("wrong", killed=True, by="failed", witness="made up: expected 1, got 2"),
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_row_that_raises_does_not_end_the_others(jobs):
    """It is reported as not reproduced with the exception and its place, and the rows beside it are verified."""

    class WithoutPercepts(Scope):  # travels to other processes by value, being local
        def percepts(self, size):
            raise ZeroDivisionError("no percepts")

    chosen = ["T24-DA1", "A21-D4", "A21-D3"]
    before, broken, after = verify_all(chosen, WithoutPercepts(), jobs=jobs, clock=float)

    assert [(report.id, report.passed) for report in (before, broken, after)] == [
        ("T24-DA1", True),
        ("A21-D4", False),
        ("A21-D3", True),
    ]
    assert not broken.reproduced
    assert [part["name"] for part in broken.parts] == ["worked examples"]
    assert broken.cases == broken.parts[0]["cases"] > 0
    assert broken.evidence == "worked examples: by hand"
    assert re.fullmatch(
        r"the check raised: ZeroDivisionError: no percepts \(claims\.py:\d+, in __call__\)", broken.reason
    )


@pytest.mark.parametrize(
    "error",
    [
        QuestionBudgetExhausted(("asked",), 100),
        NotMergeable("a state holds a list"),
        MissingExtra("plot", "a figure"),
        RecursionError("too deep"),
        MemoryError("too much"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_row_that_cannot_be_decided_says_so(monkeypatch, error):
    """Where a check comes to no end, or cannot be run here, the reason says that nothing was decided."""

    def check(scope):
        yield HELD
        raise error

    _with(monkeypatch, "A21-L2", check=check, mutants=())
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.cases) == (False, 3)
    assert report.reason.startswith(f"cannot be decided: {type(error).__name__}: {error} (test_ledger.py:")


def test_a_mutant_whose_check_raises_is_not_rejected(monkeypatch):
    """It is undecided, with the exception as reason; the other mutants still run."""

    def check(scope):
        yield HELD
        raise AssertionError("broken")

    mutants = (Mutant("broken", check), Mutant("wrong", lambda scope: iter((FAILED,))))
    _with(monkeypatch, "A21-L2", mutants=mutants)
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.mutants_killed, report.passed) == (True, 1, False)
    assert (report.mutants[0].killed, report.mutants[0].by) == (False, "")
    assert report.mutants[0].witness.startswith("the check raised: AssertionError: broken (test_ledger.py:")


@pytest.mark.parametrize("of_a_twin", [False, True])
@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interruption_is_not_a_failure(monkeypatch, error, of_a_twin):
    """What ends the process ends the verification."""

    def check(scope):
        raise error
        yield HELD

    changes = {"mutants": (Mutant("interrupted", check),)} if of_a_twin else {"check": check}
    _with(monkeypatch, "A21-L2", **changes)
    with pytest.raises(error):
        verify("A21-L2", Scope(), clock=CLOCK)


def test_holds_raises_with_the_reason(monkeypatch):
    """In a test, a statement that is not as its verdict says fails with the part's refutation."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((FAILED,)))

    with pytest.raises(AssertionError, match="A21-L2: failed: made up: expected 1, got 2"):
        holds("A21-L2")


def test_unknown_mutants_list_those_there_are():
    """An unknown mutant is refused with the names of the known ones."""
    with pytest.raises(KeyError, match="the last percept goes with the action"):
        find("A21-L2").mutant("no such twin")


def test_overrides_reach_the_checks():
    """Horizon and alphabets asked for replace those of the profile."""
    scope = Scope(horizon=2, number_of_percepts=1, number_of_actions=3)
    part = next(find("A22-T10.1").check(scope))

    # one percept: 1 agent question, 3 answers; two percepts, 3 actions between: 3 prompts, each 2 + 3 ways
    assert part.cases == 3 + 3 * 5
    assert part.domain == "all agents, all histories of at most 2 percepts over 1 percepts x 3 actions"


@pytest.mark.parametrize("seed", [1, 2])
def test_other_seeds_sample_other_values(seed):
    """A sampled part depends on the seed, and says it."""
    heard = []
    numbers = drawn("numbers", Random.random, 3)
    part = every("heard", lambda each: (heard.append(each), None), numbers)(Scope(seed=seed))

    assert (part.domain, part.as_expected) == (f"3 numbers, drawn from seed {seed}", True)
    assert heard == [Random(f"{seed} {number}").random() for number in range(3)]
