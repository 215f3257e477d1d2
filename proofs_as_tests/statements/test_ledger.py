"""The ledger: every verdict is reproduced by its own check, and the machinery that says so can say no."""

import itertools

import pytest
from attrs import evolve

from formal_rl.checking.outcome import Disagreement, Outcome, Part, Refutation
from formal_rl.checking.scope import Scope
from formal_rl.errors import UnansweredQuestion, UnknownStatement
from formal_rl.statements import LEDGER, Twin, find, holds, rejects, verify
from formal_rl.statements.ledger import LEDGER as ENTRIES
from formal_rl.statements.run import verify_all

CLOCK = itertools.count().__next__
HELD = Part("held", "made up", 3, {"seen": 3})
FAILED = Part("failed", "made up", 1, {}, Refutation(Disagreement("made up", 1, 2)))


def _with(monkeypatch, identifier, **changes):
    """Put a changed entry into the ledger for one test."""
    changed = {**ENTRIES, identifier: evolve(ENTRIES[identifier], **changes)}
    monkeypatch.setattr("formal_rl.statements.ledger.LEDGER", changed)


@pytest.mark.parametrize("identifier", [i for i, s in LEDGER.items() if s.kind in {"definition", "example"}])
def test_a_definition_rejects_its_twins_by_hand(identifier):
    """Each twin of a definition or example gives another value than one worked by hand."""
    for twin in find(identifier).twins:
        assert rejects(identifier, twin.name).domain == "by hand"


@pytest.mark.parametrize("identifier", LEDGER)
def test_twins_are_rejected_for_being_wrong(identifier):
    """A twin is refuted by a value or a failure of its own, not by asking what no table of ours answers."""
    for twin in find(identifier).twins:
        refutation = rejects(identifier, twin.name).refutation
        assert refutation is None or refutation.disagreement.got is not UnansweredQuestion


@pytest.mark.parametrize("identifier", [i for i, s in LEDGER.items() if s.kind in {"definition", "example"}])
def test_a_definition_has_at_least_two_examples_worked_by_hand(identifier):
    """Each definition and example is worked by hand at least twice."""
    parts = find(identifier).check(Scope())

    assert sum(part.cases for part in itertools.takewhile(lambda part: part.domain == "by hand", parts)) >= 2


def test_a_check_that_fails_is_not_reproduced(monkeypatch):
    """A verdict whose check finds a refutation is not reproduced, and the reason shows it."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((HELD, FAILED)), twins=())
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.passed) == (False, False)
    assert report.reason == "failed: made up: expected 1, got 2"


def test_a_branch_that_never_occurred_is_not_reproduced(monkeypatch):
    """A premise that never held makes the test vacuous, and the verdict is not reproduced."""
    vacuous = Part("held", "made up", 3, {"seen": 3, "never": 0})
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((vacuous,)), twins=())

    assert verify("A21-L2", Scope(), clock=CLOCK).reason == "held: never occurred in this scope: never"


def test_no_case_at_all_is_not_reproduced(monkeypatch):
    """A check that decided nothing reproduces nothing."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((Part("none", "made up", 0, {}),)), twins=())

    assert verify("A21-L2", Scope(), clock=CLOCK).reason == "none: no case in this scope"


def test_a_check_without_parts_is_not_reproduced(monkeypatch):
    """A check that yields nothing reproduces nothing."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter(()), twins=())

    assert verify("A21-L2", Scope(), clock=CLOCK).reason == "nothing was checked"


def test_refuted_needs_a_refutation(monkeypatch):
    """The verdict refuted is not reproduced by a check that refutes nothing."""
    _with(monkeypatch, "A21-L2", verdict="refuted", twins=())

    assert not verify("A21-L2", Scope(), clock=CLOCK).reproduced


def test_a_letter_that_holds_after_all_is_seen(monkeypatch):
    """A part that is meant to fail and holds is reported."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((HELD.meant_to_fail(),)), twins=())

    assert verify("A21-L2", Scope(), clock=CLOCK).reason == "held: meant to fail, and holds on 3 cases"


def test_a_twin_that_is_not_wrong_is_not_rejected(monkeypatch):
    """A twin that is the right object itself is accepted, so the statement does not pass."""
    check = ENTRIES["A21-L2"].check
    _with(monkeypatch, "A21-L2", twins=(Twin("not wrong", check),))
    report = verify("A21-L2", Scope(), clock=CLOCK)

    assert (report.reproduced, report.twins_rejected, report.passed) == (True, 0, False)
    with pytest.raises(AssertionError, match="accepts its twin 'not wrong'"):
        rejects("A21-L2", "not wrong")


def test_holds_raises_with_the_reason(monkeypatch):
    """In a test, a statement that is not as its verdict says fails with the part's refutation."""
    _with(monkeypatch, "A21-L2", check=lambda scope: iter((FAILED,)))

    with pytest.raises(AssertionError, match="A21-L2: failed: made up: expected 1, got 2"):
        holds("A21-L2")


def test_merged_cases_are_counted_apart():
    """Cases counted by merging are not among the cases each reached."""
    outcome = Outcome((HELD, evolve(HELD, cases=10**30, merged=True)))

    assert (outcome.cases, outcome.merged_cases) == (3, 10**30)
    assert outcome.branches == {"seen": 6}


def test_unknown_identifiers_suggest_near_ones():
    """An identifier that is not in the ledger is refused with the nearest ones."""
    with pytest.raises(UnknownStatement, match="did you mean A22-T10"):
        find("A22-T10.5")


def test_unknown_twins_list_those_there_are():
    """An unknown twin is refused with the names of the known ones."""
    with pytest.raises(KeyError, match="the last percept goes with the action"):
        find("A21-L2").twin("no such twin")


def test_processes_change_nothing_but_the_time():
    """Two processes report what one reports."""
    chosen = ["A21-D1", "A21-L2", "A21-D3"]

    def untimed(jobs):
        return [evolve(r, seconds=0) for r in verify_all(chosen, Scope(), jobs=jobs, clock=float)]

    assert untimed(1) == untimed(2)


def test_overrides_reach_the_checks():
    """Horizon and alphabets asked for replace those of the profile."""
    scope = Scope(horizon=2, number_of_percepts=1, number_of_actions=3)
    part = next(find("A22-T10.1").check(scope))

    # one percept: 1 agent question, 3 answers; two percepts, 3 actions between: 3 prompts, each 2 + 3 ways
    assert part.cases == 3 + 3 * 5
    assert part.domain == "all agents, all histories of at most 2 percepts over 1 percepts x 3 actions"


@pytest.mark.parametrize("seed", [1, 2])
def test_other_seeds_sample_other_agents(seed):
    """The sampled parts depend on the seed and hold for others."""
    parts = [part for part in find("A22-D7").check(Scope(seed=seed)) if part.name.endswith("sampled")]

    assert [f"from seed {seed}" in part.domain for part in parts] == [True, True]
    assert all(part.as_expected for part in parts)
