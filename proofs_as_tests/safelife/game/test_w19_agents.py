"""Wainwright and Eckersley 2019, Section 5: rewards and penalties."""

import pytest

from formal_rl.statements import find, rejects


@pytest.mark.parametrize(
    "identifier",
    [
        pytest.param(each, marks=pytest.mark.statement(each))
        for each in ("W19-reward", "W19-penalty", "W19-penalty-goals")
    ],
)
def test_mutants_die_by_hand(identifier):
    """What is worked by hand kills each mutant; no sampled board is needed."""
    assert {rejects(identifier, mutant.name).domain for mutant in find(identifier).mutants} == {"by hand"}
