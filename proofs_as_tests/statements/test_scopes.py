"""Statements in other scopes: what two turns are enough for, what never occurs in fewer, and witnesses that stay."""

import functools
import re

import pytest

from formal_rl.checking import Scope
from formal_rl.statements import choose, verify_all


def verified(identifiers, scope):
    """The reports in a scope, by id."""
    return {report.id: report for report in verify_all(identifiers, scope, jobs=1, clock=lambda: 0.0)}


@pytest.mark.parametrize(
    ("asked", "scope"),
    [
        pytest.param("*", Scope(horizon=2), marks=pytest.mark.full),
        ("A22-T10.*", Scope(number_of_actions=3, horizon=2)),
        pytest.param("A*", Scope(number_of_actions=3, horizon=3), marks=pytest.mark.full),
        pytest.param("A*", Scope(number_of_percepts=4, horizon=2), marks=pytest.mark.full),
    ],
    ids=str,
)
def test_other_scopes(asked, scope):
    """Two turns are enough, and more actions or percepts do no harm: everything is reproduced, every mutant killed."""
    chosen = choose([asked])
    reports = verified(chosen, scope)

    assert list(reports) == list(chosen)
    assert [report.id for report in reports.values() if not report.passed] == []


NEVER_BY_ONE_ACTION = {
    *("A21-E6", "A21-E9", "A21-E10"),
    *("A22-E3", "A22-E5", "A22-D7", "A22-T10.1", "A22-T10.2"),
    *("A22-S5-class", "A22-S5-trivialise"),
}
NEVER_AT_ONCE = {"A22-D7", "A22-T10.1", "A22-T10.2", "A22-S5-class", "A22-S5-trivialise"}


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)], ids=["these", "all"])
@pytest.mark.parametrize(
    ("scope", "papers", "failing"),
    [
        # The other papers' checks have no percepts and actions of a scope, only a horizon.
        (Scope(horizon=1), "*", NEVER_AT_ONCE),
        pytest.param(Scope(number_of_actions=1, horizon=2), "A*", NEVER_BY_ONE_ACTION, marks=pytest.mark.full),
        (Scope(number_of_percepts=1, horizon=2), "A*", {"A22-T10.3", "A22-S5-trivialise"}),
    ],
    ids=["one turn", "one action", "one percept"],
)
def test_scopes_in_which_something_never_occurs(scope, papers, failing, every):
    """With one turn, one action or one percept some statements fail: a branch or a refutation never occurred."""
    reports = verified(choose([papers] if every else ["A21-L2", *failing]), scope)
    never = re.compile(": never occurred in this scope: |: meant to fail, and holds on ")

    assert {identifier for identifier, report in reports.items() if not report.reproduced} == failing
    assert {identifier for identifier, report in reports.items() if never.search(report.reason)} == failing
    assert {report.reason for identifier, report in reports.items() if identifier not in failing} == {""}


WITNESSED = ["A21-D3-actions", "A22-S1-backtrack", "A22-D7"]


@functools.cache
def meant_to_fail(scope):
    """What is known of each part that is to fail, of statements whose witnesses do not depend on the scope."""
    return {
        (identifier, part["name"]): (part["domain"], part["cases"], part["witness"], part["as_expected"])
        for identifier, report in verified(WITNESSED, scope).items()
        for part in report.parts
        if part["expected"] != "holds"
    }


@pytest.mark.parametrize(
    "scope",
    [
        Scope(horizon=2),
        pytest.param(Scope(horizon=3, number_of_actions=3), marks=pytest.mark.full),
        pytest.param(Scope(horizon=2, number_of_percepts=4), marks=pytest.mark.full),
        Scope(horizon=2, number_of_actions=1, number_of_percepts=1),
        Scope(horizon=1),
    ],
    ids=str,
)
def test_witnesses_do_not_depend_on_the_scope(scope):
    """What is to fail is looked for where its witness is: the same cases and the same witness in every scope."""
    found = meant_to_fail(scope)

    assert {identifier for identifier, _ in found} == set(WITNESSED)
    assert all(witness and as_expected for *_, witness, as_expected in found.values())
    assert found == meant_to_fail(Scope())
