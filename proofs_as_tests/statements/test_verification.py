"""Verifications spread over processes and over the workers of dask: the reports of one machine, whatever dies."""

import os
from functools import cache, partial

import pytest
from attrs import evolve

from formal_rl.checking import Scope
from formal_rl.statements import LEDGER, verify, verify_all
from formal_rl.statements.verification import _MUTANTS_AT_ONCE, _pieces

CHOSEN = ["T24-POST", "T24-pomdp", "A21-D4", "T24-DA1"]
by_one = cache(partial(verify, scope=Scope(), clock=float))


@pytest.fixture(params=["two processes here", "two workers of dask"])
def by_two(request):
    """How two processes verify."""
    if request.param == "two processes here":
        return partial(verify_all, jobs=2, clock=float)
    return partial(verify_all, jobs=1, clock=float, backend="dask", scheduler=request.getfixturevalue("cluster"))


def test_the_check_and_the_mutants_of_a_statement_are_apart():
    """A piece for the check, and pieces of a few mutants each, which are all of them."""
    for statement in LEDGER.values():
        first, *others = _pieces(statement.id)
        assert first.mutants() == ()
        assert sum((piece.mutants() for piece in others), ()) == statement.mutants
        assert all(0 < len(piece.mutants()) <= _MUTANTS_AT_ONCE for piece in others)
    assert max(len(_pieces(identifier)) for identifier in LEDGER) > 3
    assert len(_pieces("T24-POST")) == 2


def test_two_processes_report_the_same_as_one(by_two):
    """In the order asked for; each new report is given at once, whatever is before it."""
    finished = []
    expected = [*map(by_one, CHOSEN)]

    assert list(by_two(CHOSEN, Scope(), finished=finished.append)) == expected
    assert sorted(finished, key=lambda report: CHOSEN.index(report.id)) == expected


def test_known_results_are_not_verified_again(by_two):
    """It is yielded in its place, as it is given."""
    known = {each: evolve(by_one(each), evidence="made up") for each in CHOSEN[::2]}
    finished = []
    reports = list(by_two(CHOSEN, Scope(), known=known, finished=finished.append))

    assert [report.id for report in reports] == CHOSEN
    assert reports[::2] == list(known.values())
    assert sorted(report.id for report in finished) == sorted(CHOSEN[1::2])
    assert list(by_two(CHOSEN[::2], Scope(), known=known)) == reports[::2]


def test_a_statement_that_kills_its_process_is_not_reproduced():
    """It says so, and the other reports are as they were; test_workers.py has the processes that die."""

    class Deadly(Scope):  # local, and so it travels to other processes by value
        def percepts(self, size):
            os._exit(7)

    *others, wrong = sorted(verify_all(CHOSEN, Deadly(), jobs=2, clock=float), key=lambda report: report.id == "A21-D4")

    assert [report.id for report in others if report.passed] == ["T24-POST", "T24-pomdp", "T24-DA1"]
    assert (wrong.id, wrong.verdict, wrong.reproduced, wrong.parts) == ("A21-D4", "defined", False, ())
    assert wrong.reason.startswith("cannot be decided: WorkerDied: the process that ran it ended in the middle")
    assert [mutant.name for mutant in wrong.mutants] == [mutant.name for mutant in LEDGER["A21-D4"].mutants]
